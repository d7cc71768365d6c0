// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as this program writes it: fixed key order, whole and half numbers only, valid UTF-8, lines that cannot break.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cw {

/// Appends `text` as a quoted JSON string. Besides what JSON asks for, DEL, U+0085, U+2028 and U+2029 are escaped, so
/// that readers which split on any Unicode line end cannot break a record. Precondition: valid UTF-8.
void appendJsonString(std::string &out, std::string_view text);

/// So many halves: 3, or 3.5.
struct Halves
{
    std::int64_t count = 0;
};

/// A small tree for configuration files; keys keep the order in which they were added.
class JsonValue final
{
public:
    using Array = std::vector<JsonValue>;
    using Member = std::pair<std::string, JsonValue>;
    using Object = std::vector<Member>;

    JsonValue(bool value) : m_value(value) { }
    JsonValue(std::int64_t value) : m_value(value) { }
    JsonValue(Halves value) : m_value(value) { }
    JsonValue(std::string value) : m_value(std::move(value)) { }
    JsonValue(std::string_view value) : m_value(std::string(value)) { }
    JsonValue(const char *value) : m_value(std::string(value)) { }
    JsonValue(Array value) : m_value(std::move(value)) { }
    JsonValue(Object value) : m_value(std::move(value)) { }

    /// One line without spaces, keys in order of addition.
    [[nodiscard]] std::string toCompact() const;
    /// Two spaces a level, arrays on one line, a final newline.
    [[nodiscard]] std::string toIndented() const;
    /// RFC 8785: keys sorted by UTF-16 units, shortest escapes, no spaces.
    [[nodiscard]] std::string toCanonical() const;

    /// Adds a member at the end. Out of line, because GCC 12 warns wrongly about bounds where this is inlined.
    static void add(Object &object, std::string_view key, JsonValue value);

private:
    void appendCompact(std::string &out) const;
    void appendIndented(std::string &out, std::size_t indent) const;
    void appendCanonical(std::string &out) const;

    std::variant<bool, std::int64_t, Halves, std::string, Array, Object> m_value;
};

} // namespace cw
