// SPDX-License-Identifier: GPL-3.0-or-later
// Subtitles: what is said, in turns, with the times for pages.
#include "formats/cuetext.h"
#include "formats/format.h"
#include "formats/htmlentities.h"
#include "segment/words.h"
#include "text/ascii.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace cw::formatlist {

namespace {

using subtitles::Cue;
using subtitles::Cues;

constexpr std::array<std::string_view, 2> suffixes{"srt", "vtt"};

constexpr std::uint64_t turnPauseMilliseconds = 3000;

unsigned sniff(std::string_view beginning) noexcept
{
    if (beginning.starts_with("WEBVTT"))
        return 100;
    constexpr std::size_t linesLookedAt = 4;
    for (std::size_t i = 0; i < linesLookedAt && !beginning.empty(); ++i) {
        const std::size_t end = std::min(beginning.find_first_of("\r\n"), beginning.size());
        if (subtitles::cueTimesOf(beginning.substr(0, end)))
            return 95;
        beginning.remove_prefix(std::min(beginning.find_first_not_of("\r\n", end), beginning.size()));
    }
    return 0;
}

/// Puts turns together from the lines of cues.
class TurnWriter final
{
public:
    explicit TurnWriter(std::string_view text) : m_text(text), m_part(m_out.part({})) { }

    void write(const Cue &cue)
    {
        const bool isAfterPause = cue.times.beginMilliseconds >= m_end + turnPauseMilliseconds;
        m_isTurnDue = m_isTurnDue || isAfterPause;
        m_begin = cue.times.beginMilliseconds;
        for (const ByteRange line : cue.lines)
            writeLine(line);
        m_end = std::max(m_end, cue.times.endMilliseconds);
    }

    void writeLine(ByteRange line)
    {
        const std::string_view text = m_text.substr(line.begin, line.size());
        const bool isDash = text.starts_with("- ") || text.starts_with("\xE2\x80\x93 ");
        m_isTurnDue = m_isTurnDue || isDash || subtitles::speakerLength(text) > 0;
        m_isGapDue = true;
        for (std::size_t at = line.begin; at < line.end;) {
            const std::size_t next = line.begin + std::min(text.find_first_of("<{&", at - line.begin), text.size());
            copy({at, next});
            at = next < line.end ? behindMark(next, line.end) : next;
        }
    }

    DocumentParts finish(std::vector<FormatProblem> problems)
    {
        closeTurn();
        DocumentParts parts;
        parts.format = "subtitles";
        parts.blocks = std::make_shared<const BlockTree>(BlockTree(std::move(m_blocks), {}, {}, m_out.bytes()));
        parts.sourceMap = m_out.build();
        parts.text = m_out.takeText();
        parts.problems = std::move(problems);
        return parts;
    }

private:
    /// Goes over a tag, a style or a reference at `at`; what is none of these is text.
    std::size_t behindMark(std::size_t at, std::size_t end)
    {
        const std::string_view rest = m_text.substr(at, end - at);
        if (rest[0] == '&') {
            const html::Reference reference = html::readReference(rest);
            if (reference.length > 0 && reference.length <= rest.size()) {
                begin();
                m_out.replace(reference.text(), m_part, at, at + reference.length);
                return at + reference.length;
            }
        } else if (const bool isTag = rest[0] == '<'; isTag ? isTagText(rest.substr(1)) : rest.starts_with("{\\")) {
            std::size_t &lineWithoutClose = isTag ? m_lineWithoutTagEnd : m_lineWithoutStyleEnd;
            const std::size_t close = lineWithoutClose == end ? std::string_view::npos : rest.find(isTag ? '>' : '}');
            if (close != std::string_view::npos) {
                if (isTag)
                    readVoice(rest.substr(1, close - 1), at);
                return at + close + 1;
            }
            lineWithoutClose = end;
        }
        copy({at, at + 1});
        return at + 1;
    }

