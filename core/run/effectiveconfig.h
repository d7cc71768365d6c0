// SPDX-License-Identifier: GPL-3.0-or-later
// What a document is really chunked with: the configuration, or the override for it.
#pragma once

#include "run/run.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cw {

/// Finds the override for a document. Made once for many documents in O(overrides); each answer takes O(1).
class OverrideFinder final
{
public:
    /// `config` must outlive the finder.
    explicit OverrideFinder(const RunConfig &config);

    /// Number in config.overrides, or RunSnapshot::noOverride. That of the document counts before that of its format.
    [[nodiscard]] std::size_t overrideFor(const Document &document) const;

private:
    std::unordered_map<std::string_view, std::size_t> m_byDocument;
    std::unordered_map<std::string_view, std::size_t> m_byFormat;
};

/// `config` with strategy, sizes and parameters of its override of that number, and without overrides and pins; for
/// RunSnapshot::noOverride `config` without them.
[[nodiscard]] RunConfig effectiveConfig(const RunConfig &config, std::size_t overrideNumber);
[[nodiscard]] RunConfig effectiveConfig(const RunConfig &config, const Document &document);
/// What `document` (its position in the snapshot) was chunked with.
[[nodiscard]] RunConfig effectiveConfig(const RunSnapshot &snapshot, std::size_t document);

/// The document's number in RunSnapshot::overrideUsed; noOverride as well in snapshots without such a list.
[[nodiscard]] std::size_t overrideUsed(const RunSnapshot &snapshot, std::size_t document) noexcept;
/// RunSnapshot::maxTextTokens as it holds for that document. O(1).
[[nodiscard]] std::size_t maxTextTokensOf(const RunSnapshot &snapshot, std::size_t document);

/// "the format pdf", "the document guide/install.md": for messages.
[[nodiscard]] std::string overrideTargetText(const ChunkingOverride &given);

} // namespace cw
