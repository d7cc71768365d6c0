// SPDX-License-Identifier: GPL-3.0-or-later
// Command line and desktop write the same bytes: against an export made as the desktop makes it.
#include "cli/process.h"

#include "io/configjson.h"
#include "io/documentloader.h"
#include "io/exporter.h"

#include <gtest/gtest.h>

namespace {

using cw::test::ProcessResult;
using cw::test::runCli;
using cw::test::Scratch;

/// Finds, loads, runs over all documents together, exports.
std::string desktopExport(const std::string &folder, const cw::RunConfig &config, std::string_view format,
                          bool withAudits, const Scratch &scratch)
{
    cw::RunRequest request;
    request.config = config;
    request.threads = 2;
    for (const cw::FoundFile &file : cw::findFiles({QString::fromStdString(folder)}, {}, {}).files) {
        const auto document = cw::loadDocument(file.path, file.documentId, {}, {});
        EXPECT_TRUE(document.hasValue());
        request.documents.push_back(*document);
    }
    cw::Caches caches;
    const auto snapshot = cw::run(request, caches, {});
    EXPECT_TRUE(snapshot.hasValue());
    cw::ExportRequest exported;
    exported.snapshot = *snapshot;
    exported.withAudits = withAudits;
    const auto written
        = cw::exportToFile(*cw::findExporter(format), exported, QString::fromStdString(scratch.path("desktop")), {});
    EXPECT_TRUE(written.hasValue());
    return scratch.read("desktop");
}

class SameBytes : public testing::TestWithParam<std::tuple<const char *, bool>>
{
};

TEST_P(SameBytes, AsTheDesktop)
{
    const auto [format, withAudits] = GetParam();
    const Scratch scratch;
    const std::string twice = "The same paragraph stands in two documents, so that one rule looks across them.\n";
    scratch.write("docs/zeta.md", "# Title\n\n" + twice + "\nIt goes on here. And ends\r\nhere.");
    scratch.write("docs/alpha.txt", "\xEF\xBB\xBF" + twice + "Caf\xC3\xA9 \xF0\x9F\x98\x80 text. lower start.");
    scratch.write("docs/sub/latin.txt",
                  "Gr\xFC\xDF"
                  "e aus K\xF6ln und M\xFCnchen, sch\xF6ne Gr\xFC\xDF"
                  "e an alle H\xF6rer.");
    scratch.write("docs/empty.txt", "");

    for (const char *strategy : {"recursive-sentence", "fixed-words", "token-window"}) {
        cw::RunConfig config = cw::defaultConfig(strategy, "cl100k_base");
        config.name = "handbook";
        config.max = 12;
        config.overlap = 4;
        config.audit.rules["too-small"].severity = cw::Severity::Error;
        const auto json = cw::configToJson(config);
        ASSERT_TRUE(json.hasValue());
        const std::string file = scratch.write("config.json", json->toStdString());

        std::vector<std::string> arguments{"chunk", "--config", file, "--format", format, scratch.path("docs")};
        if (withAudits)
            arguments.emplace_back("--audit=config");
        const ProcessResult result = runCli(arguments);
        ASSERT_EQ(result.exitCode, 0) << result.err;
        ASSERT_GT(result.out.size(), 1000U);
        EXPECT_TRUE(result.out == desktopExport(scratch.path("docs"), config, format, withAudits, scratch)) << strategy;
    }
}

INSTANTIATE_TEST_SUITE_P(Cli, SameBytes,
                         testing::Combine(testing::Values("jsonl", "json"), testing::Values(false, true)));

} // namespace
