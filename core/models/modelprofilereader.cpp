// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/modelprofile.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace cw {

namespace {

namespace dom = simdjson::dom;

constexpr std::size_t deepestNesting = 8;
constexpr std::size_t largestList = std::size_t{1} << 20U;
constexpr std::size_t longestName = 200;
constexpr std::size_t longestText = 2000;
constexpr std::size_t mostSpecials = 16;
constexpr std::uint64_t largestLimit = 1'000'000'000;

constexpr std::array<std::string_view, 11> profileKeys{"id",
                                                       "title",
                                                       "family",
                                                       "tokenizer",
                                                       "tokenizer_file",
                                                       "special_tokens",
                                                       "query_prefix",
                                                       "passage_prefix",
                                                       "input_limit",
                                                       "source",
                                                       "note"};

bool isIdCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-'
        || c == '_';
}

/// Reads one object; the first fault is kept and ends all further reading.
class ObjectReader
{
public:
    ObjectReader(dom::element element, std::string path, std::optional<Error> &error)
        : m_path(std::move(path)), m_error(error)
    {
        if (element.get_object().get(m_object) == simdjson::SUCCESS)
            m_isObject = true;
        else
            fail({}, "must be an object.");
    }

    void expectKeys(std::span<const std::string_view> keys, std::string_view extra = {})
    {
        if (!m_isObject)
            return;
        std::set<std::string_view> seen;
        for (const auto field : m_object) {
            if (std::ranges::find(keys, field.key) == keys.end() && (extra.empty() || field.key != extra))
                return fail(field.key, "is not a known key.");
            if (!seen.insert(field.key).second)
                return fail(field.key, "stands there twice.");
        }
    }

    std::optional<dom::element> find(std::string_view key) const
    {
        dom::element element;
        if (m_isObject && m_object.at_key(key).get(element) == simdjson::SUCCESS)
            return element;
        return std::nullopt;
    }

    std::string text(std::string_view key, std::size_t longest)
    {
        const auto element = find(key);
        if (!element)
            return {};
        std::string_view value;
        if (element->get_string().get(value) != simdjson::SUCCESS)
            fail(key, "must be a string.");
        else if (value.empty())
            fail(key, "must not be empty; leave it out instead.");
        else if (value.size() > longest)
            fail(key, "must be at most " + std::to_string(longest) + " bytes long.");
        return std::string(value);
    }

    std::string requiredText(std::string_view key, std::size_t longest)
    {
        if (!find(key))
            fail(key, "is missing.");
        return text(key, longest);
    }

    std::uint64_t requiredNumber(std::string_view key, std::uint64_t largest)
    {
        const auto element = find(key);
        std::uint64_t value = 0;
        if (!element)
            fail(key, "is missing.");
        else if (element->get_uint64().get(value) != simdjson::SUCCESS || value == 0 || value > largest)
            fail(key, "must be a whole number from 1 to " + std::to_string(largest) + ".");
        return value;
    }

    std::vector<std::string> tokens(std::string_view key)
    {
        std::vector<std::string> list;
        const auto element = find(key);
        if (!element)
            return list;
        dom::array array;
        if (element->get_array().get(array) != simdjson::SUCCESS || array.size() > mostSpecials) {
            fail(key, "must be a list of at most " + std::to_string(mostSpecials) + " strings.");
            return list;
        }
        for (const dom::element item : array) {
            std::string_view token;
            if (item.get_string().get(token) != simdjson::SUCCESS || token.empty() || token.size() > longestName) {
                fail(key, "must hold strings that are not empty, one for each special token.");
                break;
            }
            list.emplace_back(token);
        }
        return list;
    }

    [[nodiscard]] std::string pathOf(std::string_view key) const
    {
        std::string path = m_path;
        if (!path.empty() && !key.empty())
            path += '.';
        path += key;
        return path;
    }

    void fail(std::string_view key, const std::string &what)
    {
        if (m_error)
            return;
        const std::string path = pathOf(key);
        std::string message = path.empty() ? std::string("The model profile") : '"' + path + '"';
        message += ' ';
        message += what;
        m_error = Error{ErrorCode::InvalidConfig, std::move(message), path};
    }

private:
    dom::object m_object;
    bool m_isObject = false;
    std::string m_path;
    std::optional<Error> &m_error;
};

