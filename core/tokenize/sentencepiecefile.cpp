// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/sentencepiecefile.h"

#include "text/utf8.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace cw {

namespace {

constexpr std::size_t longestPieceBytes = 512;
constexpr std::string_view spaceSign = "\u2581";

/// Fields of a protocol buffer message, one after the other.
class FieldReader final
{
public:
    explicit FieldReader(std::string_view message) : m_rest(message) { }

    /// False at the end and where the bytes are no message.
    [[nodiscard]] bool next()
    {
        std::uint64_t tag = 0;
        if (m_rest.empty() || !readVarint(tag))
            return false;
        number = tag >> 3;
        value = 0;
        bytes = {};
        switch (tag & 7) {
        case 0:
            return readVarint(value);
        case 1:
            return take(8);
        case 2:
            return readVarint(value) && take(value);
        case 5:
            return take(4);
        default:
            isDamaged = true;
            return false;
        }
    }

    std::uint64_t number = 0;
    std::uint64_t value = 0;
    std::string_view bytes;
    bool isDamaged = false;

private:
    [[nodiscard]] bool take(std::uint64_t count)
    {
        isDamaged = count > m_rest.size();
        if (isDamaged)
            return false;
        bytes = m_rest.substr(0, count);
        m_rest.remove_prefix(count);
        return true;
    }

    [[nodiscard]] bool readVarint(std::uint64_t &result)
    {
        result = 0;
        for (unsigned shift = 0; shift < 64 && !m_rest.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            result |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80)
                return true;
        }
        isDamaged = true;
        return false;
    }

    std::string_view m_rest;
};

Error fileError(std::string field, std::string_view message)
{
    return {ErrorCode::InvalidConfig,
            "The SentencePiece model cannot be used: " + field + " " + std::string(message) + ".", std::move(field)};
}

/// Numbers of the first control symbols of some forms. The library fails on a text that becomes one.
struct ControlSymbols
{
    std::optional<std::size_t> any;
    std::optional<std::size_t> ofOneCharacter;
    std::optional<std::size_t> withSpaceSign; ///< at its begin

    void add(std::string_view text, std::size_t piece)
    {
        any = any.value_or(piece);
        if (text.size() == utf8SequenceLength(text.front()))
            ofOneCharacter = ofOneCharacter.value_or(piece);
        if (text.starts_with(spaceSign) || text.starts_with(' '))
            withSpaceSign = withSpaceSign.value_or(piece);
    }

    /// The one that some text becomes.
    [[nodiscard]] std::optional<std::size_t> inTexts(const SentencePieceFile &file) const
    {
        switch (file.kind) {
        case SentencePieceFile::Kind::Unigram:
            return {};
        case SentencePieceFile::Kind::Bpe:
        case SentencePieceFile::Kind::Character:
            return ofOneCharacter;
        case SentencePieceFile::Kind::Word:
            break;
        }
        return file.addsPrefix && !file.endsWithSpaces ? withSpaceSign : any;
    }
};

/// What is wrong with a piece, empty when nothing is.
std::string_view readPiece(std::string_view message, SentencePieceFile &file, bool &hasSpaceSign,
                           ControlSymbols &controls)
{
    std::string_view text;
    std::uint64_t type = 1;
    float score = 0;
    FieldReader field(message);
    while (field.next()) {
        if (field.number == 1)
            text = field.bytes;
        else if (field.number == 3)
            type = field.value;
        else if (field.number == 2 && field.bytes.size() == 4) {
            std::memcpy(&score, field.bytes.data(), 4);
            if (!std::isfinite(score))
                return "has a score that is no number";
        }
    }
    if (field.isDamaged)
        return "is damaged";
    if (text.empty() || text.size() > longestPieceBytes || !isValidUtf8(text))
        return "has no text, one that is too long or one that is not UTF-8";
    hasSpaceSign = hasSpaceSign || text == spaceSign;
    const bool beginsWithSpace = text.starts_with(spaceSign) || text.starts_with(' ');
    file.pieces.push_back({std::string(text), score, static_cast<SentencePieceFile::PieceType>(type)});
    if (file.pieces.back().type == SentencePieceFile::PieceType::Control)
        controls.add(text, file.pieces.size() - 1);
    if (file.pieces.back().type == SentencePieceFile::PieceType::UserDefined && beginsWithSpace)
        file.spaceBeginsPiece = false;
    std::size_t byte = 0;
    while (text.substr(byte).starts_with(spaceSign))
        byte += spaceSign.size();
    const std::string_view rest = text.substr(byte);
    if (rest.find(spaceSign) != std::string_view::npos || rest.find(' ') != std::string_view::npos)
        file.spaceBeginsPiece = false;
    return {};
}

