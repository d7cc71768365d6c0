// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/alignedtext.h"

#include "text/utf8.h"

#include <algorithm>

namespace cw {

namespace {

/// The part of the text that stands for the whole source, as the reference looks for it: characters that stand for
/// nothing are not counted at its begin.
std::optional<std::pair<std::size_t, std::size_t>> wholeRange(const TextPiece &piece)
{
    if (piece.source.begin == piece.source.end)
        return std::pair<std::size_t, std::size_t>{0, 0};
    std::optional<std::size_t> begin;
    std::optional<std::size_t> end;
    for (std::size_t byte = 0; byte < piece.text.size(); ++byte) {
        const SourceSpan span = piece.spans[byte];
        if (span.end > piece.source.end)
            break;
        if (!begin && span.begin >= piece.source.begin && span.begin != span.end)
            begin = byte;
        end = byte + 1;
    }
    if (!end)
        return std::nullopt;
    return std::pair{begin.value_or(*end), *end};
}

} // namespace

TextPiece PieceStore::pieceOf(std::string_view source)
{
    Buffer &buffer = newBuffer();
    buffer.spans.reserve(source.size());
    for (std::size_t byte = 0; byte < source.size();) {
        const unsigned length = utf8SequenceLength(source[byte]);
        const auto begin = static_cast<std::uint32_t>(byte);
        buffer.spans.insert(buffer.spans.end(), length, {begin, begin + length});
        byte += length;
    }
    return {source, buffer.spans.data(), {0, static_cast<std::uint32_t>(source.size())}, {}, false, false};
}

void transformRange(TextPiece &piece, std::size_t begin, std::size_t end, std::span<const CharacterChange> changes,
                    std::size_t leftOut, PieceStore &store)
{
    PieceStore::Buffer &buffer = store.newBuffer();
    buffer.text.reserve(piece.text.size() + changes.size());
    buffer.spans.reserve(piece.text.size() + changes.size());
    buffer.text.append(piece.text.substr(0, begin));
    buffer.spans.assign(piece.spans, piece.spans + begin);

    std::size_t position = begin;
    const auto skip = [&](std::size_t characters) {
        for (; characters > 0 && position < end; --characters)
            position += utf8SequenceLength(piece.text[position]);
    };
    skip(leftOut);
    for (const CharacterChange &change : changes) {
        SourceSpan span{piece.source.begin, piece.source.begin};
        if (change.change > 0) {
            if (position > 0)
                span = piece.spans[position - 1];
        } else {
            // The reference gives up where there is no character left to replace.
            if (!piece.text.empty())
                span = piece.spans[std::min(position, piece.text.size() - 1)];
            skip(1 + static_cast<std::size_t>(-static_cast<std::int64_t>(change.change)));
        }
        const std::size_t before = buffer.text.size();
        appendUtf8(buffer.text, change.character);
        buffer.spans.insert(buffer.spans.end(), buffer.text.size() - before, span);
    }
    buffer.text.append(piece.text.substr(end));
    buffer.spans.insert(buffer.spans.end(), piece.spans + end, piece.spans + piece.text.size());
    piece.text = buffer.text;
    piece.spans = buffer.spans.data();
}

void transform(TextPiece &piece, std::span<const CharacterChange> changes, std::size_t leftOut, PieceStore &store)
{
    if (const auto range = wholeRange(piece))
        transformRange(piece, range->first, range->second, changes, leftOut, store);
}

void prepend(TextPiece &piece, std::u32string_view text, PieceStore &store)
{
    if (piece.text.empty())
        return;
    const DecodedCharacter first = decodeCharacter(piece.text, 0);
    std::vector<CharacterChange> changes;
    for (const char32_t character : text)
        changes.push_back({character, changes.empty() ? 0 : 1});
    changes.push_back({first.codePoint, 1});
    transformRange(piece, 0, first.byteLength, changes, 0, store);
}

void filterCharacters(TextPiece &piece, const std::vector<bool> &keeps, PieceStore &store)
{
    std::vector<CharacterChange> changes;
    std::size_t leftOut = 0;
    std::size_t character = 0;
    for (std::size_t byte = 0; byte < piece.text.size(); ++character) {
        const DecodedCharacter decoded = decodeCharacter(piece.text, byte);
        byte += decoded.byteLength;
        if (keeps[character])
            changes.push_back({decoded.codePoint, 0});
        else if (changes.empty())
            ++leftOut;
        else
            --changes.back().change;
    }
    transform(piece, changes, leftOut, store);
}

TextPiece slice(const TextPiece &piece, std::size_t begin, std::size_t end)
{
    TextPiece part{piece.text.substr(begin, end - begin), piece.spans + begin, {}, piece.token, false, false};
    part.source = sourceOf(piece, begin, end);
    part.continues = piece.continues && begin == 0;
    part.goesOn = piece.goesOn && end == piece.text.size();
    return part;
}

SourceSpan sourceOf(const TextPiece &piece, std::size_t begin, std::size_t end)
{
    const auto first = static_cast<std::uint32_t>(begin);
    const auto last = static_cast<std::uint32_t>(end);
    if (begin == end)
        return {piece.source.begin + first, piece.source.begin + last};
    if (begin > end || end > piece.text.size())
        return {first, last};
    return {piece.spans[begin].begin, piece.spans[end - 1].end};
}

std::u32string decodeAll(std::string_view text)
{
    std::u32string characters;
    characters.reserve(text.size());
    for (std::size_t byte = 0; byte < text.size();) {
        const DecodedCharacter decoded = decodeCharacter(text, byte);
        characters.push_back(decoded.codePoint);
        byte += decoded.byteLength;
    }
    return characters;
}

} // namespace cw
