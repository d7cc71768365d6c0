// SPDX-License-Identifier: GPL-3.0-or-later
// Overrides of a configuration as the window makes, names and removes them.
#pragma once

#include "run/effectiveconfig.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace cw {

class Workbench;

/// The document that is shown, as the present snapshot has it; null when there is none.
[[nodiscard]] std::shared_ptr<const Document> shownDocument(Workbench &workbench);
/// The number of the override that chunks the shown document under the present configuration, or noOverride.
[[nodiscard]] std::size_t overrideOfShown(Workbench &workbench);

[[nodiscard]] bool hasOverride(const RunConfig &config, OverrideScope scope, std::string_view target);

/// "report.pdf", "all PDF documents": plain text.
[[nodiscard]] QString overrideTarget(const ChunkingOverride &given);
/// "structured · max 300 · overlap 45": plain text.
[[nodiscard]] QString overrideCaption(const ChunkingOverride &given);
/// The format's title; its id when it is not known.
[[nodiscard]] QString formatTitle(std::string_view format);

/// `config` with an override that begins as what the document is chunked with now. Unchanged where there is one.
[[nodiscard]] RunConfig withDocumentOverride(RunConfig config, const Document &document);
/// The same for all documents of the format; it begins as the override of `like`, a document of that format, or as the
/// configuration.
[[nodiscard]] RunConfig withFormatOverride(RunConfig config, const Document &like);
[[nodiscard]] RunConfig withoutOverride(RunConfig config, std::size_t number);

/// For each override, how many of the documents are chunked with it.
[[nodiscard]] std::vector<std::size_t>
documentsOfOverrides(const RunConfig &config, const std::vector<std::shared_ptr<const Document>> &documents);

} // namespace cw
