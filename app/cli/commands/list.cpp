// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "report.h"
#include "standardoutput.h"

#include "audit/audit.h"
#include "formats/format.h"
#include "io/jsonvalue.h"
#include "models/modelprofile.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <algorithm>

namespace cw::cli {

namespace {

std::string_view kindId(ParameterKind kind)
{
    switch (kind) {
    case ParameterKind::Integer:
        return "integer";
    case ParameterKind::Boolean:
        return "boolean";
    case ParameterKind::Choice:
        return "choice";
    case ParameterKind::StringList:
        break;
    }
    return "string-list";
}

JsonValue choicesJson(const ParameterSpec &spec)
{
    JsonValue::Array choices;
    for (const ParameterChoice &choice : spec.choices) {
        JsonValue::Object entry;
        JsonValue::add(entry, "id", choice.id);
        JsonValue::add(entry, "title", choice.title);
        JsonValue::add(entry, "help", choice.help);
        choices.emplace_back(std::move(entry));
    }
    return choices;
}

JsonValue schemaJson(std::span<const ParameterSpec> schema)
{
    JsonValue::Array parameters;
    for (const ParameterSpec &spec : schema) {
        JsonValue::Object entry;
        JsonValue::add(entry, "id", spec.id);
        JsonValue::add(entry, "title", spec.title);
        JsonValue::add(entry, "help", spec.help);
        JsonValue::add(entry, "kind", kindId(spec.kind));
        switch (spec.kind) {
        case ParameterKind::Integer:
            JsonValue::add(entry, "minimum", spec.minimum);
            if (!spec.minimumName.empty())
                JsonValue::add(entry, "minimum_name", spec.minimumName);
            JsonValue::add(entry, "maximum", spec.maximum);
            JsonValue::add(entry, "default", spec.defaultInteger);
            JsonValue::add(entry, "unit", spec.unit);
            break;
        case ParameterKind::Boolean:
            JsonValue::add(entry, "default", spec.defaultInteger != 0);
            break;
        case ParameterKind::Choice:
            JsonValue::add(entry, "choices", choicesJson(spec));
            JsonValue::add(entry, "default", spec.defaultChoice);
            break;
        case ParameterKind::StringList:
            JsonValue::add(entry, "default", JsonValue::Array{});
            break;
        }
        parameters.emplace_back(std::move(entry));
    }
    return parameters;
}

template<class Descriptor>
JsonValue::Object headJson(const Descriptor &descriptor)
{
    JsonValue::Object entry;
    JsonValue::add(entry, "id", descriptor.id);
    JsonValue::add(entry, "title", descriptor.title);
    return entry;
}

JsonValue strategyJson(const StrategyDescriptor &strategy)
{
    JsonValue::Object entry = headJson(strategy);
    JsonValue::add(entry, "help", strategy.help);
    JsonValue::add(entry, "unit", sizeUnitId(strategy.sizeUnit));
    JsonValue::add(entry, "default_max", strategy.defaultMax);
    JsonValue::add(entry, "default_overlap", strategy.defaultOverlap);
    JsonValue::add(entry, "parameters", schemaJson(strategy.parameters));
    return entry;
}

JsonValue tokenizerJson(const TokenizerDescriptor &tokenizer)
{
    JsonValue::Object entry = headJson(tokenizer);
    JsonValue::add(entry, "help", tokenizer.help);
    JsonValue::add(entry, "noun", tokenizer.tokenNoun);
    if (!tokenizer.alias.empty())
        JsonValue::add(entry, "alias", tokenizer.alias);
    if (const auto made = tokenizer.create()) {
        const auto number = [](std::size_t value) { return static_cast<std::int64_t>(value); };
        JsonValue::add(entry, "sha256", (*made)->vocabularySha256());
        JsonValue::add(entry, "vocabulary_size", number((*made)->vocabularySize()));
        JsonValue::add(entry, "special_tokens_added", number((*made)->specialTokensAdded()));
    }
    JsonValue::add(entry, "source", tokenizer.source);
    return entry;
}

JsonValue formatJson(const FormatDescriptor &format)
{
    JsonValue::Object entry = headJson(format);
    JsonValue::add(entry, "help", format.help);
    JsonValue::Array suffixes;
    for (const std::string_view suffix : format.suffixes)
        suffixes.emplace_back(suffix);
    JsonValue::add(entry, "suffixes", std::move(suffixes));
    JsonValue::add(entry, "options", schemaJson(format.options));
    return entry;
}

JsonValue modelJson(const ModelProfile &model)
{
    const auto tokens = [](const std::vector<std::string> &list) { return JsonValue::Array(list.begin(), list.end()); };
    JsonValue::Object specials;
    JsonValue::add(specials, "before", tokens(model.specialsBefore));
    JsonValue::add(specials, "after", tokens(model.specialsAfter));
    JsonValue::Object entry;
    JsonValue::add(entry, "id", model.id);
    JsonValue::add(entry, "title", model.title);
    JsonValue::add(entry, "family", model.family);
    JsonValue::add(entry, "tokenizer", model.tokenizer);
    JsonValue::add(entry, "tokenizer_file", model.tokenizerFile);
    JsonValue::add(entry, "special_tokens", std::move(specials));
    JsonValue::add(entry, "passage_prefix", model.passagePrefix);
    JsonValue::add(entry, "query_prefix", model.queryPrefix);
    JsonValue::add(entry, "input_limit", static_cast<std::int64_t>(model.inputLimit));
    JsonValue::add(entry, "source", model.source);
    JsonValue::add(entry, "note", model.note);
    return entry;
}

JsonValue ruleJson(const RuleDescriptor &rule)
{
    JsonValue::Object entry = headJson(rule);
    JsonValue::add(entry, "severity", severityId(rule.defaultSeverity));
    JsonValue::add(entry, "why", rule.whyItMatters);
    JsonValue::add(entry, "what_to_do", rule.whatToDo);
    JsonValue::add(entry, "thresholds", schemaJson(rule.thresholds));
    return entry;
}

template<class Table, class ToJson>
std::string tableJson(const Table &table, ToJson toJson)
{
    JsonValue::Array entries;
    for (const auto *descriptor : table)
        entries.emplace_back(toJson(*descriptor));
    return JsonValue(std::move(entries)).toCompact() + '\n';
}

/// Joined without operator+, whose inlining makes GCC 12 warn wrongly about overlapping copies.
std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        text += part;
    return text;
}

std::string valuesText(const ParameterSpec &spec)
{
    switch (spec.kind) {
    case ParameterKind::Integer:
        return joined({std::to_string(spec.minimum), spec.minimumName.empty() ? "" : " (", spec.minimumName,
                       spec.minimumName.empty() ? "" : ")", " to ", std::to_string(spec.maximum),
                       spec.unit.empty() ? "" : " ", spec.unit, ", default ", std::to_string(spec.defaultInteger)});
    case ParameterKind::Boolean:
        return joined({"true or false, default ", spec.defaultInteger != 0 ? "true" : "false"});
    case ParameterKind::Choice: {
        std::string choices;
        for (const ParameterChoice &choice : spec.choices)
            choices += joined({choices.empty() ? "" : ", ", choice.id});
        return joined({choices, "; default ", spec.defaultChoice});
    }
    case ParameterKind::StringList:
        break;
    }
    return "a JSON list of strings, default empty";
}

std::string schemaText(std::span<const ParameterSpec> schema)
{
    std::string text;
    for (const ParameterSpec &spec : schema)
        text += joined({"    ", spec.id, " = ", valuesText(spec), "\n        ", spec.help, "\n"});
    return text;
}

std::string strategyText(const StrategyDescriptor &strategy)
{
    return joined({strategy.id, "  ", strategy.title, "\n    ", strategy.help, "\n    --max in ",
                   sizeUnitId(strategy.sizeUnit), ", default ", std::to_string(strategy.defaultMax),
                   "; --overlap, default ", std::to_string(strategy.defaultOverlap), "\n",
                   schemaText(strategy.parameters)});
}

std::string tokenizerText(const TokenizerDescriptor &tokenizer)
{
    std::string text = joined({tokenizer.id, "  ", tokenizer.title, tokenizer.alias.empty() ? "" : ", also ",
                               tokenizer.alias, "\n    ", tokenizer.help, "\n"});
    const auto made = tokenizer.create();
    if (!made || (*made)->vocabularySize() == 0)
        return text;
    text += joined({"    ", std::to_string((*made)->vocabularySize()),
                    " tokens; special tokens added to a text: ", std::to_string((*made)->specialTokensAdded()),
                    "\n    source: ", tokenizer.source, "\n    sha256: ", (*made)->vocabularySha256(), "\n"});
    return text;
}

std::string formatText(const FormatDescriptor &format)
{
    std::string suffixes;
    for (const std::string_view suffix : format.suffixes)
        suffixes += joined({suffixes.empty() ? "." : ", .", suffix});
    return joined(
        {format.id, "  ", format.title, "\n    ", format.help, "\n    ", suffixes, "\n", schemaText(format.options)});
}

std::string joinedTokens(const std::vector<std::string> &tokens)
{
    std::string text;
    for (const std::string &token : tokens)
        text += joined({token, " "});
    return text;
}

std::string onOneLine(std::string text)
{
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at))
        text.replace(at, 1, "\\n");
    return text;
}

