// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/fullstops.h"
#include "segment/sentenceblocks.h"
#include "segment/sentencebreaks.h"
#include "segment/sentencemarks.h"
#include "segment/sentencewords.h"
#include "segment/words.h"
#include "text/ascii.h"
#include "text/characterproperties.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = (std::size_t{1} << 18U) - 1;

bool isLineEnd(char32_t c) noexcept
{
    return (c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool isSuperscriptDigit(char32_t c) noexcept
{
    return c == 0xB9 || c == 0xB2 || c == 0xB3 || c == 0x2070 || (c >= 0x2074 && c <= 0x2079);
}

bool isWordAt(std::string_view text, std::size_t byte) noexcept
{
    return byte < text.size()
        && characterProperties(decodeCharacter(text, byte).codePoint).characterClass() >= CharacterClass::Number;
}

/// Marks that stand together, with the quotes and brackets they close: `?!`, `. . .`, `.)`, `!“`.
struct Cluster
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t lastMark = 0;
    unsigned dots = 0; ///< the longest run of full stops
    bool isSpaced = false; ///< ". . ."
    bool hasEllipsis = false;
    bool isStrong = false;
    bool isUnspaced = false;
    bool hasCloser = false;
    bool hasCornerQuote = false; ///< 」 or 』
};

class SmartBreaker
{
public:
    explicit SmartBreaker(std::string_view text) : m_text(text)
    {
        m_resume = skipSpaces(text, 0, text.size());
        m_sentenceBegin = m_resume;
        beginLine(m_resume);
    }

    void consider(std::size_t byte)
    {
        if (byte < m_resume)
            return;
        const DecodedCharacter character = decodeCharacter(m_text, byte);
        if (sentenceMark(character.codePoint) != SentenceMark::None) {
            crossCluster(byte);
        } else if (isLineEnd(character.codePoint)) {
            const std::size_t begin = trimSpacesBack(m_text, m_resume, byte);
            const ByteRange gap{begin, skipSpaces(m_text, byte, m_text.size())};
            m_resume = gap.end;
            if (gap.end < m_text.size())
                crossGap(gap, nullptr);
        }
    }

    SentenceBreaks take() { return std::move(m_breaks); }

private:
    void crossCluster(std::size_t byte)
    {
        const Cluster cluster = clusterAt(byte);
        m_resume = cluster.end;
        if (cluster.end == m_text.size())
            return;
        if (spaceLengthAt(m_text, cluster.end) == 0) {
            if (endsWithoutSpace(cluster))
                add({cluster.end, cluster.end}, BoundaryReason::Sentence);
            return;
        }
        const ByteRange gap{cluster.end, skipSpaces(m_text, cluster.end, m_text.size())};
        m_resume = gap.end;
        if (gap.end < m_text.size())
            crossGap(gap, isBracketed(cluster) ? nullptr : &cluster);
    }

    Cluster clusterAt(std::size_t begin) const
    {
        Cluster cluster;
        cluster.begin = begin;
        unsigned run = 0;
        for (std::size_t at = begin; at < m_text.size();) {
            const DecodedCharacter character = decodeCharacter(m_text, at);
            const char32_t c = character.codePoint;
            const SentenceMark mark = sentenceMark(c);
            if (mark == SentenceMark::FullStop && run > 0 && isWordAt(m_text, at + 1) && m_text[at - 1] == ' ')
                break;
            if (mark != SentenceMark::None) {
                run = mark == SentenceMark::FullStop ? run + 1 : 0;
                cluster.dots = std::max(cluster.dots, run);
                cluster.hasEllipsis = cluster.hasEllipsis || mark == SentenceMark::Ellipsis;
                cluster.isStrong = cluster.isStrong || mark == SentenceMark::Strong;
                cluster.isUnspaced = cluster.isUnspaced || mark == SentenceMark::Unspaced;
                cluster.lastMark = at;
            } else if (isCloserBehind(cluster, c, at)) {
                run = 0;
                cluster.hasCloser = true;
                cluster.hasCornerQuote = cluster.hasCornerQuote || c == 0x300D || c == 0x300F;
            } else if (const std::size_t note = noteEnd(at); note > at) {
                run = 0;
                at = note;
                cluster.end = at;
                continue;
            } else if (c == U' ' && run > 0 && at + 1 < m_text.size() && m_text[at + 1] == '.'
                       && !isWordAt(m_text, at + 2)) {
                cluster.isSpaced = true;
            } else if (isSpaceBeforeGuillemet(at, c)) {
                cluster.hasCloser = true;
                run = 0;
                at += character.byteLength;
                cluster.end = at + decodeCharacter(m_text, at).byteLength;
                at = cluster.end;
                continue;
            } else {
                break;
            }
            at += character.byteLength;
            cluster.end = at;
        }
        return cluster;
    }

    /// Quotes that open in one language close in another: right behind a mark they close, unless the mark needs no
    /// white space after it.
    bool isCloserBehind(const Cluster &cluster, char32_t c, std::size_t at) const
    {
        if (!isSentenceCloser(c))
            return false;
        if (!cluster.isUnspaced || isCertainCloser(c))
            return true;
        if (c != U'"' && c != U'\'')
            return false;
        constexpr std::size_t lookedAtBytes = 256;
        const std::size_t lowest
            = std::max(m_sentenceBegin, at - std::min(at, lookedAtBytes)); // an odd number: one is open
        const std::string_view before = m_text.substr(lowest, at - lowest);
        return std::count(before.begin(), before.end(), static_cast<char>(c)) % 2 != 0;
    }

    /// "[12]" or superscript digits at `at`: where they end, else `at`.
    std::size_t noteEnd(std::size_t at) const
    {
        if (m_text[at] == '[') {
            std::size_t end = at + 1;
            while (end < m_text.size() && end - at < 5 && isAsciiDigit(m_text[end]))
                ++end;
            return end > at + 1 && end < m_text.size() && m_text[end] == ']' ? end + 1 : at;
        }
        const DecodedCharacter character = decodeCharacter(m_text, at);
        return isSuperscriptDigit(character.codePoint) ? at + character.byteLength : at;
    }

    /// French writes a space before its closing quote; German opens with the same mark, but never before a space.
    bool isSpaceBeforeGuillemet(std::size_t at, char32_t c) const
    {
        if (c != U' ' && c != 0xA0 && c != 0x202F)
            return false;
        const std::size_t quote = at + utf8LengthOf(c);
        if (quote >= m_text.size())
            return false;
        const DecodedCharacter next = decodeCharacter(m_text, quote);
        return (next.codePoint == 0xBB || next.codePoint == 0x203A) && !isWordAt(m_text, quote + next.byteLength);
    }

    /// "[...]", "(…)": something was left out.
    bool isBracketed(const Cluster &cluster) const
    {
        if ((cluster.dots < 2 && !cluster.hasEllipsis) || cluster.begin == m_sentenceBegin)
            return false;
        const char before = m_text[cluster.begin - 1];
        return before == '[' || before == '(';
    }

    bool endsWithoutSpace(const Cluster &cluster) const
    {
        const char32_t next = decodeCharacter(m_text, cluster.end).codePoint;
        if (cluster.isUnspaced) {
            const SentenceOpening opening = sentenceOpeningAt(m_text, cluster.end);
            if (opening.kind == OpeningKind::Punctuation || (cluster.hasCornerQuote && isHiragana(next)))
                return false;
            const char32_t mark = decodeCharacter(m_text, cluster.lastMark).codePoint;
            if (opening.kind == OpeningKind::Digit && (mark == 0xFF0E || mark == 0x964 || mark == 0x965))
                return false; // "３．５", "॥ १ ॥"
            return !(cluster.hasCloser && isAttributionAt(cluster.end));
        }
        return cluster.isStrong && isCjkLetter(next) && cluster.begin > m_sentenceBegin
            && isCjkLetter(decodeCharacter(m_text, previousCharacterStart(m_text, cluster.begin)).codePoint);
    }

    /// A few ideographs that say who spoke: "她说", "孩子问"; not that somebody did not, nor what comes next.
    bool isAttributionAt(std::size_t byte) const
    {
        constexpr int longest = 8;
        char32_t last = 0;
        char32_t next = 0;
        for (int i = 0; i < longest && byte < m_text.size(); ++i) {
            const DecodedCharacter character = decodeCharacter(m_text, byte);
            next = character.codePoint;
            if (!isCjkLetter(next))
                break;
            if (next == U'没' || next == U'沒' || next == U'不')
                return false;
            last = character.codePoint;
            byte += character.byteLength;
        }
        constexpr std::u32string_view verbs = U"说問问道喊叫答想說講讲笑";
        return !isCjkLetter(next) && next != 0xFF1A && last != 0 && verbs.find(last) != std::u32string_view::npos;
    }

    void crossGap(ByteRange gap, const Cluster *cluster)
    {
        const unsigned lineBreaks = lineBreaksIn(m_text.substr(gap.begin, gap.size()));
        if (lineBreaks == 0) {
            if (cluster && ends(*cluster, gap.end))
                add(gap, BoundaryReason::Sentence);
            return;
        }
        const LineKind next = lineKindAt(m_text, gap.end);
        if (lineBreaks > 1) {
            add(gap, next == LineKind::Heading ? BoundaryReason::Heading : BoundaryReason::Paragraph);
            m_isInList = false;
            beginLine(gap.end);
            return;
        }
        crossLine(gap, cluster, next);
    }

    void crossLine(ByteRange gap, const Cluster *cluster, LineKind next)
    {
        const bool isAfterText = m_line == LineKind::Text || m_line == LineKind::Quote || isItem(m_line);
        const bool isSentenceEnd = cluster && ends(*cluster, gap.end);
        switch (next) {
        case LineKind::Heading:
            add(gap, BoundaryReason::Heading);
            break;
        case LineKind::TableRow:
            add(gap, BoundaryReason::TableRow);
            break;
        case LineKind::Fence:
            add(gap, BoundaryReason::Line);
            break;
        case LineKind::Underline:
            if (!isAfterText || isItem(m_line))
                add(gap, BoundaryReason::Line);
            break;
        case LineKind::Bullet:
        case LineKind::FirstNumber:
            add(gap, BoundaryReason::ListItem);
            break;
        case LineKind::OtherNumber:
        case LineKind::DashedText:
            if (m_isInList || isSentenceEnd || isAfterColon(gap.begin)) {
                add(gap, BoundaryReason::ListItem);
                break;
            }
            beginLine(gap.end, LineKind::Text);
            return;
        case LineKind::Quote:
        case LineKind::Text:
            if (!isAfterText || (next == LineKind::Quote && m_line != LineKind::Quote))
                add(gap, BoundaryReason::Line);
            else if (isSentenceEnd)
                add(gap, BoundaryReason::Sentence);
            else if (!cluster && isBrokenOnPurpose(gap))
                add(gap, BoundaryReason::Line);
            break;
        }
        beginLine(gap.end, next);
    }

    static bool isItem(LineKind kind)
    {
        return kind == LineKind::Bullet || kind == LineKind::FirstNumber || kind == LineKind::OtherNumber
            || kind == LineKind::DashedText;
    }

    bool isAfterColon(std::size_t byte) const
    {
        return byte > 0 && (m_text[byte - 1] == ':' || m_text[byte - 1] == ';');
    }

    /// The next word would have had room on the line: nobody wraps like that, so it is a title or the like.
    bool isBrokenOnPurpose(ByteRange gap) const
    {
        constexpr std::size_t longestLine = 160;
        const SentenceOpening next = sentenceOpeningAt(m_text, gap.end);
        const char last = m_text[gap.begin - 1];
        if (next.kind != OpeningKind::Upper || std::string_view(",;-(&/").find(last) != std::string_view::npos)
            return false;
        const std::string_view line = m_text.substr(gap.end, longestLine);
        const std::size_t lineBytes = std::min(line.find_first_of("\r\n"), line.size());
        const std::size_t wordBytes = std::min(line.find_first_of(" \t\r\n"), line.size());
        return gap.begin - m_lineBegin + 1 + wordBytes <= lineBytes * 3 / 4;
    }

    /// Whether the sentence ends behind the marks when what stands at `nextBegin` follows them.
    bool ends(const Cluster &cluster, std::size_t nextBegin) const
    {
        const SentenceOpening next = sentenceOpeningAt(m_text, nextBegin);
        if (next.kind == OpeningKind::Punctuation)
            return false;
        if (cluster.isUnspaced)
            return !(cluster.hasCornerQuote && isHiragana(decodeCharacter(m_text, nextBegin).codePoint));
        const bool isLower = next.kind == OpeningKind::Lower;
        if (cluster.isStrong) {
            if (isLower)
                return !cluster.hasCloser && !next.hasDash && beginsInLowerCase(m_text, m_sentenceBegin);
            return !isExclaimedName(cluster) || isStarter(next);
        }
        if (cluster.dots > 1 || cluster.hasEllipsis) {
            const bool isFinal = cluster.dots > 3;
            return !isLower && (isFinal || !isPronounI(next));
        }
        return endsSentence({m_text, m_sentenceBegin, cluster.lastMark, cluster.hasCloser, next});
    }

    std::string_view wordOf(const SentenceOpening &next) const
    {
        return m_text.substr(next.word.begin, next.word.size());
    }

    bool isStarter(const SentenceOpening &next) const
    {
        return SentenceWords::shared().of(wordOf(next)).has(WordFact::Starter);
    }

    /// Always a capital, so it says nothing.
    bool isPronounI(const SentenceOpening &next) const
    {
        const std::string_view word = wordOf(next);
        return word == "I" || word.starts_with("I'") || word.starts_with("I\u2019");
    }

    bool isExclaimedName(const Cluster &cluster) const
    {
        if (cluster.end != cluster.begin + 1)
            return false;
        const ByteRange word = letterWordBefore(m_text, m_sentenceBegin, cluster.begin);
        return SentenceWords::shared().of(m_text.substr(word.begin, word.size())).has(WordFact::Exclaimed);
    }

    void add(ByteRange gap, BoundaryReason reason)
    {
        m_breaks.push_back({gap, reason});
        m_sentenceBegin = gap.end;
    }

    void beginLine(std::size_t byte) { beginLine(byte, lineKindAt(m_text, byte)); }

    void beginLine(std::size_t byte, LineKind kind)
    {
        m_lineBegin = byte;
        m_line = kind;
        m_isInList = m_isInList || isItem(kind);
    }

    std::string_view m_text;
    SentenceBreaks m_breaks;
    std::size_t m_resume = 0; ///< everything before was looked at
    std::size_t m_sentenceBegin = 0;
    std::size_t m_lineBegin = 0;
    LineKind m_line = LineKind::Text;
    bool m_isInList = false;
};

} // namespace

Outcome<SentenceBreaks> findSmartBreaks(std::string_view text, std::stop_token stop)
{
    SmartBreaker breaker(text);
    for (std::size_t base = 0; base < text.size(); base += sentenceBlockBytes) {
        if ((base & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const char *bytes = text.data() + base;
        std::array<char, sentenceBlockBytes> rest{};
        if (text.size() - base < sentenceBlockBytes) {
            std::memcpy(rest.data(), bytes, text.size() - base);
            bytes = rest.data();
        }
        for (std::uint64_t candidates = sentenceCandidates(bytes); candidates != 0; candidates &= candidates - 1)
            breaker.consider(base + static_cast<unsigned>(std::countr_zero(candidates)));
    }
    return breaker.take();
}

} // namespace cw
