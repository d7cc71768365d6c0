// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "configoptions.h"
#include "documentcounts.h"
#include "inputs.h"
#include "orderedwindow.h"
#include "output.h"
#include "report.h"
#include "signals.h"

#include "io/jsonvalue.h"
#include "io/tokenizerfile.h"
#include "run/runconfig.h"
#include "text/utf8.h"
#include "tokenize/tokenizerreference.h"

#include <QIODevice>

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <thread>

namespace cw::cli {

namespace {

struct Sums
{
    DocumentCounts documents;
    std::uint64_t documentsLeftOut = 0;
    std::uint64_t tokens = 0;
};

void appendIds(std::string &out, std::span<const Token> tokens)
{
    out += ",\"ids\":[";
    for (const Token &token : tokens) {
        if (out.back() != '[')
            out += ',';
        out += std::to_string(token.id);
    }
    out += ']';
}

/// Tokens of byte-level tokenizers may begin or end inside a character: in other units than bytes they take all of it.
ByteRange rangeIn(OffsetUnit unit, const Document &document, ByteRange bytes)
{
    while (!isCharacterBoundary(document.text(), bytes.end))
        ++bytes.end;
    const OffsetMap &offsets = document.offsets();
    if (unit == OffsetUnit::CodePoint)
        return {offsets.codePointAt(bytes.begin), offsets.codePointAt(bytes.end)};
    return {offsets.utf16At(bytes.begin), offsets.utf16At(bytes.end)};
}

std::string_view unitName(OffsetUnit unit)
{
    return unit == OffsetUnit::Byte ? "byte" : unit == OffsetUnit::CodePoint ? "cp" : "utf16";
}

void appendOffsets(std::string &out, std::span<const Token> tokens, const Document &document, OffsetUnit unit)
{
    out += ",\"offset_unit\":\"";
    out += unitName(unit);
    out += "\",\"offsets\":[";
    for (const Token &token : tokens) {
        if (out.back() != '[')
            out += ',';
        const ByteRange range = unit == OffsetUnit::Byte ? token.bytes : rangeIn(unit, document, token.bytes);
        out += '[' + std::to_string(range.begin) + ',' + std::to_string(range.end) + ']';
    }
    out += ']';
}

/// The document's line; the number of its tokens.
Result<std::size_t> appendLine(std::string &out, const Options &options, const Tokenizer &tokenizer,
                               const ModelInput &model, const Document &document)
{
    // Bundled tokenizers count without a list of tokens, and know all texts.
    const bool isListNeeded = options.wantsIds || options.wantsOffsets || isTokenizerFile(tokenizer.id());
    const auto tokens = isListNeeded ? tokenizer.tryTokens(document.text()) : std::vector<Token>();
    if (!tokens)
        return Error{tokens.error().code, document.id() + ": " + tokens.error().message, tokens.error().subject};
    const std::size_t count = isListNeeded ? tokens->size() : tokenizer.count(document.text());
    out += "{\"doc_id\":";
    appendJsonString(out, document.id());
    out += ",\"format\":";
    appendJsonString(out, document.format());
    out += ",\"tokenizer\":";
    appendJsonString(out, labelOfTokenizer(tokenizer.id()).name);
    out += ",\"count\":" + std::to_string(count);
    if (model) {
        const std::size_t text = model.profile->passagePrefix.empty() ? count : model.tokenizer->count(document.text());
        out += ",\"model\":";
        appendJsonString(out, model.profile->id);
        out += ",\"embed_tokens\":" + std::to_string(model.tokensOf(text));
    }
    if (options.wantsIds)
        appendIds(out, *tokens);
    if (options.wantsOffsets)
        appendOffsets(out, *tokens, document, options.offsetUnit);
    out += "}\n";
    return count;
}

/// What became of one document.
struct LineResult
{
    std::vector<std::string> remarks;
    DocumentCounts documents; ///< none without a line
    std::size_t tokens = 0;
    std::optional<Error> error;
    bool isLeftOut = false;
    bool isCancelled = false;
};

LineResult tokenize(Item item, const Options &options, const Tokenizer &tokenizer, const ModelInput &model,
                    QIODevice &output, const std::stop_token &stop)
{
    LineResult result;
    auto loaded = loadItem(std::move(item), stop);
    if (options.keepsGoing && loaded.hasError()) {
        result.remarks.push_back(loaded.error().message);
        result.isLeftOut = true;
        return result;
    }
    if (!loaded) {
        result.isCancelled = loaded.isCancelled();
        if (loaded.hasError())
            result.error = loaded.error();
        return result;
    }
    result.remarks = std::move(loaded->remarks);
    std::string line;
    const auto count = appendLine(line, options, tokenizer, model, *loaded->document);
    if (!count) {
        result.error = count.error();
        return result;
    }
    result.tokens = *count;
    result.documents.add(loaded->document->format());
    output.write(line.data(), static_cast<qint64>(line.size()));
    return result;
}

LineResult tokenizeGuarded(Item item, const Options &options, const Tokenizer &tokenizer, const ModelInput &model,
                           QIODevice &output, const std::stop_token &stop)
{
    const std::string place = item.place;
    LineResult failed;
    try {
        return tokenize(std::move(item), options, tokenizer, model, output, stop);
    } catch (const std::bad_alloc &) {
        failed.error = {ErrorCode::Internal, "There is not enough memory for " + place + ".", place};
    } catch (const std::exception &exception) {
        failed.error = {ErrorCode::Internal, "Tokenizing " + place + " failed: " + exception.what() + ".", place};
    }
    return failed;
}

/// Lines in input order; what has been written before an error stays written.
Outcome<Sums> tokenizeAll(Inputs &inputs, const Options &options, const Tokenizer &tokenizer, const ModelInput &model,
                          Output &output, StopSignals &stopSignals)
{
    Sums sums;
    const unsigned jobs = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    OrderedWindow<LineResult> window(inputs, jobs, [&](Item item, QIODevice &device, const std::stop_token &stop) {
        return tokenizeGuarded(std::move(item), options, tokenizer, model, device, stop);
    });
    while (stopSignals.received() == 0) {
        if (!window.isNextReady())
            output.flush();
        const auto part = window.takeNext();
        if (!part)
            break;
        output.write(part->output);
        const auto &result = part->result;
        if (result) {
            for (const std::string &remark : result->remarks)
                say(remark);
            sums.tokens += result->tokens;
            sums.documents.add(result->documents);
            sums.documentsLeftOut += result->isLeftOut ? 1 : 0;
        }
        const bool hasFailed = result && result->error;
        if (hasFailed || !output.status()) {
            stopSignals.interrupt();
            output.flush();
            return output.status() ? *result->error : output.status().error();
        }
    }
    output.flush();
    if (!output.status())
        return output.status().error();
    if (stopSignals.received() != 0)
        return Cancelled{};
    return sums;
}

} // namespace

int runTokenize(const Options &options, StopSignals &stopSignals)
{
    std::string reference = canonicalTokenizerReference(options.tokenizer.value_or(defaultConfig().tokenizer));
    ModelInput model;
    if (options.model) {
        const auto config = configFromOptions(options);
        if (!config)
            return fail(config.error());
        auto input = modelInput(*config);
        if (!input)
            return fail(input.error());
        reference = config->tokenizer;
        model = std::move(*input);
    }
    const auto tokenizer = loadTokenizer(reference);
    if (!tokenizer)
        return fail(tokenizer.error());
    if (options.wantsIds && (*tokenizer)->vocabularySize() == 0) {
        return fail({ErrorCode::Usage,
                     "The tokenizer " + reference + " has no vocabulary, so its tokens have no ids. Use --offsets.",
                     "ids"});
    }
    const auto inputs = Inputs::open(options, stopSignals.wakeDescriptor(), stopSignals.token());
    if (!inputs)
        return fail(inputs.error());
    const auto output = Output::open(options.output);
    if (!output)
        return fail(output.error());
    const auto sums = tokenizeAll(**inputs, options, **tokenizer, model, **output, stopSignals);
    if (sums.isCancelled())
        return SignalBase + stopSignals.received();
    if (!sums)
        return failAtDocument(sums.error());
    if (const auto committed = (*output)->commit(); !committed)
        return fail(committed.error());
    if (options.isVerbose || ::isatty(STDERR_FILENO) == 1)
        say(sums->documents.text() + ", " + counted(sums->tokens, "token", "tokens") + " of "
            + labelOfTokenizer(reference).name + '.');
    return codeAfterLeavingOut(sums->documentsLeftOut);
}

} // namespace cw::cli
