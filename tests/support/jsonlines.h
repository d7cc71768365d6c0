// SPDX-License-Identifier: GPL-3.0-or-later
// Reading JSON Lines in tests.
#pragma once

#include <rapidjson/document.h>

#include <fstream>
#include <string>
#include <vector>

namespace cw::testing {

/// One parsed document a line; empty when the file cannot be read. Lines that do not parse keep their parse error.
[[nodiscard]] inline std::vector<rapidjson::Document> readJsonLines(const std::string &path)
{
    std::vector<rapidjson::Document> rows;
    std::ifstream file(path, std::ios::binary);
    for (std::string line; std::getline(file, line);)
        rows.emplace_back().Parse(line.data(), line.size());
    return rows;
}

[[nodiscard]] inline std::string stringOf(const rapidjson::Value &value)
{
    return {value.GetString(), value.GetStringLength()};
}

[[nodiscard]] inline std::vector<std::string> stringsOf(const rapidjson::Value &list)
{
    std::vector<std::string> strings;
    for (const rapidjson::Value &item : list.GetArray())
        strings.push_back(stringOf(item));
    return strings;
}

} // namespace cw::testing
