// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/addedtokens.h"

#include "text/utf8.h"
#include "tokenize/pipeline/jsonfields.h"
#include "tokenize/pipeline/pipelinecharacters.h"

#include <algorithm>
#include <set>

namespace cw {

namespace {

constexpr std::size_t byteLimit = std::size_t{2}
    << 20; ///< of all added tokens together; looking for them takes 60 times that

bool isWord(char32_t c)
{
    return hasFlag(c, PipelineFlag::Word);
}
bool isWhiteSpace(char32_t c)
{
    return hasFlag(c, PipelineFlag::WhiteSpace);
}

char32_t characterBefore(std::string_view text, std::size_t byte)
{
    return decodeCharacter(text, previousCharacterStart(text, byte)).codePoint;
}

} // namespace

void AddedTokenFinder::add(std::string_view text, std::uint32_t id, const AddedToken &token)
{
    if (text.empty())
        return;
    std::uint32_t node = 0;
    m_nodeCount = std::max<std::uint32_t>(m_nodeCount, 1);
    m_begins[static_cast<unsigned char>(text[0])] = true;
    m_hasShort = m_hasShort || text.size() == 1;
    m_firstPairs.resize(std::size_t{1} << 16);
    if (text.size() > 1)
        m_firstPairs[std::size_t{static_cast<unsigned char>(text[0])} << 8 | static_cast<unsigned char>(text[1])]
            = true;
    for (const char character : text) {
        const auto edge = std::uint64_t{node} << 8 | static_cast<unsigned char>(character);
        const auto [at, isNew] = m_edges.emplace(edge, m_nodeCount);
        m_nodeCount += isNew ? 1 : 0;
        node = at->second;
    }
    m_ends.emplace(node, Found{id, token});
    const std::u32string letters = decodeAll(text);
    m_firsts[letters.front()] |= token.isSingleWord;
    m_lasts[letters.back()] |= token.isSingleWord;
    if (token.stripsLeft)
        m_strippingFirsts[letters.front()] = true;
    if (token.stripsRight)
        m_strippingLasts[letters.back()] = true;
    for (std::size_t i = 1; i < letters.size(); ++i)
        m_pairs[{letters[i - 1], letters[i]}] = true;
}

AddedTokenFinder::Match AddedTokenFinder::longestAt(std::string_view text, std::size_t begin) const
{
    Match best;
    std::uint32_t node = 0;
    for (std::size_t byte = begin; byte < text.size(); ++byte) {
        const auto at = m_edges.find(std::uint64_t{node} << 8 | static_cast<unsigned char>(text[byte]));
        if (at == m_edges.end())
            break;
        node = at->second;
        if (const auto end = m_ends.find(node); end != m_ends.end())
            best = {byte + 1 - begin, &end->second};
    }
    return best;
}

void AddedTokenFinder::split(const TextPiece &piece, std::vector<TextPiece> &pieces) const
{
    const std::string_view text = piece.text;
    std::size_t covered = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        if (!m_begins[static_cast<unsigned char>(text[begin])]) {
            ++begin;
            continue;
        }
        const Match match = longestAt(text, begin);
        if (match.length == 0) {
            ++begin;
            continue;
        }
        std::size_t start = begin;
        std::size_t stop = begin + match.length;
        begin = stop;
        const AddedToken &flags = match.token->flags;
        if (flags.isSingleWord
            && ((start > 0 && isWord(characterBefore(text, start)))
                || (stop < text.size() && isWord(decodeCharacter(text, stop).codePoint))))
            continue;
        if (flags.stripsLeft) {
            while (start > covered && isWhiteSpace(characterBefore(text, start)))
                start = previousCharacterStart(text, start);
            start = std::max(start, covered);
        }
        if (flags.stripsRight) {
            while (stop < text.size() && isWhiteSpace(decodeCharacter(text, stop).codePoint))
                stop += utf8SequenceLength(text[stop]);
        }
        if (covered < start)
            pieces.push_back(slice(piece, covered, start));
        pieces.push_back(slice(piece, start, stop));
        pieces.back().token = match.token->id;
        covered = stop;
    }
    if (covered < text.size())
        pieces.push_back(covered == 0 ? piece : slice(piece, covered, text.size()));
}

bool AddedTokenFinder::occursIn(std::string_view text) const
{
    const auto byteAt = [&](std::size_t byte) { return static_cast<unsigned char>(text[byte]); };
    for (std::size_t begin = 0; begin < text.size() && !isEmpty(); ++begin) {
        if (!m_begins[byteAt(begin)])
            continue;
        const bool mayBegin = m_hasShort
            || (begin + 1 < text.size() && m_firstPairs[std::size_t{byteAt(begin)} << 8 | byteAt(begin + 1)]);
        if (mayBegin && longestAt(text, begin).length > 0)
            return true;
    }
    return false;
}

