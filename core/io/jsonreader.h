// SPDX-License-Identifier: GPL-3.0-or-later
// Strict reading of JSON files that people write by hand: every fault is named with the key's path.
#pragma once

#include "base/result.h"

#include <QByteArray>

#include <rapidjson/document.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace cw {

/// Parses a whole file. Refuses what is not RFC 8259 (a BOM, trailing text, invalid UTF-8, lone surrogates) and
/// anything but an object at the top, with line and column. `what` names the file's kind: "configuration file".
/// Nesting of any depth is parsed without recursion.
[[nodiscard]] Result<rapidjson::Document> parseJsonObject(const QByteArray &json, std::string_view what);

/// The members of one JSON object, read once each by name. Every function records the first fault and returns a neutral
/// value after it, so that callers ask for `error()` once, at the end.
class JsonObjectReader final
{
public:
    /// `path` is the object's own place: "size" or, at the top, "".
    JsonObjectReader(const rapidjson::Value &object, std::string path, std::optional<Error> &error);

    /// Faults when a key is given twice or is not among `known`.
    void expectKeys(std::initializer_list<std::string_view> known);
    void expectNoDuplicateKeys();

    /// Null when the member is missing.
    [[nodiscard]] const rapidjson::Value *find(std::string_view key) const;
    /// Null, and a fault when missing or not an object.
    [[nodiscard]] const rapidjson::Value *requireObject(std::string_view key);
    /// Null when missing; a fault when it is not an object.
    [[nodiscard]] const rapidjson::Value *optionalObject(std::string_view key);
    [[nodiscard]] std::string requireString(std::string_view key);
    [[nodiscard]] std::optional<std::string> optionalString(std::string_view key);
    [[nodiscard]] std::int64_t requireInteger(std::string_view key);
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(std::string_view key);
    [[nodiscard]] std::optional<bool> optionalBoolean(std::string_view key);

    [[nodiscard]] std::string pathOf(std::string_view key) const;
    /// Records `sentence` as the fault of `key`, unless there is one already.
    void fail(std::string_view key, std::string sentence);
    [[nodiscard]] bool hasFailed() const noexcept { return m_error.has_value(); }

private:
    [[nodiscard]] const rapidjson::Value *require(std::string_view key);

    const rapidjson::Value &m_object;
    std::string m_path;
    std::optional<Error> &m_error;
};

/// "true", "3.5", "a string", "an object": what was found, for messages.
[[nodiscard]] std::string describeJson(const rapidjson::Value &value);

[[nodiscard]] inline std::string_view stringView(const rapidjson::Value &value)
{
    return {value.GetString(), value.GetStringLength()};
}

} // namespace cw
