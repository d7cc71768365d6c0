// SPDX-License-Identifier: GPL-3.0-or-later
// A configuration taken apart for runs of one document each.
#pragma once

#include "run/effectiveconfig.h"
#include "run/run.h"

#include <cstddef>

namespace cw {

/// What concerns one document.
struct ConfigPart
{
    RunConfig config; ///< with the document's own pins and at most one override
    std::size_t firstPin = 0; ///< number in the whole configuration of the first pin
    std::size_t overrideNumber = RunSnapshot::noOverride; ///< likewise of the override
};

/// Where many documents are each a run of their own, giving every run the whole configuration costs documents x (pins +
/// overrides): each run checks and copies what it is given. A run with a part makes of its document what a run with the
/// whole does. Its fingerprint is not that of the whole.
class ConfigParts final
{
public:
    /// `config` passed checkConfig(), and must outlive the parts. O(overrides).
    explicit ConfigParts(const RunConfig &config) : m_config(config), m_overrides(config) { }

    /// O(pins of the document + log pins). Thread-safe.
    [[nodiscard]] ConfigPart partFor(const Document &document) const;

private:
    const RunConfig &m_config;
    OverrideFinder m_overrides;
};

} // namespace cw