std::string modelText(const ModelProfile &model)
{
    std::string text
        = joined({model.id, "  ", model.title, model.family.empty() ? "" : " (", model.family,
                  model.family.empty() ? "" : ")", "\n    reads ", std::to_string(model.inputLimit), " tokens; ",
                  model.tokenizer.empty() ? "tokenizer to choose: " : "tokenizer ",
                  model.tokenizer.empty() ? model.tokenizerFile : model.tokenizer, "\n    a text becomes ",
                  joinedTokens(model.specialsBefore), model.passagePrefix.empty() ? "" : "\"", model.passagePrefix,
                  model.passagePrefix.empty() ? "" : "\" ", "text ", joinedTokens(model.specialsAfter)});
    if (!model.queryPrefix.empty())
        text += joined({"; a query begins with \"", onOneLine(model.queryPrefix), "\""});
    text += joined({"\n    source: ", model.source, "\n"});
    if (!model.note.empty())
        text += joined({"    ", model.note, "\n"});
    return text;
}

std::string ruleText(const RuleDescriptor &rule)
{
    return joined({rule.id, "  ", rule.title, " (", severityId(rule.defaultSeverity), ")\n    ", rule.whyItMatters,
                   "\n    ", rule.whatToDo, "\n", schemaText(rule.thresholds)});
}

