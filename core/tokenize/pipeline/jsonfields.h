// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of an object in a tokenizer file, with errors that say where they stand.
#pragma once

#include "base/result.h"

#include <simdjson.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Reads the fields of one object and keeps the first error, so that callers ask once, at the end.
class JsonFields final
{
public:
    /// `path` names the object: "pre_tokenizer.pretokenizers[1]". What is not an object has no fields.
    JsonFields(simdjson::dom::element object, std::string path);

    [[nodiscard]] const std::string &path() const noexcept { return m_path; }
    [[nodiscard]] std::string pathOf(std::string_view field) const { return m_path + '.' + std::string(field); }

    /// nullopt when the field is not there or null.
    [[nodiscard]] std::optional<simdjson::dom::element> find(std::string_view field) const;
    [[nodiscard]] bool has(std::string_view field) const { return find(field).has_value(); }

    [[nodiscard]] bool boolean(std::string_view field);
    [[nodiscard]] bool boolean(std::string_view field, bool fallback);
    [[nodiscard]] std::string_view string(std::string_view field);
    [[nodiscard]] std::string_view string(std::string_view field, std::string_view fallback);
    [[nodiscard]] std::uint64_t number(std::string_view field);
    [[nodiscard]] char32_t character(std::string_view field);
    [[nodiscard]] std::vector<simdjson::dom::element> array(std::string_view field);
    [[nodiscard]] std::optional<simdjson::dom::element> required(std::string_view field);

    /// An error for every field that is none of these, and for fields that stand there twice.
    void allowOnly(std::initializer_list<std::string_view> fields);

    void fail(std::string_view field, const std::string &what);
    /// "pre_tokenizer.pretokenizers[1]: <what>"
    void fail(const std::string &what);

    [[nodiscard]] const std::optional<Error> &error() const noexcept { return m_error; }

private:
    std::optional<simdjson::dom::object> m_object;
    std::string m_path;
    std::optional<Error> m_error;
};

/// An error in a tokenizer file whose subject is `path`.
[[nodiscard]] Error tokenizerFileError(const std::string &path, const std::string &what);

} // namespace cw
