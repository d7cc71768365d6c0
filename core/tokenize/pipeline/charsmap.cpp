// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/charsmap.h"

#include "text/utf8.h"
#include "tokenize/pipeline/jsonfields.h"
#include "tokenize/pipeline/pipelinecharacters.h"

#include <array>
#include <optional>

namespace cw {

namespace {

std::optional<std::string> decodeBase64(std::string_view encoded)
{
    std::string bytes;
    std::uint32_t bits = 0;
    unsigned bitCount = 0;
    if (encoded.size() % 4 != 0)
        return std::nullopt;
    while (!encoded.empty() && encoded.back() == '=' && encoded.size() % 4 != 2)
        encoded.remove_suffix(1);
    for (const char character : encoded) {
        static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::size_t value = digits.find(character);
        if (value == std::string_view::npos)
            return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        bitCount += 6;
        if (bitCount >= 8) {
            bitCount -= 8;
            bytes += static_cast<char>(bits >> bitCount & 0xFFU);
        }
    }
    return bytes;
}

/// Whether no grapheme cluster holds the two side by side. Says nothing of Indic conjuncts, which are longer than what
/// is looked up as a whole, or of what characters further left decide.
bool isClusterEnd(GraphemeBreak left, GraphemeBreak right)
{
    using enum GraphemeBreak;
    if (left == CarriageReturn && right == LineFeed)
        return false;
    if (left == Control || left == CarriageReturn || left == LineFeed || right == Control || right == CarriageReturn
        || right == LineFeed)
        return true;
    if (left == LeadingJamo
        && (right == LeadingJamo || right == VowelJamo || right == SyllableWithoutTrail || right == SyllableWithTrail))
        return false;
    if ((left == SyllableWithoutTrail || left == VowelJamo) && (right == VowelJamo || right == TrailingJamo))
        return false;
    if ((left == SyllableWithTrail || left == TrailingJamo) && right == TrailingJamo)
        return false;
    return right != Extend && right != Joiner && right != SpacingMark && left != Prepend;
}

class Charsmap final : public Normalizer
{
public:
    Charsmap(std::vector<std::uint32_t> units, std::string texts) : m_units(std::move(units)), m_texts(std::move(texts))
    {
        for (char32_t codePoint = 0; codePoint < 0x110000; ++codePoint) {
            if (graphemeBreak(codePoint) == GraphemeBreak::Prepend) {
                std::string text;
                appendUtf8(text, codePoint);
                m_knowsPrepended |= replacement(text).has_value();
            }
        }
    }

    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        std::vector<CharacterChange> changes;
        bool changesAny = false;
        const std::string_view text = piece.text;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = clusterEnd(text, begin);
            const std::string_view cluster = text.substr(begin, end - begin);
            begin = end;
            if (cluster.size() < 6) {
                if (const auto whole = replacement(cluster)) {
                    append(changes, cluster, *whole);
                    changesAny = true;
                    continue;
                }
            }
            for (std::size_t byte = 0; byte < cluster.size();) {
                const DecodedCharacter decoded = decodeCharacter(cluster, byte);
                const std::string_view part = cluster.substr(byte, decoded.byteLength);
                byte += decoded.byteLength;
                if (const auto replaced = replacement(part)) {
                    append(changes, part, *replaced);
                    changesAny = true;
                } else {
                    changes.push_back({decoded.codePoint, 0});
                }
            }
        }
        if (changesAny)
            transform(piece, changes, 0, store);
    }

    bool keepsApart(char32_t &left, char32_t &right) const override
    {
        if (m_knowsPrepended || graphemeBreak(left) != GraphemeBreak::Other)
            return false;
        const GraphemeBreak next = graphemeBreak(right);
        const bool isByItself = next == GraphemeBreak::LineFeed || next == GraphemeBreak::Control;
        if (!isByItself && next != GraphemeBreak::Other && next != GraphemeBreak::Pictographic
            && next != GraphemeBreak::LeadingJamo && next != GraphemeBreak::SyllableWithoutTrail
            && next != GraphemeBreak::SyllableWithTrail)
            return false;
        return becomes(left, false) && becomes(right, true);
    }

private:
    /// A character that what follows cannot take a part in.
    bool becomes(char32_t &codePoint, bool isFirst) const
    {
        std::string text;
        appendUtf8(text, codePoint);
        const auto replaced = replacement(text);
        if (!replaced) {
            // Together with marks it may still be looked up as one; only its own marks can change it.
            return !isFirst || isAlone(text);
        }
        if (replaced->empty())
            return false;
        codePoint
            = decodeCharacter(*replaced, isFirst ? 0 : previousCharacterStart(*replaced, replaced->size())).codePoint;
        return true;
    }

    /// No longer entry begins with it.
    bool isAlone(std::string_view text) const
    {
        std::size_t node = offset(m_units[0]);
        for (const char character : text) {
            node ^= static_cast<unsigned char>(character);
            if (label(m_units[node]) != static_cast<unsigned char>(character))
                return true;
            node ^= offset(m_units[node]);
        }
        for (std::size_t byte = 1; byte < 256; ++byte) {
            if (label(m_units[node ^ byte]) == byte)
                return false;
        }
        return true;
    }

