// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/normalizers.h"

#include "text/utf8.h"
#include "tokenize/pipeline/bytealphabet.h"
#include "tokenize/pipeline/charsmap.h"
#include "tokenize/pipeline/jsonfields.h"
#include "tokenize/pipeline/patternfield.h"
#include "tokenize/pipeline/pipelinecharacters.h"
#include "tokenize/pipeline/unicodenormalization.h"

#include <algorithm>

namespace cw {

namespace {

using NormalizerResult = Result<std::shared_ptr<const Normalizer>>;

constexpr unsigned depthLimit = 16;
constexpr std::size_t mostNormalizers = 256;
/// A text that replacing makes larger than this is given up; letters become a few bytes, and rarely a word.
constexpr std::size_t mostBytesPerByte = 64;
constexpr std::size_t leastGrowth = std::size_t{1} << 16;

bool isSpace(char32_t codePoint)
{
    return hasFlag(codePoint, PipelineFlag::WhiteSpace);
}

/// The same number of characters, one for each.
template<class Map>
void mapCharacters(TextPiece &piece, Map map, PieceStore &store)
{
    std::vector<CharacterChange> changes;
    bool changesAny = false;
    for (const char32_t character : decodeAll(piece.text)) {
        changes.push_back({map(character), 0});
        changesAny |= changes.back().character != character;
    }
    if (changesAny)
        transform(piece, changes, 0, store);
}

class UnicodeNormalizer final : public Normalizer
{
public:
    explicit UnicodeNormalizer(NormalizationForm form) : m_form(form) { }

    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        const std::u32string characters = decodeAll(piece.text);
        if (!std::all_of(characters.begin(), characters.end(), [this](char32_t c) { return isInert(c, m_form); }))
            transform(piece, normalizationChanges(piece.text, m_form), 0, store);
    }
    bool keepsApart(char32_t &left, char32_t &right) const override { return isNormalizedApart(left, right, m_form); }
    bool leavesAlone(std::string_view text) const override { return isNormalized(text, m_form); }

private:
    NormalizationForm m_form;
};

class Lowercase final : public Normalizer
{
public:
    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        std::vector<CharacterChange> changes;
        bool changesAny = false;
        for (const char32_t character : decodeAll(piece.text)) {
            const std::span<const char32_t> lower = lowerCase(character);
            if (lower.empty())
                changes.push_back({character, 0});
            for (std::size_t i = 0; i < lower.size(); ++i)
                changes.push_back({lower[i], i == 0 ? 0 : 1});
            changesAny |= !lower.empty();
        }
        if (changesAny)
            transform(piece, changes, 0, store);
    }
    bool keepsApart(char32_t &left, char32_t &right) const override
    {
        if (const std::span<const char32_t> lower = lowerCase(left); !lower.empty())
            left = lower.back();
        if (const std::span<const char32_t> lower = lowerCase(right); !lower.empty())
            right = lower.front();
        return true;
    }
};

class StripAccents final : public Normalizer
{
public:
    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        filter(
            piece, [](char32_t c) { return !hasFlag(c, PipelineFlag::Mark); }, store);
    }
    bool keepsApart(char32_t &left, char32_t &right) const override
    {
        return !hasFlag(left, PipelineFlag::Mark) && !hasFlag(right, PipelineFlag::Mark);
    }
};

class Strip final : public Normalizer
{
public:
    Strip(bool left, bool right) : m_left(left), m_right(right) { }

    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        const std::u32string characters = decodeAll(piece.text);
        std::size_t leading = 0;
        if (m_left && !piece.continues) {
            while (leading < characters.size() && isSpace(characters[leading]))
                ++leading;
        }
        std::size_t trailing = 0;
        if (m_right && !piece.goesOn) {
            while (trailing < characters.size() - leading && isSpace(characters[characters.size() - 1 - trailing]))
                ++trailing;
        }
        if (leading == 0 && trailing == 0)
            return;
        std::vector<CharacterChange> changes;
        for (std::size_t i = leading; i < characters.size() - trailing; ++i)
            changes.push_back({characters[i], 0});
        if (!changes.empty())
            changes.back().change = -static_cast<std::int32_t>(trailing);
        transform(piece, changes, leading, store);
    }
    bool keepsApart(char32_t &left, char32_t &right) const override { return !isSpace(left) && !isSpace(right); }
    bool dependsOnBegin() const override { return m_left; }
    bool dependsOnEnd() const override { return m_right; }

