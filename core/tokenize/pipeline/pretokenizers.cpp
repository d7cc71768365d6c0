// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/pretokenizers.h"

#include "text/utf8.h"
#include "tokenize/pipeline/bytealphabet.h"
#include "tokenize/pipeline/knownpatterns.h"
#include "tokenize/pipeline/patternfield.h"
#include "tokenize/pipeline/pipelinecharacters.h"

#include <algorithm>

namespace cw {

namespace {

using Place = PreTokenizer::Place;

constexpr unsigned depthLimit = 16;

enum class Behavior { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// From matches and what lies between them to parts, as the reference merges them; those left out are not in it.
void mergeParts(std::vector<RegexPart> &parts, Behavior behavior)
{
    std::vector<RegexPart> merged;
    bool wasMatch = false;
    const auto mergeForward = [&](auto joins) {
        for (const RegexPart &part : parts) {
            if (joins(part) && !merged.empty())
                merged.back().end = part.end;
            else
                merged.push_back(part);
            wasMatch = part.isMatch;
        }
    };
    switch (behavior) {
    case Behavior::Isolated:
        return;
    case Behavior::Removed:
        std::erase_if(parts, [](const RegexPart &part) { return part.isMatch; });
        return;
    case Behavior::Contiguous:
        mergeForward([&](const RegexPart &part) { return part.isMatch == wasMatch; });
        break;
    case Behavior::MergedWithPrevious:
        mergeForward([&](const RegexPart &part) { return part.isMatch && !wasMatch; });
        break;
    case Behavior::MergedWithNext:
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            if (part->isMatch && !wasMatch && !merged.empty())
                merged.back().begin = part->begin;
            else
                merged.push_back(*part);
            wasMatch = part->isMatch;
        }
        std::reverse(merged.begin(), merged.end());
        break;
    }
    parts = std::move(merged);
}

/// Splits each piece by what `find` says; empty parts vanish.
template<class Find>
void splitPieces(std::vector<TextPiece> &pieces, Behavior behavior, Find find)
{
    std::vector<TextPiece> result;
    std::vector<RegexPart> parts;
    for (const TextPiece &piece : pieces) {
        if (piece.token) {
            result.push_back(piece);
            continue;
        }
        parts.clear();
        find(piece.text, parts);
        mergeParts(parts, behavior);
        for (const RegexPart &part : parts) {
            if (part.begin != part.end)
                result.push_back(slice(piece, part.begin, part.end));
        }
    }
    pieces = std::move(result);
}

/// Each character that `matches` is a match by itself.
template<class Matches>
auto findCharacters(Matches matches)
{
    return [matches](std::string_view text, std::vector<RegexPart> &parts) {
        std::size_t covered = 0;
        for (std::size_t byte = 0; byte < text.size();) {
            const DecodedCharacter decoded = decodeCharacter(text, byte);
            if (matches(decoded.codePoint)) {
                if (covered < byte)
                    parts.push_back({covered, byte, false});
                covered = byte + decoded.byteLength;
                parts.push_back({byte, covered, true});
            }
            byte += decoded.byteLength;
        }
        if (covered < text.size())
            parts.push_back({covered, text.size(), false});
    };
}

/// Where every character of a kind is a match by itself.
Place placeOfCharacters(Behavior behavior, bool isLeftMatch, bool isRightMatch)
{
    switch (behavior) {
    case Behavior::Removed:
    case Behavior::Isolated:
        return isLeftMatch || isRightMatch ? Place::Cut : Place::Passed;
    case Behavior::Contiguous:
        return isLeftMatch != isRightMatch ? Place::Cut : Place::Passed;
    case Behavior::MergedWithPrevious:
        return isLeftMatch ? Place::Cut : Place::Passed;
    case Behavior::MergedWithNext:
        return isRightMatch ? Place::Cut : Place::Passed;
    }
    return Place::Unknown;
}

bool isWhiteSpace(char32_t c)
{
    return hasFlag(c, PipelineFlag::WhiteSpace);
}
bool isPunctuation(char32_t c)
{
    return hasFlag(c, PipelineFlag::Punctuation);
}
bool isNumeric(char32_t c)
{
    return hasFlag(c, PipelineFlag::Numeric);
}

/// CharDelimiterSplit, WhitespaceSplit, Punctuation, Digits.
template<class Matches>
class CharacterSplit final : public PreTokenizer
{
public:
    CharacterSplit(Matches matches, Behavior behavior) : m_matches(matches), m_behavior(behavior) { }