bool AddedTokenFinder::keepsApart(char32_t left, char32_t right, bool beginMatters, bool endMatters) const
{
    if (isEmpty())
        return true;
    if (m_pairs.count({left, right}) > 0)
        return false;
    const auto last = m_lasts.find(left);
    if (last != m_lasts.end() && (beginMatters || last->second))
        return false;
    const auto first = m_firsts.find(right);
    if (first != m_firsts.end() && (endMatters || first->second))
        return false;
    const bool isLeftSpace = isWhiteSpace(left);
    const bool isRightSpace = isWhiteSpace(right);
    if (!m_strippingFirsts.empty()) {
        if (isLeftSpace && (isRightSpace || m_strippingFirsts.count(right) > 0))
            return false;
        if (isRightSpace && endMatters)
            return false;
    }
    if (!m_strippingLasts.empty()) {
        if (isRightSpace && (isLeftSpace || m_strippingLasts.count(left) > 0))
            return false;
        if (isLeftSpace && beginMatters)
            return false;
    }
    return true;
}

Result<AddedTokens> AddedTokens::read(simdjson::dom::element list, const PieceModel &model,
                                      const Normalizer *normalizer)
{
    const std::string path = "added_tokens";
    AddedTokens added;
    if (list.is_null())
        return added;
    simdjson::dom::array array;
    if (list.get(array) != simdjson::SUCCESS)
        return tokenizerFileError(path, "is not a list");

    std::vector<AddedToken> special;
    std::vector<AddedToken> ordinary;
    std::set<std::string> specialTexts;
    std::unordered_map<std::uint64_t, std::string> fileIds;
    std::size_t number = 0;
    std::size_t bytes = 0;
    std::optional<std::uint32_t> greatest;
    std::vector<AddedToken> tokens;
    for (const simdjson::dom::element element : array) {
        JsonFields fields(element, path + '[' + std::to_string(number++) + ']');
        fields.allowOnly({"id", "content", "single_word", "lstrip", "rstrip", "normalized", "special"});
        AddedToken token;
        const std::uint64_t id = fields.number("id");
        token.content = fields.string("content");
        token.isSingleWord = fields.boolean("single_word");
        token.stripsLeft = fields.boolean("lstrip");
        token.stripsRight = fields.boolean("rstrip");
        token.isNormalized = fields.boolean("normalized");
        token.isSpecial = fields.boolean("special");
        if (!fields.error() && fileIds.emplace(id, token.content).first->second != token.content)
            fields.fail("id", "is that of another added token");
        bytes += token.content.size();
        if (bytes > byteLimit)
            fields.fail("content", "makes the added tokens longer than 2 MiB, which is not supported");
        if (fields.error())
            return *fields.error();
        tokens.push_back(std::move(token));
    }

    // As the reference adds them: special ones are listed first, ids not in the model's vocabulary go on from its end.
    for (const AddedToken &token : tokens) {
        if (token.isSpecial && !token.content.empty() && specialTexts.insert(token.content).second)
            special.push_back(token);
    }
    for (const AddedToken &token : tokens) {
        if (token.content.empty())
            continue;
        std::optional<std::uint32_t> id = added.idOf(token.content);
        if (id) {
            const auto known = added.m_tokens.find(*id);
            if (known != added.m_tokens.end() && known->second == token)
                continue;
        }
        if (!id)
            id = model.idOf(token.content);
        if (!id) {
            const auto size = static_cast<std::uint32_t>(model.size());
            id = greatest && (*greatest >= size || size == 0) ? *greatest + 1 : size;
        }
        greatest = std::max(greatest.value_or(0), *id);
        added.m_ids[token.content] = *id;
        added.m_tokens[*id] = token;
        added.m_idEnd = std::max<std::size_t>(added.m_idEnd, std::size_t{*id} + 1);
        if (specialTexts.count(token.content) == 0)
            ordinary.push_back(token);
    }
    PieceStore store;
    for (const std::vector<AddedToken> *group : {&special, &ordinary}) {
        for (const AddedToken &token : *group) {
            const std::uint32_t id = added.m_ids.at(token.content);
            const AddedToken &flags = added.m_tokens.at(id);
            if (!token.isNormalized) {
                added.m_verbatim.add(token.content, id, flags);
                continue;
            }
            TextPiece content = store.pieceOf(token.content);
            if (normalizer != nullptr)
                normalizer->normalize(content, store);
            if (content.text.empty())
                return tokenizerFileError(path, "has \"" + token.content + "\", of which normalizing leaves nothing");
            added.m_normalized.add(content.text, id, flags);
        }
    }
    return added;
}

std::optional<std::uint32_t> AddedTokens::idOf(std::string_view text) const
{
    const auto at = m_ids.find(std::string(text));
    return at == m_ids.end() ? std::nullopt : std::optional(at->second);
}

std::string AddedTokens::textOf(std::uint32_t id) const
{
    const auto at = m_tokens.find(id);
    return at == m_tokens.end() ? std::string() : at->second.content;
}

std::vector<std::string> AddedTokens::specialTexts() const
{
    std::vector<std::string> texts;
    for (const auto &[id, token] : m_tokens) {
        if (token.isSpecial)
            texts.push_back(token.content);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

} // namespace cw