template<class Table, class ToText>
std::string tableText(const Table &table, ToText toText)
{
    std::string text;
    for (const auto *descriptor : table)
        text += joined({text.empty() ? "" : "\n", toText(*descriptor)});
    return text;
}

std::string modelsJson()
{
    JsonValue::Array entries;
    for (const ModelProfile &model : modelProfiles())
        entries.emplace_back(modelJson(model));
    return JsonValue(std::move(entries)).toCompact() + '\n';
}

std::string modelsText()
{
    std::string text;
    for (const ModelProfile &model : modelProfiles())
        text += joined({text.empty() ? "" : "\n", modelText(model)});
    return text;
}

} // namespace

int runList(const Options &options)
{
    const std::string what = options.operands.size() == 1 ? options.operands.front() : std::string();
    if (what == "strategies")
        return printToStandardOutput(options.asJson ? tableJson(strategies(), strategyJson)
                                                    : tableText(strategies(), strategyText));
    if (what == "tokenizers")
        return printToStandardOutput(options.asJson ? tableJson(tokenizers(), tokenizerJson)
                                                    : tableText(tokenizers(), tokenizerText));
    if (what == "models")
        return printToStandardOutput(options.asJson ? modelsJson() : modelsText());
    if (what == "formats")
        return printToStandardOutput(options.asJson ? tableJson(formats(), formatJson)
                                                    : tableText(formats(), formatText));
    if (what == "rules")
        return printToStandardOutput(options.asJson ? tableJson(rules(), ruleJson) : tableText(rules(), ruleText));
    return fail({ErrorCode::Usage,
                 "Say what to list: list strategies, list tokenizers, list models, list formats or list rules.",
                 "list"});
}

} // namespace cw::cli