    void split(std::vector<TextPiece> &pieces, PieceStore &) const override
    {
        splitPieces(pieces, m_behavior, findCharacters(m_matches));
    }
    Place placeBetween(char32_t &left, char32_t &right) const override
    {
        return placeOfCharacters(m_behavior, m_matches(left), m_matches(right));
    }

private:
    Matches m_matches;
    Behavior m_behavior;
};

template<class Matches>
std::shared_ptr<const PreTokenizer> characterSplit(Matches matches, Behavior behavior)
{
    return std::make_shared<CharacterSplit<Matches>>(matches, behavior);
}

class Split final : public PreTokenizer
{
public:
    Split(Regex pattern, Behavior behavior, bool inverts, std::optional<PretokenPattern> known)
        : m_pattern(std::move(pattern)), m_behavior(behavior), m_inverts(inverts), m_known(known)
    {
    }

    void split(std::vector<TextPiece> &pieces, PieceStore &store) const override
    {
        splitPieces(pieces, m_behavior, [&](std::string_view text, std::vector<RegexPart> &parts) {
            if (!m_pattern.findAll(text, parts))
                store.giveUp();
            if (m_inverts) {
                for (RegexPart &part : parts)
                    part.isMatch = !part.isMatch;
            }
        });
    }

    Place placeBetween(char32_t &left, char32_t &right) const override
    {
        if (!m_pattern.isNeverCrossed(left, right))
            return Place::Unknown;
        if (m_pattern.isNeverMatched(left) && m_pattern.isNeverMatched(right))
            return Place::Passed;
        const bool isOneMatched = m_pattern.isAlwaysMatched(left) || m_pattern.isAlwaysMatched(right);
        if (isOneMatched && (m_behavior == Behavior::Isolated || m_behavior == Behavior::Removed))
            return Place::Cut;
        return Place::Unknown;
    }
    std::optional<ByteLevelRole> byteLevelRole() const override
    {
        if (!m_known || m_behavior != Behavior::Isolated)
            return std::nullopt;
        return ByteLevelRole{m_known, false};
    }

private:
    Regex m_pattern;
    Behavior m_behavior;
    bool m_inverts;
    std::optional<PretokenPattern> m_known;
};

/// Runs of word characters and runs of what is neither that nor white space.
class Whitespace final : public PreTokenizer
{
public:
    void split(std::vector<TextPiece> &pieces, PieceStore &) const override
    {
        splitPieces(pieces, Behavior::Removed, [](std::string_view text, std::vector<RegexPart> &parts) {
            std::size_t byte = 0;
            while (byte < text.size()) {
                const std::size_t begin = byte;
                const int kind = kindOf(decodeCharacter(text, byte).codePoint);
                while (byte < text.size() && kindOf(decodeCharacter(text, byte).codePoint) == kind)
                    byte += utf8SequenceLength(text[byte]);
                parts.push_back({begin, byte, kind == 0});
            }
        });
    }
    Place placeBetween(char32_t &left, char32_t &right) const override
    {
        const int kind = kindOf(left);
        return kind == 0 || kind != kindOf(right) ? Place::Cut : Place::Passed;
    }

private:
    static int kindOf(char32_t c) { return hasFlag(c, PipelineFlag::Word) ? 2 : isWhiteSpace(c) ? 0 : 1; }
};

class BertPreTokenizer final : public PreTokenizer
{
public:
    void split(std::vector<TextPiece> &pieces, PieceStore &) const override
    {
        splitPieces(pieces, Behavior::Removed, findCharacters(&isWhiteSpace));
        splitPieces(pieces, Behavior::Isolated, findCharacters(&isPunctuation));
    }
    Place placeBetween(char32_t &left, char32_t &right) const override
    {
        return isWhiteSpace(left) || isWhiteSpace(right) || isPunctuation(left) || isPunctuation(right) ? Place::Cut
                                                                                                        : Place::Passed;
    }
};

class FixedLength final : public PreTokenizer
{
public:
    explicit FixedLength(std::size_t length) : m_length(length) { }

