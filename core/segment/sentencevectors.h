// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors that an embedding model makes of sentences. Core fetches none and reads no files: whoever runs a
// configuration that needs vectors has them here before (io/sentencevectorfetch.h).
#pragma once

#include "base/result.h"
#include "base/sha256.h"
#include "segment/segmentation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Most numbers of one vector.
inline constexpr std::size_t largestVectorDimension = 16384;
/// Most bytes of vectors that one model has in memory.
inline constexpr std::size_t mostVectorBytes = std::size_t{2} << 30U;

/// The direction of `numbers` in whole numbers of a length of about 32767: the only form in which vectors are kept and
/// compared, so that every machine has the same. Nothing when a number is not finite or all are 0. O(dimension).
[[nodiscard]] std::optional<std::vector<std::int16_t>> directionOf(std::span<const double> numbers);

/// Vectors to be kept: keys.size() times `dimension` numbers.
struct VectorBatch
{
    std::size_t dimension = 0;
    std::vector<Sha256> keys; ///< of the exact bytes of each sentence
    std::vector<std::int16_t> numbers; ///< one vector after the other, each made by directionOf()
};

/// What is kept of one model at one time. Immutable: more vectors make another object that shares these.
class SentenceVectors final
{
public:
    [[nodiscard]] const std::string &model() const noexcept { return m_model; }
    [[nodiscard]] std::size_t dimension() const noexcept { return m_dimension; }
    [[nodiscard]] std::size_t size() const noexcept { return m_rows.size(); }
    /// The same as long as vectors were only added; then every vector that was there still is.
    [[nodiscard]] std::uint64_t generation() const noexcept { return m_generation; }

    /// Row of the sentence's vector. O(log size).
    [[nodiscard]] std::optional<std::uint32_t> find(const Sha256 &key) const noexcept;
    /// O(log batches).
    [[nodiscard]] std::span<const std::int16_t> vector(std::uint32_t row) const noexcept;
    /// In the order in which they came. O(log batches).
    [[nodiscard]] const Sha256 &key(std::uint32_t row) const noexcept;

private:
    friend class KeptVectors;
    struct Batch
    {
        std::uint32_t firstRow = 0;
        std::shared_ptr<const VectorBatch> vectors;
    };
    [[nodiscard]] const Batch &batchOf(std::uint32_t row) const noexcept;

    std::string m_model;
    std::size_t m_dimension = 0;
    std::uint64_t m_generation = 0;
    std::vector<Batch> m_batches;
    std::vector<std::uint32_t> m_rows; ///< by key
};

/// What is kept under the model's name; null when nothing is. Safe to call from any thread.
[[nodiscard]] std::shared_ptr<const SentenceVectors> sentenceVectors(std::string_view model);
/// Adds vectors; of a sentence that has one, the first stays. MissingResource (subject "embedding.model") when those
/// that are kept have another dimension, Io when there would be more than mostVectorBytes.
Result<std::shared_ptr<const SentenceVectors>> keepSentenceVectors(std::string_view model, VectorBatch batch);
/// Forgets all vectors of the model. Who holds them keeps them.
void forgetSentenceVectors(std::string_view model);

/// Rows of the units' vectors in `vectors`.
struct UnitVectors
{
    std::shared_ptr<const SentenceVectors> vectors;
    std::vector<std::uint32_t> rows; ///< by unit; empty when there are fewer than two
};

/// Different sentences of `units` that `vectors` (null: none) lack, in the order of the text. O(bytes).
[[nodiscard]] Outcome<std::vector<std::string_view>> sentencesWithoutVector(std::string_view text,
                                                                            const std::vector<Unit> &units,
                                                                            const SentenceVectors *vectors,
                                                                            const std::stop_token &stop);

/// MissingResource (subject "embedding") when one has none; the message names `document` and says how many.
[[nodiscard]] Outcome<std::shared_ptr<const UnitVectors>>
unitVectors(std::string_view document, std::string_view text, const std::vector<Unit> &units, std::string_view model,
            const std::shared_ptr<const SentenceVectors> &vectors, const std::stop_token &stop);

} // namespace cw
