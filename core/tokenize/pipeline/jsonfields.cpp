// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/jsonfields.h"

#include "text/utf8.h"

#include <algorithm>
#include <set>

namespace cw {

Error tokenizerFileError(const std::string &path, const std::string &what)
{
    return {ErrorCode::InvalidConfig, path + ' ' + what + '.', path};
}

JsonFields::JsonFields(simdjson::dom::element object, std::string path) : m_path(std::move(path))
{
    simdjson::dom::object fields;
    if (object.get(fields) == simdjson::SUCCESS)
        m_object = fields;
    else
        fail("is not an object");
}

std::optional<simdjson::dom::element> JsonFields::find(std::string_view field) const
{
    simdjson::dom::element value;
    if (!m_object || m_object->at_key(field).get(value) != simdjson::SUCCESS || value.is_null())
        return std::nullopt;
    return value;
}

bool JsonFields::boolean(std::string_view field)
{
    bool value = false;
    if (const auto found = required(field); found && found->get(value) != simdjson::SUCCESS)
        fail(field, "is not true or false");
    return value;
}

bool JsonFields::boolean(std::string_view field, bool fallback)
{
    return has(field) ? boolean(field) : fallback;
}

std::string_view JsonFields::string(std::string_view field)
{
    std::string_view value;
    if (const auto found = required(field); found && found->get(value) != simdjson::SUCCESS)
        fail(field, "is not a string");
    return value;
}

std::string_view JsonFields::string(std::string_view field, std::string_view fallback)
{
    return has(field) ? string(field) : fallback;
}

std::uint64_t JsonFields::number(std::string_view field)
{
    std::uint64_t value = 0;
    if (const auto found = required(field); found && found->get(value) != simdjson::SUCCESS)
        fail(field, "is not a whole number");
    return value;
}

char32_t JsonFields::character(std::string_view field)
{
    const std::string_view value = string(field);
    if (m_error)
        return U' ';
    if (value.empty() || utf8SequenceLength(value[0]) != value.size()) {
        fail(field, "is not a single character");
        return U' ';
    }
    return decodeCharacter(value, 0).codePoint;
}

std::vector<simdjson::dom::element> JsonFields::array(std::string_view field)
{
    simdjson::dom::array value;
    if (const auto found = required(field); found && found->get(value) != simdjson::SUCCESS)
        fail(field, "is not a list");
    if (m_error)
        return {};
    return {value.begin(), value.end()};
}

std::optional<simdjson::dom::element> JsonFields::required(std::string_view field)
{
    const auto value = find(field);
    if (!value)
        fail(field, "is missing");
    return value;
}

void JsonFields::allowOnly(std::initializer_list<std::string_view> fields)
{
    if (!m_object)
        return;
    std::set<std::string_view> seen;
    for (const simdjson::dom::key_value_pair field : *m_object) {
        if (std::find(fields.begin(), fields.end(), field.key) == fields.end())
            fail(field.key, "is not supported");
        if (!seen.insert(field.key).second)
            fail(field.key, "stands there twice");
    }
}

void JsonFields::fail(std::string_view field, const std::string &what)
{
    if (!m_error)
        m_error = tokenizerFileError(pathOf(field), what);
}

void JsonFields::fail(const std::string &what)
{
    if (!m_error)
        m_error = tokenizerFileError(m_path, what);
}

} // namespace cw
