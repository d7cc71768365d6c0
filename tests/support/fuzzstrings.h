// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzz strings of tests/golden/fuzzstrings.mjs, made anew, and what an independent tokenizer said of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {

/// The same strings as the script's class of that name gives for the same file and seed.
class FuzzStrings final
{
public:
    FuzzStrings(const std::string &alphabetsFile, std::uint32_t seed);

    [[nodiscard]] bool isUsable() const noexcept { return !m_byWeight.empty(); }
    [[nodiscard]] std::string next();
    /// A number under `limit` from the same source of numbers.
    [[nodiscard]] std::uint32_t below(std::size_t limit);

private:
    using Parts = std::vector<std::string>;
    [[nodiscard]] std::size_t byteLimit();
    [[nodiscard]] std::string piece(const Parts &alphabet);
    [[nodiscard]] std::string scalar();
    [[nodiscard]] std::string word();

    std::uint32_t m_state;
    std::vector<Parts> m_alphabets;
    std::vector<std::size_t> m_byWeight;
    Parts m_everyPart;
};

/// FNV-1a with 32 bits, over bytes or over whole numbers.
class Fnv32 final
{
public:
    void add(std::uint32_t value) noexcept { m_hash = (m_hash ^ value) * 0x01000193U; }
    void addBytes(std::string_view bytes) noexcept
    {
        for (const char byte : bytes)
            add(static_cast<unsigned char>(byte));
    }
    [[nodiscard]] std::uint32_t value() const noexcept { return m_hash; }

private:
    std::uint32_t m_hash = 0x811C9DC5U;
};

/// One block of tests/data/fuzzcounts.bin; its layout is told in tests/golden/make_fuzz_counts.mjs.
struct FuzzBlock
{
    static constexpr std::size_t strings = 1000;
    std::uint32_t textHash = 0;
    std::array<std::uint32_t, 2> idsHash{}; ///< o200k_base, cl100k_base; or p50k_base, r50k_base
    std::array<std::vector<std::size_t>, 2> counts;
};

/// All blocks; empty when the file is missing or not whole.
[[nodiscard]] std::vector<FuzzBlock> readFuzzBlocks(const std::string &path);

} // namespace cw::testing
