// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "inputs.h"
#include "output.h"
#include "report.h"
#include "signals.h"

#include "io/jsonvalue.h"
#include "io/tokenizerfile.h"
#include "run/runconfig.h"
#include "text/utf8.h"
#include "tokenize/tokenizerreference.h"

#include <unistd.h>

#include <span>

namespace cw::cli {

namespace {

struct Sums
{
    std::uint64_t documents = 0;
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
                               const Document &document)
{
    // Bundled tokenizers count without a list of tokens, and know all texts.
    const bool isListNeeded = options.wantsIds || options.wantsOffsets || isTokenizerFile(tokenizer.id());
    const auto tokens = isListNeeded ? tokenizer.tryTokens(document.text()) : std::vector<Token>();
    if (!tokens)
        return Error{tokens.error().code, document.id() + ": " + tokens.error().message, tokens.error().subject};
    const std::size_t count = isListNeeded ? tokens->size() : tokenizer.count(document.text());
    out += "{\"doc_id\":";
    appendJsonString(out, document.id());
    out += ",\"tokenizer\":";
    appendJsonString(out, labelOfTokenizer(tokenizer.id()).name);
    out += ",\"count\":" + std::to_string(count);
    if (options.wantsIds)
        appendIds(out, *tokens);
    if (options.wantsOffsets)
        appendOffsets(out, *tokens, document, options.offsetUnit);
    out += "}\n";
    return count;
}

/// One document after another; what has been written before an error stays written.
Outcome<Sums> tokenizeAll(Inputs &inputs, const Options &options, const Tokenizer &tokenizer, Output &output,
                          std::stop_token stop)
{
    Sums sums;
    while (!stop.stop_requested()) {
        auto item = inputs.next();
        if (!item)
            return item.error();
        if (!*item)
            break;
        auto loaded = loadItem(std::move(**item), stop);
        if (loaded.isCancelled())
            break;
        if (!loaded)
            return loaded.error();
        for (const std::string &remark : loaded->remarks)
            say(remark);
        std::string line;
        const auto count = appendLine(line, options, tokenizer, *loaded->document);
        if (!count)
            return count.error();
        sums.tokens += *count;
        ++sums.documents;
        output.write(line);
        output.flush();
        if (!output.status())
            return output.status().error();
    }
    if (stop.stop_requested())
        return Cancelled{};
    return sums;
}

} // namespace

int runTokenize(const Options &options, StopSignals &stopSignals)
{
    const std::string reference = canonicalTokenizerReference(options.tokenizer.value_or(defaultConfig().tokenizer));
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
    const auto sums = tokenizeAll(**inputs, options, **tokenizer, **output, stopSignals.token());
    if (sums.isCancelled())
        return SignalBase + stopSignals.received();
    if (!sums)
        return fail(sums.error());
    if (const auto committed = (*output)->commit(); !committed)
        return fail(committed.error());
    if (options.isVerbose || ::isatty(STDERR_FILENO) == 1)
        say(std::to_string(sums->documents) + (sums->documents == 1 ? " document, " : " documents, ")
            + std::to_string(sums->tokens) + (sums->tokens == 1 ? " token of " : " tokens of ")
            + labelOfTokenizer(reference).name + '.');
    return Success;
}

} // namespace cw::cli
