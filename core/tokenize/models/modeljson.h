// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the fields of a tokenizer file's model, with errors that name them.
#pragma once

#include "base/result.h"

#include <simdjson.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace cw {

/// An error of the file at `field`; `message` is what is wrong with it, as the end of a sentence.
[[nodiscard]] Error modelError(std::string field, std::string_view message);

/// `text` between quotes, shortened and with control characters replaced, for messages.
[[nodiscard]] std::string quotedForMessage(std::string_view text);

/// The fields of a "model" object. An absent field and null are the same; what has another type is an error that
/// error() keeps, the first one only.
class ModelJson final
{
public:
    explicit ModelJson(simdjson::dom::element model);

    /// A field that is not among these makes an error: what it would change is not known.
    void refuseOthersThan(std::initializer_list<std::string_view> known);

    [[nodiscard]] std::optional<std::string> text(std::string_view key);
    [[nodiscard]] bool isTrue(std::string_view key);
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view key);
    [[nodiscard]] std::optional<double> decimal(std::string_view key);
    [[nodiscard]] std::optional<simdjson::dom::object> object(std::string_view key);
    [[nodiscard]] std::optional<simdjson::dom::array> array(std::string_view key);
    [[nodiscard]] bool has(std::string_view key) const;

    [[nodiscard]] const std::optional<Error> &error() const noexcept { return m_error; }

private:
    [[nodiscard]] std::optional<simdjson::dom::element> find(std::string_view key) const;
    void fail(std::string_view key, std::string_view message);

    simdjson::dom::object m_object;
    std::optional<Error> m_error;
};

} // namespace cw
