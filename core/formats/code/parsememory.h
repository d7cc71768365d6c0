// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that one parse by tree-sitter takes, and its tree with it: taken in large pieces, given back at once.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace cw::code {

/// Pieces of any size, those of up to 2 KiB in classes of 16 bytes, which are used again; each costs 8 bytes more. O(1)
/// but for new blocks, which double from 64 KiB up to 8 MiB; a piece of more than 2 KiB rounds up to a power of two.
/// Not for several threads.
class ParseMemory final
{
public:
    /// Aligned to 16 bytes and not cleared.
    [[nodiscard]] void *allocate(std::size_t bytes);
    /// With what the old piece held.
    [[nodiscard]] void *resize(void *old, std::size_t bytes);
    void free(void *memory) noexcept;

private:
    struct Free
    {
        Free *next = nullptr;
    };
    static constexpr std::size_t unit = 16;
    static constexpr std::size_t smallClasses = 128; ///< of 16, 32, ... 2048 bytes, header included
    static constexpr std::size_t classes = smallClasses + 52; ///< and of powers of two

    [[nodiscard]] static std::size_t classOf(std::size_t bytes) noexcept;
    [[nodiscard]] static std::size_t bytesOf(std::size_t sizeClass) noexcept;

    std::array<Free *, classes> m_free{};
    std::byte *m_next = nullptr; ///< of the block that pieces are cut from
    std::size_t m_left = 0;
    std::size_t m_nextBlock = std::size_t{64} * 1024;
    std::vector<std::unique_ptr<std::byte[]>> m_blocks;
};

} // namespace cw::code