    static bool isTagText(std::string_view inside) noexcept
    {
        if (inside.starts_with('/'))
            inside.remove_prefix(1);
        return !inside.empty() && isAsciiAlphanumeric(static_cast<unsigned char>(inside[0]));
    }

    /// `v Ann` or `v.loud Ann`: who speaks.
    void readVoice(std::string_view inside, std::size_t at)
    {
        if (!inside.starts_with("v ") && !inside.starts_with("v.") && !inside.starts_with("v\t"))
            return;
        const std::size_t blank = inside.find_first_of(" \t");
        if (blank == std::string_view::npos)
            return;
        const std::size_t nameBegin = at + 1 + blank;
        const ByteRange name = stripSpaces(m_text, {nameBegin, at + 1 + inside.size()});
        const std::string_view voice = m_text.substr(name.begin, name.size());
        if (voice.empty() || voice == m_voice)
            return;
        m_voice = voice;
        m_isTurnDue = true;
        begin();
        m_out.copy(voice, m_part, name.begin);
        m_out.insert(": ");
        m_isGapDue = false;
    }

    void copy(ByteRange range)
    {
        if (m_isGapDue)
            range.begin = skipSpaces(m_text, range.begin, range.end);
        if (range.isEmpty())
            return;
        begin();
        m_out.copy(m_text.substr(range.begin, range.size()), m_part, range.begin);
    }

    /// What has to stand before the next text: a new turn, or the gap between two lines.
    void begin()
    {
        if (m_isTurnDue || m_out.bytes() == 0) {
            closeTurn();
            if (m_out.bytes() > 0)
                m_out.insert("\n");
            m_out.beginPage(subtitles::timeLabel(m_begin));
            m_turnBegin = m_out.bytes();
        } else if (m_isGapDue) {
            m_out.insert(" ");
        }
        m_isTurnDue = false;
        m_isGapDue = false;
    }

    void closeTurn()
    {
        const std::size_t end = trimSpacesBack(m_out.text(), m_turnBegin, m_out.bytes());
        if (end > m_turnBegin)
            m_blocks.push_back({ByteRange{m_turnBegin, end}, Block::none, BlockKind::Turn});
        m_turnBegin = m_out.bytes();
    }

    std::string_view m_text;
    SourceMapBuilder m_out;
    std::uint32_t m_part;
    std::vector<Block> m_blocks;
    std::string_view m_voice;
    std::size_t m_turnBegin = 0;
    std::size_t m_lineWithoutTagEnd = 0; ///< ends there; a line with very many tags is gone through once
    std::size_t m_lineWithoutStyleEnd = 0;
    std::uint64_t m_begin = 0; ///< of the cue at hand
    std::uint64_t m_end = 0; ///< of the cues before
    bool m_isTurnDue = false;
    bool m_isGapDue = false;
};

Outcome<DocumentParts> read(FormatRequest request)
{
    constexpr std::size_t stopCheckMask = 0xFFF;
    const Cues cues = subtitles::findCues(request.input);
    TurnWriter writer(request.input);
    std::vector<FormatProblem> problems;
    for (const ByteRange line : cues.strayLines)
        writer.writeLine(line);
    if (cues.cues.empty())
        problems.push_back({"No cue with a time was found, so the lines of the file are shown as one turn.", {}});
    for (std::size_t i = 0; i < cues.cues.size(); ++i) {
        if ((i & stopCheckMask) == 0) {
            if (request.stop.stop_requested())
                return Cancelled{};
            if (request.progress)
                request.progress(i, cues.cues.size());
        }
        writer.write(cues.cues[i]);
    }
    return writer.finish(std::move(problems));
}

} // namespace

const FormatDescriptor &subtitles()
{
    static constexpr FormatDescriptor descriptor{
        .id = "subtitles",
        .title = "Subtitles",
        .help = "SubRip and WebVTT: what is said, without times, styles and notes. Cues are joined to turns; one ends "
                "where another speaker begins, at a dash, or at a pause of three seconds. Each turn is a page named by "
                "its time, so chunks can be cited by it.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .isTextExtracted = true,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
