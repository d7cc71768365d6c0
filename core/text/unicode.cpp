// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/unicode.h"

#include "text/characterproperties.h"

namespace cw {

namespace {
#include "text/unicodetables.inc"
}

constinit const CharacterTable characterTable{blockOfCharacter.data(), propertiesOfBlock.data()};

CharacterClass characterClass(char32_t codePoint) noexcept
{
    return characterProperties(codePoint).characterClass();
}

bool isPythonSpace(char32_t codePoint) noexcept
{
    return characterProperties(codePoint).isPythonSpace();
}

bool isPythonLower(char32_t codePoint) noexcept
{
    return characterProperties(codePoint).isLower();
}

bool isPythonWord(char32_t codePoint) noexcept
{
    return characterProperties(codePoint).isPythonWord();
}

} // namespace cw
