// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfunpack.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

namespace cw::pdf {

namespace {

constexpr std::size_t bestRatio = 1032; ///< of deflate
constexpr std::size_t dictionaryBytes = 4096; ///< looked at before "stream"

bool looksDeflated(std::string_view data) noexcept
{
    if (data.size() < 2)
        return false;
    const auto first = static_cast<unsigned char>(data[0]);
    const auto second = static_cast<unsigned char>(data[1]);
    return (first & 0x0FU) == 8 && (first >> 4U) <= 7 && (first * 256U + second) % 31 == 0;
}

/// Counts what deflated data becomes, and what that becomes when it is deflated data again.
class Unpacker final
{
public:
    Unpacker() { inflateInit(&m_stream); }
    ~Unpacker() { inflateEnd(&m_stream); }
    Unpacker(const Unpacker &) = delete;
    Unpacker &operator=(const Unpacker &) = delete;

    /// False when the data has come to its end or is broken.
    bool feed(std::string_view data, std::size_t most)
    {
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(data.data())); // NOLINT: not written to
        m_stream.avail_in = static_cast<uInt>(data.size());
        std::array<unsigned char, 65536> buffer{};
        while (true) {
            m_stream.next_out = buffer.data();
            m_stream.avail_out = static_cast<uInt>(buffer.size());
            const int result = inflate(&m_stream, Z_NO_FLUSH);
            const std::size_t got = buffer.size() - m_stream.avail_out;
            const std::string_view piece(reinterpret_cast<const char *>(buffer.data()), got); // NOLINT: bytes
            if (m_bytes == 0 && m_depth < deepest && looksDeflated(piece)) {
                m_inner = std::make_unique<Unpacker>();
                m_inner->m_depth = m_depth + 1;
            }
            m_bytes += got;
            if (m_inner && !m_isInnerDone)
                m_isInnerDone = !m_inner->feed(piece, most);
            if (isOver(most) || result != Z_OK)
                return false;
            if (m_stream.avail_out > 0)
                return true;
        }
    }

    [[nodiscard]] bool isOver(std::size_t most) const { return m_bytes > most || (m_inner && m_inner->isOver(most)); }

private:
    static constexpr unsigned deepest = 3;

    z_stream m_stream{};
    std::size_t m_bytes = 0;
    unsigned m_depth = 0;
    bool m_isInnerDone = false;
    std::unique_ptr<Unpacker> m_inner;
};

} // namespace

Outcome<bool> checkUnpackedSizes(std::string_view file, std::stop_token stop)
{
    constexpr std::string_view begin = "stream";
    constexpr std::string_view end = "endstream";
    for (std::size_t at = file.find(begin); at != std::string_view::npos; at = file.find(begin, at)) {
        if (stop.stop_requested())
            return Cancelled{};
        std::size_t data = at + begin.size();
        if (data < file.size() && file[data] == '\r')
            ++data;
        if (data < file.size() && file[data] == '\n')
            ++data;
        const std::string_view before = file.substr(at - std::min(at, dictionaryBytes), std::min(at, dictionaryBytes));
        const std::size_t object = before.rfind(" obj");
        const std::string_view dictionary = object == std::string_view::npos ? before : before.substr(object);
        const bool isSkipped = dictionary.find("/Image") != std::string_view::npos
            || dictionary.find("/EmbeddedFile") != std::string_view::npos;
        const bool holdsObjects = dictionary.find("/ObjStm") != std::string_view::npos;
        const std::size_t most = holdsObjects ? mostUnpackedObjectBytes : mostUnpackedBytes;
        const std::size_t dataEnd = std::min(file.find(end, data), file.size());
        const std::string_view packed = file.substr(data, dataEnd - data);
        at = std::min(dataEnd + end.size(), file.size());
        const bool isTwice = dictionary.find("Decode") != dictionary.rfind("Decode");
        if (isSkipped || !looksDeflated(packed) || (!isTwice && packed.size() < most / bestRatio))
            continue;
        Unpacker unpacker;
        constexpr std::size_t piece = std::size_t{1} << 20U;
        for (std::size_t i = 0; i < packed.size() && unpacker.feed(packed.substr(i, piece), most); i += piece)
            if (stop.stop_requested())
                return Cancelled{};
        if (unpacker.isOver(most))
            return Error{ErrorCode::BadInput,
                         "The PDF holds a stream that unpacks to more than " + std::to_string(most >> 20U)
                             + " MiB, which no document needs; it was not read.",
                         {}};
    }
    return true;
}

} // namespace cw::pdf
