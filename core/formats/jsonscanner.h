// SPDX-License-Identifier: GPL-3.0-or-later
// Where JSON values begin and end, without reading what they say.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cw::records {

/// Goes through brackets, commas and strings. Numbers and words are not looked into: places are what is wanted.
class JsonScanner final
{
public:
    enum class Event {
        Open, ///< of an object or array
        Close,
        Comma,
        Colon,
        Scalar, ///< a string, number or word
        End, ///< of the text, with nothing open
        Broken ///< a bracket that matches none, a string or bracket that is never closed
    };

    explicit JsonScanner(std::string_view text, std::size_t begin = 0) noexcept : m_text(text), m_at(begin) { }

    [[nodiscard]] Event next();
    /// Of what the last event was about.
    [[nodiscard]] std::size_t begin() const noexcept { return m_begin; }
    [[nodiscard]] std::size_t end() const noexcept { return m_at; }
    /// Brackets open behind the last event.
    [[nodiscard]] std::size_t depth() const noexcept { return m_isObject.size(); }
    /// Whether the innermost open bracket is an object's. Precondition: depth() > 0.
    [[nodiscard]] bool isInObject() const noexcept { return m_isObject.back(); }

private:
    [[nodiscard]] bool skipString() noexcept;

    std::string_view m_text;
    std::size_t m_at;
    std::size_t m_begin = 0;
    std::vector<bool> m_isObject;
};

/// Holds what a JsonScanner finds against the grammar of JSON, up to the first fault. Strings are not looked into.
class JsonGrammar final
{
public:
    enum class Fault {
        None,
        Unclosed, ///< the text ends with brackets open
        UnclosedString,
        WrongBracket, ///< closes none that is open
        BehindValue, ///< more than one value
        NoComma,
        NoColon,
        NoName, ///< of an object's member
        NoValue,
        NoSuchWord ///< a value that is no string, number, true, false or null
    };

    /// The event that the scanner gave last.
    void take(JsonScanner::Event event, const JsonScanner &scanner, std::string_view text) noexcept;
    [[nodiscard]] Fault fault() const noexcept { return m_fault; }
    /// Where it was found.
    [[nodiscard]] std::size_t faultAt() const noexcept { return m_faultAt; }

private:
    enum class Awaited { Value, ValueOrEnd, Name, NameOrEnd, Colon, CommaOrEnd, Nothing };

    [[nodiscard]] Fault faultOf(JsonScanner::Event event, char first, std::string_view scalar) const noexcept;
    [[nodiscard]] Fault missing() const noexcept;
    [[nodiscard]] bool awaits(Awaited one, Awaited other) const noexcept
    {
        return m_awaited == one || m_awaited == other;
    }

    Awaited m_awaited = Awaited::Value;
    Fault m_fault = Fault::None;
    std::size_t m_faultAt = 0;
};

} // namespace cw::records
