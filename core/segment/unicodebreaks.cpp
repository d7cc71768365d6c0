// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/sentencebreaks.h"
#include "segment/sentencemarks.h"
#include "segment/words.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <array>
#include <memory>

namespace cw {

namespace {

struct CloseBreaks
{
    void operator()(UBreakIterator *iterator) const { ubrk_close(iterator); }
};

struct CloseText
{
    void operator()(UText *text) const { utext_close(text); }
};

Error missingData(UErrorCode status)
{
    return Error{ErrorCode::MissingResource,
                 std::string("ICU cannot find sentences: ") + u_errorName(status) + ". Choose other sentences.",
                 "sentence"};
}

BoundaryReason reasonOf(std::string_view text, ByteRange gap)
{
    const std::string_view between = text.substr(gap.begin, gap.size());
    const auto lineFeeds = std::count(between.begin(), between.end(), '\n');
    if (lineFeeds >= 2)
        return BoundaryReason::Paragraph;
    const char32_t last = decodeCharacter(text, previousCharacterStart(text, gap.begin)).codePoint;
    return lineFeeds == 1 && sentenceMark(last) == SentenceMark::None && !isSentenceCloser(last)
        ? BoundaryReason::Line
        : BoundaryReason::Sentence;
}

} // namespace

Outcome<SentenceBreaks> findUnicodeBreaks(std::string_view text, std::stop_token stop)
{
    // A paragraph's end is always a break and nothing is looked at beyond it, so the text can be taken in parts.
    constexpr std::size_t partBytes = std::size_t{1} << 20U;
    constexpr std::size_t largestPartBytes = std::size_t{1} << 30U;
    const ByteRange visible = stripSpaces(text, {0, text.size()});
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<UBreakIterator, CloseBreaks> iterator(ubrk_open(UBRK_SENTENCE, "", nullptr, 0, &status));
    if (U_FAILURE(status))
        return missingData(status);
    SentenceBreaks breaks;
    for (std::size_t begin = 0; begin < text.size();) {
        if (stop.stop_requested())
            return Cancelled{};
        const std::size_t lineEnd = text.find('\n', std::min(begin + partBytes, text.size()));
        std::size_t end = lineEnd == std::string_view::npos ? text.size() : lineEnd + 1;
        if (end - begin > largestPartBytes) { // ICU counts in 32 bits; no line is as long as that
            end = begin + largestPartBytes;
            while (!isCharacterBoundary(text, end))
                --end;
        }
        const std::unique_ptr<UText, CloseText> part(
            utext_openUTF8(nullptr, text.data() + begin, static_cast<std::int64_t>(end - begin), &status));
        ubrk_setUText(iterator.get(), part.get(), &status);
        if (U_FAILURE(status))
            return missingData(status);
        for (std::int32_t at = ubrk_next(iterator.get()); at != UBRK_DONE; at = ubrk_next(iterator.get())) {
            const std::size_t byte = begin + static_cast<std::size_t>(at);
            const bool isInLastGap = !breaks.empty() && byte <= breaks.back().gap.end;
            if (byte <= visible.begin || byte >= visible.end || isInLastGap)
                continue;
            const ByteRange gap{trimSpacesBack(text, visible.begin, byte), skipSpaces(text, byte, text.size())};
            breaks.push_back({gap, reasonOf(text, gap)});
        }
        begin = end;
    }
    return breaks;
}

std::string icuVersion()
{
    UVersionInfo version{};
    std::array<char, U_MAX_VERSION_STRING_LENGTH> text{};
    u_getVersion(version);
    u_versionToString(version, text.data());
    return text.data();
}

} // namespace cw
