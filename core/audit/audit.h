// SPDX-License-Identifier: GPL-3.0-or-later
// Findings: what in these chunks would hurt retrieval, and the rules that find it.
#pragma once

#include "audit/textfacts.h"
#include "base/byterange.h"
#include "base/result.h"
#include "chunk/chunk.h"
#include "models/modelinput.h"
#include "run/parameters.h"
#include "strategies/strategy.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

enum class Severity : std::uint8_t { Info, Warning, Error };
/// "info", "warning", "error".
[[nodiscard]] std::string_view severityId(Severity severity) noexcept;
[[nodiscard]] std::optional<Severity> severityFromId(std::string_view id) noexcept;

/// One defect at one place. 40 bytes: a long text may have several a chunk.
struct Finding
{
    std::uint16_t rule = 0; ///< position in rules()
    Severity severity = Severity::Warning;
    std::uint32_t document = 0; ///< position in the run's documents
    std::uint32_t chunk = 0; ///< position in the document's chunks
    CompactRange where; ///< the offending source bytes, inside the chunk's range
    std::int64_t value
        = 0; ///< the measured figure behind the finding (tokens, percent, other chunk's number); 0 if none
    std::int64_t limit = 0; ///< what it was held against; 0 if none
};

/// What one document was chunked with, as far as rules hold chunks against it.
struct ChunkedWith
{
    SizeUnit sizeUnit = SizeUnit::Tokens;
    std::size_t max = 0;
    std::size_t overlap = 0;
};

/// The chunks of all documents, as rules see them.
struct AuditInput
{
    std::span<const std::shared_ptr<const ChunkSet>> chunkSets; ///< one per document, in run order
    const StrategyDescriptor &strategy;
    const Tokenizer &tokenizer;
    std::size_t max = 0;
    std::size_t overlap = 0;
    /// One per document, kept from run to run; audit() makes its own when there are none.
    std::span<const std::shared_ptr<const TextFacts>> facts = {};
    /// Likewise of the emitted texts; null, or none at all, where nothing is to be kept.
    std::span<const std::shared_ptr<const TextFacts>> emittedFacts = {};
    unsigned threads = 1; ///< rules are spread over them; never changes a result
    const ModelInput *model = nullptr; ///< what the embedding model reads; null without a model
    /// One per document, of its emitted text; where there are none, places inside a chunk are the whole chunk.
    std::span<const std::shared_ptr<const TokenIndex>> indices = {};
    /// One per document where they differ; none: strategy, max and overlap above hold for all.
    std::span<const ChunkedWith> byDocument = {};

    [[nodiscard]] ChunkedWith chunkedWith(std::size_t document) const
    {
        return byDocument.empty() ? ChunkedWith{strategy.sizeUnit, max, overlap} : byDocument[document];
    }
};

/// One chunk in a run, as rules are handed it.
struct ChunkPlace
{
    const ChunkSet &chunkSet;
    std::uint32_t document = 0; ///< position in the run's documents
    std::uint32_t chunk = 0; ///< position in the document's chunks

    [[nodiscard]] const Chunk &facts() const { return chunkSet.chunks()[chunk]; }
    [[nodiscard]] std::string_view documentText() const { return chunkSet.document().text(); }
};

/// Neighbouring chunks of a run.
struct AuditSpan
{
    std::size_t document = 0; ///< of the first chunk
    std::size_t chunk = 0; ///< the first, in its document
    std::size_t count = static_cast<std::size_t>(-1); ///< may reach past the last chunk
};

/// What one rule is told: the chunks to look at and its own thresholds. Rules may add findings in any order.
struct RuleContext
{
    const AuditInput &input;
    const ParameterValues &thresholds; ///< checked against the rule's schema
    std::stop_token stop; ///< rules return early when it is set
    AuditSpan span = {}; ///< all chunks, unless the rule looks at each chunk by itself

    [[nodiscard]] const TextFacts &facts(std::size_t document) const { return *input.facts[document]; }

    /// Null when nothing is kept of the document's emitted text.
    [[nodiscard]] const TextFacts *emittedFacts(std::size_t document) const
    {
        return input.emittedFacts.empty() ? nullptr : input.emittedFacts[document].get();
    }

    /// Calls `visit(const ChunkPlace &)` for every chunk of the span in run order until stopped.
    template<class Visit>
    void forEachChunk(Visit &&visit) const
    {
        forEachDocument([&](std::size_t document, std::size_t begin, std::size_t end) {
            const ChunkSet &set = *input.chunkSets[document];
            for (std::size_t chunk = begin; chunk < end; ++chunk)
                visit(ChunkPlace{set, static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(chunk)});
        });
    }