    static std::uint32_t label(std::uint32_t unit) { return unit & (1U << 31 | 0xFFU); }
    static std::size_t offset(std::uint32_t unit)
    {
        return static_cast<std::size_t>(unit >> 10) << ((unit & 1U << 9) >> 6);
    }

    /// What the shortest entry that `text` begins with is replaced by. The reference asks no more.
    [[nodiscard]] std::optional<std::string_view> replacement(std::string_view text) const
    {
        std::size_t node = offset(m_units[0]);
        for (const char character : text) {
            const auto byte = static_cast<unsigned char>(character);
            if (byte == 0)
                break;
            node ^= byte;
            const std::uint32_t unit = m_units[node];
            if (label(unit) != byte)
                break;
            node ^= offset(unit);
            if ((unit >> 8 & 1U) != 0) {
                const std::size_t begin = m_units[node] & 0x7FFFFFFFU;
                return std::string_view(m_texts).substr(begin, m_texts.find('\0', begin) - begin);
            }
        }
        return std::nullopt;
    }

    /// The reference's words for it: characters more than there were are put in at the end, and the last one takes
    /// along those that are no more.
    static void append(std::vector<CharacterChange> &changes, std::string_view old, std::string_view text)
    {
        const std::u32string characters = decodeAll(text);
        const auto more
            = static_cast<std::int32_t>(characters.size()) - static_cast<std::int32_t>(decodeAll(old).size());
        for (const char32_t character : characters)
            changes.push_back({character, 0});
        for (std::int32_t i = 0; i < more; ++i)
            changes[changes.size() - 1 - static_cast<std::size_t>(i)].change = 1;
        if (more < 0 && !changes.empty())
            changes.back().change += more;
    }

    static std::size_t clusterEnd(std::string_view text, std::size_t begin)
    {
        using enum GraphemeBreak;
        DecodedCharacter decoded = decodeCharacter(text, begin);
        GraphemeBreak left = graphemeBreak(decoded.codePoint);
        std::size_t end = begin + decoded.byteLength;
        bool mayJoinPictographic = left == Pictographic;
        bool isOddIndicator = left == RegionalIndicator;
        while (end < text.size()) {
            decoded = decodeCharacter(text, end);
            const GraphemeBreak right = graphemeBreak(decoded.codePoint);
            const bool isJoined = (right == Pictographic && left == Joiner && mayJoinPictographic)
                || (right == RegionalIndicator && left == RegionalIndicator && isOddIndicator);
            if (!isJoined && isClusterEnd(left, right))
                break;
            isOddIndicator = right == RegionalIndicator && !isJoined;
            if (right == Pictographic)
                mayJoinPictographic = true;
            else if (right != Extend && right != Joiner)
                mayJoinPictographic = false;
            left = right;
            end += decoded.byteLength;
        }
        return end;
    }

    std::vector<std::uint32_t> m_units;
    std::string m_texts;
    bool m_knowsPrepended = false;
};

} // namespace

Result<std::shared_ptr<const Normalizer>> readCharsmap(std::string_view encoded, const std::string &path)
{
    const auto bytes = decodeBase64(encoded);
    if (!bytes)
        return tokenizerFileError(path, "is not in base 64");
    const auto number = [&](std::size_t byte) {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i)
            value |= static_cast<std::uint32_t>(static_cast<unsigned char>((*bytes)[byte + i])) << (8 * i);
        return value;
    };
    if (bytes->size() < 8 || number(0) % 4 != 0 || number(0) < 4 || number(0) > bytes->size() - 4)
        return tokenizerFileError(path, "ends before the table it announces");
    std::vector<std::uint32_t> units;
    for (std::size_t byte = 4; byte < 4 + std::size_t{number(0)}; byte += 4)
        units.push_back(number(byte));
    std::string texts = bytes->substr(4 + std::size_t{number(0)});
    if (!isValidUtf8(texts))
        return tokenizerFileError(path, "has replacements that are not valid UTF-8");
    // A place may be looked at with any byte exclusive-or'ed to it, so blocks of 256 have to be there as a whole.
    while (units.size() % 256 != 0)
        units.push_back(0x80000000U);
    for (std::size_t node = 0; node < units.size(); ++node) {
        const std::uint32_t unit = units[node];
        if ((unit >> 31) != 0 && node > 0)
            continue;
        const std::size_t target = node ^ (static_cast<std::size_t>(unit >> 10) << ((unit & 1U << 9) >> 6));
        const bool isLeafParent = (unit >> 8 & 1U) != 0;
        if (target >= units.size() || (isLeafParent && (units[target] & 0x7FFFFFFFU) >= texts.size()))
            return tokenizerFileError(path, "has a table that leads out of itself");
        if (isLeafParent && !isCharacterBoundary(texts, units[target] & 0x7FFFFFFFU))
            return tokenizerFileError(path, "has a replacement that begins inside a character");
    }
    return std::shared_ptr<const Normalizer>(std::make_shared<Charsmap>(std::move(units), std::move(texts)));
}

} // namespace cw