private:
    bool m_left;
    bool m_right;
};

class Nmt final : public Normalizer
{
public:
    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        filter(
            piece, [](char32_t c) { return !isDropped(c); }, store);
        mapCharacters(piece, &mapped, store);
    }
    bool keepsApart(char32_t &left, char32_t &right) const override
    {
        if (isDropped(left) || isDropped(right))
            return false;
        left = mapped(left);
        right = mapped(right);
        return true;
    }

private:
    static bool isDropped(char32_t c)
    {
        return (c >= 1 && c <= 8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F || c == 0x8F || c == 0x9F;
    }
    static char32_t mapped(char32_t c)
    {
        const bool isSpaceThere = c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == 0x1680
            || (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xFEFF || c == 0xFFFD;
        return isSpaceThere ? U' ' : c;
    }
};

class Replace final : public Normalizer
{
public:
    Replace(Regex pattern, std::string content) : m_pattern(std::move(pattern)), m_content(std::move(content)) { }

    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        if (piece.text.empty() || store.hasGivenUp())
            return;
        std::vector<RegexPart> parts;
        if (!m_pattern.findAll(piece.text, parts))
            store.giveUp();
        if (std::none_of(parts.begin(), parts.end(), [](const RegexPart &part) { return part.isMatch; }))
            return;
        PieceStore::Buffer &buffer = store.newBuffer();
        const std::size_t mostBytes = leastGrowth + mostBytesPerByte * (piece.source.end - piece.source.begin);
        for (const RegexPart &part : parts) {
            if (buffer.text.size() > mostBytes) { // the next one could square it
                store.giveUp();
                return;
            }
            if (!part.isMatch) {
                buffer.text.append(piece.text.substr(part.begin, part.end - part.begin));
                buffer.spans.insert(buffer.spans.end(), piece.spans + part.begin, piece.spans + part.end);
                continue;
            }
            // The reference's rule: what is put in stands for the last character of what goes.
            const SourceSpan span
                = part.end > 0 ? piece.spans[part.end - 1] : SourceSpan{piece.source.begin, piece.source.begin};
            buffer.text.append(m_content);
            buffer.spans.insert(buffer.spans.end(), m_content.size(), span);
        }
        piece.text = buffer.text;
        piece.spans = buffer.spans.data();
    }

    bool keepsApart(char32_t &left, char32_t &right) const override
    {
        if (!m_pattern.isNeverCrossed(left, right))
            return false;
        if (!m_pattern.isNeverMatched(left)) {
            if (m_content.empty())
                return false;
            const char32_t last
                = decodeCharacter(m_content, previousCharacterStart(m_content, m_content.size())).codePoint;
            if (!m_pattern.isAlwaysMatched(left) && last != left)
                return false;
            left = last;
        }
        if (!m_pattern.isNeverMatched(right)) {
            if (m_content.empty())
                return false;
            const char32_t first = decodeCharacter(m_content, 0).codePoint;
            if (!m_pattern.isAlwaysMatched(right) && first != right)
                return false;
            right = first;
        }
        return true;
    }

private:
    Regex m_pattern;
    std::string m_content;
};

class Prepend final : public Normalizer
{
public:
    explicit Prepend(std::u32string text) : m_text(std::move(text)) { }

    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        if (!piece.continues)
            prepend(piece, m_text, store);
    }
    bool keepsApart(char32_t &, char32_t &) const override { return true; }
    bool dependsOnBegin() const override { return true; }

private:
    std::u32string m_text;
};

class ByteLevelNormalizer final : public Normalizer
{
public:
    void normalize(TextPiece &piece, PieceStore &store) const override { spellBytes({&piece, 1}, store); }
    bool keepsApart(char32_t &left, char32_t &right) const override
    {
        left = lastByteLetter(left);
        right = firstByteLetter(right);
        return true;
    }
};

