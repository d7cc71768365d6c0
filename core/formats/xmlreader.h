// SPDX-License-Identifier: GPL-3.0-or-later
// XML with the place of everything in its bytes.
#pragma once

#include "base/byterange.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

namespace cw {

/// The names that a reader understands, each with a number above 0 of its choice; all others are 0. A name may be in
/// several namespaces, which are taken for one (those of transitional and strict Office Open XML, say).
class XmlVocabulary final
{
public:
    struct Name
    {
        std::string_view local;
        std::uint16_t number = 0;
    };

    void add(std::initializer_list<std::string_view> spaces, std::initializer_list<Name> names);
    /// `name` as the parser gives it: namespace, line feed, local name; or only the latter.
    [[nodiscard]] std::uint16_t numberOf(std::string_view name) const noexcept
    {
        const auto found = m_numbers.find(name);
        return found == m_numbers.end() ? std::uint16_t{0} : found->second;
    }

private:
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const noexcept { return std::hash<std::string_view>{}(name); }
    };
    std::unordered_map<std::string, std::uint16_t, Hash, std::equal_to<>> m_numbers;
};

/// A start tag. Lives as long as the call that it is given to.
class XmlElement final
{
public:
    XmlElement(const XmlVocabulary &vocabulary, const char *name, const char **attributes, ByteRange bytes)
        : m_vocabulary(vocabulary), m_name(name), m_number(vocabulary.numberOf(m_name)), m_attributes(attributes),
          m_bytes(bytes)
    {
    }

    [[nodiscard]] std::uint16_t number() const noexcept { return m_number; }
    /// As the parser gives it: namespace, line feed, local name.
    [[nodiscard]] std::string_view name() const noexcept { return m_name; }
    /// Value of the attribute that the vocabulary gives this number, valid UTF-8. O(attributes).
    [[nodiscard]] std::optional<std::string_view> attribute(std::uint16_t number) const noexcept;
    [[nodiscard]] std::string_view attribute(std::uint16_t number, std::string_view otherwise) const noexcept
    {
        return attribute(number).value_or(otherwise);
    }
    [[nodiscard]] ByteRange bytes() const noexcept { return m_bytes; } ///< of the tag

private:
    const XmlVocabulary &m_vocabulary;
    std::string_view m_name;
    std::uint16_t m_number;
    const char **m_attributes;
    ByteRange m_bytes;
};

/// What is called while XML is read. All ranges are bytes of the input.
class XmlHandler
{
public:
    virtual ~XmlHandler() = default;
    virtual void startElement(const XmlElement &element) = 0;
    virtual void endElement(std::uint16_t number, ByteRange bytes) = 0;
    /// A piece of text, valid UTF-8. `isCopy`: it stands at `bytes` as it is, not as a reference or in another
    /// encoding.
    virtual void characters(std::string_view text, ByteRange bytes, bool isCopy) = 0;

    /// Ends the reading with this error.
    void fail(Error error)
    {
        if (!m_failure)
            m_failure = std::move(error);
    }
    [[nodiscard]] const std::optional<Error> &failure() const noexcept { return m_failure; }

private:
    std::optional<Error> m_failure;
};

inline constexpr std::size_t deepestXml = 1000; ///< elements in one another

/// Reads a whole XML 1.0 document: UTF-8, UTF-16, ISO-8859-1, ASCII. O(bytes); never opens anything: external entities
/// are passed over, and a document that declares entities of its own is refused, as is one that nests deeper than
/// deepestXml. Errors are BadInput in whole sentences that name `part` with line and column. A stop is noticed at every
/// tag.
[[nodiscard]] Outcome<std::monostate> readXml(std::string_view bytes, std::string_view part,
                                              const XmlVocabulary &vocabulary, XmlHandler &handler,
                                              const std::stop_token &stop);

} // namespace cw
