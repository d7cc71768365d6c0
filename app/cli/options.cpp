// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include "formats/format.h"

#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace cw::cli {

namespace {

constexpr std::uint8_t processing = bitOf(Command::Chunk) | bitOf(Command::Audit);
constexpr std::uint8_t limits = bitOf(Command::Limits);
constexpr std::uint8_t configuring = processing | bitOf(Command::Config) | limits;
constexpr std::uint8_t bench = bitOf(Command::Bench);
constexpr std::uint8_t tokenize = bitOf(Command::Tokenize);
constexpr std::uint8_t everywhere = configuring | bitOf(Command::List) | bench | tokenize | bitOf(Command::Vectors);
constexpr unsigned mostJobs = 256;
constexpr unsigned mostRepetitions = 1000;

Error usage(std::string message, std::string_view option)
{
    return Error{ErrorCode::Usage, std::move(message), std::string(option)};
}

Error badValue(std::string_view option, std::string_view value, std::string_view expected)
{
    std::string message = "Option --";
    message += option;
    message += " takes ";
    message += expected;
    message += ", not \"";
    message += value;
    message += "\".";
    return usage(std::move(message), option);
}

Result<std::int64_t> parseWhole(std::string_view option, std::string_view text)
{
    std::int64_t value = 0;
    const char *end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, value);
    if (failure == std::errc{} && stop == end && !text.empty())
        return value;
    return badValue(option, text, "a whole number");
}

template<class Choice>
Result<void> choose(std::string_view option, std::string_view value,
                    std::initializer_list<std::pair<std::string_view, Choice>> choices, Choice &out)
{
    std::string names;
    for (const auto &[name, choice] : choices) {
        if (name == value) {
            out = choice;
            return {};
        }
        if (!names.empty())
            names += name == (choices.end() - 1)->first ? " or " : ", ";
        names += name;
    }
    return badValue(option, value, names);
}

Result<void> applySet(Options &options, std::string_view value)
{
    const std::size_t equals = value.find('=');
    if (equals == 0 || equals == std::string_view::npos)
        return badValue("set", value, "KEY=VALUE");
    options.settings.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    return {};
}

Result<const FormatDescriptor *> formatNamed(std::string_view option, std::string_view id)
{
    if (const FormatDescriptor *format = findFormat(id))
        return format;
    std::string ids;
    for (const FormatDescriptor *format : formats()) {
        ids += ids.empty() ? "" : ", ";
        ids += format->id;
    }
    return badValue(option, id, "a document format (" + ids + ")");
}

Result<void> applyDocumentFormat(Options &options, std::string_view value)
{
    const auto format = formatNamed("document-format", value);
    if (!format)
        return format.error();
    options.documentFormat = (*format)->id;
    return {};
}

