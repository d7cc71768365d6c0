// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfrunning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float sameHeight = 2.5F;
constexpr unsigned mostRunningRows = 4; ///< at one edge of a page
constexpr std::size_t longestRunningRow = 300;

constexpr bool isDigit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

bool hasLetterOrDigit(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
    });
}

/// The value of a row that is nothing but a Roman number of lower or upper case.
std::optional<int> romanNumber(std::string_view text)
{
    static constexpr std::string_view letters = "ivxlcdm";
    static constexpr int values[] = {1, 5, 10, 50, 100, 500, 1000};
    int sum = 0;
    int before = 0;
    if (text.empty() || text.size() > 12)
        return std::nullopt;
    for (std::size_t i = text.size(); i-- > 0;) {
        const char lower = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + ('a' - 'A')) : text[i];
        const std::size_t letter = letters.find(lower);
        if (letter == std::string_view::npos)
            return std::nullopt;
        const int value = values[letter];
        sum += value < before ? -value : value;
        before = std::max(before, value);
    }
    return sum;
}

struct Number
{
    std::size_t begin = 0;
    std::size_t end = 0;
    long value = 0;
};

std::vector<Number> numbersOf(std::string_view text)
{
    std::vector<Number> numbers;
    for (std::size_t i = 0; i < text.size();) {
        if (!isDigit(text[i])) {
            ++i;
            continue;
        }
        Number number{i, i, 0};
        while (number.end < text.size() && isDigit(text[number.end])) {
            number.value = std::min(number.value * 10 + (text[number.end] - '0'), 1'000'000'000L);
            ++number.end;
        }
        numbers.push_back(number);
        i = number.end;
    }
    return numbers;
}

/// Texts that rows of other pages must share to be the same header: the row's own, and those with its first or last
/// number taken for the page's.
std::vector<std::string> keysOf(std::string_view text, std::size_t page)
{
    std::vector<std::string> keys{std::string(text)};
    const auto counts = [&](std::size_t begin, std::size_t end, long value) {
        std::string key(text.substr(0, begin));
        key += '\x01' + std::to_string(value - static_cast<long>(page)) + '\x01';
        key += text.substr(end);
        keys.push_back(std::move(key));
    };
    if (const auto roman = romanNumber(text)) {
        counts(0, text.size(), *roman);
        return keys;
    }
    const std::vector<Number> numbers = numbersOf(text);
    if (!numbers.empty())
        counts(numbers.front().begin, numbers.front().end, numbers.front().value);
    if (numbers.size() > 1)
        counts(numbers.back().begin, numbers.back().end, numbers.back().value);
    return keys;
}

/// What stands on the outermost height of a page.
struct Edge
{
    std::uint32_t page = 0;
    float baseline = 0;
    float size = 0;
    std::vector<std::uint32_t> rows; ///< from left to right
    std::string text;
};

class RunningRows final
{
public:
    RunningRows(std::vector<PageText> &pages, float textSize, bool isTop)
        : m_pages(pages), m_textSize(textSize), m_isTop(isTop)
    {
    }

    std::vector<RunningLine> mark()
    {
        for (unsigned depth = 0; depth < mostRunningRows; ++depth) {
            const std::vector<Edge> edges = outermost();
            if (!markRepeated(edges))
                break;
            markOnSameHeights(edges);
        }
        takeBackText();
        std::vector<RunningLine> lines;
        for (const std::vector<Edge> &group : m_groups) {
            const Edge &first = *std::ranges::min_element(group, {}, &Edge::page);
            lines.push_back({first.text, first.page, static_cast<std::uint32_t>(group.size()), m_isTop});
        }
        std::ranges::stable_sort(lines, {}, &RunningLine::firstPage);
        return lines;
    }

private:
    bool isFurther(float baseline, float than) const { return m_isTop ? baseline < than : baseline > than; }

    /// The height of the outermost row that is not marked.
    std::optional<float> edgeOf(const PageText &page) const
    {
        std::optional<float> edge;
        for (const Row &row : page.rows)
            if (!row.isRunning && row.isUpright && (!edge || isFurther(row.baseline, *edge)))
                edge = row.baseline;
        return edge;
    }

    std::vector<Edge> outermost() const
    {
        std::vector<Edge> edges;
        for (std::uint32_t page = 0; page < m_pages.size(); ++page) {
            const std::optional<float> baseline = edgeOf(m_pages[page]);
            if (!baseline)
                continue;
            const std::vector<Row> &rows = m_pages[page].rows;
            Edge edge{page, *baseline, 0, {}, {}};
            for (std::uint32_t row = 0; row < rows.size(); ++row)
                if (!rows[row].isRunning && rows[row].isUpright
                    && std::abs(rows[row].baseline - *baseline) < sameHeight)
                    edge.rows.push_back(row);
            std::ranges::stable_sort(edge.rows, {}, [&](std::uint32_t row) { return rows[row].left; });
            for (const std::uint32_t row : edge.rows) {
                if (!edge.text.empty())
                    edge.text += ' ';
                edge.text += m_pages[page].textOf(rows[row]);
                edge.size = std::max(edge.size, rows[row].size);
            }
            if (edge.text.size() <= longestRunningRow)
                edges.push_back(std::move(edge));
        }
        return edges;
    }

    bool isMarked(const Edge &edge) const { return m_pages[edge.page].rows[edge.rows.front()].isRunning; }

    void setMarked(const Edge &edge, bool isRunning)
    {
        for (const std::uint32_t row : edge.rows)
            m_pages[edge.page].rows[row].isRunning = isRunning;
    }

    bool markRepeated(const std::vector<Edge> &edges)
    {
        std::map<std::string, std::vector<const Edge *>> groups;
        for (const Edge &edge : edges)
            if (hasLetterOrDigit(edge.text))
                for (std::string &key : keysOf(edge.text, edge.page))
                    groups[std::move(key)].push_back(&edge);
        const std::size_t needed = m_pages.size() <= 2 ? 2 : 3;
        bool isAnyMarked = false;
        for (auto &[key, group] : groups) {
            std::ranges::stable_sort(group, {}, &Edge::baseline);
            for (std::size_t first = 0; first < group.size();) {
                std::size_t end = first + 1;
                while (end < group.size() && group[end]->baseline - group[first]->baseline < sameHeight)
                    ++end;
                const auto same = std::span(group).subspan(first, end - first);
                if (same.size() >= needed && isDense(same))
                    isAnyMarked |= markGroup(same);
                first = end;
            }
        }
        return isAnyMarked;
    }

    /// Not what happens to come again many pages on.
    static bool isDense(std::span<const Edge *const> edges)
    {
        const auto [first, last] = std::ranges::minmax_element(edges, {}, &Edge::page);
        return edges.size() * 4 >= (*last)->page - (*first)->page;
    }

    bool markGroup(std::span<const Edge *const> edges)
    {
        std::vector<Edge> group;
        for (const Edge *edge : edges)
            if (!isMarked(*edge)) {
                setMarked(*edge, true);
                group.push_back(*edge);
            }
        if (group.empty())
            return false;
        m_groups.push_back(std::move(group));
        return true;
    }

    /// Headers that name a chapter of one or two pages.
    void markOnSameHeights(const std::vector<Edge> &edges)
    {
        std::vector<float> heights;
        for (const Edge &edge : edges)
            if (isMarked(edge))
                heights.push_back(edge.baseline);
        std::ranges::sort(heights);
        for (const Edge &edge : edges) {
            if (isMarked(edge) || edge.size > m_textSize * 1.05F)
                continue;
            const auto begin = std::ranges::lower_bound(heights, edge.baseline - sameHeight);
            const auto end = std::ranges::upper_bound(heights, edge.baseline + sameHeight);
            const auto alike = static_cast<std::size_t>(end - begin);
            const Edge *const only = &edge;
            if (alike >= 5 && alike * 2 > edges.size())
                markGroup(std::span(&only, 1));
        }
    }

    /// What stands as near to the text as its own lines do is of the text: on most of its pages a header is further
    /// off.
    void takeBackText()
    {
        const auto isNear = [&](const Edge &edge) {
            const PageText &page = m_pages[edge.page];
            const std::optional<float> text = edgeOf(page);
            return text && !isBesideTable(page, edge, *text)
                && std::abs(*text - edge.baseline) < 1.7F * std::max(edge.size, m_textSize);
        };
        for (bool isAnyTaken = true; isAnyTaken;) {
            isAnyTaken = false;
            for (std::size_t i = m_groups.size(); i-- > 0;) {
                const auto near = static_cast<std::size_t>(std::ranges::count_if(m_groups[i], isNear));
                if (near * 2 <= m_groups[i].size())
                    continue;
                for (const Edge &edge : m_groups[i])
                    setMarked(edge, false);
                m_groups.erase(m_groups.begin() + static_cast<std::ptrdiff_t>(i));
                isAnyTaken = true;
            }
        }
    }

    /// Whether the text at that height is a table's and the edge is not, which tells them apart without a distance.
    static bool isBesideTable(const PageText &page, const Edge &edge, float text)
    {
        if (page.rows[edge.rows.front()].table > 0)
            return false;
        const auto row = std::ranges::find_if(
            page.rows, [&](const Row &each) { return !each.isRunning && each.isUpright && each.baseline == text; });
        return row != page.rows.end() && row->table > 0;
    }

    std::vector<PageText> &m_pages;
    float m_textSize;
    bool m_isTop;
    std::vector<std::vector<Edge>> m_groups; ///< pages that have one header or footer
};

} // namespace

