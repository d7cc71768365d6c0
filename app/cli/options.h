// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as data: what was asked for, and the table that parser and help are both made from.
#pragma once

#include "audit/audit.h"
#include "base/result.h"
#include "run/parameters.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::cli {

enum class Command : std::uint8_t { Chunk, Audit, Config, List, Bench, Limits, Tokenize, Vectors };
/// Document: every file is one document, JSON Lines too, as on the desktop.
enum class InputKind : std::uint8_t { Auto, Document, Text, Jsonl };
enum class OutputFormat : std::uint8_t { Jsonl, Json };
/// What positions of tokens count.
enum class OffsetUnit : std::uint8_t { Byte, CodePoint, Utf16 };
/// What one audit looks at: all documents together, or each by itself.
enum class AuditScope : std::uint8_t { Auto, Run, Document };

/// One value for documents of one format, as --for takes it.
struct FormatSetting
{
    std::string format; ///< id
    std::string key; ///< strategy, max, overlap or one of the strategy's own
    std::string value;
};

struct Options
{
    Command command = Command::Chunk;
    std::optional<std::string> configFile;
    std::optional<std::string> strategy;
    std::optional<std::string> tokenizer;
    std::optional<std::string> model; ///< "none": no model
    std::optional<std::string> embeddingServer;
    std::optional<std::string> embeddingModel; ///< "none": words are compared
    bool leavesOutSpecialTokens = false; ///< of --no-special-tokens
    std::optional<std::int64_t> max;
    std::optional<std::int64_t> overlap;
    std::optional<std::int64_t> parentMax; ///< 0: no parents
    std::optional<std::int64_t> neighbours; ///< 0: none
    std::vector<std::pair<std::string, std::string>> settings; ///< of --set, in order
    std::vector<FormatSetting> formatSettings; ///< of --for, in order
    InputKind input = InputKind::Auto;
    std::string documentFormat; ///< id; empty: by content and name
    std::map<std::string, ParameterValues, std::less<>> formatOptions; ///< of --format-option, by format
    std::optional<std::string> audit; ///< none, reference, default, config or a file
    AuditScope auditScope = AuditScope::Auto;
    OutputFormat format = OutputFormat::Jsonl;
    std::string output = "-"; ///< "-" is standard output
    unsigned jobs = 0; ///< 0: as many as there are processors
    std::optional<Severity> failOn; ///< empty: never
    std::vector<std::string> benchStrategies; ///< ids; empty: the default one
    std::vector<std::string> benchTokenizers; ///< ids; empty: the default one
    std::vector<std::int64_t> benchMaxima; ///< empty: the program chooses
    std::vector<std::int64_t> benchOverlaps; ///< empty: the program chooses
    std::vector<std::string> comparedModels; ///< of --models; empty: the program chooses
    bool wantsAll = false; ///< of config show --all
    bool wantsIds = false;
    bool wantsOffsets = false;
    OffsetUnit offsetUnit = OffsetUnit::Byte;
    unsigned repeat = 5; ///< measurements of each kind
    bool keepsGoing = false; ///< of --keep-going
    bool isVerbose = false;
    bool asJson = false;
    bool wantsHelp = false;
    std::vector<std::string> operands;
    std::vector<std::string> brokenOperands; ///< names that are not UTF-8, as far as they can be shown; of --keep-going
};

/// One option. A value is expected when `argument` is not empty.
struct OptionSpec
{
    std::string_view name; ///< without the dashes
    std::string_view argument; ///< name of the value in the help
    std::string_view help;
    std::uint8_t commands = 0; ///< bits by Command
    Result<void> (*apply)(Options &options, std::string_view value);
};

[[nodiscard]] constexpr std::uint8_t bitOf(Command command) noexcept
{
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(command));
}

/// All options in the order of the help.
[[nodiscard]] std::span<const OptionSpec> optionTable() noexcept;

[[nodiscard]] std::string_view commandName(Command command) noexcept;

/// Parses everything after the program's name. The first argument is the command; options may stand anywhere after it,
/// as "--max 300" or "--max=300", and "--" ends them. Of an option given twice the last counts, but for --set.
/// Errors: Usage, naming the option and what it takes, or an argument that is not UTF-8.
[[nodiscard]] Result<Options> parseOptions(std::span<const std::string> arguments);

} // namespace cw::cli