Result<void> applyFormatOption(Options &options, std::string_view value)
{
    const std::size_t equals = value.find('=');
    const std::size_t dot = value.substr(0, equals).find('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos)
        return badValue("format-option", value, "FORMAT.OPTION=VALUE");
    const auto format = formatNamed("format-option", value.substr(0, dot));
    if (!format)
        return format.error();
    const std::string_view key = value.substr(dot + 1, equals - dot - 1);
    const ParameterSpec *spec = findParameter((*format)->options, key);
    if (!spec)
        return badValue("format-option", value, "one of the options that \"list formats\" shows");
    auto parsed = parseParameter(*spec, value.substr(equals + 1));
    if (!parsed)
        return usage(std::string((*format)->id) + '.' + parsed.error().message, "format-option");
    options.formatOptions[std::string((*format)->id)].set(key, std::move(*parsed));
    return {};
}

Result<void> applyFor(Options &options, std::string_view value)
{
    const std::size_t equals = value.find('=');
    const std::size_t dot = value.substr(0, equals).find('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos || dot + 1 == equals)
        return badValue("for", value, "FORMAT.KEY=VALUE, such as pdf.strategy=page");
    const auto format = formatNamed("for", value.substr(0, dot));
    if (!format)
        return format.error();
    options.formatSettings.push_back({std::string((*format)->id), std::string(value.substr(dot + 1, equals - dot - 1)),
                                      std::string(value.substr(equals + 1))});
    return {};
}

Result<void> applyJobs(Options &options, std::string_view value)
{
    const auto jobs = parseWhole("jobs", value);
    if (!jobs || *jobs < 1 || *jobs > mostJobs)
        return badValue("jobs", value, "a whole number from 1 to 256");
    options.jobs = static_cast<unsigned>(*jobs);
    return {};
}

Result<void> applyRepeat(Options &options, std::string_view value)
{
    const auto repeat = parseWhole("repeat", value);
    if (!repeat || *repeat < 1 || *repeat > mostRepetitions)
        return badValue("repeat", value, "a whole number from 1 to 1000");
    options.repeat = static_cast<unsigned>(*repeat);
    return {};
}

/// Calls `take` for each part of a list with commas, as long as that succeeds.
template<class Take>
Result<void> forEachPart(std::string_view list, Take take)
{
    while (true) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (const Result<void> taken = take(list.substr(0, comma)); !taken || comma == list.size())
            return taken;
        list.remove_prefix(comma + 1);
    }
}

Result<void> applyNumbers(std::string_view option, std::string_view value, std::vector<std::int64_t> &out)
{
    out.clear();
    return forEachPart(value, [&](std::string_view part) -> Result<void> {
        const auto number = parseWhole(option, part);
        if (!number)
            return badValue(option, value, "whole numbers with commas between them");
        out.push_back(*number);
        return {};
    });
}

Result<void> applyIds(std::string_view option, std::string_view value, std::vector<std::string> &out)
{
    return forEachPart(value, [&](std::string_view part) -> Result<void> {
        if (part.empty())
            return badValue(option, value, "ids with commas between them");
        out.emplace_back(part);
        return {};
    });
}

Result<void> applyNumber(std::string_view option, std::string_view value, std::optional<std::int64_t> &out)
{
    const auto number = parseWhole(option, value);
    if (!number)
        return number.error();
    out = *number;
    return {};
}

Result<void> applyFailOn(Options &options, std::string_view value)
{
    using Level = std::optional<Severity>;
    return choose<Level>(
        "fail-on", value,
        {{"never", std::nullopt}, {"info", Severity::Info}, {"warning", Severity::Warning}, {"error", Severity::Error}},
        options.failOn);
}

template<std::optional<std::string> Options::*member>
Result<void> keep(Options &options, std::string_view value)
{
    options.*member = std::string(value);
    return {};
}

template<bool Options::*member>
Result<void> raise(Options &options, std::string_view)
{
    options.*member = true;
    return {};
}

constexpr std::array table{
    OptionSpec{"config", "FILE", "Start from this configuration file; the options below override it.", configuring,
               keep<&Options::configFile>},
    OptionSpec{"strategy", "ID",
               "How to cut (see \"list strategies\"). Another strategy than the file's starts from its "
               "own default sizes.",
               configuring, keep<&Options::strategy>},
    OptionSpec{"tokenizer", "ID",
               "What counts as a token (see \"list tokenizers\"), or the path of a tokenizer.json or SentencePiece "
               ".model file.",
               configuring | tokenize, keep<&Options::tokenizer>},
    OptionSpec{"count", "", "Only count (default).", tokenize,
               [](Options &options, std::string_view) -> Result<void> {
                   options.wantsIds = false;
                   options.wantsOffsets = false;
                   return {};
               }},
    OptionSpec{"ids", "", "Add the ids of all tokens.", tokenize, raise<&Options::wantsIds>},
    OptionSpec{"offsets", "", "Add where each token begins and ends in the text.", tokenize,
               raise<&Options::wantsOffsets>},
    OptionSpec{"offset-unit", "UNIT",
               "byte (default), cp (code points) or utf16. In the latter two, tokens that are parts of a character "
               "take all of it.",
               tokenize,
               [](Options &options, std::string_view value) {
                   return choose<OffsetUnit>(
                       "offset-unit", value,
                       {{"byte", OffsetUnit::Byte}, {"cp", OffsetUnit::CodePoint}, {"utf16", OffsetUnit::Utf16}},
                       options.offsetUnit);
               }},
    OptionSpec{"model", "ID",
               "Embedding model (see \"list models\"), a profile file, or none. Brings its own tokenizer, unless "
               "--tokenizer names a file; max then holds its special tokens and prefix as well.",
               configuring, keep<&Options::model>},
    OptionSpec{
        "model", "ID",
        "Count with the tokenizer of this embedding model (see \"list models\") or profile file, and add how many "
        "tokens the model sees, with its special tokens and prefix. One whose tokenizer is in a file needs "
        "--tokenizer as well.",
        tokenize, keep<&Options::model>},
    OptionSpec{"no-special-tokens", "", "Let max hold the text alone, whatever the model adds around it.", configuring,
               raise<&Options::leavesOutSpecialTokens>},
    OptionSpec{"embedding-server", "URL",
               "Where strategies that compare sentences (semantic) get vectors of them: a server that speaks OpenAI's "
               "protocol, such as http://localhost:11434/v1. Sentences of the documents are sent there. What it "
               "answered is kept, so that it is asked about a sentence once.",
               configuring, keep<&Options::embeddingServer>},
    OptionSpec{"embedding-model", "NAME",
               "The model that makes these vectors, as the server calls it; none: compare words. Without "
               "--embedding-server only vectors that are kept are used.",
               configuring, keep<&Options::embeddingModel>},
    OptionSpec{
        "models", "IDS",
        "Models and tokenizers to count under, with commas between them; a file as well, and MODEL=FILE for a "
        "model whose tokenizer is in a file. Default: some common ones.",
        limits,
        [](Options &options, std::string_view value) { return applyIds("models", value, options.comparedModels); }},
    OptionSpec{"max", "N", "Largest chunk, in the strategy's unit; at least 1.", configuring,
               [](Options &options, std::string_view value) { return applyNumber("max", value, options.max); }},
    OptionSpec{"overlap", "N",
               "What neighbouring chunks share, in the same unit; 0 <= overlap < max. Default: as much of max as in "
               "the strategy's own sizes.",
               configuring,
               [](Options &options, std::string_view value) { return applyNumber("overlap", value, options.overlap); }},
    OptionSpec{
        "parent-max", "N",
        "Return the parent of a found chunk: a larger chunk of the same strategy, of at most N in its unit, "
        "inside which the chunk lies. Parents are exported as well. 0: no parents, whatever the file says.",
        configuring,
        [](Options &options, std::string_view value) { return applyNumber("parent-max", value, options.parentMax); }},
    OptionSpec{
        "neighbours", "N",
        "Return a found chunk with the N units before it and behind it: sentences, rows and lines, or words. 0: "
        "without them, whatever the file says.",
        configuring,
        [](Options &options, std::string_view value) { return applyNumber("neighbours", value, options.neighbours); }},
    OptionSpec{
        "strategy", "IDS", "Strategies to measure, with commas between them, or all. Default: structured.", bench,
        [](Options &options, std::string_view value) { return applyIds("strategy", value, options.benchStrategies); }},
    OptionSpec{
        "tokenizer", "IDS",
        "Tokenizers to measure, ids or files with commas between them, or all. Default: o200k_base.", bench,
        [](Options &options, std::string_view value) { return applyIds("tokenizer", value, options.benchTokenizers); }},
    OptionSpec{
        "max", "LIST",
        "Values of max to go round, with commas between them. Default: half, once, twice and four "
        "times the strategy's own.",
        bench,
        [](Options &options, std::string_view value) { return applyNumbers("max", value, options.benchMaxima); }},
    OptionSpec{
        "overlap", "LIST",
        "Values of overlap; each is combined with each larger max. Default: as much of max as in the "
        "strategy's own sizes.",
        bench,
        [](Options &options, std::string_view value) { return applyNumbers("overlap", value, options.benchOverlaps); }},
    OptionSpec{"repeat", "N", "How often everything is measured; from 1 to 1000, 5 when not given.", bench,
               applyRepeat},
    OptionSpec{"set", "KEY=VALUE", "Set one of the strategy's own parameters. May be repeated.", configuring, applySet},
    OptionSpec{
        "for", "FORMAT.KEY=VALUE",
        "Chunk documents of one format (see \"list formats\") differently: KEY is strategy, max, overlap or one of "
        "the strategy's own parameters. What is not given is as for all, and with another strategy its default. "
        "May be repeated. For single documents see \"overrides\" in configuration files.",
        configuring, applyFor},
    OptionSpec{"audit", "PROFILE",
               "none, reference, default, config (the profile inside --config), or a profile file. "
               "Adds findings to chunks. Default: none for chunk, config for audit.",
               configuring, keep<&Options::audit>},
    OptionSpec{"audit-scope", "SCOPE",
               "run: documents are audited together, so that duplicates across documents are "
               "found; document: each by itself; auto (default): run when every input is a "
               "text file, else document.",
               processing,
               [](Options &options, std::string_view value) {
                   return choose<AuditScope>(
                       "audit-scope", value,
                       {{"auto", AuditScope::Auto}, {"run", AuditScope::Run}, {"document", AuditScope::Document}},
                       options.auditScope);
               }},
    OptionSpec{"input", "KIND",
               "auto (default); document: every file is one, JSON Lines too, as on the desktop; text: the bytes of "
               "every file as text, also when they look binary; or jsonl: one {\"doc_id\",\"text\"} object a line.",
               processing | bench | limits | tokenize,
               [](Options &options, std::string_view value) {
                   return choose<InputKind>("input", value,
                                            {{"auto", InputKind::Auto},
                                             {"document", InputKind::Document},
                                             {"text", InputKind::Text},
                                             {"jsonl", InputKind::Jsonl}},
                                            options.input);
               }},
    OptionSpec{"document-format", "ID",
               "Read all files, and standard input as one document, in this format, one of those that \"list formats\" "
               "shows. Otherwise content and name decide.",
               processing | bench | limits | tokenize, applyDocumentFormat},
    OptionSpec{"format-option", "ID.OPTION=VALUE",
               "How documents of a format are read, such as html.navigation=true; \"list formats\" shows the options. "
               "May be repeated.",
               processing | bench | limits | tokenize, applyFormatOption},
    OptionSpec{"format", "FORMAT", "jsonl (default): one object a line; json: one document, made in memory.",
               processing,
               [](Options &options, std::string_view value) {
                   return choose<OutputFormat>(
                       "format", value, {{"jsonl", OutputFormat::Jsonl}, {"json", OutputFormat::Json}}, options.format);
               }},
    OptionSpec{"output", "FILE", "Write to FILE instead of standard output. The file appears complete or not at all.",
               processing | tokenize,
               [](Options &options, std::string_view value) -> Result<void> {
                   if (value.empty())
                       return badValue("output", value, "a file name or -");
                   options.output = std::string(value);
                   return {};
               }},
    OptionSpec{"fail-on", "LEVEL",
               "Exit with 10 when a finding is at least this severe: never (default), info, warning "
               "or error.",
               bitOf(Command::Audit), applyFailOn},
    OptionSpec{"keep-going", "",
               "Leave out documents and records that cannot be read, say which, and do the rest. Ends with 4 when any "
               "was left out.",
               processing | limits | tokenize, raise<&Options::keepsGoing>},
    OptionSpec{"jobs", "N", "Threads to use. Never changes a byte of the output. Default: all processors.",
               processing | tokenize, applyJobs},
    OptionSpec{"jobs", "N", "Threads of what is measured on several. Default: all processors.", bench, applyJobs},
    OptionSpec{"verbose", "", "Print a summary on standard error, as is done on a terminal.",
               bitOf(Command::Chunk) | tokenize, raise<&Options::isVerbose>},
    OptionSpec{"verbose", "", "Say on standard error what is being measured, as is done on a terminal.", bench,
               raise<&Options::isVerbose>},
    OptionSpec{"all", "", "For show: write every parameter, rule and threshold, at its default as well.",
               bitOf(Command::Config), raise<&Options::wantsAll>},
    OptionSpec{"json", "", "Print JSON with every schema.", bitOf(Command::List), raise<&Options::asJson>},
    OptionSpec{"json", "", "Print JSON; with every chunk over a limit.", limits, raise<&Options::asJson>},
    OptionSpec{"jobs", "N", "Threads to use. Never changes a figure. Default: all processors.", limits, applyJobs},
    OptionSpec{"json", "", "Print JSON; units are in the names of the keys.", bench, raise<&Options::asJson>},
    OptionSpec{"help", "", "Show this help.", everywhere, raise<&Options::wantsHelp>},
};

constexpr std::array<std::pair<std::string_view, Command>, 8> commandNames{{{"chunk", Command::Chunk},
                                                                            {"audit", Command::Audit},
                                                                            {"config", Command::Config},
                                                                            {"list", Command::List},
                                                                            {"bench", Command::Bench},
                                                                            {"limits", Command::Limits},
                                                                            {"tokenize", Command::Tokenize},
                                                                            {"vectors", Command::Vectors}}};

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i] == b[j] ? 0U : 1U);
            diagonal = row[j + 1];
            row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

