// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfgrids.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float thickest = 4; ///< points
constexpr float shortest = 4;
constexpr float sameLine = 1;
constexpr float touching = 3.5F; ///< lines that end this near to each other meet
constexpr float sameEdge = 4.5F; ///< cells with borders of their own have two lines between them
constexpr float narrowest = 6; ///< of columns and rows
constexpr float leastCover = 0.5F; ///< of the table's height or width: what is shorter parts no columns or rows

/// A line seen along its own direction.
struct Stroke
{
    float at = 0;
    float begin = 0;
    float end = 0;
};

/// Strokes on one line that touch become one.
std::vector<Stroke> joined(std::vector<Stroke> strokes)
{
    std::ranges::sort(strokes, [](const Stroke &a, const Stroke &b) { return a.at < b.at; });
    std::vector<Stroke> all;
    for (std::size_t first = 0; first < strokes.size();) {
        std::size_t end = first + 1;
        while (end < strokes.size() && strokes[end].at - strokes[first].at < sameLine)
            ++end;
        const auto same = std::span(strokes).subspan(first, end - first);
        std::ranges::sort(same, [](const Stroke &a, const Stroke &b) { return a.begin < b.begin; });
        Stroke open = same.front();
        for (const Stroke &stroke : same.subspan(1)) {
            if (stroke.begin > open.end + touching) {
                all.push_back(open);
                open = stroke;
            }
            open.end = std::max(open.end, stroke.end);
        }
        all.push_back(open);
        first = end;
    }
    return all;
}

/// Strokes beside each other that make one edge.
struct Edge
{
    float at = 0;
    std::vector<Grid::Stretch> stretches; ///< in order, apart
};

std::vector<Edge> edgesOf(std::vector<Stroke> strokes, float length)
{
    std::ranges::sort(strokes, [](const Stroke &a, const Stroke &b) { return a.at < b.at; });
    std::vector<Edge> edges;
    for (std::size_t first = 0; first < strokes.size();) {
        std::size_t end = first + 1;
        while (end < strokes.size() && strokes[end].at - strokes[first].at < 2 * sameEdge
               && strokes[end].at - strokes[end - 1].at < sameEdge)
            ++end;
        const auto same = std::span(strokes).subspan(first, end - first);
        Edge edge{(same.front().at + same.back().at) / 2, {}};
        std::ranges::sort(same, [](const Stroke &a, const Stroke &b) { return a.begin < b.begin; });
        float covered = 0;
        for (const Stroke &stroke : same) {
            if (edge.stretches.empty() || stroke.begin > edge.stretches.back().bottom + touching)
                edge.stretches.push_back({stroke.begin, stroke.end});
            edge.stretches.back().bottom = std::max(edge.stretches.back().bottom, stroke.end);
        }
        for (const Grid::Stretch &stretch : edge.stretches)
            covered += stretch.bottom - stretch.top;
        if (covered >= leastCover * length)
            edges.push_back(std::move(edge));
        first = end;
    }
    return edges;
}

/// The table's own ends where no line is drawn there, and no strips that are too narrow for text.
void complete(std::vector<Edge> &edges, float begin, float end)
{
    if (edges.empty() || edges.front().at > begin + narrowest)
        edges.insert(edges.begin(), Edge{begin, {}});
    if (edges.back().at < end - narrowest)
        edges.push_back(Edge{end, {}});
    for (std::size_t i = 1; i < edges.size();) {
        if (edges[i].at - edges[i - 1].at < narrowest)
            edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(i));
        else
            ++i;
    }
}

class Components final
{
public:
    explicit Components(std::size_t size) : m_parents(size) { std::iota(m_parents.begin(), m_parents.end(), 0U); }

    std::uint32_t of(std::uint32_t i)
    {
        while (m_parents[i] != i)
            i = m_parents[i] = m_parents[m_parents[i]];
        return i;
    }

    void unite(std::uint32_t a, std::uint32_t b) { m_parents[of(b)] = of(a); }

private:
    std::vector<std::uint32_t> m_parents;
};

Grid gridOf(const std::vector<Stroke> &level, const std::vector<Stroke> &upright)
{
    float left = level.front().begin;
    float right = level.front().end;
    float top = level.front().at;
    float bottom = top;
    for (const Stroke &stroke : level) {
        left = std::min(left, stroke.begin);
        right = std::max(right, stroke.end);
        top = std::min(top, stroke.at);
        bottom = std::max(bottom, stroke.at);
    }
    for (const Stroke &stroke : upright) {
        left = std::min(left, stroke.at);
        right = std::max(right, stroke.at);
        top = std::min(top, stroke.begin);
        bottom = std::max(bottom, stroke.end);
    }
    std::vector<Edge> columns = edgesOf(upright, bottom - top);
    std::vector<Edge> rows = edgesOf(level, right - left);
    complete(columns, left, right);
    complete(rows, top, bottom);
    Grid grid;
    for (Edge &edge : columns) {
        grid.columnEdges.push_back(edge.at);
        grid.ruledAt.push_back(std::move(edge.stretches));
    }
    for (const Edge &edge : rows)
        grid.rowEdges.push_back(edge.at);
    return grid;
}

} // namespace

PageRules findGrids(std::span<const Rule> rules)
{
    PageRules found;
    std::vector<Stroke> level;
    std::vector<Stroke> upright;
    for (const Rule &rule : rules) {
        const float width = rule.right - rule.left;
        const float height = rule.bottom - rule.top;
        if (height <= thickest && width >= shortest && width >= height)
            level.push_back({(rule.top + rule.bottom) / 2, rule.left, rule.right});
        else if (width <= thickest && height >= shortest)
            upright.push_back({(rule.left + rule.right) / 2, rule.top, rule.bottom});
    }
    level = joined(std::move(level));
    upright = joined(std::move(upright));
    if (rules.size() > mostRules || level.size() + upright.size() > mostJoinedRules) {
        found.isCut = true;
        return found;
    }
    Components components(level.size() + upright.size());
    for (std::uint32_t h = 0; h < level.size(); ++h)
        for (std::uint32_t v = 0; v < upright.size(); ++v)
            if (upright[v].at >= level[h].begin - touching && upright[v].at <= level[h].end + touching
                && level[h].at >= upright[v].begin - touching && level[h].at <= upright[v].end + touching)
                components.unite(h, static_cast<std::uint32_t>(level.size()) + v);
    std::vector<std::pair<std::vector<Stroke>, std::vector<Stroke>>> groups(level.size() + upright.size());
    for (std::uint32_t h = 0; h < level.size(); ++h)
        groups[components.of(h)].first.push_back(level[h]);
    for (std::uint32_t v = 0; v < upright.size(); ++v)
        groups[components.of(static_cast<std::uint32_t>(level.size()) + v)].second.push_back(upright[v]);
    for (const auto &[across, down] : groups) {
        if (!across.empty() && !down.empty()) {
            Grid grid = gridOf(across, down);
            if (grid.columnEdges.size() >= 3 && grid.rowEdges.size() >= 3) {
                found.grids.push_back(std::move(grid));
                continue;
            }
        }
        for (const Stroke &stroke : across)
            found.level.push_back({stroke.begin, stroke.at, stroke.end, stroke.at});
    }
    std::ranges::stable_sort(found.level, {}, &Rule::top);
    return found;
}

} // namespace cw::pdf
