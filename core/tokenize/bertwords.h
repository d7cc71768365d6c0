// SPDX-License-Identifier: GPL-3.0-or-later
// Words as BERT's tokenizer makes them, normalized, with where each letter comes from.
#pragma once

#include "base/byterange.h"
#include "tokenize/bertcharacters.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Letters that a word may have; a longer one becomes a single unknown token.
inline constexpr std::size_t bertLettersPerWord = 100;

/// "[CLS]" and the like, which the reference takes out of a text before anything else.
inline constexpr std::string_view bertSpecialTokens[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};

/// The special token that `text` holds at `byte`; empty when there is none.
[[nodiscard]] std::string_view bertSpecialTokenAt(std::string_view text, std::size_t byte) noexcept;

/// Walks over the words of a range as if it were a text by itself. Keeps its buffers from word to word.
class BertWordScanner final
{
public:
    /// Precondition: valid UTF-8, both ends of the range on character boundaries.
    BertWordScanner(std::string_view text, ByteRange range) noexcept;

    /// Moves to the next word; false at the end of the range.
    [[nodiscard]] bool next();

    /// First byte after what has been read.
    [[nodiscard]] std::size_t position() const noexcept { return m_position; }
    /// First byte of the word's first letter.
    [[nodiscard]] std::size_t begin() const noexcept { return m_sources.front(); }
    /// End of the word's last letter, of a special token its end. O(1), but for dropped characters behind the word.
    [[nodiscard]] std::size_t end() const noexcept;
    /// Whether it has marks that may have changed places; sourceOf() leaves them where they stand, bertLetterPlaces()
    /// does not.
    [[nodiscard]] bool hasMarks() const noexcept { return m_hasMarks; }
    /// The word and what was dropped before and behind it.
    [[nodiscard]] ByteRange span() const noexcept { return {m_spanBegin, m_position}; }
    [[nodiscard]] bool isSpecialToken() const noexcept { return m_isSpecialToken; }
    /// More letters than bertLettersPerWord; letters() are the first ones then.
    [[nodiscard]] bool isTooLong() const noexcept { return m_letterCount > bertLettersPerWord; }
    /// Normalized, in UTF-8; of a special token its text.
    [[nodiscard]] std::string_view letters() const noexcept { return m_letters; }
    /// Where the letter at `byte` of letters() comes from: rising, no two letters at the same place.
    [[nodiscard]] std::size_t sourceOf(std::size_t byte) const noexcept { return m_sources[byte]; }

private:
    void startWord() noexcept;
    void appendAscii(char letter);
    void append(const BertCharacter &character);
    void appendEncoded(char32_t letter, std::size_t source);
    void putMarkInOrder(char32_t letter, std::uint8_t combiningClass);

    std::string_view m_text;
    std::size_t m_position = 0;
    std::size_t m_end = 0;
    std::string m_letters;
    std::vector<std::size_t> m_sources; ///< a byte of m_letters each
    std::size_t m_letterCount = 0;
    std::size_t m_spanBegin = 0;
    bool m_isSpecialToken = false;
    bool m_hasMarks = false;

    struct Mark
    {
        char32_t letter = 0;
        std::uint8_t combiningClass = 0;
    };
    std::vector<Mark> m_marks; ///< the marks that m_letters ends with and that may still change places
};

/// Where the dropped characters before `byte` begin; `byte` when there are none.
[[nodiscard]] std::size_t beginOfDroppedBefore(std::string_view text, std::size_t byte) noexcept;

/// Whether a word of the whole text goes on across a position, and from where to where.
/// A word of more letters than bertLettersPerWord may be given without its far ends: `beginsEarlier`, `endsLater`.
struct BertWordAround
{
    ByteRange range; ///< empty when no word goes on across the position
    bool beginsEarlier = false;
    bool endsLater = false;
};
[[nodiscard]] BertWordAround bertWordAround(std::string_view text, std::size_t byte) noexcept;

} // namespace cw
