// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/parameters.h"

#include "text/utf8.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace cw {

namespace {

Error invalid(std::string_view id, std::string message)
{
    return Error{ErrorCode::InvalidParameter, std::move(message), std::string(id)};
}

std::string listOf(std::span<const ParameterChoice> choices)
{
    std::string list;
    for (const ParameterChoice &choice : choices) {
        if (!list.empty())
            list += ", ";
        list += choice.id;
    }
    return list;
}

Result<void> checkInteger(const ParameterSpec &spec, const ParameterValue &value)
{
    const auto *integer = std::get_if<std::int64_t>(&value);
    if (!integer)
        return invalid(spec.id, std::string(spec.id) + " must be a whole number.");
    if (*integer < spec.minimum || *integer > spec.maximum) {
        return invalid(spec.id,
                       std::string(spec.id) + " must be from " + std::to_string(spec.minimum) + " to "
                           + std::to_string(spec.maximum) + ", not " + std::to_string(*integer) + ".");
    }
    return {};
}

Result<void> checkChoice(const ParameterSpec &spec, const ParameterValue &value)
{
    const auto *choice = std::get_if<std::string>(&value);
    if (choice && std::ranges::any_of(spec.choices, [&](const ParameterChoice &c) { return c.id == *choice; }))
        return {};
    return invalid(spec.id,
                   std::string(spec.id) + " must be one of " + listOf(spec.choices)
                       + (choice ? ", not \"" + *choice + "\"." : "."));
}

Result<void> checkValue(const ParameterSpec &spec, const ParameterValue &value)
{
    switch (spec.kind) {
    case ParameterKind::Integer:
        return checkInteger(spec, value);
    case ParameterKind::Boolean:
        if (!std::holds_alternative<bool>(value))
            return invalid(spec.id, std::string(spec.id) + " must be true or false.");
        return {};
    case ParameterKind::Choice:
        return checkChoice(spec, value);
    case ParameterKind::StringList:
        if (!std::holds_alternative<std::vector<std::string>>(value))
            return invalid(spec.id, std::string(spec.id) + " must be a list of strings.");
        return {};
    }
    return {};
}

template<class T>
T valueOr(const ParameterValues &values, const ParameterSpec &spec)
{
    const ParameterValue *value = values.find(spec.id);
    return std::get<T>(value ? *value : spec.defaultValue());
}

/// The JSON grammar for a list of strings, and nothing more of JSON.
class StringListParser
{
public:
    explicit StringListParser(std::string_view text) : m_text(text) { }

    std::optional<std::vector<std::string>> parse()
    {
        std::vector<std::string> list;
        if (!take('['))
            return std::nullopt;
        if (!take(']')) {
            do {
                std::string item;
                if (!parseString(item))
                    return std::nullopt;
                list.push_back(std::move(item));
            } while (take(','));
            if (!take(']'))
                return std::nullopt;
        }
        skipSpace();
        if (m_at != m_text.size())
            return std::nullopt;
        return list;
    }

private:
    void skipSpace()
    {
        while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
    }

