// SPDX-License-Identifier: GPL-3.0-or-later
// What became of pins, for people.
#pragma once

#include "run/run.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cw::cli {

/// A sentence for each pin that is not where it was set, for as many as somebody reads; of more only how many.
class PinRemarks final
{
public:
    static constexpr std::size_t mostSaid = 50;

    PinRemarks() = default;
    /// Of one run.
    explicit PinRemarks(const RunSnapshot &snapshot);

    /// Adds those of another run, and gives the sentences of them that are to be said now.
    [[nodiscard]] std::vector<std::string> take(const PinRemarks &more);
    /// A sentence about those that were not said one by one; empty when there are none.
    [[nodiscard]] std::string rest() const;

private:
    std::vector<std::pair<PinState, std::string>> m_sentences;
    std::size_t m_said = 0;
    std::array<std::uint64_t, 4> m_others{}; ///< by PinState
};

} // namespace cw::cli
