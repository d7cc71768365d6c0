// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/postprocessors.h"

#include "tokenize/pipeline/jsonfields.h"

namespace cw {

namespace {

constexpr unsigned depthLimit = 16;
constexpr std::size_t mostTokensAdded = 1000;

/// What a later post-processor adds stands further out.
void addAround(PostProcessing &result, const std::vector<std::string> &before, const std::vector<std::string> &after)
{
    result.around.before.insert(result.around.before.begin(), before.begin(), before.end());
    result.around.after.insert(result.around.after.end(), after.begin(), after.end());
}

void readTemplate(JsonFields &fields, PostProcessing &result)
{
    fields.allowOnly({"type", "single", "pair", "special_tokens"});
    const auto pieces = fields.array("single");
    const auto tokens = fields.required("special_tokens");
    if (fields.error())
        return;
    std::size_t texts = 0;
    std::vector<std::string> before;
    std::vector<std::string> after;
    for (const simdjson::dom::element piece : pieces) {
        simdjson::dom::element part;
        std::string_view id;
        if (piece.at_key("Sequence").get(part) == simdjson::SUCCESS) {
            if (part.at_key("id").get(id) != simdjson::SUCCESS || id != "A")
                fields.fail("single", "has a sequence other than A");
            ++texts;
        } else if (piece.at_key("SpecialToken").get(part) == simdjson::SUCCESS
                   && part.at_key("id").get(id) == simdjson::SUCCESS) {
            simdjson::dom::array ids;
            if (tokens->at_key(id).at_key("ids").get(ids) != simdjson::SUCCESS) {
                fields.fail("special_tokens", "lacks \"" + std::string(id) + '"');
                return;
            }
            result.tokensAdded += ids.size();
            if (result.tokensAdded > mostTokensAdded) {
                fields.fail("single", "adds more than 1000 tokens, which is not supported");
                return;
            }
            std::size_t number = 0;
            for ([[maybe_unused]] const simdjson::dom::element element : ids) {
                std::string_view name = id;
                if (tokens->at_key(id).at_key("tokens").at(number++).get(name) != simdjson::SUCCESS)
                    name = id;
                (texts == 0 ? before : after).emplace_back(name);
            }
        } else {
            fields.fail("single", "has a part that is neither a sequence nor a special token");
        }
    }
    if (texts != 1)
        fields.fail("single", "does not hold the text exactly once, which is not supported");
    addAround(result, before, after);
}

/// The names in fields like ["[SEP]", 102].
void readPair(JsonFields &fields, PostProcessing &result)
{
    const auto nameOf = [&](std::string_view field) {
        std::string_view name = field;
        const auto element = fields.find(field);
        if (element && element->at(0).get(name) != simdjson::SUCCESS)
            name = field;
        return std::string(name);
    };
    addAround(result, {nameOf("cls")}, {nameOf("sep")});
    result.tokensAdded += 2;
}

std::optional<Error> readInto(PostProcessing &result, simdjson::dom::element element, const std::string &path,
                              unsigned depth)
{
    if (depth > depthLimit)
        return tokenizerFileError(path, "is nested too deep");
    JsonFields fields(element, path);
    const std::string type(fields.string("type"));
    if (fields.error())
        return fields.error();
    if (type == "TemplateProcessing") {
        readTemplate(fields, result);
    } else if (type == "BertProcessing") {
        fields.allowOnly({"type", "sep", "cls"});
        readPair(fields, result);
    } else if (type == "RobertaProcessing") {
        fields.allowOnly({"type", "sep", "cls", "trim_offsets", "add_prefix_space"});
        const bool trims = fields.boolean("trim_offsets");
        const bool addsSpace = fields.boolean("add_prefix_space");
        if (trims)
            result.trims.push_back(addsSpace);
        readPair(fields, result);
    } else if (type == "ByteLevel") {
        fields.allowOnly({"type", "add_prefix_space", "trim_offsets", "use_regex"});
        const bool addsSpace = fields.boolean("add_prefix_space");
        if (fields.boolean("trim_offsets"))
            result.trims.push_back(addsSpace);
    } else if (type == "Sequence") {
        fields.allowOnly({"type", "processors"});
        const auto parts = fields.array("processors");
        if (fields.error())
            return fields.error();
        std::size_t number = 0;
        for (const simdjson::dom::element part : parts) {
            const std::string place = fields.pathOf("processors") + '[' + std::to_string(number++) + ']';
            if (auto error = readInto(result, part, place, depth + 1))
                return error;
        }
    } else {
        return tokenizerFileError(path, "is the post-processor \"" + type + "\", which is not supported");
    }
    return fields.error();
}

} // namespace

Result<PostProcessing> readPostProcessor(simdjson::dom::element postProcessor, const std::string &path)
{
    PostProcessing result;
    if (const auto error = readInto(result, postProcessor, path, 0))
        return *error;
    return result;
}

} // namespace cw
