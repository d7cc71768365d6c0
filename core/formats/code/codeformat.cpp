// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

namespace cw::code {

DocumentParts sourceParts(const Language &language, std::string text)
{
    if (!grammar(language.grammar)) {
        FormatProblem problem{
            "This is source code in " + std::string(language.title)
                + ", and the program was built without the grammar of that language, so it was opened "
                  "as plain text. Run app/fetch-grammars and build again to have its declarations.",
            {}};
        return {.text = std::move(text), .problems = {std::move(problem)}};
    }
    return {.text = std::move(text),
            .format = language.id,
            .readBlocks = [&language](std::string_view whole, std::stop_token stop) {
                return readCode(language, whole, std::move(stop));
            }};
}

std::string_view sourceHelp(const Language &language) noexcept
{
    if (!grammar(language.grammar))
        return "This program was built without the language's grammar, so such files open as plain text.";
    return "Functions, classes and other declarations are known with their names, statements and comments with their "
           "exact places.";
}

} // namespace cw::code