    /// Calls `visit(const ChunkPlace &, const Fact &)` likewise, with what `make` finds out about the document's text.
    /// The fact is told ahead which places it will be asked about: one edge of each chunk.
    template<class Fact, class Visit>
    void forEachChunk(Fact (*make)(std::string_view text), std::size_t ByteRange::*edge, Visit &&visit) const
    {
        constexpr std::size_t ahead = 16;
        forEachDocument([&](std::size_t document, std::size_t begin, std::size_t end) {
            const Fact &fact = facts(document).of(make);
            const ChunkSet &set = *input.chunkSets[document];
            const std::vector<Chunk> &chunks = set.chunks();
            for (std::size_t chunk = begin; chunk < end; ++chunk) {
                if (chunk + 2 * ahead < chunks.size()) {
                    fact.prefetchNotes(chunks[chunk + 2 * ahead].source.*edge);
                    fact.prefetchText(chunks[chunk + ahead].source.*edge);
                }
                visit(ChunkPlace{set, static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(chunk)}, fact);
            }
        });
    }

private:
    /// Calls `visit(document, firstChunk, endChunk)` for every document that the span has chunks of.
    template<class Visit>
    void forEachDocument(Visit &&visit) const
    {
        std::size_t left = span.count;
        std::size_t chunk = span.chunk;
        for (std::size_t document = span.document;
             document < input.chunkSets.size() && left > 0 && !stop.stop_requested(); ++document) {
            const std::size_t count = std::min(left, input.chunkSets[document]->size() - chunk);
            if (count > 0)
                visit(document, chunk, chunk + count);
            left -= count;
            chunk = 0;
        }
    }
};

/// Takes a finding's chunk, place, measured value and limit; rule and severity are filled in by the caller. The place
/// is cut to the chunk's source range.
using FindingSink = std::function<void(const ChunkPlace &at, ByteRange where, std::int64_t value, std::int64_t limit)>;

/// One audit rule. Registered by name in rules/CMakeLists.txt.
struct RuleDescriptor
{
    std::string_view id;
    std::string_view title; ///< "Starts mid-sentence"
    std::string_view whyItMatters;
    std::string_view whatToDo;
    /// Message for one finding with %1 = value, %2 = limit, %3 = value - limit: "Holds %1 tokens, over the ceiling of
    /// %2." Numbers of chunks are run-wide and start at 1.
    std::string_view message;
    Severity defaultSeverity = Severity::Warning;
    std::span<const ParameterSpec> thresholds;

    void (*check)(const RuleContext &context, const FindingSink &add);
    /// Whether what is found in a chunk depends on that chunk, its text and the one before alone. Such a rule is run
    /// over one span after another, together with the others of its kind: what they all read is then near.
    bool looksAtChunksAlone = false;
    /// Makes the message instead, where words depend on figures; `message` then holds for all of them. Null: nothing
    /// does.
    std::string (*messageOf)(std::int64_t value, std::int64_t limit) = nullptr;
    /// Of a rule whose findings are about a second chunk, with its number in the run as their value: the message that
    /// names it, with %1 = its number in its document from 1, %2 = the document. Empty for all other rules.
    std::string_view messageOfOther = {};
};

/// All rules in display order.
[[nodiscard]] std::span<const RuleDescriptor *const> rules() noexcept;
[[nodiscard]] const RuleDescriptor *findRule(std::string_view id) noexcept;
/// A message with its %1, %2 and so on replaced by the values, of which there are at most nine.
[[nodiscard]] std::string filledMessage(std::string_view message, std::span<const std::string> values);
/// The rule's message with the finding's figures filled in.
[[nodiscard]] std::string findingMessage(const Finding &finding);

struct RuleSetting
{
    bool isEnabled = true;
    std::optional<Severity> severity; ///< the rule's default when empty
    ParameterValues thresholds;

    bool operator==(const RuleSetting &) const = default;
};

/// Which rules run and how. A rule that is not named runs with its defaults when `othersEnabled`.
struct AuditProfile
{
    std::string name = "default";
    bool othersEnabled = true;
    std::map<std::string, RuleSetting, std::less<>> rules; ///< by rule id

    [[nodiscard]] RuleSetting setting(const RuleDescriptor &rule) const;
    bool operator==(const AuditProfile &) const = default;
};

/// The better rules: every rule but the reference ones.
[[nodiscard]] AuditProfile defaultAuditProfile();
/// Exactly the four checks of seed 004 with its regular expressions.
[[nodiscard]] AuditProfile referenceAuditProfile();
/// No rule at all.
[[nodiscard]] AuditProfile emptyAuditProfile();
/// Unknown rules or thresholds, or values out of range: InvalidConfig naming the key.
Result<void> checkAuditProfile(const AuditProfile &profile);

/// All findings, ordered by document, chunk, rule, place.
struct AuditReport
{
    std::vector<Finding> findings;
    std::vector<std::uint32_t> chunksAffected; ///< per rule, in order of rules(): chunks with at least one finding
    std::vector<Severity> gravest; ///< per document: of its findings; Info where it has none
    std::size_t chunkCount = 0;
};

[[nodiscard]] Outcome<AuditReport> audit(const AuditInput &input, const AuditProfile &profile, std::stop_token stop);

} // namespace cw
