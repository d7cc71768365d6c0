// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/encodings.h"

#include "io/documentloader.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

#include <algorithm>
#include <array>
#include <memory>

namespace cw {

namespace {

enum class Family : std::uint8_t { Utf8, Utf16, Utf32, SingleByte, MultiByte };

struct Encoding
{
    const char *name;
    const char *converter; ///< name of ICU's converter
    Family family;
    bool isBigEndian = false;
};

constexpr std::array encodings{
    Encoding{"utf-8", "UTF-8", Family::Utf8},
    Encoding{"utf-16le", "UTF-16LE", Family::Utf16},
    Encoding{"utf-16be", "UTF-16BE", Family::Utf16, true},
    Encoding{"utf-32le", "UTF-32LE", Family::Utf32},
    Encoding{"utf-32be", "UTF-32BE", Family::Utf32, true},
    Encoding{"windows-1252", "windows-1252", Family::SingleByte},
    Encoding{"iso-8859-1", "ISO-8859-1", Family::SingleByte},
    Encoding{"iso-8859-15", "ISO-8859-15", Family::SingleByte},
    Encoding{"macintosh", "macintosh", Family::SingleByte},
    Encoding{"ibm850", "IBM850", Family::SingleByte},
    Encoding{"windows-1250", "windows-1250", Family::SingleByte},
    Encoding{"iso-8859-2", "ISO-8859-2", Family::SingleByte},
    Encoding{"windows-1257", "windows-1257", Family::SingleByte},
    Encoding{"iso-8859-4", "ISO-8859-4", Family::SingleByte},
    Encoding{"iso-8859-13", "ISO-8859-13", Family::SingleByte},
    Encoding{"windows-1251", "windows-1251", Family::SingleByte},
    Encoding{"koi8-r", "KOI8-R", Family::SingleByte},
    Encoding{"koi8-u", "KOI8-U", Family::SingleByte},
    Encoding{"ibm866", "IBM866", Family::SingleByte},
    Encoding{"iso-8859-5", "ISO-8859-5", Family::SingleByte},
    Encoding{"x-mac-cyrillic", "x-mac-cyrillic", Family::SingleByte},
    Encoding{"windows-1253", "windows-1253", Family::SingleByte},
    Encoding{"iso-8859-7", "ISO-8859-7", Family::SingleByte},
    Encoding{"windows-1254", "windows-1254", Family::SingleByte},
    Encoding{"windows-1255", "windows-1255", Family::SingleByte},
    Encoding{"iso-8859-8", "ISO-8859-8", Family::SingleByte},
    Encoding{"windows-1256", "windows-1256", Family::SingleByte},
    Encoding{"iso-8859-6", "ISO-8859-6", Family::SingleByte},
    Encoding{"windows-1258", "windows-1258", Family::SingleByte},
    Encoding{"windows-874", "windows-874", Family::SingleByte},
    Encoding{"shift_jis", "Shift_JIS", Family::MultiByte},
    Encoding{"euc-jp", "EUC-JP", Family::MultiByte},
    Encoding{"iso-2022-jp", "ISO-2022-JP", Family::MultiByte},
    Encoding{"gb18030", "gb18030", Family::MultiByte},
    Encoding{"big5", "Big5-HKSCS", Family::MultiByte},
    Encoding{"euc-kr", "windows-949-2000", Family::MultiByte},
};

const Encoding *findEncoding(std::string_view name) noexcept
{
    const auto found = std::ranges::find_if(encodings, [&](const Encoding &encoding) { return name == encoding.name; });
    return found == encodings.end() ? nullptr : &*found;
}

constexpr char32_t replacement = 0xFFFD;
constexpr std::size_t replacementBytes = 3;
constexpr std::size_t keptPlaces = 100;

void appendReplacement(RepairedText &out)
{
    if (out.replacedAt.size() < keptPlaces)
        out.replacedAt.push_back(out.text.size());
    ++out.replacedSequences;
    appendUtf8(out.text, replacement);
}

RepairedText decodeUtf8(std::string_view bytes)
{
    RepairedText out;
    out.text.reserve(bytes.size() + bytes.size() / 8);
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::string_view slice = utf8Slice(bytes, begin);
        const RepairedText repaired = repairUtf8(slice, keptPlaces - out.replacedAt.size());
        for (const std::uint64_t place : repaired.replacedAt)
            out.replacedAt.push_back(out.text.size() + place);
        out.replacedSequences += repaired.replacedSequences;
        out.text += repaired.text;
        begin += slice.size();
    }
    return out;
}

constexpr bool isSurrogate(char32_t unit) noexcept
{
    return unit >= 0xD800 && unit <= 0xDFFF;
}

/// Units of `Width` bytes in the given order.
template<std::size_t Width>
class UnitReader
{
public:
    UnitReader(std::string_view bytes, bool isBigEndian) : m_bytes(bytes), m_isBigEndian(isBigEndian) { }

