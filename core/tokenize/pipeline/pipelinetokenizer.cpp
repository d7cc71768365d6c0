// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/pipelinetokenizer.h"

#include "text/utf8.h"
#include "tokenize/bpetokenindex.h"
#include "tokenize/fragmentindex.h"
#include "tokenize/pipeline/bytealphabet.h"
#include "tokenize/pipeline/pipelinecharacters.h"

#include <algorithm>

namespace cw {

namespace {

constexpr std::size_t fragmentBytes = 4096;
constexpr char32_t asciiEnd = 0x80;

bool isBlank(char32_t c)
{
    return c == spaceInByteAlphabet || hasFlag(c, PipelineFlag::WhiteSpace);
}

} // namespace

PipelineTokenizer::PipelineTokenizer(Parts parts, TokenizerOrigin origin)
    : m_parts(std::move(parts)), m_origin(std::move(origin))
{
    const auto &preTokenizers = m_parts.preTokenizers;
    m_dependsOnEnd = m_parts.normalizer && m_parts.normalizer->dependsOnEnd();
    m_dependsOnBegin = (m_parts.normalizer && m_parts.normalizer->dependsOnBegin())
        || std::any_of(preTokenizers.begin(), preTokenizers.end(), [](const auto &p) { return p->dependsOnBegin(); });
    if (const auto pattern = byteLevelPattern(preTokenizers); pattern && m_parts.postProcessing.trims.empty()) {
        if (auto pairs = m_parts.model->bytePairs()) {
            for (const std::string &text : pairs->unmerged)
                m_unmerged.add(text, 0, {});
            m_bytePairs
                = std::make_shared<const BpeModel>(std::move(pairs->vocabulary), *pattern, std::move(pairs->ids));
        }
    }
    m_asciiBoundaries.resize(asciiEnd * asciiEnd);
    for (char32_t left = 0; left < asciiEnd; ++left) {
        for (char32_t right = 0; right < asciiEnd; ++right)
            m_asciiBoundaries[left * asciiEnd + right] = boundaryBetween(left, right).isCertain;
    }
}

std::size_t PipelineTokenizer::vocabularySize() const noexcept
{
    return std::max(m_parts.model->size(), m_parts.addedTokens.idEnd());
}

std::vector<std::string> PipelineTokenizer::specialTokenTexts() const
{
    return m_parts.addedTokens.specialTexts();
}

std::string PipelineTokenizer::tokenText(std::uint32_t id) const
{
    const std::string added = m_parts.addedTokens.textOf(id);
    return added.empty() ? m_parts.model->textOf(id) : added;
}

bool PipelineTokenizer::isPlain(std::string_view text) const
{
    return (!m_parts.normalizer || m_parts.normalizer->leavesAlone(text))
        && !m_parts.addedTokens.verbatim().occursIn(text) && !m_parts.addedTokens.normalized().occursIn(text)
        && !m_unmerged.occursIn(text);
}

bool PipelineTokenizer::appendAll(std::string_view text, std::vector<Token> &tokens) const
{
    if (m_bytePairs && isPlain(text)) {
        const std::vector<BpeToken> found = m_bytePairs->tokens(text);
        tokens.reserve(tokens.size() + found.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::size_t end = i + 1 < found.size() ? found[i + 1].startByte : text.size();
            tokens.push_back(
                {m_bytePairs->publishedId(found[i].id), m_bytePairs->placeOf(text, {found[i].startByte, end})});
        }
        return true;
    }
    bool isExact = true;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = std::min(begin + fragmentBytes, text.size());
        while (end < text.size() && (!isCharacterBoundary(text, end) || !isCertainBoundary(text, end)))
            ++end;
        isExact = fragmentTokens(text, {begin, end}, begin == 0, end == text.size(), tokens) && isExact;
        begin = end;
    }
    return isExact;
}

std::vector<Token> PipelineTokenizer::tokens(std::string_view text) const
{
    std::vector<Token> tokens;
    static_cast<void>(appendAll(text, tokens));
    return tokens;
}

Result<std::vector<Token>> PipelineTokenizer::tryTokens(std::string_view text) const
{
    std::vector<Token> tokens;
    if (!appendAll(text, tokens))
        return tooManySteps();
    return tokens;
}

std::vector<std::uint32_t> PipelineTokenizer::encode(std::string_view text) const
{
    std::vector<std::uint32_t> ids;
    for (const Token &token : tokens(text))
        ids.push_back(token.id);
    return ids;
}

std::size_t PipelineTokenizer::count(std::string_view text) const
{
    return m_bytePairs && isPlain(text) ? m_bytePairs->countTokens(text) : tokens(text).size();
}

Outcome<std::shared_ptr<const TokenIndex>> PipelineTokenizer::index(SharedText text, std::stop_token stop,
                                                                    unsigned threads) const
{
    if (m_bytePairs && isPlain(*text)) {
        auto starts = m_bytePairs->findStarts(*text, stop, threads);
        if (!starts)
            return Cancelled{};
        return std::shared_ptr<const TokenIndex>(
            std::make_shared<const BpeTokenIndex>(std::move(text), m_bytePairs, std::move(*starts)));
    }
    return FragmentIndex::of(std::move(text), shared_from_this(), std::move(stop), threads);
}

