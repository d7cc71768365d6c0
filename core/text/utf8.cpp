// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/utf8.h"

#include <array>
#include <cstring>

namespace cw {

namespace {

struct Scan
{
    std::size_t bytes = 0; ///< of the sequence, or of the maximal subpart to replace
    bool isWellFormed = false;
};

/// One sequence at `byte`, by the table of well-formed byte sequences (Unicode 16, table 3-7).
Scan scanSequence(std::string_view text, std::size_t byte) noexcept
{
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = at(byte);
    if (lead < 0x80)
        return {1, true};
    std::size_t length = 0;
    unsigned low = 0x80;
    unsigned high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        low = lead == 0xE0 ? 0xA0 : 0x80;
        high = lead == 0xED ? 0x9F : 0xBF;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        low = lead == 0xF0 ? 0x90 : 0x80;
        high = lead == 0xF4 ? 0x8F : 0xBF;
    } else {
        return {1, false};
    }
    for (std::size_t i = 1; i < length; ++i) {
        if (byte + i >= text.size() || at(byte + i) < low || at(byte + i) > high)
            return {i, false};
        low = 0x80;
        high = 0xBF;
    }
    return {length, true};
}

/// First byte at or after `byte` that is not ASCII, or the size.
std::size_t skipAscii(std::string_view text, std::size_t byte) noexcept
{
    while (byte + 32 <= text.size()) {
        std::array<std::uint64_t, 4> words{};
        std::memcpy(words.data(), text.data() + byte, 32);
        if (((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080U) != 0)
            break;
        byte += 32;
    }
    while (byte + 8 <= text.size()) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + byte, 8);
        if ((word & 0x8080808080808080U) != 0)
            break;
        byte += 8;
    }
    while (byte < text.size() && static_cast<unsigned char>(text[byte]) < 0x80)
        ++byte;
    return byte;
}

} // namespace

void appendUtf8(std::string &out, char32_t codePoint)
{
    const auto put = [&](char32_t value) { out.push_back(static_cast<char>(static_cast<unsigned char>(value))); };
    if (codePoint < 0x80) {
        put(codePoint);
    } else if (codePoint < 0x800) {
        put(0xC0 | (codePoint >> 6));
        put(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        put(0xE0 | (codePoint >> 12));
        put(0x80 | ((codePoint >> 6) & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    } else {
        put(0xF0 | (codePoint >> 18));
        put(0x80 | ((codePoint >> 12) & 0x3F));
        put(0x80 | ((codePoint >> 6) & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    }
}

bool isValidUtf8(std::string_view bytes) noexcept
{
    for (std::size_t byte = skipAscii(bytes, 0); byte < bytes.size(); byte = skipAscii(bytes, byte)) {
        const Scan scan = scanSequence(bytes, byte);
        if (!scan.isWellFormed)
            return false;
        byte += scan.bytes;
    }
    return true;
}

void Utf8Check::grow(std::string_view bytes) noexcept
{
    constexpr std::size_t longestSequence = 4;
    std::size_t end = bytes.size();
    while (end > m_checked && bytes.size() - end < longestSequence && isUtf8Continuation(bytes[end - 1]))
        --end;
    if (end > m_checked && static_cast<unsigned char>(bytes[end - 1]) >= 0xC0)
        --end;
    else
        end = bytes.size();
    m_isValid = m_isValid && isValidUtf8(bytes.substr(m_checked, end - m_checked));
    m_checked = end;
}

bool Utf8Check::finish(std::string_view bytes) noexcept
{
    m_isValid = m_isValid && isValidUtf8(bytes.substr(m_checked));
    m_checked = bytes.size();
    return m_isValid;
}

RepairedText repairUtf8(std::string_view bytes, std::size_t keepPlaces)
{
    RepairedText repaired;
    repaired.text.reserve(bytes.size());
    std::size_t copied = 0;
    for (std::size_t byte = skipAscii(bytes, 0); byte < bytes.size(); byte = skipAscii(bytes, byte)) {
        const Scan scan = scanSequence(bytes, byte);
        if (!scan.isWellFormed) {
            repaired.text.append(bytes, copied, byte - copied);
            if (repaired.replacedAt.size() < keepPlaces)
                repaired.replacedAt.push_back(repaired.text.size());
            appendUtf8(repaired.text, 0xFFFD);
            ++repaired.replacedSequences;
            copied = byte + scan.bytes;
        }
        byte += scan.bytes;
    }
    repaired.text.append(bytes, copied, bytes.size() - copied);
    return repaired;
}

} // namespace cw
