// SPDX-License-Identifier: GPL-3.0-or-later
// Text on its way through a tokenizer's pipeline: as it is by now, and for each of its bytes what it stands for.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Bytes of the text that the pipeline was given (of the fragment at hand, which is less than 4 GiB).
struct SourceSpan
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const SourceSpan &) const = default;
};

/// A part of the text. What it refers to belongs to a PieceStore.
struct TextPiece
{
    std::string_view text; ///< as it is by now
    const SourceSpan *spans = nullptr; ///< one a byte of `text`, the same for all bytes of a character
    SourceSpan source; ///< all it was cut out of, also what `text` has lost
    std::optional<std::uint32_t> token; ///< an added token, which nothing changes any more
    bool continues = false; ///< begins where the text was cut for convenience: its real begin is further left
    bool goesOn = false; ///< likewise at the end
};

/// Owns the text of pieces.
class PieceStore final
{
public:
    struct Buffer
    {
        std::string text;
        std::vector<SourceSpan> spans;
    };

    explicit PieceStore(bool isAtTextBegin = true) : m_isAtTextBegin(isAtTextBegin) { }

    /// Whether the first byte of the source is the text's.
    [[nodiscard]] bool isAtTextBegin() const noexcept { return m_isAtTextBegin; }
    [[nodiscard]] Buffer &newBuffer() { return m_buffers.emplace_back(); }
    /// A piece that stands for itself, character by character.
    [[nodiscard]] TextPiece pieceOf(std::string_view source);

    /// What is made of the pieces cannot be told exactly.
    void giveUp() noexcept { m_hasGivenUp = true; }
    [[nodiscard]] bool hasGivenUp() const noexcept { return m_hasGivenUp; }

private:
    std::deque<Buffer> m_buffers;
    bool m_isAtTextBegin;
    bool m_hasGivenUp = false;
};

/// A character of the text to be, as normalizers describe it to be aligned: `change` is 0 where it takes the place of
/// the next character of the text that was, 1 where it is put in, and -n where n characters after it are left out.
/// These are the reference's words for what happened, and its alignments follow from them.
struct CharacterChange
{
    char32_t character = 0;
    std::int32_t change = 0;
};

/// Puts the described characters in the place of the whole text of `piece`, `leftOut` characters of which went before
/// the first of them.
void transform(TextPiece &piece, std::span<const CharacterChange> changes, std::size_t leftOut, PieceStore &store);
/// The same for bytes [begin, end) of the piece's text.
void transformRange(TextPiece &piece, std::size_t begin, std::size_t end, std::span<const CharacterChange> changes,
                    std::size_t leftOut, PieceStore &store);

/// Puts `text` before a text that is not empty; it stands for what the first character does.
void prepend(TextPiece &piece, std::u32string_view text, PieceStore &store);

/// Keeps the characters that `keeps` says yes to.
template<class Keeps>
void filter(TextPiece &piece, Keeps keeps, PieceStore &store);

/// Bytes [begin, end) of the text of `piece`, and what they stand for.
[[nodiscard]] TextPiece slice(const TextPiece &piece, std::size_t begin, std::size_t end);

/// The part of the source that bytes [begin, end) of the piece's text stand for, in the reference's way for ranges that
/// are empty or not within the text as well.
[[nodiscard]] SourceSpan sourceOf(const TextPiece &piece, std::size_t begin, std::size_t end);

void filterCharacters(TextPiece &piece, const std::vector<bool> &keeps, PieceStore &store);

[[nodiscard]] std::u32string decodeAll(std::string_view text);

template<class Keeps>
void filter(TextPiece &piece, Keeps keeps, PieceStore &store)
{
    bool losesAny = false;
    std::vector<bool> kept;
    for (const char32_t character : decodeAll(piece.text)) {
        kept.push_back(keeps(character));
        losesAny |= !kept.back();
    }
    if (losesAny)
        filterCharacters(piece, kept, store);
}

} // namespace cw