PipelineTokenizer::Boundary PipelineTokenizer::boundaryBetween(char32_t left, char32_t right) const
{
    Boundary boundary{false, m_parts.preTokenizers.size()};
    if (!m_parts.addedTokens.verbatim().keepsApart(left, right, m_dependsOnBegin, m_dependsOnEnd))
        return boundary;
    if (m_parts.normalizer && !m_parts.normalizer->keepsApart(left, right))
        return boundary;
    if (!m_parts.addedTokens.normalized().keepsApart(left, right, m_dependsOnBegin, m_dependsOnEnd))
        return boundary;
    for (std::size_t i = 0; i < m_parts.preTokenizers.size(); ++i) {
        switch (m_parts.preTokenizers[i]->placeBetween(left, right)) {
        case PreTokenizer::Place::Unknown:
            return boundary;
        case PreTokenizer::Place::Cut:
            return {true, i};
        case PreTokenizer::Place::Passed:
            break;
        }
    }
    boundary.isCertain = m_parts.model->isCertainBoundary(left, right);
    return boundary;
}

bool PipelineTokenizer::isCertainBoundary(std::string_view text, std::size_t byte) const
{
    const char32_t left = decodeCharacter(text, previousCharacterStart(text, byte)).codePoint;
    const char32_t right = decodeCharacter(text, byte).codePoint;
    if (left < asciiEnd && right < asciiEnd)
        return m_asciiBoundaries[left * asciiEnd + right];
    return boundaryBetween(left, right).isCertain;
}

bool PipelineTokenizer::fragmentTokens(std::string_view text, ByteRange fragment, bool isTextBegin, bool isTextEnd,
                                       std::vector<Token> &tokens) const
{
    if (fragment.isEmpty())
        return true;
    PieceStore store(isTextBegin);
    TextPiece whole = store.pieceOf(text.substr(fragment.begin, fragment.size()));
    whole.continues = !isTextBegin;
    whole.goesOn = !isTextEnd;
    std::size_t cutBy = m_parts.preTokenizers.size();
    if (!isTextBegin) {
        const std::size_t before = previousCharacterStart(text, fragment.begin);
        cutBy
            = boundaryBetween(decodeCharacter(text, before).codePoint, decodeCharacter(text, fragment.begin).codePoint)
                  .cutBy;
    }

    std::vector<TextPiece> pieces;
    m_parts.addedTokens.verbatim().split(whole, pieces);
    if (m_parts.normalizer) {
        for (TextPiece &piece : pieces) {
            if (!piece.token)
                m_parts.normalizer->normalize(piece, store);
        }
    }
    if (!m_parts.addedTokens.normalized().isEmpty()) {
        std::vector<TextPiece> split;
        for (const TextPiece &piece : pieces) {
            if (piece.token)
                split.push_back(piece);
            else
                m_parts.addedTokens.normalized().split(piece, split);
        }
        pieces = std::move(split);
    }
    std::erase_if(pieces, [](const TextPiece &piece) { return piece.text.empty(); });
    for (std::size_t i = 0; i < m_parts.preTokenizers.size(); ++i) {
        m_parts.preTokenizers[i]->split(pieces, store);
        if (i == cutBy && !pieces.empty())
            pieces.front().continues = false;
    }
    for (const TextPiece &piece : pieces)
        appendTokens(piece, text, fragment.begin, isTextBegin, tokens);
    return !store.hasGivenUp();
}

void PipelineTokenizer::appendTokens(const TextPiece &piece, std::string_view text, std::size_t begin, bool isTextBegin,
                                     std::vector<Token> &tokens) const
{
    const auto append = [&](std::uint32_t id, SourceSpan span, std::string_view spelling) {
        ByteRange bytes{std::min(begin + span.begin, text.size()), std::min(begin + span.end, text.size())};
        bytes.end = std::max(bytes.begin, bytes.end);
        if (!m_parts.postProcessing.trims.empty())
            bytes = trimmed(bytes, text, begin, spelling, isTextBegin && (tokens.empty() || bytes.begin == begin));
        tokens.push_back({id, bytes});
    };
    if (piece.token) {
        append(*piece.token, sourceOf(piece, 0, piece.text.size()), piece.text);
        return;
    }
    std::vector<PieceModel::Piece> found;
    m_parts.model->tokenize(piece.text, found);
    for (const PieceModel::Piece &part : found) {
        const bool needsSpelling = !m_parts.postProcessing.trims.empty();
        append(part.id, sourceOf(piece, part.begin, part.end), needsSpelling ? m_parts.model->textOf(part.id) : "");
    }
}

/// As the reference trims: as many characters as the token is spelled with spaces, but not the one that was put before
/// the text.
ByteRange PipelineTokenizer::trimmed(ByteRange bytes, std::string_view text, std::size_t begin,
                                     std::string_view spelling, bool isFirst) const
{
    const std::u32string letters = decodeAll(spelling);
    const auto leading
        = static_cast<std::size_t>(std::find_if_not(letters.begin(), letters.end(), isBlank) - letters.begin());
    const auto trailing
        = static_cast<std::size_t>(std::find_if_not(letters.rbegin(), letters.rend(), isBlank) - letters.rbegin());
    for (const bool leavesPrefix : m_parts.postProcessing.trims) {
        const bool keepsOne = isFirst && leavesPrefix && leading == 1;
        for (std::size_t i = keepsOne ? leading : 0; i < leading && bytes.begin < bytes.end; ++i)
            bytes.begin += utf8SequenceLength(text[bytes.begin]);
        bytes.begin = std::min(bytes.begin, bytes.end);
        std::size_t end = bytes.end;
        std::size_t taken = 0;
        for (; taken < trailing && end > begin; ++taken)
            end = previousCharacterStart(text, end);
        if (taken == trailing)
            bytes.end = std::max(end, bytes.begin);
    }
    return bytes;
}

} // namespace cw
