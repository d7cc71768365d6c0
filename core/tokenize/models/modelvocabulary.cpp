// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/modelvocabulary.h"

#include "tokenize/models/modeljson.h"
#include "tokenize/models/texthash.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace cw {

namespace {

/// Texts made to collide would take the square of their number to read.
constexpr std::size_t mostSteps = 256;
constexpr std::size_t largestTextBytes = std::size_t{1} << 30;

} // namespace

Result<ModelVocabulary> ModelVocabulary::read(simdjson::dom::object vocabulary)
{
    ModelVocabulary result;
    result.reserve(vocabulary.size());
    for (const auto &[text, value] : vocabulary) {
        std::uint64_t id = 0;
        const bool hasId = value.get_uint64().get(id) == simdjson::SUCCESS;
        const std::string_view fault = hasId ? result.add(text, id) : "has no whole number for an id";
        if (!fault.empty())
            return modelError("model.vocab[" + quotedForMessage(text) + "]", fault);
    }
    if (const Result<void> finished = result.finish(); !finished)
        return finished.error();
    return result;
}

void ModelVocabulary::reserve(std::size_t tokens)
{
    m_ends.reserve(tokens);
    m_ids.reserve(tokens);
    std::size_t slots = 16;
    while (slots < 2 * tokens)
        slots *= 2;
    setSlots(slots);
}

void ModelVocabulary::setSlots(std::size_t count)
{
    std::vector<Slot> old(count);
    old.swap(m_slots);
    for (const Slot &slot : old) {
        if (slot.number == none)
            continue;
        std::size_t place = slot.hash & (count - 1);
        while (m_slots[place].number != none)
            place = (place + 1) & (count - 1);
        m_slots[place] = slot;
    }
}

std::string_view ModelVocabulary::add(std::string_view text, std::uint64_t id)
{
    if (text.size() > longestTokenBytes)
        return "is too long for a token";
    if (id >= none)
        return "has an id beyond 32 bits";
    if (m_texts.size() + text.size() > largestTextBytes)
        return "is one token too many";
    if (2 * (m_ids.size() + 1) > m_slots.size())
        setSlots(std::max<std::size_t>(16, 2 * m_slots.size()));
    const auto hash = static_cast<std::uint32_t>(textHash(text));
    std::size_t steps = 0;
    Slot &slot = m_slots[slotOf(text, hash, steps)];
    if (slot.number != none)
        return "is there twice";
    if (steps > mostSteps)
        return "stands with too many tokens that are like it";
    slot = {hash, static_cast<std::uint32_t>(m_ids.size())};
    m_texts += text;
    m_ends.push_back(static_cast<std::uint32_t>(m_texts.size()));
    m_ids.push_back(static_cast<std::uint32_t>(id));
    return {};
}

Result<void> ModelVocabulary::finish()
{
    m_texts.shrink_to_fit();
    bool isInOrder = true;
    for (std::uint32_t number = 0; number < size(); ++number)
        isInOrder = isInOrder && m_ids[number] == number;
    if (isInOrder)
        return {};
    m_numbersById.resize(size());
    std::iota(m_numbersById.begin(), m_numbersById.end(), 0U);
    std::ranges::sort(m_numbersById, {}, [this](std::uint32_t number) { return m_ids[number]; });
    for (std::size_t i = 1; i < m_numbersById.size(); ++i) {
        const std::uint32_t number = std::max(m_numbersById[i - 1], m_numbersById[i]);
        if (m_ids[m_numbersById[i - 1]] == m_ids[number] && m_ids[m_numbersById[i]] == m_ids[number]) {
            return modelError("model.vocab[" + quotedForMessage(text(number)) + "]",
                              "has the id " + std::to_string(m_ids[number]) + ", as another token has");
        }
    }
    return {};
}

std::size_t ModelVocabulary::slotOf(std::string_view text, std::uint32_t hash, std::size_t &steps) const noexcept
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t place = hash & mask;
    for (; m_slots[place].number != none; place = (place + 1) & mask, ++steps) {
        if (m_slots[place].hash == hash && this->text(m_slots[place].number) == text)
            break;
    }
    return place;
}

std::uint32_t ModelVocabulary::find(std::string_view text) const noexcept
{
    if (m_slots.empty())
        return none;
    std::size_t steps = 0;
    return m_slots[slotOf(text, static_cast<std::uint32_t>(textHash(text)), steps)].number;
}

std::uint32_t ModelVocabulary::findId(std::uint32_t id) const noexcept
{
    if (m_numbersById.empty())
        return id < size() ? id : none;
    const auto found
        = std::ranges::lower_bound(m_numbersById, id, {}, [this](std::uint32_t number) { return m_ids[number]; });
    return found != m_numbersById.end() && m_ids[*found] == id ? *found : none;
}

std::optional<std::uint32_t> ModelVocabulary::idOf(std::string_view text) const
{
    const std::uint32_t number = find(text);
    return number == none ? std::nullopt : std::optional(id(number));
}

std::string ModelVocabulary::textOf(std::uint32_t id) const
{
    const std::uint32_t number = findId(id);
    return number == none ? std::string() : std::string(text(number));
}

std::vector<std::uint32_t> ModelVocabulary::byteTokens() const
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::vector<std::uint32_t> numbers(256);
    for (std::size_t byte = 0; byte < numbers.size(); ++byte) {
        const std::array<char, 6> text = {'<', '0', 'x', digits[byte / 16], digits[byte % 16], '>'};
        numbers[byte] = find({text.data(), text.size()});
    }
    return numbers;
}

} // namespace cw