class BertNormalizer final : public Normalizer
{
public:
    BertNormalizer(bool cleans, bool partsIdeographs, bool stripsAccents, bool lowers)
        : m_cleans(cleans), m_partsIdeographs(partsIdeographs), m_stripsAccents(stripsAccents), m_lowers(lowers)
    {
    }

    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        if (m_cleans) {
            filter(
                piece, [](char32_t c) { return !isDropped(c); }, store);
            mapCharacters(
                piece, [](char32_t c) { return isSpace(c) ? U' ' : c; }, store);
        }
        if (m_partsIdeographs)
            partIdeographs(piece, store);
        if (m_stripsAccents) {
            m_decompose.normalize(piece, store);
            filter(
                piece, [](char32_t c) { return !hasFlag(c, PipelineFlag::NonspacingMark); }, store);
        }
        if (m_lowers)
            m_lowercase.normalize(piece, store);
    }

    bool keepsApart(char32_t &left, char32_t &right) const override
    {
        if (m_cleans) {
            if (isDropped(left) || isDropped(right))
                return false;
            left = isSpace(left) ? U' ' : left;
            right = isSpace(right) ? U' ' : right;
        }
        if (m_partsIdeographs) {
            left = isIdeograph(left) ? U' ' : left;
            right = isIdeograph(right) ? U' ' : right;
        }
        if (m_stripsAccents) {
            if (!m_decompose.keepsApart(left, right) || hasFlag(left, PipelineFlag::NonspacingMark)
                || hasFlag(right, PipelineFlag::NonspacingMark))
                return false;
        }
        return !m_lowers || m_lowercase.keepsApart(left, right);
    }

private:
    static bool isDropped(char32_t c)
    {
        if (c == '\t' || c == '\n' || c == '\r')
            return false;
        return c == 0 || c == 0xFFFD || hasFlag(c, PipelineFlag::Other);
    }
    static bool isIdeograph(char32_t c)
    {
        return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF)
            || (c >= 0x2A700 && c <= 0x2B73F) || (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF)
            || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
    }
    static void partIdeographs(TextPiece &piece, PieceStore &store)
    {
        std::vector<CharacterChange> changes;
        bool changesAny = false;
        for (const char32_t character : decodeAll(piece.text)) {
            if (isIdeograph(character)) {
                changes.insert(changes.end(), {{U' ', 0}, {character, 1}, {U' ', 1}});
                changesAny = true;
            } else {
                changes.push_back({character, 0});
            }
        }
        if (changesAny)
            transform(piece, changes, 0, store);
    }

    bool m_cleans;
    bool m_partsIdeographs;
    bool m_stripsAccents;
    bool m_lowers;
    UnicodeNormalizer m_decompose{NormalizationForm::D};
    Lowercase m_lowercase;
};

class NormalizerSequence final : public Normalizer
{
public:
    explicit NormalizerSequence(std::vector<std::shared_ptr<const Normalizer>> normalizers)
        : m_normalizers(std::move(normalizers))
    {
    }

    void normalize(TextPiece &piece, PieceStore &store) const override
    {
        for (const auto &normalizer : m_normalizers)
            normalizer->normalize(piece, store);
    }
    bool keepsApart(char32_t &left, char32_t &right) const override
    {
        return std::all_of(m_normalizers.begin(), m_normalizers.end(),
                           [&](const auto &normalizer) { return normalizer->keepsApart(left, right); });
    }
    bool dependsOnBegin() const override
    {
        return std::any_of(m_normalizers.begin(), m_normalizers.end(),
                           [](const auto &n) { return n->dependsOnBegin(); });
    }
    bool dependsOnEnd() const override
    {
        return std::any_of(m_normalizers.begin(), m_normalizers.end(), [](const auto &n) { return n->dependsOnEnd(); });
    }

private:
    std::vector<std::shared_ptr<const Normalizer>> m_normalizers;
};

/// Where readAny() is: how deep, and how many normalizers it has met.
struct ReadState
{
    unsigned depth = 0;
    std::size_t normalizers = 0;
};

NormalizerResult readAny(simdjson::dom::element element, const std::string &path, ReadState &state);

