// SPDX-License-Identifier: GPL-3.0-or-later
// What a format makes of bytes, in lines that tests can compare.
#pragma once

#include "formats/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace cw::test {

/// Reads with the format of that id.
[[nodiscard]] Outcome<DocumentParts> readFormat(std::string_view format, std::string input,
                                                const ParameterValues &options = {});

/// "2 Title" for each heading that opens a section, with its level.
[[nodiscard]] std::vector<std::string> outlineOf(const DocumentParts &parts);

/// "  kind text" for each block, with a blank for every block around it.
[[nodiscard]] std::vector<std::string> blocksOf(const DocumentParts &parts);

} // namespace cw::test
