// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/ziparchive.h"

#include "formats/partname.h"
#include "text/utf8.h"

#include <zlib.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace cw {

namespace {

constexpr std::string_view localMark{"PK\x03\x04", 4};
constexpr std::string_view centralMark{"PK\x01\x02", 4};
constexpr std::string_view endMark{"PK\x05\x06", 4};
constexpr std::string_view end64Mark{"PK\x06\x06", 4};
constexpr std::string_view locator64Mark{"PK\x06\x07", 4};
constexpr std::size_t localBytes = 30;
constexpr std::size_t centralBytes = 46;
constexpr std::size_t endBytes = 22;
constexpr std::size_t end64Bytes = 56;
constexpr std::size_t locator64Bytes = 20;
constexpr std::uint32_t inZip64 = 0xFFFFFFFF;
constexpr std::uint16_t stored = 0;
constexpr std::uint16_t deflated = 8;
constexpr std::size_t stepBytes = std::size_t{256} << 10U;

/// Little-endian fields. Precondition of all: the field lies within the bytes.
template<class T>
T fieldAt(std::string_view bytes, std::size_t at)
{
    T value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;)
        value = static_cast<T>((std::uint64_t{value} << 8U) | static_cast<unsigned char>(bytes[at + i]));
    return value;
}

Error badInput(std::string message)
{
    return Error{ErrorCode::BadInput, std::move(message), {}};
}

Error damagedDirectory()
{
    return badInput("The list of parts at the end of the zip archive is damaged or missing; the file may have been cut "
                    "short. Copy or download it again, or save it anew.");
}

std::string megabytes(std::uint64_t bytes)
{
    return std::to_string(bytes >> 20U) + " MiB";
}

/// What zip64 fields follow, in the order of APPNOTE 4.5.3, for those values that do not fit.
void readZip64(std::string_view extra, std::uint64_t &bytes, std::uint64_t &packedBytes, std::uint64_t &header)
{
    while (extra.size() >= 4) {
        const auto id = fieldAt<std::uint16_t>(extra, 0);
        const std::size_t size = fieldAt<std::uint16_t>(extra, 2);
        if (size > extra.size() - 4)
            return;
        std::string_view field = extra.substr(4, size);
        extra.remove_prefix(4 + size);
        if (id != 1)
            continue;
        for (std::uint64_t *value : {&bytes, &packedBytes, &header}) {
            if (*value != inZip64 || field.size() < 8)
                continue;
            *value = fieldAt<std::uint64_t>(field, 0);
            field.remove_prefix(8);
        }
        return;
    }
}

} // namespace

Result<ZipArchive::Directory> ZipArchive::findDirectory() const
{
    constexpr std::size_t longestComment = 0xFFFF;
    if (m_bytes.size() < endBytes)
        return damagedDirectory();
    const std::size_t last = m_bytes.size() - endBytes;
    const std::size_t first = last - std::min(last, longestComment);
    std::size_t at = last + 1;
    do {
        at = at == 0 ? std::string_view::npos : m_bytes.rfind(endMark, at - 1);
        if (at == std::string_view::npos || at < first)
            return damagedDirectory();
    } while (at + endBytes + fieldAt<std::uint16_t>(m_bytes, at + 20) > m_bytes.size());

    Directory directory{.begin = fieldAt<std::uint32_t>(m_bytes, at + 16),
                        .bytes = fieldAt<std::uint32_t>(m_bytes, at + 12),
                        .entries = fieldAt<std::uint16_t>(m_bytes, at + 10)};
    bool isInParts = fieldAt<std::uint16_t>(m_bytes, at + 4) != fieldAt<std::uint16_t>(m_bytes, at + 6);
    std::uint64_t limit = at;
    if (at >= locator64Bytes && m_bytes.substr(at - locator64Bytes).starts_with(locator64Mark)) {
        const auto end64 = fieldAt<std::uint64_t>(m_bytes, at - locator64Bytes + 8);
        if (at < locator64Bytes + end64Bytes || end64 > at - locator64Bytes - end64Bytes
            || !m_bytes.substr(end64).starts_with(end64Mark))
            return damagedDirectory();
        isInParts = fieldAt<std::uint32_t>(m_bytes, end64 + 16) != fieldAt<std::uint32_t>(m_bytes, end64 + 20);
        directory.entries = fieldAt<std::uint64_t>(m_bytes, end64 + 32);
        directory.bytes = fieldAt<std::uint64_t>(m_bytes, end64 + 40);
        directory.begin = fieldAt<std::uint64_t>(m_bytes, end64 + 48);
        limit = end64;
    }
    if (isInParts)
        return badInput("The zip archive is one of several parts; put them together into one file first.");
    if (directory.bytes > limit || directory.begin > limit - directory.bytes)
        return damagedDirectory();
    return directory;
}

