// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of exports share: a small run, its export in memory, reading that back with another parser.
#pragma once

#include "io/exporter.h"

#include <QBuffer>

#include <gtest/gtest.h>

#include <rapidjson/document.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cw::test {

using Documents = std::vector<std::shared_ptr<const Document>>;

inline RunConfig smallConfig()
{
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.max = 8;
    config.overlap = 3;
    return config;
}

inline std::shared_ptr<const RunSnapshot> snapshotOf(const Documents &documents, const RunConfig &config)
{
    Caches caches;
    const auto snapshot = run({documents, config, 1, {}}, caches, {});
    EXPECT_TRUE(snapshot.hasValue()) << (snapshot.hasError() ? snapshot.error().message : "");
    return snapshot ? *snapshot : std::make_shared<const RunSnapshot>();
}

inline std::string exported(std::string_view exporter, const ExportRequest &request)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto written = findExporter(exporter)->write(request, buffer, {});
    EXPECT_TRUE(written.hasValue()) << (written.hasError() ? written.error().message : "");
    return buffer.data().toStdString();
}

inline rapidjson::Document parsed(const std::string &json)
{
    rapidjson::Document document;
    document.Parse<rapidjson::kParseValidateEncodingFlag>(json.data(), json.size());
    EXPECT_FALSE(document.HasParseError()) << json.substr(0, 300);
    return document;
}

inline std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        EXPECT_NE(end, std::string::npos) << "the last line must end";
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

inline std::string stringAt(const rapidjson::Value &value)
{
    return {value.GetString(), value.GetStringLength()};
}

} // namespace cw::test
