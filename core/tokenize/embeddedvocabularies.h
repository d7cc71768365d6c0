// SPDX-License-Identifier: GPL-3.0-or-later
// Vocabularies that are part of the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// Defined in embeddedvocabularies.S.
extern "C" {
extern const std::uint8_t cwO200kBaseMerges[];
extern const std::uint8_t cwO200kBaseMergesEnd[];
extern const std::uint8_t cwCl100kBaseMerges[];
extern const std::uint8_t cwCl100kBaseMergesEnd[];
extern const std::uint8_t cwP50kBaseMerges[];
extern const std::uint8_t cwP50kBaseMergesEnd[];
extern const std::uint8_t cwR50kBaseMerges[];
extern const std::uint8_t cwR50kBaseMergesEnd[];
extern const char cwBertUncasedPieces[];
extern const char cwBertUncasedPiecesEnd[];
}

namespace cw {

[[nodiscard]] inline std::span<const std::uint8_t> embeddedMerges(const std::uint8_t *begin,
                                                                  const std::uint8_t *end) noexcept
{
    return {begin, static_cast<std::size_t>(end - begin)};
}

[[nodiscard]] inline std::string_view embeddedText(const char *begin, const char *end) noexcept
{
    return {begin, static_cast<std::size_t>(end - begin)};
}

} // namespace cw
