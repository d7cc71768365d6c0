// SPDX-License-Identifier: GPL-3.0-or-later
// Which findings of a snapshot pass a filter, grouped by rule: worked out on any thread.
#pragma once

#include "run/run.h"

#include <QString>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace cw {

struct FindingFilter
{
    QString text; ///< in the document's name, the message or the offending words; case does not matter
    std::array<bool, 3> severities{true, true, true}; ///< by Severity
    std::optional<std::uint32_t> document; ///< empty: all documents

    bool operator==(const FindingFilter &) const = default;
};

/// Findings are positions in the report, so that a hundred thousand of them cost no objects.
struct FindingList
{
    static constexpr std::size_t sparklineBins = 48;
    using Density = std::array<std::uint32_t, sparklineBins>;
    struct Group
    {
        std::vector<std::uint32_t> findings; ///< those that pass
        Density density{}; ///< of all, by place in the corpus
        std::uint32_t total = 0; ///< before filtering
    };

    std::shared_ptr<const RunSnapshot> snapshot;
    FindingFilter filter;
    std::vector<Group> groups; ///< one per rule, in order of rules()
    std::vector<std::uint32_t> shown; ///< those that pass, in reading order
};

/// O(findings); with a text, some hundred nanoseconds each. Returns early, with anything, once stopped.
[[nodiscard]] FindingList listFindings(std::shared_ptr<const RunSnapshot> snapshot, const FindingFilter &filter,
                                       std::stop_token stop);

/// The finding of the same rule at the same source bytes of the same document, which may be in another chunk of another
/// run. O(log findings).
[[nodiscard]] std::optional<std::size_t> sameFinding(const RunSnapshot &snapshot, const Finding &finding);

} // namespace cw
