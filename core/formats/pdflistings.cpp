// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdflistings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float widestGap = 3.5F; ///< in characters, where the columns are nearest: columns of pages are further apart
constexpr float widestGapOfTable = 16; ///< in characters, where lines show that they are rows of a table
constexpr float sameBaseline = 0.25F; ///< in font sizes
constexpr float offRaster = 0.15F; ///< in characters

struct Extent
{
    float left = 0;
    float right = 0;
};

class Listing final
{
public:
    Listing(const WordPage &page, std::span<const Line> block) : m_page(page) { take(block); }

    static bool isOne(const WordPage &page, std::span<const Line> block)
    {
        return std::ranges::all_of(block, [&](const Line &line) {
            if (line.firstWord == line.endWord)
                return false;
            for (std::uint32_t i = line.firstWord; i < line.endWord; ++i) {
                const Word &word = page.words[i];
                if (!word.isMonospaced || !word.isUpright || word.endCharacter == word.firstCharacter
                    || !std::isfinite(word.left) || !std::isfinite(word.right) || !std::isfinite(word.baseline)
                    || !(word.right > word.left) || !(word.size > 0))
                    return false;
            }
            return true;
        });
    }

    /// Whether the block stands beside lines that were taken.
    bool hasBeside(std::span<const Line> block) const
    {
        constexpr std::size_t fewest = 2;
        const Word &sample = m_page.words[block.front().firstWord];
        const float pitch = pitchOf(sample);
        std::vector<float> beside; // their baselines
        float least = std::numeric_limits<float>::infinity();
        float leftmost = std::numeric_limits<float>::infinity();
        float rightmost = -leftmost; // of the left ends
        float top = sample.baseline;
        float bottom = sample.baseline;
        for (const Line &line : block) {
            const Word &word = m_page.words[line.firstWord];
            top = std::min(top, word.baseline);
            bottom = std::max(bottom, word.baseline);
            const auto at = find(word);
            if (at == m_rows.end())
                continue;
            const Extent here = extentOf(line);
            const Extent &there = at->second;
            const float gap = here.left >= there.right ? here.left - there.right : there.left - here.right;
            const float characters = (here.left - there.left) / pitch;
            leftmost = std::min(leftmost, here.left);
            rightmost = std::max(rightmost, here.left);
            if (gap < 0.5F * pitch || std::abs(characters - std::round(characters)) > offRaster)
                return false;
            beside.push_back(at->first);
            least = std::min(least, gap);
        }
        const bool areAll = beside.size() == block.size();
        const bool isColumn = areAll && beside.size() > fewest && rightmost - leftmost < offRaster * pitch;
        if (beside.size() < fewest || least > widestGapOfTable * pitch || !isOfSize(sample)
            || (least > widestGap * pitch && !isColumn && !isSpanned(block)))
            return false;
        std::ranges::sort(beside);
        const auto again = std::ranges::unique(beside);
        const std::size_t rows = beside.size() - again.size();
        if (rows < fewest || areAll)
            return areAll && rows >= fewest;
        const float near = sameBaseline * sample.size;
        const auto within = std::distance(m_rows.lower_bound(top - near), m_rows.upper_bound(bottom + near));
        return rows == static_cast<std::size_t>(within);
    }

    bool isAbove(std::span<const Line> block) const
    {
        const Word &first = m_page.words[block.front().firstWord];
        return isOfSize(first) && m_rows.rbegin()->first + sameBaseline * first.size < first.baseline;
    }

    void take(std::span<const Line> block)
    {
        m_size = m_page.words[block.front().firstWord].size;
        m_all = m_rows.empty() ? extentOf(block.front()) : m_all;
        for (const Line &line : block) {
            const Word &word = m_page.words[line.firstWord];
            const Extent here = extentOf(line);
            m_all = united(m_all, here);
            const auto at = find(word);
            if (at == m_rows.end()) {
                m_rows.emplace(word.baseline, here);
                continue;
            }
            at->second.left = std::min(at->second.left, here.left);
            at->second.right = std::max(at->second.right, here.right);
        }
    }

