// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of characters as regular expressions name them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace cw {

/// Any set of code points, as ranges in order with gaps between them.
class CharacterSet final
{
public:
    struct Range
    {
        char32_t first = 0;
        char32_t last = 0;
    };

    CharacterSet() = default;
    explicit CharacterSet(char32_t codePoint) : m_ranges{{codePoint, codePoint}} { }

    /// A Unicode 16 property by its name as in `\p{...}`: general categories ("L", "Lu", "Letter") and the scripts that
    /// tokenizer files name ("Han"); nullopt for others.
    [[nodiscard]] static std::optional<CharacterSet> property(std::string_view name);
    /// What `[:name:]` means in brackets; nullopt for unknown names.
    [[nodiscard]] static std::optional<CharacterSet> posixBracket(std::string_view name);
    [[nodiscard]] static CharacterSet whiteSpace();
    /// What `\w` matches, which differs between brackets and outside of them.
    [[nodiscard]] static CharacterSet word(bool isInBrackets);
    [[nodiscard]] static CharacterSet digits();

    void add(char32_t first, char32_t last);
    void add(const CharacterSet &other);
    [[nodiscard]] CharacterSet inverted() const;
    [[nodiscard]] CharacterSet commonWith(const CharacterSet &other) const;

    [[nodiscard]] bool contains(char32_t codePoint) const noexcept;
    [[nodiscard]] bool isEmpty() const noexcept { return m_ranges.empty(); }
    [[nodiscard]] const std::vector<Range> &ranges() const noexcept { return m_ranges; }

private:
    std::vector<Range> m_ranges;
};

} // namespace cw
