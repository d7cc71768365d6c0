// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a zip archive in memory, taken out within bounds.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cw {

/// What an archive may cost its reader. Documents stay far below; bombs do not.
struct ZipLimits
{
    std::size_t entries = 100'000;
    std::uint64_t partBytes = std::uint64_t{512} << 20U; ///< of one part, unpacked
    std::uint64_t totalBytes = std::uint64_t{1} << 30U; ///< of all parts that are taken out, unpacked
    std::uint64_t ratio = 200; ///< unpacked to packed, of parts of more than `ratioFloor`
    std::uint64_t ratioFloor = std::uint64_t{8} << 20U;
};

/// A zip archive (APPNOTE 6.3: stored and deflated entries, data descriptors, zip64, names in any encoding). Only its
/// directory counts; what it does not list is not there. Names are compared byte for byte, with '/' for '\'.
///
/// Errors are BadInput, in whole sentences that name the part and what to do. What is wrong with one entry (encrypted,
/// listed twice, sharing bytes with another, damaged, too large) is an error when that entry is read, not before.
class ZipArchive final
{
public:
    /// Reads the directory; keeps a view of `bytes`. O(entries log entries).
    [[nodiscard]] static Result<ZipArchive> open(std::string_view bytes, ZipLimits limits = {});

    [[nodiscard]] bool has(std::string_view name) const { return m_numbers.contains(std::string(name)); }
    /// In the directory's order.
    [[nodiscard]] std::vector<std::string_view> names() const;

    /// The unpacked bytes of a part, checked against its size and checksum. Time and memory are bounded by the limits
    /// whatever the archive says; a stop is noticed every 256 KiB.
    [[nodiscard]] Outcome<std::string> read(std::string_view name, const std::stop_token &stop);

private:
    struct Entry
    {
        std::string name;
        std::uint64_t header = 0; ///< where its local header begins
        std::uint64_t packedBegin = 0;
        std::uint64_t packedBytes = 0;
        std::uint64_t bytes = 0;
        std::uint32_t checksum = 0;
        std::uint16_t method = 0;
        bool isEncrypted = false;
        bool isRepeated = false; ///< another entry has the same name
        bool sharesBytes = false; ///< with another entry
        bool isDamaged = false;
    };
    struct Directory
    {
        std::uint64_t begin = 0;
        std::uint64_t bytes = 0;
        std::uint64_t entries = 0;
    };

    ZipArchive(std::string_view bytes, ZipLimits limits) : m_bytes(bytes), m_limits(limits) { }
    [[nodiscard]] Result<Directory> findDirectory() const;
    [[nodiscard]] Result<void> readDirectory(const Directory &directory);
    void locateEntries(std::uint64_t directoryBegin);
    [[nodiscard]] Result<void> check(const Entry &entry) const;
    [[nodiscard]] Outcome<std::string> inflateEntry(const Entry &entry, const std::stop_token &stop) const;

    std::string_view m_bytes;
    ZipLimits m_limits;
    std::vector<Entry> m_entries;
    std::unordered_map<std::string, std::size_t> m_numbers;
    std::uint64_t m_takenBytes = 0;
};

/// What a file that begins with these bytes is, told by the names of its first entries.
enum class ZipKind : std::uint8_t {
    None, ///< no zip archive
    Archive, ///< one, but of no kind known here
    Office, ///< some Office Open XML: which one is behind the beginning
    Word,
    Workbook, ///< Excel
    Presentation, ///< PowerPoint
    OpenDocumentText,
    OpenDocumentOther, ///< a spreadsheet, presentation or drawing of OpenDocument
    Epub
};
[[nodiscard]] ZipKind zipKindOf(std::string_view beginning) noexcept;

} // namespace cw
