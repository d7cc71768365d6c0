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

} // namespace cw::records
