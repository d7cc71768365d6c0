// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/jsonvalue.h"

#include <QString>

#include <algorithm>

namespace cw {

namespace {

constexpr char hexDigits[] = "0123456789abcdef";

void appendControl(std::string &out, unsigned char byte)
{
    switch (byte) {
    case '\b':
        out += "\\b";
        return;
    case '\t':
        out += "\\t";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\f':
        out += "\\f";
        return;
    case '\r':
        out += "\\r";
        return;
    default:
        out += "\\u00";
        out += hexDigits[byte >> 4U];
        out += hexDigits[byte & 15U];
    }
}

/// Bytes of the character at `i` that must be escaped although JSON allows it as it is, and what to write instead.
struct LineBreaker
{
    std::size_t bytes = 0;
    const char *escape = nullptr;
};

LineBreaker lineBreakerAt(std::string_view text, std::size_t i) noexcept
{
    const std::string_view rest = text.substr(i);
    if (rest[0] == '\x7F')
        return {1, "\\u007f"};
    if (rest.starts_with("\xC2\x85"))
        return {2, "\\u0085"};
    if (rest.starts_with("\xE2\x80\xA8"))
        return {3, "\\u2028"};
    if (rest.starts_with("\xE2\x80\xA9"))
        return {3, "\\u2029"};
    return {};
}

void appendString(std::string &out, std::string_view text, bool escapeLineBreakers)
{
    out += '"';
    std::size_t copied = 0;
    const auto flush = [&](std::size_t end) {
        out.append(text, copied, end - copied);
        copied = end;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == '"' || byte == '\\') {
            flush(i);
            out += '\\';
        } else if (byte < 0x20) {
            flush(i);
            appendControl(out, byte);
            copied = i + 1;
        } else if (escapeLineBreakers && (byte == 0x7F || byte == 0xC2 || byte == 0xE2)) {
            if (const LineBreaker breaker = lineBreakerAt(text, i); breaker.bytes > 0) {
                flush(i);
                out += breaker.escape;
                copied = i + breaker.bytes;
                i = copied - 1;
            }
        }
    }
    flush(text.size());
    out += '"';
}

template<class Values, class AppendOne>
void appendSequence(std::string &out, const Values &values, std::string_view separator, AppendOne appendOne)
{
    bool isFirst = true;
    for (const auto &value : values) {
        if (!isFirst)
            out += separator;
        isFirst = false;
        appendOne(value);
    }
}

} // namespace

void appendJsonString(std::string &out, std::string_view text)
{
    appendString(out, text, true);
}

void JsonValue::add(Object &object, std::string_view key, JsonValue value)
{
    object.emplace_back(std::string(key), std::move(value));
}

std::string JsonValue::toCompact() const
{
    std::string out;
    appendCompact(out);
    return out;
}

std::string JsonValue::toIndented() const
{
    std::string out;
    appendIndented(out, 0);
    out += '\n';
    return out;
}

std::string JsonValue::toCanonical() const
{
    std::string out;
    appendCanonical(out);
    return out;
}

void JsonValue::appendCompact(std::string &out) const
{
    if (const auto *boolean = std::get_if<bool>(&m_value)) {
        out += *boolean ? "true" : "false";
    } else if (const auto *integer = std::get_if<std::int64_t>(&m_value)) {
        out += std::to_string(*integer);
    } else if (const auto *halves = std::get_if<Halves>(&m_value)) {
        out += halves->count < 0 ? "-" : "";
        out += std::to_string(std::abs(halves->count / 2));
        out += halves->count % 2 == 0 ? "" : ".5";
    } else if (const auto *string = std::get_if<std::string>(&m_value)) {
        appendString(out, *string, true);
    } else if (const auto *array = std::get_if<Array>(&m_value)) {
        out += '[';
        appendSequence(out, *array, ",", [&](const JsonValue &value) { value.appendCompact(out); });
        out += ']';
    } else {
        out += '{';
        appendSequence(out, std::get<Object>(m_value), ",", [&](const Member &member) {
            appendString(out, member.first, true);
            out += ':';
            member.second.appendCompact(out);
        });
        out += '}';
    }
}

void JsonValue::appendIndented(std::string &out, std::size_t indent) const
{
    if (const auto *array = std::get_if<Array>(&m_value)) {
        out += '[';
        appendSequence(out, *array, ", ", [&](const JsonValue &value) { value.appendIndented(out, indent); });
        out += ']';
        return;
    }
    const auto *object = std::get_if<Object>(&m_value);
    if (!object || object->empty()) {
        appendCompact(out);
        return;
    }
    const std::string inner(indent + 2, ' ');
    out += "{\n" + inner;
    appendSequence(out, *object, ",\n" + inner, [&](const Member &member) {
        appendString(out, member.first, true);
        out += ": ";
        member.second.appendIndented(out, indent + 2);
    });
    out += '\n';
    out.append(indent, ' ');
    out += '}';
}

void JsonValue::appendCanonical(std::string &out) const
{
    if (const auto *string = std::get_if<std::string>(&m_value)) {
        appendString(out, *string, false);
    } else if (const auto *array = std::get_if<Array>(&m_value)) {
        out += '[';
        appendSequence(out, *array, ",", [&](const JsonValue &value) { value.appendCanonical(out); });
        out += ']';
    } else if (const auto *object = std::get_if<Object>(&m_value)) {
        std::vector<std::pair<QString, const Member *>> sorted;
        for (const Member &member : *object)
            sorted.emplace_back(QString::fromStdString(member.first), &member);
        std::ranges::sort(sorted, {}, &std::pair<QString, const Member *>::first);
        out += '{';
        appendSequence(out, sorted, ",", [&](const auto &entry) {
            appendString(out, entry.second->first, false);
            out += ':';
            entry.second->second.appendCanonical(out);
        });
        out += '}';
    } else {
        appendCompact(out);
    }
}

} // namespace cw
