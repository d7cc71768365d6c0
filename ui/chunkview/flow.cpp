// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/flow.h"

#include <algorithm>

namespace cw {

std::vector<FlowItem> itemsInView(FlowModel &model, const FlowAnchor &anchor, double viewHeight)
{
    std::vector<FlowItem> items;
    if (model.isEmpty())
        return items;
    double top = -anchor.pixelsAbove;
    for (std::optional<FlowKey> key = anchor.key; key && top < viewHeight; key = model.next(*key)) {
        const double height = model.height(*key);
        items.push_back({*key, top, height});
        top += height;
    }
    return items;
}

FlowAnchor scrolled(FlowModel &model, FlowAnchor anchor, double pixels)
{
    if (model.isEmpty())
        return anchor;
    anchor.pixelsAbove += pixels;
    while (anchor.pixelsAbove < 0) {
        const std::optional<FlowKey> above = model.previous(anchor.key);
        if (!above)
            return {anchor.key, 0};
        anchor.key = *above;
        anchor.pixelsAbove += model.height(anchor.key);
    }
    for (;;) {
        const double height = model.height(anchor.key);
        if (anchor.pixelsAbove < height)
            return anchor;
        const std::optional<FlowKey> below = model.next(anchor.key);
        if (!below)
            return {anchor.key, std::max(0.0, height - 1)};
        anchor.pixelsAbove -= height;
        anchor.key = *below;
    }
}

FlowAnchor endAnchor(FlowModel &model, double viewHeight)
{
    if (model.isEmpty())
        return {};
    FlowAnchor anchor{model.last(), 0};
    double missing = viewHeight - model.height(anchor.key);
    while (missing > 0) {
        const std::optional<FlowKey> above = model.previous(anchor.key);
        if (!above)
            return anchor;
        anchor.key = *above;
        missing -= model.height(anchor.key);
    }
    anchor.pixelsAbove = -missing;
    return anchor;
}

} // namespace cw
