// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/htmltokenizer.h"

#include "text/ascii.h"

#include <algorithm>
#include <cstring>

namespace cw::html {

namespace {

constexpr bool isSpace(char c) noexcept
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

constexpr bool isLetter(char c) noexcept
{
    return isAsciiLetter(static_cast<unsigned char>(c));
}

std::size_t findByte(std::string_view text, char c, std::size_t from) noexcept
{
    if (from >= text.size())
        return text.size();
    const void *found = std::memchr(text.data() + from, c, text.size() - from);
    return found ? static_cast<std::size_t>(static_cast<const char *>(found) - text.data()) : text.size();
}

/// Of one tag; what comes behind them is passed over.
constexpr std::size_t mostAttributes = 256;

constexpr std::string_view cdataMark = "[CDATA[";

} // namespace

bool Tokenizer::startsMarkup(std::size_t at) const noexcept
{
    if (at + 1 >= m_source.size())
        return false;
    const char next = m_source[at + 1];
    return isLetter(next) || next == '!' || next == '?' || (next == '/' && at + 2 < m_source.size());
}

const Token &Tokenizer::next(bool isForeign)
{
    while (m_at < m_source.size()) {
        const std::size_t begin = m_at;
        std::size_t mark = findByte(m_source, '<', begin);
        while (mark < m_source.size() && !startsMarkup(mark))
            mark = findByte(m_source, '<', mark + 1);
        if (mark > begin) {
            m_at = mark;
            m_token = {Token::Kind::Text, Tag::Unknown, false, {begin, mark}, {}};
            return m_token;
        }
        if (readMarkup(isForeign))
            return m_token;
    }
    m_token = {Token::Kind::End, Tag::Unknown, false, {m_at, m_at}, {}};
    return m_token;
}

/// Whether there is a token; what is passed over gives none.
bool Tokenizer::readMarkup(bool isForeign)
{
    const std::size_t begin = m_at;
    const char next = m_source[begin + 1];
    if (isLetter(next))
        return readTag();
    if (next == '/') {
        const char first = m_source[begin + 2];
        if (isLetter(first))
            return readTag();
        m_at = first == '>' ? begin + 3 : std::min(findByte(m_source, '>', begin + 2) + 1, m_source.size());
        return false;
    }
    if (next == '!') {
        if ((isForeign || m_isXml) && m_source.substr(begin + 2).starts_with(cdataMark)) {
            const std::size_t from = begin + 2 + cdataMark.size();
            const std::size_t end = std::min(m_source.find("]]>", from), m_source.size());
            m_at = std::min(end + 3, m_source.size());
            m_token = {Token::Kind::PlainText, Tag::Unknown, false, {from, end}, {}};
            return end > from;
        }
        skipDeclaration();
        return false;
    }
    skipTo(m_isXml ? "?>" : ">", begin + 1);
    return false;
}

bool Tokenizer::readTag()
{
    const std::size_t begin = m_at;
    const bool isEnd = m_source[begin + 1] == '/';
    const std::size_t nameBegin = begin + (isEnd ? 2 : 1);
    std::size_t at = nameBegin;
    while (at < m_source.size() && !isSpace(m_source[at]) && m_source[at] != '/' && m_source[at] != '>')
        ++at;
    m_token = {isEnd ? Token::Kind::EndTag : Token::Kind::StartTag, Tag::Unknown, false, {begin, at}, {nameBegin, at}};
    m_token.tag = tagOf(m_source.substr(nameBegin, at - nameBegin));
    m_attributes.clear();
    m_at = at;
    while (m_at < m_source.size()) {
        const char c = m_source[m_at];
        if (c == '>') {
            ++m_at;
            m_token.bytes.end = m_at;
            return true;
        }
        if (c == '/') {
            ++m_at;
            m_token.isSelfClosing = m_at < m_source.size() && m_source[m_at] == '>';
        } else if (isSpace(c)) {
            ++m_at;
        } else {
            readAttribute();
        }
    }
    m_unclosedAt = std::min(m_unclosedAt, begin);
    return false;
}

void Tokenizer::readAttribute()
{
    const auto skipSpaces = [&] {
        while (m_at < m_source.size() && isSpace(m_source[m_at]))
            ++m_at;
    };
    const std::size_t begin = m_at;
    ++m_at; // the first one may be an equals sign
    while (m_at < m_source.size() && !isSpace(m_source[m_at]) && m_source[m_at] != '/' && m_source[m_at] != '>'
           && m_source[m_at] != '=')
        ++m_at;
    Attribute attribute{ByteRange{begin, m_at}, ByteRange{m_at, m_at}};
    const auto keep = [&] {
        if (m_attributes.size() < mostAttributes)
            m_attributes.push_back(attribute);
    };
    skipSpaces();
    if (m_at == m_source.size() || m_source[m_at] != '=') {
        keep();
        return;
    }
    ++m_at;
    skipSpaces();
    if (m_at < m_source.size() && (m_source[m_at] == '"' || m_source[m_at] == '\'')) {
        const std::size_t end = findByte(m_source, m_source[m_at], m_at + 1);
        attribute.value = ByteRange{m_at + 1, end};
        m_at = std::min(end + 1, m_source.size());
    } else {
        const std::size_t valueBegin = m_at;
        while (m_at < m_source.size() && !isSpace(m_source[m_at]) && m_source[m_at] != '>')
            ++m_at;
        attribute.value = ByteRange{valueBegin, m_at};
    }
    keep();
}

void Tokenizer::skipTo(std::string_view mark, std::size_t from)
{
    const std::size_t found = m_source.find(mark, from);
    if (found == std::string_view::npos)
        m_unclosedAt = std::min(m_unclosedAt, m_at);
    m_at = found == std::string_view::npos ? m_source.size() : found + mark.size();
}

void Tokenizer::skipDeclaration()
{
    const std::string_view rest = m_source.substr(m_at + 2);
    if (rest.starts_with("--"))
        skipComment();
    else if (rest.size() >= 7 && equalsIgnoringCase(rest.substr(0, 7), "doctype"))
        skipDoctype();
    else
        skipTo(">", m_at + 2);
}

void Tokenizer::skipComment()
{
    const std::size_t begin = m_at + 4;
    const std::string_view rest = m_source.substr(std::min(begin, m_source.size()));
    if (rest.starts_with('>') || rest.starts_with("->")) {
        m_at = begin + (rest.front() == '>' ? 1 : 2);
        return;
    }
    for (std::size_t at = begin; (at = m_source.find("--", at)) != std::string_view::npos; ++at) {
        const std::string_view behind = m_source.substr(at + 2);
        if (behind.starts_with('>') || behind.starts_with("!>")) {
            m_at = at + 2 + (behind.front() == '>' ? 1 : 2);
            return;
        }
    }
    m_unclosedAt = std::min(m_unclosedAt, m_at);
    m_at = m_source.size();
}

void Tokenizer::skipDoctype()
{
    const std::size_t end = findByte(m_source, '>', m_at);
    const std::size_t subset = m_isXml ? findByte(m_source.substr(0, end), '[', m_at) : end;
    if (subset < end) {
        // declarations of entities are not followed
        skipTo("]", subset);
        skipTo(">", m_at);
    } else {
        skipTo(">", m_at);
    }
}

bool Tokenizer::isEndTagAt(std::size_t at, std::string_view name) const noexcept
{
    const std::string_view rest = m_source.substr(at);
    if (rest.size() < name.size() + 2 || rest[1] != '/' || !equalsIgnoringCase(rest.substr(2, name.size()), name))
        return false;
    const std::size_t behind = name.size() + 2;
    return behind < rest.size() && (isSpace(rest[behind]) || rest[behind] == '/' || rest[behind] == '>');
}

/// Of a script that begins at `at`: an end tag ends it, but not where `<!--` and then `<script` came before.
std::size_t Tokenizer::scriptEnd(std::size_t at) const noexcept
{
    constexpr std::string_view name = "script";
    enum class State : std::uint8_t { Script, Comment, Nested };
    State state = State::Script;
    std::size_t commentBegin = 0;
    for (; at < m_source.size(); ++at) {
        const char c = m_source[at];
        if (c == '-' && state != State::Script) {
            // the dashes of `<!--` may be those of `-->`, too
            if (m_source.substr(at).starts_with("-->") && at >= commentBegin)
                state = State::Script;
            continue;
        }
        if (c != '<') {
            if (state == State::Script)
                at = findByte(m_source, '<', at) - 1;
            continue;
        }
        if (state == State::Script && m_source.substr(at).starts_with("<!--")) {
            state = State::Comment;
            commentBegin = at + 2;
            ++at;
        } else if (isEndTagAt(at, name)) {
            if (state != State::Nested)
                return at;
            state = State::Comment;
        } else if (state == State::Comment && at + 1 + name.size() < m_source.size()
                   && equalsIgnoringCase(m_source.substr(at + 1, name.size()), name)) {
            const char behind = m_source[at + 1 + name.size()];
            if (isSpace(behind) || behind == '/' || behind == '>')
                state = State::Nested;
        }
    }
    return m_source.size();
}

Token Tokenizer::rawText(Tag tag)
{
    const std::size_t begin = m_at;
    const std::string_view name = tagInfo(tag).name;
    std::size_t end = begin;
    if (tag == Tag::Plaintext) {
        end = m_source.size();
    } else if (tag == Tag::Script) {
        end = scriptEnd(begin);
    } else {
        end = findByte(m_source, '<', begin);
        while (end < m_source.size() && !isEndTagAt(end, name))
            end = findByte(m_source, '<', end + 1);
    }
    m_at = end;
    if (end < m_source.size()) {
        if (!readTag())
            m_at = m_source.size();
    } else if (tag != Tag::Plaintext) {
        m_unclosedAt = std::min(m_unclosedAt, begin);
    }
    const bool hasReferences = tag == Tag::Title || tag == Tag::Textarea;
    return {hasReferences ? Token::Kind::Text : Token::Kind::PlainText, tag, false, {begin, end}, {}};
}

} // namespace cw::html
