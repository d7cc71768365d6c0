// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"
#include "formats/code/families.h"

#include <array>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 3> suffixes{"ts", "mts", "cts"};

constexpr std::array<std::string_view, 2> interpreters{"ts-node", "tsx"};

constexpr std::array<std::string_view, 13> ownLineBegins{
    "export interface ", "import type ",     "export type ",      "declare module", "declare const ",
    "declare function",  "declare global",   "declare namespace", "declare var ",   "export enum ",
    "abstract class ",   "export abstract ", "private readonly "};

constexpr code::Language language{
    .id = "typescript",
    .grammar = "typescript",
    .title = "TypeScript",
    .suffixes = suffixes,
    .rules = code::typeScriptRules,
    .interpreters = interpreters,
    .lineBegins = code::scriptLineBegins,
    .ownLineBegins = ownLineBegins,
};

} // namespace

const FormatDescriptor &typescript()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
