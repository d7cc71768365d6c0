// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokenlookahead.h"

namespace cw {

namespace {

/// Past the characters of `kind` at `byte`; on a continuation byte, from the next character on.
std::size_t skipAll(CharacterClass kind, std::string_view text, std::size_t byte) noexcept
{
    while (byte < text.size() && isUtf8Continuation(text[byte]))
        ++byte;
    while (byte < text.size() && characterClassAt(text, byte) == kind)
        byte += utf8SequenceLength(text[byte]);
    return byte;
}

} // namespace

bool blanksLeadToNewline(std::string_view text, std::size_t byte) noexcept
{
    const std::size_t end = skipAll(CharacterClass::WhiteSpace, text, byte);
    return end < text.size() && characterClassAt(text, end) == CharacterClass::Newline;
}

bool isWhiteOrEnd(std::string_view text, std::size_t byte) noexcept
{
    while (byte < text.size() && isUtf8Continuation(text[byte]))
        ++byte;
    if (byte >= text.size())
        return true;
    const CharacterClass kind = characterClassAt(text, byte);
    return kind == CharacterClass::WhiteSpace || kind == CharacterClass::Newline;
}

bool capitalsEndWord(std::string_view text, std::size_t byte) noexcept
{
    const std::size_t end = skipAll(CharacterClass::Upper, text, byte);
    if (end >= text.size())
        return true;
    const CharacterClass kind = characterClassAt(text, end);
    return kind != CharacterClass::Lower && kind != CharacterClass::CaselessLetter && kind != CharacterClass::Mark;
}

} // namespace cw
