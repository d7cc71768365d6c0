// SPDX-License-Identifier: GPL-3.0-or-later
// SentencePiece models: the bytes as they are, and with whole fields left out, doubled or put elsewhere, which changes
// of bytes alone seldom do to a protocol buffer.
#include "fuzz/fuzz.h"
#include "fuzz/tokenizerpromises.h"
#include "tokenize/tokenizerformats.h"

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Fields = std::vector<std::string>;

std::optional<std::size_t> varintAt(std::string_view bytes, std::size_t &at)
{
    std::size_t value = 0;
    for (unsigned shift = 0; shift < 63 && at < bytes.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= std::size_t{byte & 0x7FU} << shift;
        if (byte < 0x80)
            return value;
    }
    return std::nullopt;
}

/// Key and content of every field; nothing when the bytes are no message.
std::optional<Fields> fieldsOf(std::string_view bytes)
{
    Fields fields;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t begin = at;
        const auto key = varintAt(bytes, at);
        if (!key)
            return std::nullopt;
        const unsigned wire = *key & 7;
        std::optional<std::size_t> size = wire == 1 ? 8 : wire == 5 ? 4 : 0;
        if (wire == 0 || wire == 2)
            size = varintAt(bytes, at);
        if (!size || (wire != 0 && *size > bytes.size() - at))
            return std::nullopt;
        at += wire == 0 ? 0 : *size;
        fields.emplace_back(bytes.substr(begin, at - begin));
    }
    return fields;
}

std::string messageOf(const Fields &fields)
{
    std::string bytes;
    for (const std::string &field : fields)
        bytes += field;
    return bytes;
}

std::string fieldOf(char key, std::string content)
{
    std::string field(1, key);
    std::size_t size = content.size();
    for (; size >= 0x80; size >>= 7)
        field += static_cast<char>((size & 0x7F) | 0x80);
    field += static_cast<char>(size);
    return field + content;
}

std::string contentOf(const std::string &field)
{
    std::size_t at = 1;
    static_cast<void>(varintAt(field, at));
    return field.substr(at);
}

class FieldMutator final
{
public:
    explicit FieldMutator(std::string_view seed)
    {
        for (const char byte : seed)
            m_random.seed(static_cast<unsigned>(m_random()) ^ static_cast<unsigned char>(byte));
    }

    std::string mutated(std::string_view message, int depth)
    {
        auto fields = fieldsOf(message);
        if (!fields || fields->empty())
            return std::string(message);
        const std::size_t at = below(fields->size());
        const std::string field = (*fields)[at];
        switch (below(6)) {
        case 0:
            fields->erase(fields->begin() + static_cast<std::ptrdiff_t>(at));
            break;
        case 1:
            fields->insert(fields->begin() + static_cast<std::ptrdiff_t>(below(fields->size())), field);
            break;
        case 2:
            std::swap((*fields)[at], (*fields)[below(fields->size())]);
            break;
        default:
            // Messages and texts have keys of one byte here, wire type 2; of others the last byte is their value.
            if (depth > 0 && (field[0] & 7) == 2 && field.size() > 2)
                (*fields)[at] = fieldOf(field[0], mutated(contentOf(field), depth - 1));
            else
                (*fields)[at].back() = static_cast<char>(below(256) & ((field[0] & 7) == 0 ? 0x7F : 0xFF));
            break;
        }
        return messageOf(*fields);
    }

private:
    std::size_t below(std::size_t end) { return m_random() % end; }

    std::minstd_rand m_random;
};

void check(std::string_view bytes)
{
    cw::fuzz::checkTokenizer(cw::readSentencePieceModel(bytes, {"fuzz.model", "00"}));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes = cw::fuzz::bytesOf(data, size);
    check(bytes);
    if (fieldsOf(bytes)) {
        FieldMutator mutator(bytes);
        for (int i = 0; i < 4; ++i)
            check(mutator.mutated(bytes, 2));
    }
    return 0;
}
