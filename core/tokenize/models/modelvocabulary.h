// SPDX-License-Identifier: GPL-3.0-or-later
// The texts and ids of a tokenizer file's vocabulary.
#pragma once

#include "base/result.h"

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Tokens by number (0, 1, 2 ... as the file lists them), by text and by id. Texts and ids are unique. About 16 bytes
/// a token beside the texts. Immutable once filled.
class ModelVocabulary final
{
public:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    /// Longer tokens are refused: they would make the cost of tokenizing depend on the file.
    static constexpr std::size_t longestTokenBytes = 4096;

    /// From {"text": id, ...}.
    [[nodiscard]] static Result<ModelVocabulary> read(simdjson::dom::object vocabulary);

    /// For filling: adds a token; what is wrong with it as the end of a sentence, empty when nothing is.
    [[nodiscard]] std::string_view add(std::string_view text, std::uint64_t id);
    void reserve(std::size_t tokens);
    /// After the last one. Fails for ids that are used twice.
    [[nodiscard]] Result<void> finish();

    [[nodiscard]] std::size_t size() const noexcept { return m_ids.size(); }
    /// Precondition of these: number < size().
    [[nodiscard]] std::uint32_t id(std::uint32_t number) const noexcept { return m_ids[number]; }
    [[nodiscard]] std::string_view text(std::uint32_t number) const noexcept
    {
        const std::size_t begin = number == 0 ? 0 : m_ends[number - 1];
        return std::string_view(m_texts).substr(begin, m_ends[number] - begin);
    }

    /// `none` when there is no such token.
    [[nodiscard]] std::uint32_t find(std::string_view text) const noexcept;
    [[nodiscard]] std::uint32_t findId(std::uint32_t id) const noexcept;

    [[nodiscard]] std::optional<std::uint32_t> idOf(std::string_view text) const;
    [[nodiscard]] std::string textOf(std::uint32_t id) const;

    /// The number of "<0x41>" and so on by byte; `none` where the vocabulary lacks it.
    [[nodiscard]] std::vector<std::uint32_t> byteTokens() const;

private:
    struct Slot
    {
        std::uint32_t hash = 0;
        std::uint32_t number = none;
    };

    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint32_t hash, std::size_t &steps) const noexcept;
    void setSlots(std::size_t count);

    std::string m_texts;
    std::vector<std::uint32_t> m_ends;
    std::vector<std::uint32_t> m_ids;
    std::vector<Slot> m_slots; ///< a power of two
    std::vector<std::uint32_t> m_numbersById; ///< empty when ids are numbers
};

} // namespace cw
