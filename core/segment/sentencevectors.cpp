// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/sentencevectors.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = 0xFF;

} // namespace

std::optional<std::vector<std::int16_t>> directionOf(std::span<const double> numbers)
{
    // Only single multiplications, divisions and roots of doubles, which all machines round alike; sums are of whole
    // numbers below 2^53.
    constexpr double fine = 1 << 19;
    constexpr double length = 32767;
    double greatest = 0;
    for (const double number : numbers) {
        if (!std::isfinite(number))
            return std::nullopt;
        greatest = std::max(greatest, std::fabs(number));
    }
    if (greatest == 0)
        return std::nullopt;
    std::vector<std::int32_t> whole;
    whole.reserve(numbers.size());
    std::int64_t square = 0;
    for (const double number : numbers) {
        const auto rounded = static_cast<std::int32_t>(std::lround(number / greatest * fine));
        square += std::int64_t{rounded} * rounded;
        whole.push_back(rounded);
    }
    const double norm = std::sqrt(static_cast<double>(square));
    std::vector<std::int16_t> direction;
    direction.reserve(numbers.size());
    for (const std::int32_t number : whole)
        direction.push_back(static_cast<std::int16_t>(std::lround(length * number / norm)));
    return direction;
}

const SentenceVectors::Batch &SentenceVectors::batchOf(std::uint32_t row) const noexcept
{
    const auto behind = std::ranges::upper_bound(m_batches, row, {}, &Batch::firstRow);
    return *std::prev(behind);
}

std::span<const std::int16_t> SentenceVectors::vector(std::uint32_t row) const noexcept
{
    const Batch &batch = batchOf(row);
    return {batch.vectors->numbers.data() + (row - batch.firstRow) * m_dimension, m_dimension};
}

const Sha256 &SentenceVectors::key(std::uint32_t row) const noexcept
{
    const Batch &batch = batchOf(row);
    return batch.vectors->keys[row - batch.firstRow];
}

std::optional<std::uint32_t> SentenceVectors::find(const Sha256 &sought) const noexcept
{
    const auto found = std::ranges::lower_bound(m_rows, sought, {},
                                                [this](std::uint32_t row) -> const Sha256 & { return key(row); });
    if (found == m_rows.end() || key(*found) != sought)
        return std::nullopt;
    return *found;
}

/// All models' vectors. Objects in it are never changed, only replaced.
class KeptVectors
{
public:
    static KeptVectors &all()
    {
        static KeptVectors kept;
        return kept;
    }

    std::shared_ptr<const SentenceVectors> of(std::string_view model)
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_byModel.find(model);
        return found == m_byModel.end() ? nullptr : found->second;
    }

    void forget(std::string_view model)
    {
        std::shared_ptr<const SentenceVectors> forgotten; // freed outside the lock
        const std::scoped_lock lock(m_mutex);
        if (const auto found = m_byModel.find(model); found != m_byModel.end()) {
            forgotten = std::move(found->second);
            m_byModel.erase(found);
        }
    }

    Result<std::shared_ptr<const SentenceVectors>> add(std::string_view model, VectorBatch batch)
    {
        const std::scoped_lock lock(m_mutex);
        std::shared_ptr<const SentenceVectors> &kept = m_byModel[std::string(model)];
        if (kept && kept->dimension() != batch.dimension) {
            return Error{ErrorCode::MissingResource,
                         "The vectors kept for the model " + std::string(model) + " have "
                             + std::to_string(kept->dimension()) + " numbers, and new ones "
                             + std::to_string(batch.dimension)
                             + ": another model must be behind that name. Give the new one another name.",
                         "embedding.model"};
        }
        auto grown = std::make_shared<SentenceVectors>();
        if (kept) {
            *grown = *kept;
        } else {
            grown->m_model = model;
            grown->m_dimension = batch.dimension;
            grown->m_generation = ++m_lastGeneration;
        }
        dropKnown(batch, *grown);
        const std::size_t rows = grown->size() + batch.keys.size();
        if (rows * batch.dimension > mostVectorBytes / sizeof(std::int16_t)
            || rows > std::numeric_limits<std::uint32_t>::max()) {
            return Error{ErrorCode::Io,
                         "There would be more than " + std::to_string(mostVectorBytes >> 20U)
                             + " MiB of vectors of the model " + std::string(model)
                             + ". Chunk fewer documents at a time, or take a model with shorter vectors.",
                         "embedding"};
        }
        append(std::move(batch), *grown);
        kept = grown;
        return std::shared_ptr<const SentenceVectors>(std::move(grown));
    }

