// SPDX-License-Identifier: GPL-3.0-or-later
// Which stretches of a text were found to be equal.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace cw {

/// Compares stretches of one text and remembers where they are equal: for 256 neighbouring bytes how far back the same
/// bytes stand. Stretches that were compared before, with whatever begins and ends, then cost a load for each 256 bytes
/// and read no text. 1/64 of the text; thread-safe.
class EqualStretches final
{
public:
    /// The text must outlive this.
    explicit EqualStretches(std::string_view text)
        : m_text(text), m_distances(std::make_unique<std::atomic<std::uint32_t>[]>(text.size() / cellBytes + 1))
    {
    }

    [[nodiscard]] bool contains(std::string_view stretch) const noexcept
    {
        constexpr std::less_equal<const char *> isUpTo;
        return isUpTo(m_text.data(), stretch.data())
            && isUpTo(stretch.data() + stretch.size(), m_text.data() + m_text.size());
    }

    /// Preconditions: contains() both, neither is empty, `earlier` begins before `later`.
    [[nodiscard]] bool areEqual(std::string_view earlier, std::string_view later) const noexcept;

private:
    static constexpr std::size_t cellBytes = 256;

    void remember(std::size_t begin, std::size_t end, std::size_t distance) const noexcept;

    std::string_view m_text;
    std::unique_ptr<std::atomic<std::uint32_t>[]> m_distances; ///< of each cell; 0 when nothing is known
};

/// To be asked for from TextFacts.
[[nodiscard]] EqualStretches equalStretches(std::string_view text);

} // namespace cw
