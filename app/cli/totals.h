// SPDX-License-Identifier: GPL-3.0-or-later
// Figures over all documents of one call, added up run by run.
#pragma once

#include "documentcounts.h"

#include "audit/audit.h"
#include "run/configparts.h"
#include "run/run.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cw::cli {

struct Totals
{
    DocumentCounts documents;
    std::uint64_t documentsLeftOut = 0; ///< of --keep-going
    std::uint64_t chunks = 0;
    std::uint64_t parents = 0; ///< in which the chunks lie, where they have some
    std::uint64_t tokens = 0; ///< of all chunks
    std::uint64_t largestChunkTokens = 0;
    std::uint64_t duplicatedTokens = 0;
    std::uint64_t pairs = 0; ///< of neighbouring chunks in one document
    std::uint64_t pairsWithoutOverlap = 0;
    std::uint64_t uncoveredCharacters = 0;
    std::vector<std::uint64_t> findings; ///< by rule
    std::vector<std::uint64_t> chunksAffected; ///< by rule
    std::array<std::uint64_t, 3> severities{}; ///< findings by Severity
    /// Pins of the configuration whose document was among those read: the first one's number, and how many follow it.
    std::map<std::size_t, std::size_t> pinsMet;

    double textTokens = 0; ///< without prefixes
    double askedOverlapTokens = 0; ///< 100 x those that were asked to be shared
    std::map<std::size_t, std::uint64_t> overrideDocuments; ///< chunked with it, by override that was used

    /// With `part`, what the snapshot was made with of the whole configuration. O(documents of the snapshot + pins).
    void add(const RunSnapshot &snapshot, const ConfigPart *part = nullptr);
    void add(const Totals &other);
    [[nodiscard]] bool reaches(Severity severity) const noexcept;

    /// "3 documents (1 markdown, 2 text), 66 chunks, 12345 tokens of words (largest chunk 300); effective overlap 4.5
    /// %, asked for 15.0 %."
    [[nodiscard]] std::string summary(const RunConfig &config) const;
    /// A sentence for each override that no document was chunked with, as many as somebody reads.
    [[nodiscard]] std::vector<std::string> unusedOverrides(const RunConfig &config) const;
    /// One line for each rule that found something: id, severity counts, "affects 56 of 66 chunks".
    [[nodiscard]] std::vector<std::string> ruleLines() const;
};

} // namespace cw::cli
