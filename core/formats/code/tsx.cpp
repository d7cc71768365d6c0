// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"
#include "formats/code/families.h"

#include <array>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 1> suffixes{"tsx"};

constexpr code::Language language{
    .id = "tsx",
    .grammar = "tsx",
    .title = "TypeScript with JSX",
    .suffixes = suffixes,
    .rules = code::typeScriptRules,
};

} // namespace

const FormatDescriptor &tsx()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