void readTokenizer(ObjectReader &reader, ModelProfile &profile)
{
    profile.tokenizer = reader.text("tokenizer", longestText);
    profile.tokenizerFile = reader.text("tokenizer_file", longestText);
    if (profile.tokenizer.empty() == profile.tokenizerFile.empty())
        reader.fail("tokenizer",
                    "or \"tokenizer_file\" must be given, and only one of them: the tokenizer itself, or where the "
                    "file to choose is published.");
}

ModelProfile readProfile(ObjectReader &reader, std::optional<Error> &error)
{
    ModelProfile profile;
    profile.id = reader.requiredText("id", longestName);
    if (!std::ranges::all_of(profile.id, isIdCharacter) || isFileReference(profile.id))
        reader.fail("id", "may have letters, digits, '.', '-' and '_' only, and must not end like a file's name.");
    profile.title = reader.requiredText("title", longestName);
    profile.family = reader.text("family", longestName);
    readTokenizer(reader, profile);
    if (const auto specials = reader.find("special_tokens")) {
        constexpr std::array<std::string_view, 2> keys{"before", "after"};
        ObjectReader inner(*specials, reader.pathOf("special_tokens"), error);
        inner.expectKeys(keys);
        profile.specialsBefore = inner.tokens("before");
        profile.specialsAfter = inner.tokens("after");
    } else {
        reader.fail("special_tokens", "is missing; write {} for a model that adds none.");
    }
    profile.passagePrefix = reader.text("passage_prefix", longestText);
    profile.queryPrefix = reader.text("query_prefix", longestText);
    profile.inputLimit = reader.requiredNumber("input_limit", largestLimit);
    profile.source = reader.requiredText("source", longestText);
    profile.note = reader.text("note", longestText);
    return profile;
}

Result<dom::element> parse(dom::parser &parser, std::string_view json, std::size_t largest)
{
    const auto failure = [](std::string message) { return Error{ErrorCode::InvalidConfig, std::move(message), {}}; };
    if (json.size() > largest)
        return failure("The model profile is larger than " + std::to_string(largest >> 10U) + " KiB.");
    if (parser.allocate(json.size(), deepestNesting) != simdjson::SUCCESS)
        return Error{ErrorCode::Internal, "There is not enough memory to read the model profile.", {}};
    dom::element root;
    if (const auto error = parser.parse(json.data(), json.size()).get(root); error != simdjson::SUCCESS) {
        std::string reason = simdjson::error_message(error);
        while (!reason.empty() && (reason.back() == '.' || reason.back() == '\n' || reason.back() == ' '))
            reason.pop_back();
        return failure("The model profile is not JSON as expected: " + reason + '.');
    }
    return root;
}

void checkSchema(ObjectReader &reader, std::string_view schema)
{
    if (reader.requiredText("schema", longestName) != schema)
        reader.fail("schema", "must be \"" + std::string(schema) + "\".");
}

} // namespace

Result<ModelProfile> parseModelProfile(std::string_view json)
{
    dom::parser parser;
    const auto root = parse(parser, json, largestModelProfile);
    if (!root)
        return root.error();
    std::optional<Error> error;
    ObjectReader reader(*root, {}, error);
    checkSchema(reader, "chunk-model/1");
    reader.expectKeys(profileKeys, "schema");
    ModelProfile profile = readProfile(reader, error);
    if (error)
        return *error;
    return profile;
}

Result<std::vector<ModelProfile>> parseModelProfiles(std::string_view json)
{
    dom::parser parser;
    const auto root = parse(parser, json, largestList);
    if (!root)
        return root.error();
    std::optional<Error> error;
    ObjectReader reader(*root, {}, error);
    constexpr std::array<std::string_view, 2> keys{"schema", "models"};
    checkSchema(reader, "chunk-models/1");
    reader.expectKeys(keys);
    std::vector<ModelProfile> profiles;
    std::set<std::string> ids;
    dom::array models;
    const auto list = reader.find("models");
    if (!list || list->get_array().get(models) != simdjson::SUCCESS)
        reader.fail("models", "must be a list of models.");
    else
        for (const dom::element model : models) {
            ObjectReader inner(model, "models[" + std::to_string(profiles.size()) + "]", error);
            inner.expectKeys(profileKeys);
            profiles.push_back(readProfile(inner, error));
            if (!ids.insert(profiles.back().id).second)
                inner.fail("id", "is the id of another model as well.");
        }
    if (error)
        return *error;
    return profiles;
}

} // namespace cw
