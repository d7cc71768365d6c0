// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/formatreading.h"

#include <utility>

namespace cw::test {

Outcome<DocumentParts> readFormat(std::string_view format, std::string input, const ParameterValues &options)
{
    return findFormat(format)->read({.input = std::move(input), .options = options, .stop = {}, .progress = {}});
}

std::vector<std::string> outlineOf(const DocumentParts &parts)
{
    std::vector<std::string> lines;
    for (const Heading &heading : parts.blocks->outline())
        lines.push_back(std::to_string(heading.level) + " " + headingTitle(parts.text, heading.title));
    return lines;
}

std::vector<std::string> blocksOf(const DocumentParts &parts)
{
    std::vector<std::string> lines;
    for (const Block &block : parts.blocks->blocks()) {
        std::string line;
        for (std::uint32_t around = block.parent; around != Block::none; around = parts.blocks->blocks()[around].parent)
            line += ' ';
        line += blockKindId(block.kind);
        line += ' ';
        line += parts.text.substr(block.bytes.begin, block.bytes.size());
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace cw::test
