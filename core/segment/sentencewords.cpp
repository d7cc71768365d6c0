// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/sentencewords.h"

#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

extern "C" {
extern const char cwSentenceWords[];
extern const char cwSentenceWordsEnd[];
}

namespace cw {

namespace {

constexpr std::array<std::pair<std::string_view, WordFact>, 10> factNames{{
    {"title", WordFact::Title},
    {"inner", WordFact::Inner},
    {"number", WordFact::Number},
    {"unit", WordFact::Unit},
    {"time", WordFact::Time},
    {"final", WordFact::Final},
    {"starter", WordFact::Starter},
    {"ordinal-before", WordFact::OrdinalBefore},
    {"ordinal-after", WordFact::OrdinalAfter},
    {"exclaimed", WordFact::Exclaimed},
}};

std::string_view takeUntil(std::string_view &text, char end)
{
    const std::size_t size = std::min(text.find(end), text.size());
    const std::string_view taken = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    return taken;
}

} // namespace

char32_t simpleLower(char32_t c) noexcept
{
    if (c < 0x80)
        return c >= U'A' && c <= U'Z' ? c + 0x20 : c;
    if (c >= 0xC0 && c <= 0xDE && c != 0xD7)
        return c + 0x20;
    if ((c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177))
        return c | 1U;
    if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E))
        return c + (c & 1U);
    if (c >= 0x391 && c <= 0x3A9)
        return c + 0x20;
    if (c >= 0x410 && c <= 0x42F)
        return c + 0x20;
    if (c >= 0x400 && c <= 0x40F)
        return c + 0x50;
    if (c >= 0x460 && c <= 0x52F)
        return c | 1U;
    return c;
}

const SentenceWords &SentenceWords::shared()
{
    static const SentenceWords words(
        std::string_view(cwSentenceWords, static_cast<std::size_t>(cwSentenceWordsEnd - cwSentenceWords)));
    return words;
}

SentenceWords::SentenceWords(std::string_view lists)
{
    while (!lists.empty()) {
        std::string_view line = takeUntil(lists, '\n');
        if (line.empty() || line.front() == '#')
            continue;
        const std::string_view name = takeUntil(line, ':');
        const auto *fact = std::ranges::find(factNames, name, &std::pair<std::string_view, WordFact>::first);
        if (fact == factNames.end()) {
            ++m_wrongLines;
            continue;
        }
        while (!line.empty()) {
            if (const std::string_view word = takeUntil(line, ' '); !word.empty())
                m_facts[word] |= static_cast<std::uint16_t>(fact->second);
        }
    }
}

WordFacts SentenceWords::of(std::string_view word) const
{
    if (word.empty() || word.size() > longestWordBytes)
        return {};
    std::array<char, longestWordBytes + 8> lowered{};
    std::size_t size = 0;
    bool isAsWritten = true;
    for (std::size_t i = 0; i < word.size();) {
        const auto byte = static_cast<unsigned char>(word[i]);
        if (byte < 0x80) {
            const bool isUpper = byte >= 'A' && byte <= 'Z';
            isAsWritten = isAsWritten && !isUpper;
            lowered[size++] = static_cast<char>(isUpper ? byte + 0x20 : byte);
            ++i;
            continue;
        }
        const DecodedCharacter character = decodeCharacter(word, i);
        const char32_t lower = simpleLower(character.codePoint);
        isAsWritten = isAsWritten && lower == character.codePoint;
        i += character.byteLength;
        if (lower < 0x800) { // all that have a lower case here
            lowered[size++] = static_cast<char>(0xC0U | (lower >> 6U));
            lowered[size++] = static_cast<char>(0x80U | (lower & 0x3FU));
        } else {
            for (unsigned k = character.byteLength; k > 0; --k)
                lowered[size++] = word[i - k];
        }
    }
    std::uint16_t bits = 0;
    if (const auto found = m_facts.find(std::string_view(lowered.data(), size)); found != m_facts.end())
        bits = found->second;
    if (isAsWritten)
        return WordFacts(bits);
    if (const auto found = m_facts.find(word); found != m_facts.end())
        bits |= found->second;
    return WordFacts(bits);
}

} // namespace cw