std::vector<RunningLine> markRunningRows(std::vector<PageText> &pages, float textSize)
{
    if (pages.size() < 2)
        return {};
    std::vector<RunningLine> lines = RunningRows(pages, textSize, true).mark();
    std::vector<RunningLine> lower = RunningRows(pages, textSize, false).mark();
    lines.insert(lines.end(), std::make_move_iterator(lower.begin()), std::make_move_iterator(lower.end()));
    const bool isTextLeft = std::ranges::any_of(pages, [](const PageText &page) {
        return std::ranges::any_of(page.rows, [](const Row &row) { return !row.isRunning; });
    });
    if (isTextLeft)
        return lines;
    for (PageText &page : pages) // pages that are all the same, as of forms
        for (Row &row : page.rows)
            row.isRunning = false;
    return {};
}

float commonSize(const std::vector<PageText> &pages)
{
    std::map<int, std::size_t> characters; // of sizes in tenths of a point
    for (const PageText &page : pages)
        for (const Row &row : page.rows)
            characters[static_cast<int>(std::lround(row.size * 10))] += row.text.size();
    if (characters.empty())
        return 10;
    const auto most = std::ranges::max_element(characters, {}, [](const auto &entry) { return entry.second; });
    return static_cast<float>(most->first) / 10;
}

} // namespace cw::pdf
