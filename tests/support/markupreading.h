// SPDX-License-Identifier: GPL-3.0-or-later
// Outline and blocks of text in a markup whose blocks are read when asked for, in lines that tests can compare.
#pragma once

#include "support/formatreading.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::testing {

struct Markup
{
    const char *format; ///< its id

    [[nodiscard]] DocumentParts partsOf(std::string text) const
    {
        auto parts = test::readFormat(format, std::move(text));
        parts->blocks = *parts->readBlocks(parts->text, {});
        return *parts;
    }
    [[nodiscard]] std::vector<std::string> outlineOf(std::string text) const
    {
        return test::outlineOf(partsOf(std::move(text)));
    }
    [[nodiscard]] std::vector<std::string> blocksOf(std::string text) const
    {
        return test::blocksOf(partsOf(std::move(text)));
    }
    [[nodiscard]] std::shared_ptr<const BlockTree> treeOf(std::string_view text) const
    {
        return partsOf(std::string(text)).blocks;
    }
};

} // namespace cw::testing
