// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/configparts.h"

namespace cw {

ConfigPart ConfigParts::partFor(const Document &document) const
{
    ConfigPart part{effectiveConfig(m_config, RunSnapshot::noOverride), 0, m_overrides.overrideFor(document)};
    const std::span<const Pin> pins = pinsOf(m_config.pins, document.id());
    part.config.pins.assign(pins.begin(), pins.end());
    part.firstPin = pins.empty() ? 0 : static_cast<std::size_t>(pins.data() - m_config.pins.data());
    if (part.overrideNumber != RunSnapshot::noOverride)
        part.config.overrides.push_back(m_config.overrides[part.overrideNumber]);
    return part;
}

} // namespace cw
