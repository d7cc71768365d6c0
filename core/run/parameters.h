// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters described as data, so that panels, command line, files and tests are built from one schema.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cw {

/// What a change of the parameter redoes.
enum class Affects : std::uint8_t { Segmentation, Packing };

enum class ParameterKind : std::uint8_t { Integer, Boolean, Choice, StringList };

struct ParameterChoice
{
    std::string_view id;
    std::string_view title;
    std::string_view help;
};

using ParameterValue = std::variant<std::int64_t, bool, std::string, std::vector<std::string>>;

struct ParameterSpec
{
    std::string_view id{};
    std::string_view title{};
    std::string_view help{}; ///< one sentence that explains the term
    ParameterKind kind = ParameterKind::Integer;
    Affects affects = Affects::Packing;
    std::int64_t minimum = 0; ///< Integer
    std::int64_t maximum = 0; ///< Integer
    std::int64_t defaultInteger = 0; ///< Integer; Boolean (0 or 1)
    std::string_view defaultChoice{}; ///< Choice
    std::span<const ParameterChoice> choices{}; ///< Choice
    std::string_view unit{}; ///< Integer: plural noun such as "tokens"
    std::string_view minimumName{}; ///< Integer: what `minimum` stands for where it is no size: "Same as max"
    /// Came after configurations were first written: files and fingerprints leave it out at its default, so that theirs
    /// stay what they were. Such a default may never change.
    bool isOmittedAtDefault = false;

    [[nodiscard]] ParameterValue defaultValue() const;
};

/// Values by parameter id. A missing id means the default.
class ParameterValues
{
public:
    void set(std::string_view id, ParameterValue value);
    void reset(std::string_view id);
    [[nodiscard]] const ParameterValue *find(std::string_view id) const;
    [[nodiscard]] const std::map<std::string, ParameterValue, std::less<>> &all() const noexcept { return m_values; }

    /// The value or the schema's default. Precondition: the spec is of that kind and the values were checked.
    [[nodiscard]] std::int64_t integer(const ParameterSpec &spec) const;
    [[nodiscard]] bool boolean(const ParameterSpec &spec) const;
    [[nodiscard]] std::string choice(const ParameterSpec &spec) const;
    [[nodiscard]] std::vector<std::string> stringList(const ParameterSpec &spec) const;

    bool operator==(const ParameterValues &) const = default;

private:
    std::map<std::string, ParameterValue, std::less<>> m_values;
};

/// Every value known to the schema, of the right kind and within its range; else InvalidParameter naming the id.
Result<void> checkParameters(std::span<const ParameterSpec> schema, const ParameterValues &values);

/// Parses `text` as the command line gives it: integers in decimal, booleans "true"/"false", string lists as JSON.
Result<ParameterValue> parseParameter(const ParameterSpec &spec, std::string_view text);

[[nodiscard]] const ParameterSpec *findParameter(std::span<const ParameterSpec> schema, std::string_view id) noexcept;

} // namespace cw
