// SPDX-License-Identifier: GPL-3.0-or-later
#include "record.h"

#include "formats/format.h"

#include <QCryptographicHash>

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <charconv>
#include <optional>

namespace cw::cli {

namespace {

/// Keeps the three members and the place of the first fault of meaning. Views point into the parsed line.
class RecordHandler
{
public:
    bool Null() { return take({}, "null"); }
    bool Bool(bool) { return take({}, "true or false"); }
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(std::int64_t) { return false; }
    bool Uint64(std::uint64_t) { return false; }
    bool Double(double) { return false; }
    bool RawNumber(const char *digits, rapidjson::SizeType size, bool)
    {
        const std::string_view number(digits, size);
        const bool isInteger = number.find_first_not_of("-0123456789") == std::string_view::npos;
        return take(number, isInteger ? "an integer" : "a number with a fraction");
    }
    bool String(const char *text, rapidjson::SizeType size, bool) { return take({text, size}, "a string"); }
    bool StartObject() { return enter("an object"); }
    bool StartArray() { return enter("an array"); }
    bool EndObject(rapidjson::SizeType)
    {
        --m_depth;
        return true;
    }
    bool EndArray(rapidjson::SizeType)
    {
        --m_depth;
        return true;
    }
    bool Key(const char *text, rapidjson::SizeType size, bool)
    {
        if (m_depth == 1) {
            const std::string_view key(text, size);
            m_target = key == "text" ? &m_text : key == "doc_id" ? &m_id : key == "format" ? &m_format : nullptr;
            if (m_target && m_target->kind)
                return fault("has the key \"" + std::string(key) + "\" twice");
        }
        return true;
    }

    struct Member
    {
        std::string_view value;
        const char *kind = nullptr; ///< what it is, for messages; null when missing
    };
    [[nodiscard]] const Member &text() const { return m_text; }
    [[nodiscard]] const Member &id() const { return m_id; }
    [[nodiscard]] const Member &format() const { return m_format; }
    [[nodiscard]] const std::optional<std::string> &fault() const { return m_fault; }

private:
    bool take(std::string_view value, const char *kind)
    {
        if (m_depth == 0)
            return fault("is " + std::string(kind) + ", not an object");
        if (m_depth == 1 && m_target)
            *m_target = {value, kind};
        return true;
    }

    bool enter(const char *kind)
    {
        if (m_depth == 0 && std::string_view(kind) != "an object")
            return fault("is " + std::string(kind) + ", not an object");
        if (m_depth == 1 && m_target)
            *m_target = {{}, kind};
        if (++m_depth > deepestNesting)
            return fault("is nested deeper than " + std::to_string(deepestNesting) + " levels");
        return true;
    }

    bool fault(std::string sentence)
    {
        m_fault = std::move(sentence);
        return false;
    }

