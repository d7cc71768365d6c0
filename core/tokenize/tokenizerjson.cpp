// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/utf8.h"
#include "tokenize/pipeline/jsonfields.h"
#include "tokenize/pipeline/pipelinetokenizer.h"
#include "tokenize/tokenizerformats.h"

#include <simdjson.h>

namespace cw {

namespace {

constexpr std::size_t depthLimit = 64;

Error damaged(const std::string &what)
{
    return {ErrorCode::InvalidConfig, "The file is not a tokenizer.json: " + what + '.', "tokenizer.json"};
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> readTokenizerJson(std::string_view json, TokenizerOrigin origin)
{
    simdjson::dom::parser parser;
    if (parser.allocate(std::max<std::size_t>(json.size(), 64), depthLimit) != simdjson::SUCCESS)
        return damaged("it is too large for the memory there is");
    simdjson::dom::element document;
    if (const auto error = parser.parse(json.data(), json.size()).get(document))
        return damaged(std::string(simdjson::error_message(error)));
    if (!document.is_object())
        return damaged("it is not an object");
    JsonFields fields(document, "tokenizer.json");
    if (fields.string("version", "1.0") != "1.0")
        return Error{ErrorCode::InvalidConfig, "version is not \"1.0\".", "version"};
    if (fields.error())
        return *fields.error();
    const auto model = fields.find("model");
    if (!model)
        return Error{ErrorCode::InvalidConfig, "model is missing; the file is no tokenizer.json.", "model"};

    PipelineTokenizer::Parts parts;
    if (const auto normalizer = fields.find("normalizer")) {
        auto read = readNormalizer(*normalizer, "normalizer");
        if (!read)
            return read.error();
        parts.normalizer = *read;
    }
    if (const auto preTokenizer = fields.find("pre_tokenizer")) {
        auto read = readPreTokenizers(*preTokenizer, "pre_tokenizer");
        if (!read)
            return read.error();
        parts.preTokenizers = std::move(*read);
    }
    if (const auto postProcessor = fields.find("post_processor")) {
        auto read = readPostProcessor(*postProcessor, "post_processor");
        if (!read)
            return read.error();
        parts.postProcessing = std::move(*read);
        const auto isUnigram = [&] {
            std::string_view type;
            return model->at_key("type").get(type) == simdjson::SUCCESS && type == "Unigram";
        };
        if (!parts.postProcessing.trims.empty() && isUnigram())
            return tokenizerFileError("post_processor", "trims the offsets of a Unigram model, which is not supported");
    }
    auto readModel = readPieceModel(*model);
    if (!readModel)
        return readModel.error();
    parts.model = *readModel;
    if (const auto addedTokens = fields.find("added_tokens")) {
        auto read = AddedTokens::read(*addedTokens, *parts.model, parts.normalizer.get());
        if (!read)
            return read.error();
        parts.addedTokens = std::move(*read);
    }
    return std::shared_ptr<const Tokenizer>(std::make_shared<PipelineTokenizer>(std::move(parts), std::move(origin)));
}

} // namespace cw
