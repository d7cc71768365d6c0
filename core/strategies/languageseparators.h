// SPDX-License-Identifier: GPL-3.0-or-later
// Separator presets of recursive-character.
#pragma once

#include "run/parameters.h"

#include <array>
#include <span>
#include <string_view>

namespace cw {

/// The choices of the parameter `language`, in display order.
inline constexpr std::array separatorLanguages{
    ParameterChoice{"none", "None", "Blank lines, lines, words."},
    ParameterChoice{"markdown", "Markdown", "Markdown source."},
    ParameterChoice{"python", "Python", "Python source."},
    ParameterChoice{"cpp", "C++", "C++ source."},
    ParameterChoice{"go", "Go", "Go source."},
    ParameterChoice{"html", "HTML", "HTML source."},
    ParameterChoice{"java", "Java", "Java source."},
    ParameterChoice{"js", "JavaScript", "JavaScript source."},
    ParameterChoice{"latex", "LaTeX", "LaTeX source."},
    ParameterChoice{"php", "PHP", "PHP source."},
    ParameterChoice{"proto", "Protocol Buffers", "Protocol Buffers source."},
    ParameterChoice{"rst", "reStructuredText", "reStructuredText source."},
    ParameterChoice{"ruby", "Ruby", "Ruby source."},
    ParameterChoice{"rust", "Rust", "Rust source."},
    ParameterChoice{"scala", "Scala", "Scala source."},
    ParameterChoice{"sol", "Solidity", "Solidity source."},
    ParameterChoice{"swift", "Swift", "Swift source."},
};

/// Separators of a language, coarsest first, as RecursiveCharacterTextSplitter.fromLanguage of @langchain/textsplitters
/// 1.0.2 has them; for "none" its defaults. Precondition: a language of the list above.
[[nodiscard]] std::span<const std::string_view> separatorsOf(std::string_view language) noexcept;

} // namespace cw