Result<void> ZipArchive::readDirectory(const Directory &directory)
{
    if (directory.entries > m_limits.entries)
        return badInput("The zip archive says that it has " + std::to_string(directory.entries)
                        + " parts; no more than " + std::to_string(m_limits.entries)
                        + " are read. Take out what the document does not need.");
    if (directory.entries > directory.bytes / centralBytes)
        return damagedDirectory();
    std::string_view rest = m_bytes.substr(directory.begin, directory.bytes);
    m_entries.reserve(directory.entries);
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        if (rest.size() < centralBytes || !rest.starts_with(centralMark))
            return damagedDirectory();
        const std::size_t nameBytes = fieldAt<std::uint16_t>(rest, 28);
        const std::size_t extraBytes = fieldAt<std::uint16_t>(rest, 30);
        const std::size_t all = centralBytes + nameBytes + extraBytes + fieldAt<std::uint16_t>(rest, 32);
        if (all > rest.size())
            return damagedDirectory();
        Entry entry;
        entry.isEncrypted = (fieldAt<std::uint16_t>(rest, 8) & 0x2041U) != 0;
        entry.method = fieldAt<std::uint16_t>(rest, 10);
        entry.checksum = fieldAt<std::uint32_t>(rest, 16);
        entry.packedBytes = fieldAt<std::uint32_t>(rest, 20);
        entry.bytes = fieldAt<std::uint32_t>(rest, 24);
        entry.header = fieldAt<std::uint32_t>(rest, 42);
        readZip64(rest.substr(centralBytes + nameBytes, extraBytes), entry.bytes, entry.packedBytes, entry.header);
        entry.name = rest.substr(centralBytes, nameBytes);
        m_entries.push_back(std::move(entry));
        rest.remove_prefix(all);
    }
    return {};
}

void ZipArchive::locateEntries(std::uint64_t directoryBegin)
{
    for (Entry &entry : m_entries) {
        entry.isDamaged = true;
        if (directoryBegin < localBytes || entry.header > directoryBegin - localBytes)
            continue;
        const std::string_view local = m_bytes.substr(entry.header, directoryBegin - entry.header);
        const std::size_t nameBytes = fieldAt<std::uint16_t>(local, 26);
        const std::size_t before = localBytes + nameBytes + fieldAt<std::uint16_t>(local, 28);
        if (!local.starts_with(localMark) || before > local.size() || entry.packedBytes > local.size() - before
            || local.substr(localBytes, nameBytes) != entry.name)
            continue;
        entry.packedBegin = entry.header + before;
        entry.isDamaged = false;
    }
    std::vector<std::size_t> order(m_entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return m_entries[i].header; });
    std::size_t furthest = order.size(); ///< of the entries so far, the one that reaches furthest
    for (const std::size_t i : order) {
        Entry &entry = m_entries[i];
        if (entry.isDamaged)
            continue;
        if (furthest != order.size()) {
            Entry &before = m_entries[furthest];
            const std::uint64_t end = before.packedBegin + before.packedBytes;
            if (entry.header < end)
                before.sharesBytes = entry.sharesBytes = true;
            if (entry.packedBegin + entry.packedBytes <= end)
                continue;
        }
        furthest = i;
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        std::ranges::replace(m_entries[i].name, '\\', '/');
        const auto [number, isNew] = m_numbers.emplace(m_entries[i].name, i);
        if (!isNew)
            m_entries[number->second].isRepeated = true;
    }
}

Result<ZipArchive> ZipArchive::open(std::string_view bytes, ZipLimits limits)
{
    ZipArchive archive(bytes, limits);
    const auto directory = archive.findDirectory();
    if (!directory)
        return directory.error();
    if (auto read = archive.readDirectory(*directory); !read)
        return read.error();
    archive.locateEntries(directory->begin);
    return archive;
}

std::vector<std::string_view> ZipArchive::names() const
{
    std::vector<std::string_view> names;
    names.reserve(m_entries.size());
    for (const Entry &entry : m_entries)
        names.push_back(entry.name);
    return names;
}

Result<void> ZipArchive::check(const Entry &entry) const
{
    const std::string part = "The part " + quotedPart(entry.name) + " of the archive ";
    if (entry.isEncrypted)
        return badInput(part + "is encrypted. Open the file with its password and save it without one.");
    if (entry.isRepeated)
        return badInput(part + "is there twice, and programs differ in which one they show. Save the file anew.");
    if (entry.isDamaged)
        return badInput(part + "is damaged: its place in the file is wrong. Copy or download the file again.");
    if (entry.sharesBytes)
        return badInput(part + "shares its bytes with another one, as no document does; it was not unpacked.");
    if (entry.method != stored && entry.method != deflated)
        return badInput(part + "is packed by method " + std::to_string(entry.method)
                        + "; only stored and deflated parts are read. Save the file anew.");
    if (entry.method == stored && entry.bytes != entry.packedBytes)
        return badInput(part + "is damaged: its two sizes differ. Copy or download the file again.");
    if (entry.bytes > m_limits.partBytes)
        return badInput(part + "is " + megabytes(entry.bytes) + " unpacked, and no more than "
                        + megabytes(m_limits.partBytes) + " are read. Split the document.");
    if (entry.bytes > m_limits.totalBytes - m_takenBytes)
        return badInput("The parts of the archive are more than " + megabytes(m_limits.totalBytes)
                        + " unpacked. Split the document.");
    if (entry.bytes > m_limits.ratioFloor && entry.bytes / m_limits.ratio > entry.packedBytes)
        return badInput(part + "unpacks to more than " + std::to_string(m_limits.ratio)
                        + " times its size, as archives do that are made to use memory up; it was not unpacked.");
    return {};
}