    void split(std::vector<TextPiece> &pieces, PieceStore &) const override
    {
        splitPieces(pieces, Behavior::Isolated, [this](std::string_view text, std::vector<RegexPart> &parts) {
            for (std::size_t byte = 0; byte < text.size();) {
                const std::size_t begin = byte;
                for (std::size_t i = 0; i < m_length && byte < text.size(); ++i)
                    byte += utf8SequenceLength(text[byte]);
                parts.push_back({begin, byte, true});
            }
        });
    }
    Place placeBetween(char32_t &, char32_t &) const override { return Place::Unknown; }

private:
    std::size_t m_length;
};

class Metaspace final : public PreTokenizer
{
public:
    enum class Scheme { First, Always, Never };

    Metaspace(char32_t replacement, Scheme scheme, bool splits)
        : m_replacement(replacement), m_scheme(scheme), m_splits(splits)
    {
    }

    void split(std::vector<TextPiece> &pieces, PieceStore &store) const override
    {
        for (TextPiece &piece : pieces) {
            if (piece.token)
                continue;
            replaceSpaces(piece, store);
            const bool isWanted = m_scheme == Scheme::Always
                || (m_scheme == Scheme::First && piece.source.begin == 0 && store.isAtTextBegin());
            if (isWanted && !piece.continues && !piece.text.empty()
                && decodeCharacter(piece.text, 0).codePoint != m_replacement)
                prepend(piece, {&m_replacement, 1}, store);
        }
        if (m_splits)
            splitPieces(pieces, Behavior::MergedWithNext,
                        findCharacters([this](char32_t c) { return c == m_replacement; }));
    }
    Place placeBetween(char32_t &left, char32_t &right) const override
    {
        left = left == U' ' ? m_replacement : left;
        right = right == U' ' ? m_replacement : right;
        return m_splits && right == m_replacement ? Place::Cut : Place::Passed;
    }
    bool dependsOnBegin() const override { return m_scheme != Scheme::Never; }

private:
    void replaceSpaces(TextPiece &piece, PieceStore &store) const
    {
        if (piece.text.find(' ') == std::string_view::npos)
            return;
        std::string replacement;
        appendUtf8(replacement, m_replacement);
        PieceStore::Buffer &buffer = store.newBuffer();
        for (std::size_t byte = 0; byte < piece.text.size(); ++byte) {
            if (piece.text[byte] == ' ') {
                buffer.text += replacement;
                buffer.spans.insert(buffer.spans.end(), replacement.size(), piece.spans[byte]);
            } else {
                buffer.text += piece.text[byte];
                buffer.spans.push_back(piece.spans[byte]);
            }
        }
        piece.text = buffer.text;
        piece.spans = buffer.spans.data();
    }

    char32_t m_replacement;
    Scheme m_scheme;
    bool m_splits;
};

class ByteLevel final : public PreTokenizer
{
public:
    ByteLevel(bool addsSpace, std::optional<Regex> pattern) : m_addsSpace(addsSpace), m_pattern(std::move(pattern)) { }