    unsigned m_depth = 0;
    Member *m_target = nullptr;
    Member m_text;
    Member m_id;
    Member m_format;
    std::optional<std::string> m_fault;
};

/// The unit of the escape \uXXXX at `at`, if there is one.
std::optional<unsigned> escapedUnit(std::string_view line, std::size_t at) noexcept
{
    if (at + 6 > line.size() || line[at] != '\\' || line[at + 1] != 'u')
        return std::nullopt;
    unsigned unit = 0;
    const char *end = line.data() + at + 6;
    const auto [stop, failure] = std::from_chars(line.data() + at + 2, end, unit, 16);
    return failure == std::errc{} && stop == end ? std::optional(unit) : std::nullopt;
}

/// JSON from JavaScript and Python may hold halves of surrogate pairs, which are no characters: \ufffd instead.
std::uint64_t replaceLoneSurrogates(std::string &line)
{
    std::uint64_t replaced = 0;
    for (std::size_t at = line.find('\\'); at != std::string::npos; at = line.find('\\', at)) {
        const auto unit = escapedUnit(line, at);
        if (!unit) {
            at += 2;
            continue;
        }
        const bool isHigh = *unit >= 0xD800 && *unit <= 0xDBFF;
        const bool isLow = *unit >= 0xDC00 && *unit <= 0xDFFF;
        if (isHigh) {
            const auto next = escapedUnit(line, at + 6);
            if (next && *next >= 0xDC00 && *next <= 0xDFFF) {
                at += 12;
                continue;
            }
        }
        if (isHigh || isLow) {
            line.replace(at, 6, "\\ufffd");
            ++replaced;
        }
        at += 6;
    }
    return replaced;
}

Error badRecord(const std::string &place, const std::string &fault)
{
    return Error{ErrorCode::BadInput, place + ": " + fault + '.', place};
}

std::string sha256Of(std::string_view text)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    return hash.result().toHex().toStdString();
}

Outcome<std::shared_ptr<const Document>> makeDocument(std::optional<std::string> id, std::string text,
                                                      const FormatDescriptor *format)
{
    DocumentSource source;
    source.newline = detectNewlineStyle(text);
    source.sourceBytes = text.size();
    source.sha256 = sha256Of(text);
    std::string name = id ? std::move(*id) : source.sha256;
    const FormatDescriptor &chosen = format ? *format : formatOf(name, text);
    return readDocument(std::move(name), std::move(text), std::move(source), chosen, std::stop_token());
}

} // namespace

bool isBlank(std::string_view line) noexcept
{
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

Result<Record> parseRecord(std::string line, const std::string &place)
{
    if (const std::size_t nul = line.find('\0'); nul != std::string::npos) {
        return badRecord(
            place, "byte " + std::to_string(nul + 1) + " is a raw NUL, which JSON does not allow; write it as \\u0000");
    }
    const std::uint64_t replaced = replaceLoneSurrogates(line);
    RecordHandler handler;
    rapidjson::Reader reader;
    rapidjson::InsituStringStream stream(line.data());
    constexpr unsigned flags = rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag
        | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag;
    const rapidjson::ParseResult parsed = reader.Parse<flags>(stream, handler);
    if (handler.fault())
        return badRecord(place, "the record " + *handler.fault());
    if (parsed.IsError()) {
        std::string reason = rapidjson::GetParseError_En(parsed.Code());
        while (reason.ends_with('.'))
            reason.pop_back();
        return badRecord(place, "not valid JSON at byte " + std::to_string(parsed.Offset() + 1) + ": " + reason);
    }
    if (!handler.text().kind)
        return badRecord(place, "the record has no \"text\"");
    if (handler.text().kind != std::string_view("a string"))
        return badRecord(place, std::string("\"text\" must be a string, not ") + handler.text().kind);

    std::optional<std::string> id;
    if (handler.id().kind && handler.id().kind != std::string_view("null")) {
        const std::string_view kind = handler.id().kind;
        if (kind != "a string" && kind != "an integer")
            return badRecord(place, "\"doc_id\" must be a string or an integer, not " + std::string(kind));
        id = std::string(handler.id().value);
    }
    const FormatDescriptor *format = nullptr;
    if (handler.format().kind && handler.format().kind != std::string_view("null")) {
        if (handler.format().kind != std::string_view("a string"))
            return badRecord(place, std::string("\"format\" must be a string, not ") + handler.format().kind);
        format = findFormat(handler.format().value);
        if (!format)
            return badRecord(place,
                             "\"format\" is \"" + std::string(handler.format().value)
                                 + "\", which is no format known here; see chunkwright-cli list formats");
        if (format->input != FormatInput::Text)
            return badRecord(place,
                             "\"format\" is \"" + std::string(handler.format().value)
                                 + "\", which is read from files, not from the text of a record");
    }
    const auto offset = static_cast<std::size_t>(handler.text().value.data() - line.data());
    line.resize(offset + handler.text().value.size());
    line.erase(0, offset);
    const auto document = makeDocument(std::move(id), std::move(line), format);
    if (!document)
        return badRecord(place, document.error().message);
    return Record{*document, replaced};
}

} // namespace cw::cli