Error unknownOption(std::string_view name, Command command)
{
    std::string message = "There is no option --";
    message += name;
    message += " for the command ";
    message += commandName(command);
    message += '.';
    const OptionSpec *nearest = nullptr;
    std::size_t distance = 3;
    for (const OptionSpec &spec : table) {
        if ((spec.commands & bitOf(command)) == 0 || name.size() > 40)
            continue;
        if (const std::size_t candidate = editDistance(name, spec.name); candidate < distance) {
            distance = candidate;
            nearest = &spec;
        }
    }
    if (nearest) {
        message += " Did you mean --";
        message += nearest->name;
        message += '?';
    }
    return usage(std::move(message), name);
}

Error notUtf8(const std::string &argument)
{
    return usage("The argument \"" + repairUtf8(argument).text
                     + "\" is not valid UTF-8; rename the file or write it in UTF-8.",
                 argument);
}

/// Parses the option at `at` and leaves `at` on its last argument.
Result<void> parseOne(std::span<const std::string> arguments, std::size_t &at, Options &options)
{
    std::string_view name = arguments[at];
    name.remove_prefix(2);
    std::optional<std::string_view> value;
    if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
        value = name.substr(equals + 1);
        name = name.substr(0, equals);
    }
    const auto spec = std::ranges::find_if(table, [&](const OptionSpec &candidate) {
        return candidate.name == name && (candidate.commands & bitOf(options.command)) != 0;
    });
    if (spec == table.end())
        return unknownOption(name, options.command);
    if (spec->argument.empty()) {
        if (value)
            return usage("Option --" + std::string(name) + " takes no value.", name);
        return spec->apply(options, {});
    }
    if (!value) {
        if (at + 1 == arguments.size())
            return usage("Option --" + std::string(name) + " needs a value: --" + std::string(name) + ' '
                             + std::string(spec->argument) + '.',
                         name);
        value = arguments[++at];
    }
    if (!isValidUtf8(*value))
        return notUtf8(arguments[at]);
    return spec->apply(options, *value);
}

} // namespace