    void split(std::vector<TextPiece> &pieces, PieceStore &store) const override
    {
        for (TextPiece &piece : pieces) {
            if (m_addsSpace && !piece.token && !piece.continues && !piece.text.empty() && piece.text[0] != ' ')
                prepend(piece, U" ", store);
        }
        if (m_pattern) {
            splitPieces(pieces, Behavior::Isolated, [&](std::string_view text, std::vector<RegexPart> &parts) {
                if (!m_pattern->findAll(text, parts))
                    store.giveUp();
            });
        }
        spellBytes(pieces, store);
    }
    Place placeBetween(char32_t &left, char32_t &right) const override
    {
        Place place = Place::Passed;
        if (m_pattern) {
            const bool isCut = m_pattern->isNeverCrossed(left, right)
                && (m_pattern->isAlwaysMatched(left) || m_pattern->isAlwaysMatched(right));
            place = isCut ? Place::Cut : Place::Unknown;
        }
        left = lastByteLetter(left);
        right = firstByteLetter(right);
        return place;
    }
    bool dependsOnBegin() const override { return m_addsSpace; }
    std::optional<ByteLevelRole> byteLevelRole() const override
    {
        if (m_addsSpace)
            return std::nullopt;
        return ByteLevelRole{m_pattern ? std::optional(PretokenPattern::Gpt2) : std::nullopt, true};
    }

private:
    bool m_addsSpace;
    std::optional<Regex> m_pattern;
};

std::optional<Behavior> behaviorNamed(std::string_view name)
{
    if (name == "Removed" || name == "removed")
        return Behavior::Removed;
    if (name == "Isolated" || name == "isolated")
        return Behavior::Isolated;
    if (name == "MergedWithPrevious" || name == "merged_with_previous")
        return Behavior::MergedWithPrevious;
    if (name == "MergedWithNext" || name == "merged_with_next")
        return Behavior::MergedWithNext;
    if (name == "Contiguous" || name == "contiguous")
        return Behavior::Contiguous;
    return std::nullopt;
}

using PreTokenizerResult = Result<std::shared_ptr<const PreTokenizer>>;

Behavior readBehavior(JsonFields &fields, std::string_view fallback)
{
    const std::string_view name = fallback.empty() ? fields.string("behavior") : fields.string("behavior", fallback);
    const auto behavior = behaviorNamed(name);
    if (!behavior)
        fields.fail("behavior", "is \"" + std::string(name) + "\", which is not supported");
    return behavior.value_or(Behavior::Isolated);
}

PreTokenizerResult readMetaspace(JsonFields &fields)
{
    fields.allowOnly({"type", "replacement", "str_rep", "add_prefix_space", "prepend_scheme", "split"});
    const char32_t replacement = fields.character("replacement");
    const std::string_view name = fields.string("prepend_scheme", "always");
    auto scheme = Metaspace::Scheme::Always;
    if (name == "first")
        scheme = Metaspace::Scheme::First;
    else if (name == "never")
        scheme = Metaspace::Scheme::Never;
    else if (name != "always")
        fields.fail("prepend_scheme", "is \"" + std::string(name) + "\", which is not supported");
    if (!fields.boolean("add_prefix_space", true) && scheme != Metaspace::Scheme::Never)
        fields.fail("add_prefix_space", "is false, although prepend_scheme is not \"never\"");
    const bool splits = fields.boolean("split", true);
    if (fields.error())
        return *fields.error();
    return std::shared_ptr<const PreTokenizer>(std::make_shared<Metaspace>(replacement, scheme, splits));
}

PreTokenizerResult readOne(const std::string &type, JsonFields &fields)
{
    std::shared_ptr<const PreTokenizer> preTokenizer;
    if (type == "ByteLevel") {
        fields.allowOnly({"type", "add_prefix_space", "trim_offsets", "use_regex"});
        static_cast<void>(fields.boolean("trim_offsets"));
        std::optional<Regex> pattern;
        if (fields.boolean("use_regex", true)) {
            Result<Regex> known = Regex::compile(gpt2Expression);
            if (!known)
                return known.error();
            pattern = std::move(*known);
        }
        preTokenizer = std::make_shared<ByteLevel>(fields.boolean("add_prefix_space"), std::move(pattern));
    } else if (type == "Split") {
        fields.allowOnly({"type", "pattern", "behavior", "invert"});
        const Behavior behavior = readBehavior(fields, {});
        const bool inverts = fields.boolean("invert");
        if (fields.error())
            return *fields.error();
        Result<Regex> pattern = readPattern(fields, "pattern");
        if (!pattern)
            return pattern.error();
        const auto single = fields.find("pattern");
        std::string_view text;
        if (!inverts && single && single->at_key("String").get(text) == simdjson::SUCCESS && !text.empty()
            && utf8SequenceLength(text[0]) == text.size()) {
            const char32_t letter = decodeCharacter(text, 0).codePoint;
            preTokenizer = characterSplit([letter](char32_t c) { return c == letter; }, behavior);
        } else {
            std::string_view expression;
            const bool isRegex = single && single->at_key("Regex").get(expression) == simdjson::SUCCESS;
            preTokenizer = std::make_shared<Split>(std::move(*pattern), behavior, inverts,
                                                   isRegex ? knownPattern(expression) : std::nullopt);
        }
    } else if (type == "Metaspace") {
        return readMetaspace(fields);
    } else if (type == "CharDelimiterSplit") {
        fields.allowOnly({"type", "delimiter"});
        const char32_t delimiter = fields.character("delimiter");
        preTokenizer = characterSplit([delimiter](char32_t c) { return c == delimiter; }, Behavior::Removed);
    } else if (type == "Punctuation") {
        fields.allowOnly({"type", "behavior"});
        preTokenizer = characterSplit(&isPunctuation, readBehavior(fields, "Isolated"));
    } else if (type == "Digits") {
        fields.allowOnly({"type", "individual_digits"});
        preTokenizer = characterSplit(&isNumeric,
                                      fields.boolean("individual_digits") ? Behavior::Isolated : Behavior::Contiguous);
    } else if (type == "FixedLength") {
        fields.allowOnly({"type", "length"});
        const std::uint64_t length = fields.has("length") ? fields.number("length") : 5;
        if (length == 0)
            fields.fail("length", "is 0");
        preTokenizer = std::make_shared<FixedLength>(length);
    } else {
        fields.allowOnly({"type"});
        if (type == "WhitespaceSplit")
            preTokenizer = characterSplit(&isWhiteSpace, Behavior::Removed);
        else if (type == "Whitespace")
            preTokenizer = std::make_shared<Whitespace>();
        else if (type == "BertPreTokenizer")
            preTokenizer = std::make_shared<BertPreTokenizer>();
        else
            return tokenizerFileError(fields.path(), "is the pre-tokenizer \"" + type + "\", which is not supported");
    }
    if (fields.error())
        return *fields.error();
    return preTokenizer;
}

std::optional<Error> readInto(PreTokenizers &list, simdjson::dom::element element, const std::string &path,
                              unsigned depth)
{
    if (depth > depthLimit)
        return tokenizerFileError(path, "is nested too deep");
    JsonFields fields(element, path);
    const std::string type(fields.string("type"));
    if (fields.error())
        return fields.error();
    if (type != "Sequence") {
        PreTokenizerResult one = readOne(type, fields);
        if (!one)
            return one.error();
        list.push_back(std::move(*one));
        return std::nullopt;
    }
    fields.allowOnly({"type", "pretokenizers"});
    const auto parts = fields.array("pretokenizers");
    if (fields.error())
        return fields.error();
    std::size_t number = 0;
    for (const simdjson::dom::element part : parts) {
        const std::string place = fields.pathOf("pretokenizers") + '[' + std::to_string(number++) + ']';
        if (const auto error = readInto(list, part, place, depth + 1))
            return error;
    }
    return std::nullopt;
}

} // namespace

std::optional<PretokenPattern> byteLevelPattern(const PreTokenizers &preTokenizers)
{
    std::optional<PretokenPattern> pattern;
    bool isSpelled = false;
    for (const auto &preTokenizer : preTokenizers) {
        const auto role = preTokenizer->byteLevelRole();
        if (!role || isSpelled || (role->pattern && pattern))
            return std::nullopt;
        pattern = role->pattern ? role->pattern : pattern;
        isSpelled = role->spellsBytes;
    }
    return isSpelled ? pattern : std::nullopt;
}

Result<PreTokenizers> readPreTokenizers(simdjson::dom::element preTokenizer, const std::string &path)
{
    PreTokenizers list;
    if (const auto error = readInto(list, preTokenizer, path, 0))
        return *error;
    return list;
}

} // namespace cw