    bool take(char c)
    {
        skipSpace();
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    std::optional<char32_t> parseHex4()
    {
        if (m_text.size() - m_at < 4)
            return std::nullopt;
        std::uint32_t unit = 0;
        const char *first = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(first, first + 4, unit, 16);
        if (error != std::errc{} || end != first + 4)
            return std::nullopt;
        m_at += 4;
        return unit;
    }

    bool parseUnicodeEscape(std::string &out)
    {
        std::optional<char32_t> codePoint = parseHex4();
        if (!codePoint)
            return false;
        if (*codePoint >= 0xD800 && *codePoint < 0xDC00 && m_text.substr(m_at, 2) == "\\u") {
            m_at += 2;
            const std::optional<char32_t> low = parseHex4();
            if (!low || *low < 0xDC00 || *low > 0xDFFF)
                return false;
            codePoint = 0x10000 + ((*codePoint - 0xD800) << 10) + (*low - 0xDC00);
        }
        if (*codePoint >= 0xD800 && *codePoint <= 0xDFFF)
            return false;
        appendUtf8(out, *codePoint);
        return true;
    }

    bool parseEscape(std::string &out)
    {
        if (m_at >= m_text.size())
            return false;
        const char escape = m_text[m_at++];
        if (escape == 'u')
            return parseUnicodeEscape(out);
        constexpr std::string_view names = "\"\\/bfnrt";
        constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
        const std::size_t which = names.find(escape);
        if (which == std::string_view::npos)
            return false;
        out += characters[which];
        return true;
    }

    bool parseString(std::string &out)
    {
        if (!take('"'))
            return false;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            if (c == '"')
                return true;
            if (static_cast<unsigned char>(c) < 0x20)
                return false;
            if (c != '\\')
                out += c;
            else if (!parseEscape(out))
                return false;
        }
        return false;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

ParameterValue ParameterSpec::defaultValue() const
{
    switch (kind) {
    case ParameterKind::Integer:
        return defaultInteger;
    case ParameterKind::Boolean:
        return defaultInteger != 0;
    case ParameterKind::Choice:
        return std::string(defaultChoice);
    case ParameterKind::StringList:
        break;
    }
    return std::vector<std::string>{};
}

void ParameterValues::set(std::string_view id, ParameterValue value)
{
    m_values.insert_or_assign(std::string(id), std::move(value));
}

void ParameterValues::reset(std::string_view id)
{
    if (const auto it = m_values.find(id); it != m_values.end())
        m_values.erase(it);
}

const ParameterValue *ParameterValues::find(std::string_view id) const
{
    const auto it = m_values.find(id);
    return it == m_values.end() ? nullptr : &it->second;
}

std::int64_t ParameterValues::integer(const ParameterSpec &spec) const
{
    return valueOr<std::int64_t>(*this, spec);
}

bool ParameterValues::boolean(const ParameterSpec &spec) const
{
    return valueOr<bool>(*this, spec);
}

std::string ParameterValues::choice(const ParameterSpec &spec) const
{
    return valueOr<std::string>(*this, spec);
}

std::vector<std::string> ParameterValues::stringList(const ParameterSpec &spec) const
{
    return valueOr<std::vector<std::string>>(*this, spec);
}

Result<void> checkParameters(std::span<const ParameterSpec> schema, const ParameterValues &values)
{
    for (const auto &[id, value] : values.all()) {
        const ParameterSpec *spec = findParameter(schema, id);
        if (!spec)
            return invalid(id, "There is no parameter \"" + id + "\" here.");
        if (auto checked = checkValue(*spec, value); !checked)
            return checked;
    }
    return {};
}

Result<ParameterValue> parseParameter(const ParameterSpec &spec, std::string_view text)
{
    const std::string id(spec.id);
    ParameterValue value;
    switch (spec.kind) {
    case ParameterKind::Integer: {
        std::int64_t integer = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
        if (error != std::errc{} || end != text.data() + text.size())
            return invalid(id, id + " must be a whole number, not \"" + std::string(text) + "\".");
        value = integer;
        break;
    }
    case ParameterKind::Boolean:
        if (text != "true" && text != "false")
            return invalid(id, id + " must be true or false, not \"" + std::string(text) + "\".");
        value = text == "true";
        break;
    case ParameterKind::Choice:
        value = std::string(text);
        break;
    case ParameterKind::StringList: {
        std::optional<std::vector<std::string>> list = StringListParser(text).parse();
        if (!list)
            return invalid(id, id + R"( must be a JSON list of strings such as ["\n\n","\n"," "].)");
        value = std::move(*list);
        break;
    }
    }
    if (auto checked = checkValue(spec, value); !checked)
        return checked.error();
    return value;
}

const ParameterSpec *findParameter(std::span<const ParameterSpec> schema, std::string_view id) noexcept
{
    const auto it = std::ranges::find(schema, id, &ParameterSpec::id);
    return it == schema.end() ? nullptr : &*it;
}

} // namespace cw