    [[nodiscard]] std::size_t count() const noexcept { return m_bytes.size() / Width; }
    [[nodiscard]] bool hasRest() const noexcept { return m_bytes.size() % Width != 0; }
    [[nodiscard]] char32_t at(std::size_t unit) const noexcept
    {
        char32_t value = 0;
        for (std::size_t i = 0; i < Width; ++i) {
            const std::size_t byte = unit * Width + (m_isBigEndian ? i : Width - 1 - i);
            value = (value << 8U) | static_cast<unsigned char>(m_bytes[byte]);
        }
        return value;
    }

private:
    std::string_view m_bytes;
    bool m_isBigEndian;
};

RepairedText decodeUtf16(std::string_view bytes, bool isBigEndian)
{
    RepairedText out;
    out.text.reserve(bytes.size() + bytes.size() / 2);
    const UnitReader<2> units(bytes, isBigEndian);
    for (std::size_t i = 0; i < units.count(); ++i) {
        const char32_t unit = units.at(i);
        if (!isSurrogate(unit)) {
            appendUtf8(out.text, unit);
            continue;
        }
        const char32_t next = unit < 0xDC00 && i + 1 < units.count() ? units.at(i + 1) : 0;
        if (next >= 0xDC00 && next <= 0xDFFF) {
            appendUtf8(out.text, 0x10000 + ((unit - 0xD800) << 10U) + (next - 0xDC00));
            ++i;
        } else {
            appendReplacement(out);
        }
    }
    const bool endsInHalfPair = units.count() > 0 && units.at(units.count() - 1) >= 0xD800
        && units.at(units.count() - 1) < 0xDC00; // already replaced, with what is left of its second half
    if (units.hasRest() && !endsInHalfPair)
        appendReplacement(out);
    return out;
}

RepairedText decodeUtf32(std::string_view bytes, bool isBigEndian)
{
    RepairedText out;
    out.text.reserve(bytes.size());
    const UnitReader<4> units(bytes, isBigEndian);
    for (std::size_t i = 0; i < units.count(); ++i) {
        const char32_t unit = units.at(i);
        if (unit > 0x10FFFF || isSurrogate(unit))
            appendReplacement(out);
        else
            appendUtf8(out.text, unit);
    }
    if (units.hasRest())
        appendReplacement(out);
    return out;
}

struct CloseConverter
{
    void operator()(UConverter *converter) const noexcept { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

/// Stops at what cannot be decoded, so that places can be noted.
Converter openStrict(const char *name)
{
    UErrorCode status = U_ZERO_ERROR;
    Converter converter(ucnv_open(name, &status));
    if (U_FAILURE(status))
        return nullptr;
    ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
    return U_FAILURE(status) ? nullptr : std::move(converter);
}

/// What ICU's tables give for bytes that an encoding leaves undefined: control or private characters. (Macintosh has
/// one private character of its own, the apple.)
constexpr bool isPlaceholder(UChar unit, bool hasC1Controls) noexcept
{
    const bool isControl = unit >= 0x80 && unit < 0xA0;
    const bool isPrivate = unit >= 0xE000 && unit < 0xF8FF;
    return unit == replacement || isPrivate || (isControl && !hasC1Controls);
}

RepairedText decodeSingleByte(std::string_view bytes, const Encoding &encoding)
{
    const bool hasC1Controls = std::string_view(encoding.name).starts_with("iso-");
    std::array<std::string, 256> characters; // empty: undecodable
    for (std::size_t byte = 0; byte < 0x80; ++byte)
        characters[byte] = static_cast<char>(byte);
    const Converter converter = openStrict(encoding.converter);
    for (std::size_t byte = 0x80; converter && byte < characters.size(); ++byte) {
        const char source = static_cast<char>(byte);
        UChar target[4];
        UErrorCode status = U_ZERO_ERROR;
        ucnv_reset(converter.get());
        const std::int32_t length = ucnv_toUChars(converter.get(), target, 4, &source, 1, &status);
        if (U_SUCCESS(status) && length == 1 && !isPlaceholder(target[0], hasC1Controls))
            appendUtf8(characters[byte], target[0]);
    }
    std::array<std::size_t, 256> sizes{};
    for (std::size_t byte = 0; byte < sizes.size(); ++byte)
        sizes[byte] = characters[byte].empty() ? replacementBytes : characters[byte].size();
    std::size_t total = 0;
    for (const char c : bytes)
        total += sizes[static_cast<unsigned char>(c)];

    RepairedText out;
    out.text.reserve(total);
    for (const char c : bytes) {
        const std::string &character = characters[static_cast<unsigned char>(c)];
        if (character.empty())
            appendReplacement(out);
        else
            out.text += character;
    }
    return out;
}

/// ICU refuses more than 2 GiB at once.
constexpr std::ptrdiff_t sliceBytes = 64 * 1024 * 1024;

/// ICU's Shift_JIS is IBM's, in which three control characters changed places.
constexpr UChar withoutRotation(UChar unit) noexcept
{
    return unit == 0x1A ? 0x7F : unit == 0x1C ? 0x1A : unit == 0x7F ? 0x1C : unit;
}

/// The states after which the converter goes on with what follows.
constexpr bool isUndecodable(UErrorCode status) noexcept
{
    return status == U_INVALID_CHAR_FOUND || status == U_TRUNCATED_CHAR_FOUND || status == U_ILLEGAL_CHAR_FOUND
        || status == U_ILLEGAL_ESCAPE_SEQUENCE || status == U_UNSUPPORTED_ESCAPE_SEQUENCE;
}

RepairedText decodeMultiByte(std::string_view bytes, const Encoding &encoding)
{
    RepairedText out;
    out.text.reserve(bytes.size() + bytes.size() / 2);
    const Converter converter = openStrict(encoding.converter);
    const char *source = bytes.data();
    const char *const end = source + bytes.size();
    std::array<UChar, 4096> buffer;
    char32_t highSurrogate = 0;
    const bool isRotated = std::string_view(encoding.name) == "shift_jis";
    while (converter) {
        const char *const limit = source + std::min(end - source, sliceBytes);
        const bool isLast = limit == end;
        UChar *target = buffer.data();
        UErrorCode status = U_ZERO_ERROR;
        ucnv_toUnicode(converter.get(), &target, buffer.data() + buffer.size(), &source, limit, nullptr, isLast,
                       &status);
        for (const UChar *unit = buffer.data(); unit != target; ++unit) {
            if (*unit >= 0xD800 && *unit < 0xDC00)
                highSurrogate = *unit;
            else if (*unit >= 0xDC00 && *unit <= 0xDFFF)
                appendUtf8(out.text, 0x10000 + ((highSurrogate - 0xD800) << 10U) + (*unit - 0xDC00U));
            else
                appendUtf8(out.text, isRotated ? withoutRotation(*unit) : *unit);
        }
        if (status == U_BUFFER_OVERFLOW_ERROR)
            continue;
        if (U_SUCCESS(status)) {
            if (isLast)
                break;
            continue;
        }
        appendReplacement(out);
        if (!isUndecodable(status))
            break;
    }
    return out;
}

} // namespace

const QStringList &supportedEncodings()
{
    static const QStringList names = [] {
        QStringList list;
        for (const Encoding &encoding : encodings)
            list << QLatin1String(encoding.name);
        return list;
    }();
    return names;
}

std::optional<std::string> canonicalEncoding(std::string_view name)
{
    const std::string given(name);
    if (given.empty() || given.find('\0') != std::string::npos)
        return std::nullopt;
    for (const Encoding &encoding : encodings) {
        if (ucnv_compareNames(given.c_str(), encoding.name) == 0)
            return encoding.name;
    }
    const auto converterOf = [](const char *alias) -> std::string_view {
        UErrorCode status = U_ZERO_ERROR;
        const char *converter = ucnv_getAlias(alias, 0, &status);
        return U_SUCCESS(status) && converter ? converter : "";
    };
    const std::string_view wanted = converterOf(given.c_str());
    for (const Encoding &encoding : encodings) {
        if (!wanted.empty() && converterOf(encoding.converter) == wanted)
            return encoding.name;
    }
    return std::nullopt;
}

std::string_view utf8Slice(std::string_view bytes, std::size_t begin) noexcept
{
    constexpr std::size_t wantedBytes = 4 * 1024 * 1024;
    std::size_t end = std::min(bytes.size(), begin + wantedBytes);
    while (end < bytes.size() && static_cast<unsigned char>(bytes[end]) >= 0x80)
        ++end;
    return bytes.substr(begin, end - begin);
}

RepairedText decodeBytes(std::string_view bytes, std::string_view name)
{
    const Encoding *encoding = findEncoding(name);
    switch (encoding ? encoding->family : Family::Utf8) {
    case Family::Utf8:
        return decodeUtf8(bytes);
    case Family::Utf16:
        return decodeUtf16(bytes, encoding->isBigEndian);
    case Family::Utf32:
        return decodeUtf32(bytes, encoding->isBigEndian);
    case Family::SingleByte:
        return decodeSingleByte(bytes, *encoding);
    case Family::MultiByte:
        return decodeMultiByte(bytes, *encoding);
    }
    return {};
}

} // namespace cw