Outcome<std::string> ZipArchive::inflateEntry(const Entry &entry, const std::stop_token &stop) const
{
    const std::string_view packed = m_bytes.substr(entry.packedBegin, entry.packedBytes);
    z_stream stream{};
    // raw deflate: zip has its own header and checksum
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return Error{ErrorCode::Internal, "zlib could not be started.", {}};
    struct Ender
    {
        z_stream &stream;
        ~Ender() { inflateEnd(&stream); }
    } const ender{stream};

    std::string bytes;
    std::size_t read = 0;
    std::size_t written = 0;
    int state = Z_OK;
    while (state == Z_OK && written <= entry.bytes) {
        if (stop.stop_requested())
            return Cancelled{};
        const std::size_t given = std::min(stepBytes, packed.size() - read);
        // a byte more than there should be shows that there is more
        const std::size_t room = std::min<std::uint64_t>(stepBytes, entry.bytes + 1 - written);
        if (bytes.size() < written + room)
            bytes.resize(std::min<std::uint64_t>(entry.bytes + 1, std::max(2 * bytes.size(), written + room)));
        stream.next_in = const_cast<Bytef *>(reinterpret_cast<const Bytef *>(packed.data() + read));
        stream.avail_in = static_cast<uInt>(given);
        stream.next_out = reinterpret_cast<Bytef *>(bytes.data() + written);
        stream.avail_out = static_cast<uInt>(room);
        state = inflate(&stream, Z_NO_FLUSH);
        read += given - stream.avail_in;
        written += room - stream.avail_out;
    }
    if (state != Z_STREAM_END || written != entry.bytes)
        return badInput("The part " + quotedPart(entry.name)
                        + " of the archive is damaged and cannot be unpacked. Copy or download the file again.");
    bytes.resize(written);
    return bytes;
}

Outcome<std::string> ZipArchive::read(std::string_view name, const std::stop_token &stop)
{
    const auto number = m_numbers.find(std::string(name));
    if (number == m_numbers.end())
        return badInput("The archive has no part " + quotedPart(name) + ". Save the file anew.");
    const Entry &entry = m_entries[number->second];
    if (auto checked = check(entry); !checked)
        return checked.error();
    auto bytes = entry.method == stored
        ? Outcome<std::string>(std::string(m_bytes.substr(entry.packedBegin, entry.packedBytes)))
        : inflateEntry(entry, stop);
    if (!bytes)
        return bytes;
    const auto checksum = crc32_z(0, reinterpret_cast<const Bytef *>(bytes->data()), bytes->size());
    if (checksum != entry.checksum)
        return badInput("The part " + quotedPart(name)
                        + " of the archive is damaged: its checksum is wrong. Copy or download the file again.");
    m_takenBytes += bytes->size();
    return bytes;
}

ZipKind zipKindOf(std::string_view beginning) noexcept
{
    if (!beginning.starts_with(localMark) && !beginning.starts_with(endMark))
        return ZipKind::None;
    bool hasContentTypes = false;
    bool hasManifest = false;
    bool hasContent = false;
    for (std::size_t at = 0; at != std::string_view::npos; at = beginning.find("PK", at + 1)) {
        const std::string_view entry = beginning.substr(at);
        const bool isLocal = entry.starts_with(localMark) && entry.size() > localBytes;
        if (!isLocal && !(entry.starts_with(centralMark) && entry.size() > centralBytes))
            continue;
        const std::size_t nameBytes = fieldAt<std::uint16_t>(entry, isLocal ? 26 : 28);
        const std::string_view name = entry.substr(isLocal ? localBytes : centralBytes, nameBytes);
        if (name == "mimetype" && isLocal) {
            const std::size_t before = localBytes + nameBytes + fieldAt<std::uint16_t>(entry, 28);
            const std::string_view type = entry.substr(std::min(before, entry.size()));
            if (type.starts_with("application/epub+zip"))
                return ZipKind::Epub;
            if (type.starts_with("application/vnd.oasis.opendocument.text"))
                return ZipKind::OpenDocumentText;
            if (type.starts_with("application/vnd.oasis.opendocument."))
                return ZipKind::OpenDocumentOther;
        } else if (name.starts_with("word/")) {
            return ZipKind::Word;
        } else if (name.starts_with("xl/")) {
            return ZipKind::Workbook;
        } else if (name.starts_with("ppt/")) {
            return ZipKind::Presentation;
        } else if (name == "META-INF/container.xml") {
            return ZipKind::Epub;
        }
        hasContentTypes = hasContentTypes || name == "[Content_Types].xml";
        hasManifest = hasManifest || name == "META-INF/manifest.xml";
        hasContent = hasContent || name == "content.xml";
    }
    if (hasContentTypes)
        return ZipKind::Office;
    return hasManifest && hasContent ? ZipKind::OpenDocumentText : ZipKind::Archive;
}

} // namespace cw