private:
    /// Leaves the first of each sentence that `known` lacks.
    static void dropKnown(VectorBatch &batch, const SentenceVectors &known)
    {
        std::set<Sha256> met;
        std::size_t left = 0;
        for (std::size_t i = 0; i < batch.keys.size(); ++i) {
            if (known.find(batch.keys[i]) || !met.insert(batch.keys[i]).second)
                continue;
            if (left != i) {
                const auto from = batch.numbers.begin() + static_cast<std::ptrdiff_t>(i * batch.dimension);
                std::copy_n(from, batch.dimension,
                            batch.numbers.begin() + static_cast<std::ptrdiff_t>(left * batch.dimension));
                batch.keys[left] = batch.keys[i];
            }
            ++left;
        }
        batch.keys.resize(left);
        batch.numbers.resize(left * batch.dimension);
    }

    /// Batches are put together so that each is at least as large as all behind it: there are O(log rows) of them, and
    /// a row is copied O(log rows) times.
    static void append(VectorBatch batch, SentenceVectors &grown)
    {
        const auto begin = static_cast<std::uint32_t>(grown.size());
        const auto end = static_cast<std::uint32_t>(begin + batch.keys.size());
        std::uint32_t firstRow = begin;
        while (!grown.m_batches.empty() && grown.m_batches.back().vectors->keys.size() <= batch.keys.size()) {
            VectorBatch joined(*grown.m_batches.back().vectors);
            joined.keys.insert(joined.keys.end(), batch.keys.begin(), batch.keys.end());
            joined.numbers.insert(joined.numbers.end(), batch.numbers.begin(), batch.numbers.end());
            batch = std::move(joined);
            firstRow = grown.m_batches.back().firstRow;
            grown.m_batches.pop_back();
        }
        if (batch.keys.empty())
            return;
        grown.m_batches.push_back({firstRow, std::make_shared<const VectorBatch>(std::move(batch))});
        // A few rows come to very many: each finds its place, what is between is copied.
        const auto byKey = [&](std::uint32_t a, std::uint32_t b) { return grown.key(a) < grown.key(b); };
        std::vector<std::uint32_t> added(end - begin);
        std::iota(added.begin(), added.end(), begin);
        std::ranges::sort(added, byKey);
        std::vector<std::uint32_t> rows;
        rows.reserve(end);
        auto from = grown.m_rows.cbegin();
        for (const std::uint32_t row : added) {
            const auto place = std::upper_bound(from, grown.m_rows.cend(), row, byKey);
            rows.insert(rows.end(), from, place);
            rows.push_back(row);
            from = place;
        }
        rows.insert(rows.end(), from, grown.m_rows.cend());
        grown.m_rows = std::move(rows);
    }

    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<const SentenceVectors>, std::less<>> m_byModel;
    std::uint64_t m_lastGeneration = 0;
};

std::shared_ptr<const SentenceVectors> sentenceVectors(std::string_view model)
{
    return KeptVectors::all().of(model);
}

Result<std::shared_ptr<const SentenceVectors>> keepSentenceVectors(std::string_view model, VectorBatch batch)
{
    return KeptVectors::all().add(model, std::move(batch));
}

void forgetSentenceVectors(std::string_view model)
{
    KeptVectors::all().forget(model);
}

Outcome<std::vector<std::string_view>> sentencesWithoutVector(std::string_view text, const std::vector<Unit> &units,
                                                              const SentenceVectors *vectors,
                                                              const std::stop_token &stop)
{
    std::vector<std::string_view> missing;
    if (units.size() < 2)
        return missing;
    std::set<Sha256> met;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if ((unit & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const std::string_view sentence = text.substr(units[unit].emit.begin, units[unit].emit.size());
        const Sha256 key = sha256(sentence);
        if (!(vectors && vectors->find(key)) && met.insert(key).second)
            missing.push_back(sentence);
    }
    return missing;
}

Outcome<std::shared_ptr<const UnitVectors>> unitVectors(std::string_view document, std::string_view text,
                                                        const std::vector<Unit> &units, std::string_view model,
                                                        const std::shared_ptr<const SentenceVectors> &vectors,
                                                        const std::stop_token &stop)
{
    auto found = std::make_shared<UnitVectors>();
    found->vectors = vectors;
    if (units.size() < 2)
        return std::shared_ptr<const UnitVectors>(std::move(found));
    std::size_t missing = 0;
    found->rows.reserve(units.size());
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if ((unit & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const Sha256 key = sha256(text.substr(units[unit].emit.begin, units[unit].emit.size()));
        const auto row = vectors ? vectors->find(key) : std::nullopt;
        missing += row ? 0 : 1;
        found->rows.push_back(row.value_or(0));
    }
    if (missing > 0) {
        return Error{ErrorCode::MissingResource,
                     "There are no vectors yet of the model " + std::string(model) + " for " + std::to_string(missing)
                         + " of " + std::to_string(units.size()) + " sentences of " + std::string(document)
                         + ". Fetch them from the embedding server, or compare words instead.",
                     "embedding"};
    }
    return std::shared_ptr<const UnitVectors>(std::move(found));
}

} // namespace cw
