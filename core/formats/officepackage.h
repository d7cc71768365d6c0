// SPDX-License-Identifier: GPL-3.0-or-later
// Packages of Office Open XML: parts of a zip archive and how they refer to one another.
#pragma once

#include "formats/format.h"
#include "formats/ziparchive.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::office {

struct Relationship
{
    std::string id;
    std::string type; ///< the last word of its address: "officeDocument", "styles", "footnotes", ...
    std::string target; ///< name of a part; empty when it leads out of the package
};

/// What `part` refers to ("" for the package itself); empty when it has no relationships.
[[nodiscard]] Outcome<std::vector<Relationship>> readRelationships(ZipArchive &archive, std::string_view part,
                                                                   const std::stop_token &stop);

/// Target of the first relationship of that type.
[[nodiscard]] std::optional<std::string> targetOf(const std::vector<Relationship> &relationships,
                                                  std::string_view type);

/// The part that `reference` (relative, or absolute with '/') names as seen from a part in `folder`, without "." and
/// ".."; empty when it would lead out of the archive.
[[nodiscard]] std::string resolvePart(std::string_view folder, std::string_view reference);

/// "word" of "word/document.xml".
[[nodiscard]] std::string_view folderOf(std::string_view part) noexcept;

/// What a reader of archives makes of a file.
template<class Reader>
[[nodiscard]] Outcome<DocumentParts> readArchived(FormatRequest request)
{
    auto archive = ZipArchive::open(request.input);
    if (!archive)
        return archive.error();
    return Reader(request, std::move(*archive)).read();
}

} // namespace cw::office
