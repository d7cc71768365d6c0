// SPDX-License-Identifier: GPL-3.0-or-later
// Reading JSON Lines in tests.
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
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

/// The same, one at a time.
template<typename Visit>
void forEachJsonLine(const std::string &path, Visit visit)
{
    std::ifstream file(path, std::ios::binary);
    for (std::string line; std::getline(file, line);) {
        rapidjson::Document row;
        row.Parse(line.data(), line.size());
        visit(row);
    }
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

[[nodiscard]] inline std::vector<std::uint64_t> numbersOf(const rapidjson::Value &list)
{
    std::vector<std::uint64_t> numbers;
    for (const rapidjson::Value &number : list.GetArray())
        numbers.push_back(number.GetUint64());
    return numbers;
}

} // namespace cw::testing
