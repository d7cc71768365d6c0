// SPDX-License-Identifier: GPL-3.0-or-later
// What an EPUB says about itself: its documents in reading order, its table of contents, its protection.
#pragma once

#include "formats/ziparchive.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw::epub {

struct SpineItem
{
    std::string part;
    bool isNavigation = false; ///< the cover or a table of contents
};

/// The package document (OPF), of EPUB 2 and 3.
struct Package
{
    std::string part;
    std::vector<SpineItem> spine;
    std::string navigationPart; ///< of EPUB 3; empty: none
    std::string ncxPart; ///< of EPUB 2; empty: none
    std::vector<std::string> otherParts; ///< in the spine, but no documents of text
};

/// A line of the table of contents or of the list of pages.
struct Entry
{
    std::string label;
    std::string part;
    std::string fragment; ///< id in the part; empty: its beginning
    std::uint8_t level = 1;
};

struct Contents
{
    std::vector<Entry> sections;
    std::vector<Entry> pages;
};

/// Names the package document that META-INF/container.xml gives first, and reads it.
[[nodiscard]] Outcome<Package> readPackage(ZipArchive &archive, const std::stop_token &stop);

/// Parts that are encrypted, but for fonts that are merely disguised. Errors: encryption.xml cannot be read.
[[nodiscard]] Outcome<std::set<std::string, std::less<>>> encryptedParts(ZipArchive &archive,
                                                                         const std::stop_token &stop);
/// Whose protection it is, as "Adobe's"; empty when that is not known.
[[nodiscard]] std::string protectionOf(const ZipArchive &archive);

/// Of a navigation document or an NCX.
[[nodiscard]] Outcome<Contents> readContents(ZipArchive &archive, std::string_view part, const std::stop_token &stop);

/// "a b" of "a%20b".
[[nodiscard]] std::string decodePercent(std::string_view reference);

} // namespace cw::epub