/// The table of the normalizer: a size, a trie of so many bytes in the units of Darts-clone, and the texts that its
/// values are places in. Every step from a unit has to stay within the trie, every value within the texts.
bool readCharacterTable(std::string_view table, SentencePieceFile &file)
{
    if (table.empty())
        return true;
    std::uint32_t trieBytes = 0;
    if (table.size() <= 4)
        return false;
    std::memcpy(&trieBytes, table.data(), 4);
    if (trieBytes < 1024 || trieBytes % 1024 != 0 || trieBytes >= table.size() - 4)
        return false;
    const std::string_view texts = table.substr(4 + trieBytes);
    if (texts.back() != '\0')
        return false;
    const std::size_t units = trieBytes / 4;
    const auto unitAt = [&](std::size_t index) {
        std::uint32_t unit = 0;
        std::memcpy(&unit, table.data() + 4 + 4 * index, 4);
        return unit;
    };
    const auto offsetOf = [](std::uint32_t unit) { return std::size_t{unit >> 10} << ((unit & 0x200U) >> 6); };
    constexpr std::uint32_t leafBit = 0x8000'0000;
    for (std::size_t i = 0; i < units; ++i) {
        const std::uint32_t unit = unitAt(i);
        const bool isInside
            = (unit & leafBit) != 0 ? (unit & ~leafBit) < texts.size() : ((i ^ offsetOf(unit)) | 0xFF) < units;
        if (!isInside)
            return false;
    }
    // Units that nothing leads to hold anything, so what counts is found from the root on.
    std::vector<bool> isKnown(units);
    std::vector<std::size_t> waiting{0};
    while (!waiting.empty()) {
        const std::size_t from = waiting.back();
        waiting.pop_back();
        const std::size_t base = from ^ offsetOf(unitAt(from));
        for (std::uint32_t label = 1; label < 256; ++label) {
            const std::size_t to = base ^ label;
            const std::uint32_t unit = unitAt(to);
            if ((unit & (leafBit | 0xFF)) != label)
                continue;
            if (label >= ' ' && label <= '~') {
                if (from != 0)
                    file.spaceBeginsPiece = false; // within a sequence that is replaced
                else if ((unit & 0x100U) != 0)
                    file.plain[label] = false;
            }
            if (!isKnown[to]) {
                isKnown[to] = true;
                waiting.push_back(to);
            }
        }
    }
    return true;
}

} // namespace

Result<SentencePieceFile> SentencePieceFile::read(std::string_view bytes)
{
    SentencePieceFile file;
    for (std::size_t c = '!'; c <= '~'; ++c)
        file.plain[c] = true;
    bool hasSpaceSign = false;
    bool hasRules = false;
    ControlSymbols controls;
    FieldReader field(bytes);
    while (field.next()) {
        if (field.number == 1) {
            const std::size_t number = file.pieces.size();
            const std::string_view fault = readPiece(field.bytes, file, hasSpaceSign, controls);
            if (!fault.empty())
                return fileError("pieces[" + std::to_string(number) + "]", fault);
        } else if (field.number == 2) {
            FieldReader trainer(field.bytes);
            while (trainer.next()) {
                if (trainer.number == 3) {
                    if (trainer.value < 1 || trainer.value > 4)
                        return fileError("trainer_spec.model_type", "is not known");
                    file.kind = static_cast<Kind>(trainer.value);
                }
                if (trainer.number == 24)
                    file.endsWithSpaces = trainer.value != 0;
                if (trainer.number == 35)
                    file.hasByteFallback = trainer.value != 0;
            }
            if (trainer.isDamaged)
                return fileError("trainer_spec", "is damaged");
        } else if (field.number == 3 || field.number == 5) {
            FieldReader normalizer(field.bytes);
            while (normalizer.next()) {
                if (normalizer.number == 2 && !readCharacterTable(normalizer.bytes, file))
                    return fileError("normalizer_spec.precompiled_charsmap", "is damaged");
                if (field.number != 3)
                    continue;
                if (normalizer.number == 2)
                    file.characterTable = normalizer.bytes;
                if (normalizer.number == 3)
                    file.addsPrefix = normalizer.value != 0;
                if (normalizer.number == 4)
                    file.collapsesSpaces = normalizer.value != 0;
                if (normalizer.number == 5) {
                    file.escapesSpaces = normalizer.value != 0;
                    file.spaceBeginsPiece = file.spaceBeginsPiece && file.escapesSpaces;
                }
            }
            if (normalizer.isDamaged)
                return fileError("normalizer_spec", "is damaged");
            hasRules = hasRules || field.number == 3;
        }
    }
    if (field.isDamaged || file.pieces.empty() || !hasRules)
        return fileError("file", "is damaged or no SentencePiece model");
    if (const auto piece = controls.inTexts(file))
        return fileError("pieces[" + std::to_string(*piece) + "]",
                         "is a control symbol that a text can become, on which the library fails");
    if (!hasSpaceSign || file.endsWithSpaces || (!file.addsPrefix && file.collapsesSpaces))
        file.spaceBeginsPiece = false;
    return file;
}

} // namespace cw
