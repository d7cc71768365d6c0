// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/processing.h"
#include "io/jsonvalue.h"
#include "io/modelfile.h"
#include "io/tokenizerfile.h"
#include "run/modellimits.h"
#include "text/utf8.h"
#include "tokenize/tokenizerreference.h"

#include <QIODevice>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <thread>

namespace cw::cli {

namespace {

/// What one column of the table counts with.
struct Compared
{
    std::string reference;
    std::string tokenizer; ///< file of a model whose tokenizer is not built in; else empty
};

/// "ID", "FILE" or "MODEL=FILE", with every file loaded.
Result<Compared> comparedOf(const std::string &text)
{
    const std::size_t equals = text.find('=');
    Compared compared{text.substr(0, equals), equals == std::string::npos ? std::string() : text.substr(equals + 1)};
    if (!compared.tokenizer.empty()) {
        if (!isTokenizerFile(compared.tokenizer))
            compared.tokenizer.insert(0, "./");
        if (const auto loaded = loadTokenizer(compared.tokenizer); !loaded)
            return loaded.error();
    }
    if (findModelProfile(compared.reference) || findTokenizer(compared.reference))
        return compared;
    if (!isFileReference(compared.reference)) {
        return Error{ErrorCode::InvalidParameter,
                     "There is no model or tokenizer \"" + compared.reference
                         + "\". See \"list models\" and \"list tokenizers\".",
                     "models"};
    }
    // A profile or a tokenizer, which only its content tells.
    const auto profile = loadModelFile(QString::fromStdString(compared.reference));
    if (!profile) {
        if (const auto loaded = loadTokenizer(compared.reference); !loaded)
            return profile.error().subject.empty() ? loaded.error() : profile.error();
    } else if (compared.tokenizer.empty() && isTokenizerFile((*profile)->tokenizer)) {
        if (const auto loaded = loadTokenizer((*profile)->tokenizer); !loaded)
            return loaded.error();
    }
    return compared;
}

JsonValue limitsJson(const ModelLimits &limits, const RunSnapshot &snapshot)
{
    JsonValue::Array over;
    for (const ChunkOverLimit &chunk : limits.over) {
        JsonValue::Object entry;
        JsonValue::add(entry, "doc_id", snapshot.documents[chunk.document]->id());
        JsonValue::add(entry, "index", static_cast<std::int64_t>(chunk.chunk));
        JsonValue::add(entry, "tokens", static_cast<std::int64_t>(chunk.tokens));
        JsonValue::add(entry, "truncated_from_byte", static_cast<std::int64_t>(chunk.from));
        over.emplace_back(std::move(entry));
    }
    const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    JsonValue::Object object;
    JsonValue::add(object, "id", limits.reference);
    JsonValue::add(object, "title", limits.title);
    JsonValue::add(object, "tokenizer", limits.tokenizer);
    JsonValue::add(object, "input_limit", number(limits.limit));
    JsonValue::add(object, "overhead_tokens", number(limits.overhead));
    JsonValue::add(object, "chunks", number(limits.chunks));
    JsonValue::add(object, "tokens_min", number(limits.minimum));
    JsonValue::add(object, "tokens_median", Halves{static_cast<std::int64_t>(limits.median * 2)});
    JsonValue::add(object, "tokens_max", number(limits.maximum));
    JsonValue::add(object, "chunks_over", number(limits.over.size()));
    JsonValue::add(object, "truncated_tokens", number(limits.truncatedTokens));
    JsonValue::add(object, "truncated_bytes", number(limits.truncatedBytes));
    JsonValue::add(object, "over", std::move(over));
    return object;
}

/// Padded to `width` characters; of a path that is too long the end tells most.
std::string fitted(std::string_view name, std::size_t width)
{
    constexpr std::string_view ellipsis = "...";
    const auto characters = static_cast<std::size_t>(
        std::ranges::count_if(name, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
    if (characters <= width)
        return std::string(name) + std::string(width - characters, ' ');
    for (std::size_t dropped = 0; dropped < characters - (width - ellipsis.size()); ++dropped) {
        do
            name.remove_prefix(1);
        while (!isCharacterBoundary(name, 0));
    }
    return std::string(ellipsis) + std::string(name);
}

std::string lineOf(const ModelLimits &limits)
{
    std::array<char, 256> line{};
    const std::string limit = limits.limit == 0 ? "-" : std::to_string(limits.limit);
    std::snprintf(line.data(), line.size(), "%s %7s %8llu %10.1f %8llu %8zu %11llu %11llu\n",
                  fitted(limits.reference, 30).c_str(), limit.c_str(), static_cast<unsigned long long>(limits.minimum),
                  limits.median, static_cast<unsigned long long>(limits.maximum), limits.over.size(),
                  static_cast<unsigned long long>(limits.truncatedTokens),
                  static_cast<unsigned long long>(limits.truncatedBytes));
    return line.data();
}

} // namespace

int runLimits(const Options &given, StopSignals &stopSignals)
{
    const auto config = configFromOptions(given);
    if (!config)
        return fail(config.error());
    std::vector<std::string> names = given.comparedModels;
    if (names.empty()) {
        names = {"text-embedding-3-small", "bge-base-en-v1.5", "e5-base-v2", "all-minilm-l6-v2", "o200k_base"};
        if (!config->model.empty() && std::ranges::find(names, config->model) == names.end())
            names.insert(names.begin(),
                         config->tokenizer == findModelProfile(config->model)->tokenizer
                             ? config->model
                             : config->model + '=' + config->tokenizer);
    }
    std::vector<Compared> compared;
    for (const std::string &name : names) {
        auto one = comparedOf(name);
        if (!one)
            return fail(one.error());
        compared.push_back(std::move(*one));
    }

    Options options = given;
    options.format = OutputFormat::Json; // one run over all documents
    PipelineJob job;
    job.config = *config;
    job.config.audit = emptyAuditProfile();
    const unsigned threads = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    std::optional<Error> error;
    job.render = [&](const std::shared_ptr<const RunSnapshot> &snapshot, QIODevice &device,
                     std::stop_token stop) -> Outcome<std::size_t> {
        std::string text;
        JsonValue::Array entries;
        if (!options.asJson)
            text = "model or tokenizer               limit      min     median      max     over  cut tokens   cut "
                   "bytes\n";
        for (const Compared &one : compared) {
            Caches caches;
            const auto limits = modelLimits(*snapshot, one.reference, one.tokenizer, caches, stop, threads);
            if (limits.isCancelled())
                return Cancelled{};
            if (!limits)
                return limits.error();
            if (options.asJson)
                entries.emplace_back(limitsJson(*limits, *snapshot));
            else
                text += lineOf(*limits);
        }
        if (options.asJson)
            text = JsonValue(std::move(entries)).toCompact() + '\n';
        device.write(text.data(), static_cast<qint64>(text.size()));
        return snapshot->chunkCount;
    };
    Totals totals;
    return processInputs(options, std::move(job), false, stopSignals, totals);
}

} // namespace cw::cli
