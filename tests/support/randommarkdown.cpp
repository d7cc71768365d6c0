// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/randommarkdown.h"

#include "support/randomtext.h"

#include <array>

namespace cw::testing {

std::string randomMarkdown(std::mt19937 &random)
{
    constexpr std::array starts{"",
                                "",
                                "",
                                "# ",
                                "## ",
                                "### ",
                                "- ",
                                "> ",
                                "1. ",
                                "| a | b |\n|---|---|\n",
                                "| a | b |\n|---|---|\n| c | d |\n| e | f g h i |\n/j | k\n",
                                "    ",
                                "```\n",
                                "\n\n",
                                "[x]: /y\n"};
    std::string text;
    for (int i = 0; i < 12; ++i) {
        text += starts[random() % starts.size()];
        text += randomText(random, {.pieces = 8, .hugeWords = random() % 6 == 0});
        text += random() % 2 == 0 ? "\n\n" : "\n";
    }
    return text;
}

} // namespace cw::testing
