// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/mergelistmodel.h"

#include "text/utf8.h"
#include "tokenize/models/modeljson.h"

#include <algorithm>
#include <utility>

namespace cw {

MergeListModel::MergeListModel(ModelVocabulary vocabulary, MergeTable merges, Options options,
                               const std::vector<bool> &mergeParts)
    : m_vocabulary(std::move(vocabulary)), m_merges(std::move(merges)), m_options(std::move(options)),
      m_isCutAnywhere(m_options.prefix.empty() && m_options.suffix.empty())
{
    const auto isPart = [&](std::uint32_t token) { return token != ModelVocabulary::none && mergeParts[token]; };
    m_mergesFallback = isPart(m_options.unknown);
    if (m_options.hasByteFallback) {
        m_byteTokens = m_vocabulary.byteTokens();
        m_hasAllBytes = std::ranges::count(m_byteTokens, ModelVocabulary::none) == 0;
        m_mergesFallback = m_mergesFallback || std::ranges::any_of(m_byteTokens, isPart);
    }
    setCharacters();
    if (!m_isCutAnywhere)
        return;
    m_pairs = CharacterPairs(2 * m_vocabulary.size());
    for (std::uint32_t token = 0; token < m_vocabulary.size(); ++token)
        m_pairs.addToken(m_vocabulary.text(token));
}

void MergeListModel::setCharacters()
{
    Block empty;
    empty.fill(ModelVocabulary::none);
    m_blocks.push_back(empty);
    for (std::uint32_t token = 0; token < m_vocabulary.size(); ++token) {
        const std::string_view text = m_vocabulary.text(token);
        if (text.empty() || text.size() != utf8SequenceLength(text[0]))
            continue;
        const char32_t character = decodeCharacter(text, 0).codePoint;
        std::uint16_t &block = m_blockOf[character >> blockBits];
        if (block == 0) {
            block = static_cast<std::uint16_t>(m_blocks.size());
            m_blocks.push_back(empty);
        }
        m_blocks[block][character % (1U << blockBits)] = token;
    }
}

/// Whether both sides of such a place are merged independently. Unknown characters side by side may become one token,
/// and while some wait for that, bytes go before them; around lost ones, others become neighbours.
bool MergeListModel::isCut(char32_t left, char32_t right) const noexcept
{
    if (m_pairs.mayHold(left, right))
        return false;
    const bool isLeftKnown = characterToken(left) != ModelVocabulary::none;
    const bool isRightKnown = characterToken(right) != ModelVocabulary::none;
    if (isLeftKnown && isRightKnown)
        return true;
    if (m_mergesFallback || losesCharacters())
        return false;
    if (m_options.hasByteFallback)
        return m_hasAllBytes || isLeftKnown || isRightKnown;
    return !m_options.fusesUnknown || isLeftKnown || isRightKnown;
}

bool MergeListModel::isCertainBoundary(char32_t left, char32_t right) const noexcept
{
    // What is lost shifts all that is behind it.
    return m_isCutAnywhere && !m_options.ignoresMerges && !losesCharacters() && isCut(left, right);
}

std::optional<std::uint32_t> MergeListModel::idOf(std::string_view text) const
{
    return m_vocabulary.idOf(text);
}

std::string MergeListModel::textOf(std::uint32_t id) const
{
    return m_vocabulary.textOf(id);
}

void MergeListModel::tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const
{
    if (m_options.ignoresMerges) {
        if (const std::uint32_t token = m_vocabulary.find(pretoken); token != ModelVocabulary::none) {
            if (!pretoken.empty())
                pieces.push_back({m_vocabulary.id(token), 0, static_cast<std::uint32_t>(pretoken.size())});
            return;
        }
    }
    m_scratch.with([&](Scratch &scratch) {
        std::uint32_t offset = 0;
        for (std::size_t begin = 0; begin < pretoken.size();) {
            const std::size_t end = pieceEnd(pretoken, begin);
            addPiece(pretoken.substr(begin, end - begin), scratch, offset, pieces);
            begin = end;
        }
        scratch.merger.forgetLargePieces();
    });
}

std::size_t MergeListModel::pieceEnd(std::string_view pretoken, std::size_t begin) const noexcept
{
    if (!m_isCutAnywhere || pretoken.size() - begin <= PieceCache::maxBytes)
        return pretoken.size();
    DecodedCharacter left = decodeCharacter(pretoken, begin);
    for (std::size_t byte = begin + left.byteLength; byte < pretoken.size();) {
        const DecodedCharacter right = decodeCharacter(pretoken, byte);
        if (isCut(left.codePoint, right.codePoint))
            return byte;
        byte += right.byteLength;
        left = right;
    }
    return pretoken.size();
}

void MergeListModel::addPiece(std::string_view piece, Scratch &scratch, std::uint32_t &offset,
                              std::vector<Piece> &pieces) const
{
    const auto add = [&](std::uint32_t token, std::uint32_t bytes) {
        pieces.push_back({m_vocabulary.id(token), offset, offset + bytes});
        offset += bytes;
    };
    PieceCache::Key key;
    if (piece.size() <= PieceCache::maxBytes) {
        key = PieceCache::keyOf(piece);
        if (const PieceCache::Entry *known = scratch.cache.find(key)) {
            for (std::size_t i = 0; i < known->count; ++i)
                add(known->tokens[i], known->lengths[i]);
            return;
        }
    }
    setSymbols(piece, scratch);
    scratch.merger.merge(m_merges, scratch.symbols);
    if (piece.size() <= PieceCache::maxBytes)
        scratch.cache.insert(key, scratch.symbols);
    for (const Symbol &symbol : scratch.symbols)
        add(symbol.token, symbol.bytes);
}

void MergeListModel::setSymbols(std::string_view piece, Scratch &scratch) const
{
    std::vector<Symbol> &symbols = scratch.symbols;
    symbols.clear();
    std::uint32_t unknownBytes = 0; // that wait to be one token or joined by more
    const auto addUnknown = [&] {
        if (unknownBytes > 0)
            symbols.push_back({m_options.unknown, unknownBytes});
        unknownBytes = 0;
    };
    for (std::size_t byte = 0; byte < piece.size();) {
        const DecodedCharacter character = decodeCharacter(piece, byte);
        const std::string_view bytes = piece.substr(byte, character.byteLength);
        const std::size_t next = byte + character.byteLength;
        std::uint32_t token = 0;
        if (m_isCutAnywhere) {
            token = characterToken(character.codePoint);
        } else {
            scratch.text.assign(byte == 0 ? std::string_view() : m_options.prefix);
            scratch.text.append(bytes).append(next == piece.size() ? std::string_view(m_options.suffix)
                                                                   : std::string_view());
            token = m_vocabulary.find(scratch.text);
        }
        byte = next;
        if (token != ModelVocabulary::none) {
            addUnknown();
            symbols.push_back({token, character.byteLength});
            continue;
        }
        const auto byteToken = [&](char value) { return m_byteTokens[static_cast<unsigned char>(value)]; };
        if (m_options.hasByteFallback
            && std::ranges::none_of(bytes, [&](char value) { return byteToken(value) == ModelVocabulary::none; })) {
            for (const char value : bytes)
                symbols.push_back({byteToken(value), 1});
            continue;
        }
        if (m_options.unknown == ModelVocabulary::none)
            continue;
        if (!m_options.fusesUnknown)
            addUnknown();
        unknownBytes += character.byteLength;
    }
    addUnknown();
}

namespace {

struct MergeText
{
    std::string_view left;
    std::string_view right;
};

/// Either "left right" or ["left", "right"].
bool readMerge(simdjson::dom::element element, MergeText &merge)
{
    std::string_view both;
    if (element.get_string().get(both) == simdjson::SUCCESS) {
        const std::size_t space = both.find(' ');
        if (space == std::string_view::npos || both.find(' ', space + 1) != std::string_view::npos)
            return false;
        merge = {both.substr(0, space), both.substr(space + 1)};
        return true;
    }
    simdjson::dom::array parts;
    return element.get_array().get(parts) == simdjson::SUCCESS && parts.size() == 2
        && parts.at(0).get_string().get(merge.left) == simdjson::SUCCESS
        && parts.at(1).get_string().get(merge.right) == simdjson::SUCCESS;
}

} // namespace

PieceModelResult readBpeModel(simdjson::dom::element model)
{
    ModelJson json(model);
    json.refuseOthersThan({"type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix",
                           "fuse_unk", "byte_fallback", "ignore_merges", "vocab", "merges"});
    const double dropout = json.decimal("dropout").value_or(0);
    MergeListModel::Options options;
    options.prefix = json.text("continuing_subword_prefix").value_or("");
    options.suffix = json.text("end_of_word_suffix").value_or("");
    options.fusesUnknown = json.isTrue("fuse_unk");
    options.hasByteFallback = json.isTrue("byte_fallback");
    options.ignoresMerges = json.isTrue("ignore_merges");
    const auto unknown = json.text("unk_token");
    const auto vocabularyJson = json.object("vocab");
    const auto mergesJson = json.array("merges");
    if (json.error())
        return *json.error();
    if (dropout != 0)
        return modelError("model.dropout", "leaves merges out at random, so no count would be the same twice");
    if (options.hasByteFallback && !(options.prefix.empty() && options.suffix.empty()))
        return modelError("model.byte_fallback", "is not supported together with a prefix or suffix");
    Result<ModelVocabulary> vocabulary = ModelVocabulary::read(*vocabularyJson);
    if (!vocabulary)
        return vocabulary.error();
    if (unknown) {
        options.unknown = vocabulary->find(*unknown);
        if (options.unknown == ModelVocabulary::none)
            return modelError("model.unk_token", "is " + quotedForMessage(*unknown) + ", which the vocabulary lacks");
    }

    const auto fieldOf = [](std::size_t index) { return "model.merges[" + std::to_string(index) + "]"; };
    MergeTable merges(mergesJson->size());
    std::vector<bool> mergeParts(vocabulary->size());
    std::string merged;
    std::uint32_t rank = 0;
    std::size_t index = 0;
    for (const simdjson::dom::element element : *mergesJson) {
        MergeText texts;
        const std::size_t here = index++;
        if (std::string_view line; element.get_string().get(line) == simdjson::SUCCESS && line.starts_with("#version"))
            continue;
        if (!readMerge(element, texts))
            return modelError(fieldOf(here), "is not a pair of two tokens");
        if (texts.left.empty() || texts.right.size() <= options.prefix.size())
            return modelError(fieldOf(here), "joins a token to nothing");
        merged.assign(texts.left).append(texts.right.substr(options.prefix.size()));
        const std::uint32_t left = vocabulary->find(texts.left);
        const std::uint32_t right = vocabulary->find(texts.right);
        const std::uint32_t token = vocabulary->find(merged);
        for (const auto &[number, text] : {std::pair(left, texts.left), {right, texts.right}, {token, merged}}) {
            if (number == ModelVocabulary::none)
                return modelError(fieldOf(here), "needs the token " + quotedForMessage(text) + ", which is unknown");
        }
        if (!merges.add(left, right, {rank++, token}))
            return modelError(fieldOf(here), "stands with too many merges that are like it");
        mergeParts[left] = true;
        mergeParts[right] = true;
    }
    return std::shared_ptr<const PieceModel>(std::make_shared<const MergeListModel>(
        std::move(*vocabulary), std::move(merges), std::move(options), mergeParts));
}

} // namespace cw
