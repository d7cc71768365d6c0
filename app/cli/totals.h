// SPDX-License-Identifier: GPL-3.0-or-later
// Figures over all documents of one call, added up run by run.
#pragma once

#include "audit/audit.h"
#include "run/run.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cw::cli {

struct Totals
{
    std::uint64_t documents = 0;
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
    std::vector<bool> pinsMet; ///< by pin of the configuration: its document was among those read

    double textTokens = 0; ///< without prefixes
    double askedOverlapTokens = 0; ///< 100 x those that were asked to be shared
    std::vector<std::uint64_t> overrideDocuments; ///< by override of the configuration: documents chunked with it

    void add(const RunSnapshot &snapshot);
    void add(const Totals &other);
    [[nodiscard]] bool reaches(Severity severity) const noexcept;

    /// "3 documents, 66 chunks, 12,345 tokens (largest 300), effective overlap 4.5 % (15.0 % asked for)."
    [[nodiscard]] std::string summary(const RunConfig &config) const;
    /// A sentence for each override that no document was chunked with.
    [[nodiscard]] std::vector<std::string> unusedOverrides(const RunConfig &config) const;
    /// One line for each rule that found something: id, severity counts, "affects 56 of 66 chunks".
    [[nodiscard]] std::vector<std::string> ruleLines() const;
};

} // namespace cw::cli