    /// Lines that were taken, by rows and from left to right.
    void order(std::span<Line> lines) const
    {
        const auto placeOf = [&](const Line &line) {
            const Word &word = m_page.words[line.firstWord];
            return std::pair(find(word)->first, word.left);
        };
        std::ranges::stable_sort(lines, {}, placeOf);
        const std::uint32_t block = std::ranges::min(lines, {}, &Line::block).block;
        for (Line &line : lines)
            line.block = block;
    }

    /// Lines that reach over both the listing and what stands beside it say that they are in one column of the page. By
    /// their left ends, with the right end of those that reach furthest up to there.
    void setProse(std::span<const Extent> prose) { m_prose = prose; }

private:
    bool isSpanned(std::span<const Line> block) const
    {
        Extent here = extentOf(block.front());
        for (const Line &line : block)
            here = united(here, extentOf(line));
        const float left = std::min(m_all.right, here.right);
        const float right = std::max(m_all.left, here.left);
        const auto behind = std::ranges::lower_bound(m_prose, left, {}, &Extent::left);
        return behind != m_prose.begin() && (behind - 1)->right > right;
    }

    static Extent united(const Extent &a, const Extent &b)
    {
        return {std::min(a.left, b.left), std::max(a.right, b.right)};
    }

    bool isOfSize(const Word &word) const { return std::abs(word.size - m_size) < 0.03F * m_size; }

    static float pitchOf(const Word &word)
    {
        return (word.right - word.left) / static_cast<float>(word.endCharacter - word.firstCharacter);
    }

    Extent extentOf(const Line &line) const
    {
        return {m_page.words[line.firstWord].left, m_page.words[line.endWord - 1].right};
    }

    template<class Rows>
    static auto findIn(Rows &rows, const Word &word)
    {
        const float near = sameBaseline * word.size;
        const auto at = rows.lower_bound(word.baseline - near);
        return at != rows.end() && at->first <= word.baseline + near ? at : rows.end();
    }
    std::map<float, Extent>::iterator find(const Word &word) { return findIn(m_rows, word); }
    std::map<float, Extent>::const_iterator find(const Word &word) const { return findIn(m_rows, word); }

    const WordPage &m_page;
    std::span<const Extent> m_prose;
    float m_size = 0;
    Extent m_all;
    std::map<float, Extent> m_rows; ///< by baseline
};

/// Lines of many words that are not of fixed pitch, for Listing::setProse().
std::vector<Extent> fullLines(const WordPage &page)
{
    constexpr std::uint32_t fewestWords = 5;
    std::vector<Extent> full;
    for (const Line &line : page.lines) {
        if (line.endWord - line.firstWord < fewestWords)
            continue;
        const Word &first = page.words[line.firstWord];
        const Word &last = page.words[line.endWord - 1];
        if (!first.isMonospaced && !last.isMonospaced && first.isUpright)
            full.push_back({first.left, last.right});
    }
    std::ranges::sort(full, {}, &Extent::left);
    for (std::size_t i = 1; i < full.size(); ++i)
        full[i].right = std::max(full[i].right, full[i - 1].right);
    return full;
}

} // namespace

std::vector<Line> withListingsByLine(const WordPage &page)
{
    std::vector<Line> lines = page.lines;
    const std::vector<Extent> prose = fullLines(page);
    const auto blockAt = [&](std::size_t first) {
        std::size_t end = first;
        while (end < lines.size() && lines[end].block == lines[first].block)
            ++end;
        return std::span(lines).subspan(first, end - first);
    };
    for (std::size_t first = 0; first < lines.size();) {
        const std::span<Line> block = blockAt(first);
        std::size_t end = first + block.size();
        if (Listing::isOne(page, block)) {
            Listing listing(page, block);
            listing.setProse(prose);
            std::size_t ordered = first;
            while (end < lines.size()) {
                const std::span<Line> next = blockAt(end);
                if (!Listing::isOne(page, next))
                    break;
                const bool isBeside = listing.hasBeside(next);
                if (!isBeside && !listing.isAbove(next))
                    break;
                listing.take(next);
                end += next.size();
                ordered = isBeside ? end : ordered;
            }
            if (ordered > first) {
                listing.order(std::span(lines).subspan(first, ordered - first));
                end = ordered;
            }
        }
        first = end;
    }
    return lines;
}

} // namespace cw::pdf
