// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/modeljson.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t longestQuote = 40;

std::string fieldOf(std::string_view key)
{
    return "model." + std::string(key.substr(0, 2 * longestQuote));
}

} // namespace

Error modelError(std::string field, std::string_view message)
{
    return {ErrorCode::InvalidConfig, "The tokenizer file cannot be used: " + field + " " + std::string(message) + ".",
            std::move(field)};
}

std::string quotedForMessage(std::string_view text)
{
    std::string quoted = "\"";
    std::size_t end = std::min(text.size(), longestQuote);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    for (const char byte : text.substr(0, end))
        quoted += static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F ? '?' : byte;
    if (end < text.size())
        quoted += "...";
    return quoted + "\"";
}

ModelJson::ModelJson(simdjson::dom::element model)
{
    if (model.get_object().get(m_object) != simdjson::SUCCESS)
        m_error = modelError("model", "is not an object");
}

void ModelJson::refuseOthersThan(std::initializer_list<std::string_view> known)
{
    if (m_error)
        return;
    for (const auto &field : m_object) {
        if (std::ranges::find(known, field.key) == known.end()) {
            fail(field.key, "is an option that is not supported");
            return;
        }
    }
}

std::optional<simdjson::dom::element> ModelJson::find(std::string_view key) const
{
    simdjson::dom::element value;
    if (m_error || m_object.at_key(key).get(value) != simdjson::SUCCESS || value.is_null())
        return std::nullopt;
    return value;
}

void ModelJson::fail(std::string_view key, std::string_view message)
{
    if (!m_error)
        m_error = modelError(fieldOf(key), message);
}

bool ModelJson::has(std::string_view key) const
{
    return find(key).has_value();
}

std::optional<std::string> ModelJson::text(std::string_view key)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    std::string_view text;
    if (value->get_string().get(text) != simdjson::SUCCESS) {
        fail(key, "is not a string");
        return std::nullopt;
    }
    return std::string(text);
}

bool ModelJson::isTrue(std::string_view key)
{
    const auto value = find(key);
    bool isTrue = false;
    if (value && value->get_bool().get(isTrue) != simdjson::SUCCESS)
        fail(key, "is neither true nor false");
    return isTrue;
}

std::optional<std::uint64_t> ModelJson::number(std::string_view key)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    std::uint64_t number = 0;
    if (value->get_uint64().get(number) != simdjson::SUCCESS) {
        fail(key, "is not a whole number");
        return std::nullopt;
    }
    return number;
}

std::optional<double> ModelJson::decimal(std::string_view key)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    double number = 0;
    if (value->get_double().get(number) != simdjson::SUCCESS) {
        fail(key, "is not a number");
        return std::nullopt;
    }
    return number;
}

std::optional<simdjson::dom::object> ModelJson::object(std::string_view key)
{
    const auto value = find(key);
    simdjson::dom::object object;
    if (!value || value->get_object().get(object) != simdjson::SUCCESS) {
        fail(key, value ? "is not an object" : "is missing");
        return std::nullopt;
    }
    return object;
}

std::optional<simdjson::dom::array> ModelJson::array(std::string_view key)
{
    const auto value = find(key);
    simdjson::dom::array array;
    if (!value || value->get_array().get(array) != simdjson::SUCCESS) {
        fail(key, value ? "is not a list" : "is missing");
        return std::nullopt;
    }
    return array;
}

} // namespace cw
