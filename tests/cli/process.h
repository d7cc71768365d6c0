// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real program and keeps everything it says.
#pragma once

#include <QJsonArray>
#include <QJsonObject>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cw::test {

struct ProcessResult
{
    int exitCode = -1; ///< -1 when a signal ended it
    int signal = 0;
    std::string out;
    std::string err;

    [[nodiscard]] std::vector<std::string> lines() const;
    /// Standard output as JSON objects, one a line. Fails the running test when a line is not one.
    [[nodiscard]] std::vector<QJsonObject> records() const;
};

struct ProcessOptions
{
    std::string input;
    std::vector<std::string> environment; ///< all of it: the program starts with nothing else
    std::string outputFile; ///< standard output goes here instead; `out` stays empty
    unsigned mostDescriptors = 0; ///< how many the program may have open; 0 leaves the limit as it is
    std::vector<int> closedDescriptors; ///< which the program starts without
    bool closesOutputEarly = false; ///< standard output is a pipe that nobody reads
    std::vector<int> signalsInTurn; ///< sent after the first output line; the program's input then stays open
};

[[nodiscard]] ProcessResult runCli(const std::vector<std::string> &arguments, const ProcessOptions &options = {});
[[nodiscard]] ProcessResult runCli(const std::vector<std::string> &arguments, std::string input);

/// A JSONL record.
[[nodiscard]] std::string record(std::string_view id, std::string_view text);

/// The strings under `key` of each record.
[[nodiscard]] std::vector<std::string> texts(const std::vector<QJsonObject> &records, const char *key = "text");

/// A folder of its own for one test, removed at its end.
class Scratch final
{
public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;

    [[nodiscard]] std::string path(std::string_view name) const { return m_folder + '/' + std::string(name); }
    std::string write(std::string_view name, std::string_view content) const;
    [[nodiscard]] std::string read(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names() const;

private:
    std::string m_folder;
};

} // namespace cw::test
