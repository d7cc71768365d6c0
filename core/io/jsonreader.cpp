// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/jsonreader.h"

#include "text/utf8.h"

#include <rapidjson/error/en.h>

#include <algorithm>
#include <set>

namespace cw {

namespace {

std::string placeInText(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, byte);
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t lineStart = before.rfind('\n') + 1;
    const auto column
        = 1 + std::ranges::count_if(before.substr(lineStart), [](char c) { return !isUtf8Continuation(c); });
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::string withoutFullStop(std::string text)
{
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

} // namespace

Result<rapidjson::Document> parseJsonObject(const QByteArray &json, std::string_view what)
{
    const std::string_view text(json.constData(), static_cast<std::size_t>(json.size()));
    const auto fault = [&](const std::string &sentence) {
        return Error{ErrorCode::InvalidConfig, "The " + std::string(what) + " " + sentence, {}};
    };
    if (text.starts_with("\xEF\xBB\xBF"))
        return fault("starts with a byte-order mark; save it as UTF-8 without one.");
    if (!isValidUtf8(text))
        return fault("is not valid UTF-8; save it as UTF-8.");
    // RapidJSON takes a NUL for the end and would leave what follows unread.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        return fault("is not valid JSON at " + placeInText(text, nul) + ": a NUL character.");

    constexpr unsigned flags
        = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag;
    rapidjson::Document document;
    document.Parse<flags>(text.data(), text.size());
    if (document.HasParseError())
        return fault("is not valid JSON at " + placeInText(text, document.GetErrorOffset()) + ": "
                     + withoutFullStop(rapidjson::GetParseError_En(document.GetParseError())) + ".");
    if (!document.IsObject())
        return fault("must hold a JSON object, not " + describeJson(document) + ".");
    return document;
}

JsonObjectReader::JsonObjectReader(const rapidjson::Value &object, std::string path, std::optional<Error> &error)
    : m_object(object), m_path(std::move(path)), m_error(error)
{
}

void JsonObjectReader::expectNoDuplicateKeys()
{
    std::set<std::string_view> seen;
    for (const auto &member : m_object.GetObject()) {
        if (!seen.insert(stringView(member.name)).second)
            fail(stringView(member.name), "is given twice; keep one.");
    }
}

void JsonObjectReader::expectKeys(std::initializer_list<std::string_view> known)
{
    expectNoDuplicateKeys();
    for (const auto &member : m_object.GetObject()) {
        if (std::ranges::find(known, stringView(member.name)) == known.end()) {
            std::string list;
            for (const std::string_view key : known)
                list += (list.empty() ? "" : ", ") + std::string(key);
            fail(stringView(member.name), "is not a known key; known here: " + list + ".");
        }
    }
}

const rapidjson::Value *JsonObjectReader::find(std::string_view key) const
{
    for (const auto &member : m_object.GetObject()) {
        if (stringView(member.name) == key)
            return &member.value;
    }
    return nullptr;
}

const rapidjson::Value *JsonObjectReader::require(std::string_view key)
{
    const rapidjson::Value *value = find(key);
    if (!value)
        fail(key, "is missing.");
    return value;
}

const rapidjson::Value *JsonObjectReader::optionalObject(std::string_view key)
{
    const rapidjson::Value *value = find(key);
    if (value && !value->IsObject()) {
        fail(key, "must be an object, not " + describeJson(*value) + ".");
        return nullptr;
    }
    return value;
}

const rapidjson::Value *JsonObjectReader::requireObject(std::string_view key)
{
    return require(key) ? optionalObject(key) : nullptr;
}

std::optional<std::string> JsonObjectReader::optionalString(std::string_view key)
{
    const rapidjson::Value *value = find(key);
    if (!value)
        return std::nullopt;
    if (!value->IsString()) {
        fail(key, "must be a string, not " + describeJson(*value) + ".");
        return std::nullopt;
    }
    return std::string(stringView(*value));
}

std::string JsonObjectReader::requireString(std::string_view key)
{
    return require(key) ? optionalString(key).value_or(std::string()) : std::string();
}

std::optional<std::int64_t> JsonObjectReader::optionalInteger(std::string_view key)
{
    const rapidjson::Value *value = find(key);
    if (!value)
        return std::nullopt;
    if (!value->IsInt64()) {
        fail(key, "must be a whole number, not " + describeJson(*value) + ".");
        return std::nullopt;
    }
    return value->GetInt64();
}

std::int64_t JsonObjectReader::requireInteger(std::string_view key)
{
    return require(key) ? optionalInteger(key).value_or(0) : 0;
}

std::optional<bool> JsonObjectReader::optionalBoolean(std::string_view key)
{
    const rapidjson::Value *value = find(key);
    if (!value)
        return std::nullopt;
    if (!value->IsBool()) {
        fail(key, "must be true or false, not " + describeJson(*value) + ".");
        return std::nullopt;
    }
    return value->GetBool();
}

std::string JsonObjectReader::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string(key) : m_path + "." + std::string(key);
}

void JsonObjectReader::fail(std::string_view key, std::string sentence)
{
    if (m_error)
        return;
    std::string path = pathOf(key);
    std::string message = "The key \"" + path + "\" " + std::move(sentence);
    m_error = Error{ErrorCode::InvalidConfig, std::move(message), std::move(path)};
}

std::string describeJson(const rapidjson::Value &value)
{
    if (value.IsNull())
        return "null";
    if (value.IsBool())
        return value.GetBool() ? "true" : "false";
    if (value.IsInt64())
        return std::to_string(value.GetInt64());
    if (value.IsNumber())
        return "a number with a fraction, an exponent or too many digits";
    if (value.IsString())
        return "a string";
    return value.IsArray() ? "an array" : "an object";
}

} // namespace cw