std::span<const OptionSpec> optionTable() noexcept
{
    return table;
}

std::string_view commandName(Command command) noexcept
{
    return std::ranges::find(commandNames, command, &std::pair<std::string_view, Command>::second)->first;
}

Result<Options> parseOptions(std::span<const std::string> arguments)
{
    if (arguments.empty())
        return usage("Say what to do: chunk, audit, limits, tokenize, config, list, vectors or bench.", "command");
    if (!isValidUtf8(arguments[0]))
        return notUtf8(arguments[0]);
    const auto command
        = std::ranges::find(commandNames, std::string_view(arguments[0]), &std::pair<std::string_view, Command>::first);
    if (command == commandNames.end())
        return usage("There is no command \"" + arguments[0]
                         + "\". Commands are chunk, audit, limits, tokenize, config, list, vectors and bench.",
                     "command");
    Options options;
    options.command = command->second;
    const std::string *broken = nullptr;
    const auto addOperand = [&](const std::string &operand) {
        if (isValidUtf8(operand)) {
            options.operands.push_back(operand);
            return;
        }
        broken = broken ? broken : &operand;
        options.brokenOperands.push_back(repairUtf8(operand).text);
    };
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string &argument = arguments[i];
        if (argument == "--") {
            std::for_each(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end(), addOperand);
            break;
        }
        if (argument == "-h") {
            options.wantsHelp = true;
        } else if (argument.starts_with("-") && argument.size() > 1 && !isValidUtf8(argument)) {
            return notUtf8(argument);
        } else if (argument.starts_with("--")) {
            if (const auto parsed = parseOne(arguments, i, options); !parsed)
                return parsed.error();
        } else if (argument.size() > 1 && argument[0] == '-') {
            return usage("There is no option " + argument
                             + ". Options begin with two dashes; for a file of that name "
                               "write ./"
                             + argument + '.',
                         argument);
        } else {
            addOperand(argument);
        }
    }
    if (broken && !options.keepsGoing)
        return notUtf8(*broken);
    return options;
}

} // namespace cw::cli
