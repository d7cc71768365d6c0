// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolling through a long column of items whose heights are known only once they are laid out. The position is kept
// as "this item, so many pixels of it above the view"; nothing is ever summed over the whole document.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <vector>

namespace cw {

/// An item: a block of text, in cards mode inside a card.
struct FlowKey
{
    std::size_t card = 0;
    std::size_t block = 0;

    auto operator<=>(const FlowKey &) const = default;
};

/// The column of items. Asking for a height lays the item out.
class FlowModel
{
public:
    FlowModel() = default;
    FlowModel(const FlowModel &) = delete;
    FlowModel &operator=(const FlowModel &) = delete;
    virtual ~FlowModel() = default;

    [[nodiscard]] virtual bool isEmpty() const = 0;
    [[nodiscard]] virtual FlowKey first() = 0;
    [[nodiscard]] virtual FlowKey last() = 0;
    [[nodiscard]] virtual std::optional<FlowKey> next(FlowKey key) = 0;
    [[nodiscard]] virtual std::optional<FlowKey> previous(FlowKey key) = 0;
    [[nodiscard]] virtual double height(FlowKey key) = 0;
};

struct FlowAnchor
{
    FlowKey key;
    double pixelsAbove = 0; ///< of the item, hidden above the view's top; 0 <= pixelsAbove < height

    bool operator==(const FlowAnchor &) const = default;
};

struct FlowItem
{
    FlowKey key;
    double top = 0; ///< in the view
    double height = 0;

    [[nodiscard]] double bottom() const noexcept { return top + height; }
};

/// The items that a view of the given height shows, from top to bottom.
[[nodiscard]] std::vector<FlowItem> itemsInView(FlowModel &model, const FlowAnchor &anchor, double viewHeight);
/// The anchor moved down (or up, when negative), not past the ends.
[[nodiscard]] FlowAnchor scrolled(FlowModel &model, FlowAnchor anchor, double pixels);
/// The lowest anchor: the last item ends at the view's bottom, or everything fits and starts at its top.
[[nodiscard]] FlowAnchor endAnchor(FlowModel &model, double viewHeight);

} // namespace cw