NormalizerResult readSequence(JsonFields &fields, ReadState &state)
{
    fields.allowOnly({"type", "normalizers"});
    const auto list = fields.array("normalizers");
    if (fields.error())
        return *fields.error();
    std::vector<std::shared_ptr<const Normalizer>> normalizers;
    ++state.depth;
    for (const simdjson::dom::element element : list) {
        const std::string path = fields.pathOf("normalizers") + '[' + std::to_string(normalizers.size()) + ']';
        NormalizerResult normalizer = readAny(element, path, state);
        if (!normalizer)
            return normalizer;
        normalizers.push_back(std::move(*normalizer));
    }
    --state.depth;
    return std::shared_ptr<const Normalizer>(std::make_shared<NormalizerSequence>(std::move(normalizers)));
}

NormalizerResult readReplace(JsonFields &fields)
{
    fields.allowOnly({"type", "pattern", "content"});
    const std::string content(fields.string("content"));
    const Result<Regex> pattern = readPattern(fields, "pattern");
    if (fields.error())
        return *fields.error();
    if (!pattern)
        return pattern.error();
    return std::shared_ptr<const Normalizer>(std::make_shared<Replace>(*pattern, content));
}

NormalizerResult readAny(simdjson::dom::element element, const std::string &path, ReadState &state)
{
    if (state.depth > depthLimit)
        return tokenizerFileError(path, "is nested too deep");
    if (++state.normalizers > mostNormalizers)
        return tokenizerFileError(path, "is one of more than 256 normalizers, which is not supported");
    JsonFields fields(element, path);
    const std::string type(fields.string("type"));
    if (fields.error())
        return *fields.error();
    if (type == "Sequence")
        return readSequence(fields, state);
    if (type == "Replace")
        return readReplace(fields);
    std::shared_ptr<const Normalizer> normalizer;
    if (type == "Strip") {
        fields.allowOnly({"type", "strip_left", "strip_right"});
        const bool left = fields.boolean("strip_left");
        normalizer = std::make_shared<Strip>(left, fields.boolean("strip_right"));
    } else if (type == "Prepend") {
        fields.allowOnly({"type", "prepend"});
        normalizer = std::make_shared<Prepend>(decodeAll(fields.string("prepend")));
    } else if (type == "BertNormalizer") {
        fields.allowOnly({"type", "clean_text", "handle_chinese_chars", "strip_accents", "lowercase"});
        const bool cleans = fields.boolean("clean_text");
        const bool partsIdeographs = fields.boolean("handle_chinese_chars");
        const bool lowers = fields.boolean("lowercase");
        normalizer = std::make_shared<BertNormalizer>(cleans, partsIdeographs, fields.boolean("strip_accents", lowers),
                                                      lowers);
    } else if (type == "Precompiled") {
        fields.allowOnly({"type", "precompiled_charsmap"});
        const std::string_view encoded = fields.string("precompiled_charsmap");
        if (!fields.error()) {
            auto charsmap = readCharsmap(encoded, fields.pathOf("precompiled_charsmap"));
            if (!charsmap)
                return charsmap;
            normalizer = *charsmap;
        }
    } else {
        fields.allowOnly({"type"});
        if (type == "NFC")
            normalizer = std::make_shared<UnicodeNormalizer>(NormalizationForm::C);
        else if (type == "NFD")
            normalizer = std::make_shared<UnicodeNormalizer>(NormalizationForm::D);
        else if (type == "NFKC")
            normalizer = std::make_shared<UnicodeNormalizer>(NormalizationForm::KC);
        else if (type == "NFKD")
            normalizer = std::make_shared<UnicodeNormalizer>(NormalizationForm::KD);
        else if (type == "Lowercase")
            normalizer = std::make_shared<Lowercase>();
        else if (type == "StripAccents")
            normalizer = std::make_shared<StripAccents>();
        else if (type == "Nmt")
            normalizer = std::make_shared<Nmt>();
        else if (type == "ByteLevel")
            normalizer = std::make_shared<ByteLevelNormalizer>();
        else
            return tokenizerFileError(path, "is the normalizer \"" + type + "\", which is not supported");
    }
    if (fields.error())
        return *fields.error();
    return normalizer;
}

} // namespace

NormalizerResult readNormalizer(simdjson::dom::element normalizer, const std::string &path)
{
    ReadState state;
    return readAny(normalizer, path, state);
}

} // namespace cw
