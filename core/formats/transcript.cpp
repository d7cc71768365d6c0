// SPDX-License-Identifier: GPL-3.0-or-later
// Transcripts and dialogues: lines that begin with who speaks.
#include "formats/cuetext.h"
#include "formats/format.h"
#include "segment/words.h"
#include "text/lines.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 1> suffixes{"transcript"};

/// A time in brackets that may stand before a speaker's name.
std::string_view withoutTime(std::string_view line) noexcept
{
    if (!line.starts_with('[') && !line.starts_with('('))
        return line;
    const std::size_t close = line.find(line[0] == '[' ? ']' : ')');
    if (close == std::string_view::npos
        || line.substr(1, close - 1).find_first_not_of("0123456789:., ") != std::string_view::npos)
        return line;
    line.remove_prefix(close + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line;
}

std::string_view speakerOf(std::string_view line) noexcept
{
    line = withoutTime(line);
    return line.substr(0, subtitles::speakerLength(line));
}

/// Tells stretches between blank lines that are records (Files:, Copyright:, License:): three names, none of them
/// twice.
class Stretches final
{
public:
    void add(std::size_t speaker)
    {
        const unsigned bit = 1U << speaker;
        m_hasAgain = m_hasAgain || (m_seen & bit) != 0;
        m_seen |= bit;
    }
    void end()
    {
        constexpr int fewestNames = 3;
        m_records += std::popcount(m_seen) >= fewestNames ? 1 : 0;
        m_seen = 0;
    }
    /// More than one, and nobody speaks twice in any stretch.
    [[nodiscard]] bool areRecords() const noexcept { return m_records > 1 && !m_hasAgain; }

private:
    unsigned m_seen = 0; ///< names of this stretch
    unsigned m_records = 0;
    bool m_hasAgain = false;
};

/// Three of five lines name a speaker, and the speakers come again: "Note:" and "Example:" hardly do both. Names of
/// fields do, in one record after the other.
unsigned sniff(std::string_view beginning) noexcept
{
    constexpr std::size_t linesLookedAt = 200;
    constexpr std::size_t fewestLines = 6;
    constexpr std::size_t mostSpeakers = 12;
    std::array<std::string_view, mostSpeakers> speakers;
    std::size_t known = 0;
    std::size_t lineCount = 0;
    std::size_t named = 0;
    Stretches stretches;
    const LineReader lines(beginning);
    Line line;
    while (lineCount < linesLookedAt && lines.read(line.next, line)) {
        const std::string_view text = beginning.substr(line.begin, line.end - line.begin);
        if (stripSpaces(text, {0, text.size()}).isEmpty()) {
            stretches.end();
            continue;
        }
        ++lineCount;
        const std::string_view speaker = speakerOf(text);
        if (speaker.empty())
            continue;
        ++named;
        const auto end = speakers.begin() + static_cast<std::ptrdiff_t>(known);
        const auto found = std::find(speakers.begin(), end, speaker);
        if (found == end) {
            if (known == mostSpeakers)
                return 0;
            speakers[known++] = speaker;
        }
        stretches.add(static_cast<std::size_t>(found - speakers.begin()));
    }
    stretches.end();
    if (stretches.areRecords())
        return 0;
    const bool isDialogue = lineCount >= fewestLines && known >= 2 && 5 * named >= 3 * lineCount && named >= 3 * known;
    return isDialogue ? 60 : 0;
}

Outcome<std::shared_ptr<const BlockTree>> readTurns(std::string_view text, std::stop_token stop)
{
    constexpr std::size_t stopCheckMask = 0xFFF;
    const LineReader lines(text);
    std::vector<Block> blocks;
    Line line;
    for (std::size_t count = 0; lines.read(line.next, line); ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange visible = stripSpaces(text, {line.begin, line.end});
        if (visible.isEmpty())
            continue;
        const bool isTurn = !speakerOf(text.substr(visible.begin, visible.size())).empty();
        if (isTurn || blocks.empty())
            blocks.push_back({visible, Block::none, isTurn ? BlockKind::Turn : BlockKind::Paragraph});
        else
            blocks.back().bytes.end = static_cast<std::uint32_t>(visible.end);
    }
    return std::make_shared<const BlockTree>(BlockTree(std::move(blocks), {}, {}, text.size()));
}

Outcome<DocumentParts> read(FormatRequest request)
{
    return DocumentParts{std::move(request.input), "transcript", &readTurns};
}

} // namespace

const FormatDescriptor &transcript()
{
    static constexpr FormatDescriptor descriptor{
        .id = "transcript",
        .title = "Transcript",
        .help = "Lines that begin with a name and a colon, maybe after a time in brackets, begin a speaker's turn; it "
                "goes on to the next such line. The text is the file as it stands.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
