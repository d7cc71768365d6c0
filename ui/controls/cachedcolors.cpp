// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/cachedcolors.h"

#include <algorithm>
#include <array>

namespace cw {

namespace {

struct Entry
{
    qint64 key = 0;
    ThemeColors colors;
};

} // namespace

ThemeColors cachedThemeColors(const QPalette &palette)
{
    static std::array<Entry, 8> entries;
    static std::size_t next = 0;
    const qint64 key = palette.cacheKey();
    const auto known = std::ranges::find(entries, key, &Entry::key);
    if (known != entries.end())
        return known->colors;
    Entry &entry = entries[next++ % entries.size()];
    entry = {key, ThemeColors::fromPalette(palette)};
    return entry.colors;
}

} // namespace cw
