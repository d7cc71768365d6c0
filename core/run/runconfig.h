// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that decides a result, as one value.
#pragma once

#include "audit/audit.h"
#include "base/result.h"
#include "models/modelinput.h"
#include "run/chunkingoverride.h"
#include "run/embeddingsource.h"
#include "run/parameters.h"
#include "run/pins.h"
#include "run/returnedtext.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// What a configuration that nobody changed chunks with. One that names no strategy cannot be read, so what is saved
/// keeps its own.
inline constexpr std::string_view defaultStrategy = "structured";

struct RunConfig
{
    std::string name; ///< free text, not part of the fingerprint
    std::string strategy = std::string(defaultStrategy); ///< strategy id
    std::string tokenizer = "o200k_base"; ///< a reference, as openTokenizer() takes it
    std::string model; ///< embedding model: a profile's id or the path of a profile file; empty: none
    bool countSpecialTokens = true; ///< max holds what the model adds around a text; without a model nothing
    std::int64_t max = 300; ///< in the strategy's size unit
    std::int64_t overlap = 0; ///< in the strategy's size unit
    ParameterValues parameters; ///< the strategy's own
    EmbeddingSource embedding; ///< of strategies that compare sentences, those of overrides too
    AuditProfile audit; ///< not part of the fingerprint
    ReturnedText returned; ///< what a found chunk stands for
    std::vector<Pin> pins; ///< in order of document and byte; at most one a place
    std::vector<ChunkingOverride> overrides; ///< at most one a target

    bool operator==(const RunConfig &) const = default;
};

/// The strategy's default sizes and parameters with the given tokenizer and the default audit profile.
[[nodiscard]] RunConfig defaultConfig(std::string_view strategy = defaultStrategy,
                                      std::string_view tokenizer = "o200k_base");

/// What max leaves to a chunk's text beside what the model adds, of which overlap is a part; at least 1.
[[nodiscard]] std::int64_t textMax(const RunConfig &config);

/// The overlap of a configuration that states none: the same share of max as in the strategy's default sizes (45 of
/// 300), rounded down, and smaller than textMax(). `config.overlap` is not looked at; 0 for an unknown strategy.
[[nodiscard]] std::int64_t usualOverlap(const RunConfig &config);

/// What the configuration's model adds to a chunk; an empty one without a model. `isCounted` is set only where max
/// counts tokens. InvalidParameter: subject "model" for an unknown model, "tokenizer" for one that is not the model's,
/// or that does not exist.
[[nodiscard]] Result<ModelInput> modelInput(const RunConfig &config);

/// Known ids, a tokenizer file that was loaded, `max >= 1`, `0 <= overlap < max`, parameters and profile within their
/// schemas; otherwise InvalidParameter (subject "strategy", "tokenizer", "model", "max", "overlap" or the parameter's
/// id, "pins[2]" or "pins[2].byte"), MissingResource (file that was not loaded) or InvalidConfig (profile). The same of
/// each override, for whose
/// subjects "overrides[1]." comes first; they may also be "format" or "document", for targets that are unknown, empty
/// or given twice. And as checkEmbedding().
Result<void> checkConfig(const RunConfig &config);

/// Whether vectors of sentences decide chunks: there is a model, and the strategy, or that of an override, compares
/// sentences.
[[nodiscard]] bool usesVectors(const RunConfig &config);

/// Largest max that is accepted, so that sums stay exact.
inline constexpr std::int64_t largestMax = 1'000'000'000;

/// Version of everything that may change an output byte; part of the fingerprint. Bump when a golden output changes.
inline constexpr std::string_view engineAbi = "chunkwright-core/1 unicode=16.0";
/// With what else decides this configuration's chunks: " icu=72.1" when ICU finds the sentences, " sentences=1" (the
/// version of rules and word lists) when our own engine does.
[[nodiscard]] std::string engineAbiOf(const RunConfig &config);

} // namespace cw
