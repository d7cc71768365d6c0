// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/itemmarks.h"

#include <algorithm>

namespace cw {

namespace {

/// Whether any of the range is.
bool isInFile(const SourceMap &map, ByteRange range)
{
    return std::ranges::any_of(map.sourcesOf(range),
                               [](const SourceRange &source) { return source.begin < source.end; });
}

} // namespace

bool isBehindItemMark(std::string_view text, const SourceMap *map, std::size_t byte)
{
    constexpr std::size_t longest = 64;
    if (!map)
        return false;
    const std::size_t lowest = byte - std::min(byte, longest + 1);
    const std::size_t lineFeed = text.substr(lowest, byte - lowest).rfind('\n');
    if (lineFeed == std::string_view::npos && lowest > 0)
        return false;
    const std::size_t begin = lineFeed == std::string_view::npos ? 0 : lowest + lineFeed + 1;
    if (text.substr(begin, byte - begin).find_first_not_of(" \t") == std::string_view::npos)
        return false;
    const std::size_t end
        = byte + std::min(text.substr(byte, longest).find('\n'), std::min(longest, text.size() - byte));
    return !isInFile(*map, {begin, byte}) && isInFile(*map, {byte, end});
}

} // namespace cw
