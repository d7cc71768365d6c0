// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/wordpiecefilemodel.h"

#include "text/utf8.h"
#include "tokenize/models/modeljson.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t longestPieceBytes = 1024;

} // namespace

WordPieceFileModel::WordPieceFileModel(ModelVocabulary vocabulary, std::string_view prefix, std::uint32_t unknown,
                                       std::uint64_t mostCharacters)
    : m_vocabulary(std::move(vocabulary)), m_trie(m_vocabulary), m_prefixNode(m_trie.walk(PieceTrie::root, prefix)),
      m_hasPrefixed(prefix.empty() || m_prefixNode != PieceTrie::nowhere), m_unknown(unknown),
      m_mostCharacters(mostCharacters)
{
}

void WordPieceFileModel::tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const
{
    if (pretoken.empty())
        return;
    const std::size_t piecesBefore = pieces.size();
    const auto addUnknown = [&] {
        pieces.resize(piecesBefore);
        pieces.push_back({m_vocabulary.id(m_unknown), 0, static_cast<std::uint32_t>(pretoken.size())});
    };
    if (pretoken.size() > m_mostCharacters) {
        const auto characters = static_cast<std::uint64_t>(
            std::ranges::count_if(pretoken, [](char byte) { return !isUtf8Continuation(byte); }));
        if (characters > m_mostCharacters)
            return addUnknown();
    }
    for (std::size_t start = 0; start < pretoken.size();) {
        if (start > 0 && !m_hasPrefixed)
            return addUnknown();
        std::uint32_t node = start == 0 ? PieceTrie::root : m_prefixNode;
        std::uint32_t longest = ModelVocabulary::none;
        std::size_t longestEnd = start;
        for (std::size_t end = start; end < pretoken.size();) {
            node = m_trie.next(node, pretoken[end++]);
            if (node == PieceTrie::nowhere)
                break;
            if (m_trie.token(node) != ModelVocabulary::none) {
                longest = m_trie.token(node);
                longestEnd = end;
            }
        }
        if (longest == ModelVocabulary::none)
            return addUnknown();
        pieces.push_back(
            {m_vocabulary.id(longest), static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(longestEnd)});
        start = longestEnd;
    }
}

bool WordPieceFileModel::isCertainBoundary(char32_t /*left*/, char32_t /*right*/) const noexcept
{
    return false;
}

std::optional<std::uint32_t> WordPieceFileModel::idOf(std::string_view text) const
{
    return m_vocabulary.idOf(text);
}

std::string WordPieceFileModel::textOf(std::uint32_t id) const
{
    return m_vocabulary.textOf(id);
}

PieceModelResult readWordPieceModel(simdjson::dom::element model)
{
    ModelJson json(model);
    json.refuseOthersThan({"type", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word", "vocab"});
    const auto unknown = json.text("unk_token");
    const auto prefix = json.text("continuing_subword_prefix");
    const auto mostCharacters = json.number("max_input_chars_per_word");
    const auto vocabularyJson = json.object("vocab");
    if (json.error())
        return *json.error();
    for (const auto &[isThere, field] : {std::pair(unknown.has_value(), "model.unk_token"),
                                         {prefix.has_value(), "model.continuing_subword_prefix"},
                                         {mostCharacters.has_value(), "model.max_input_chars_per_word"}}) {
        if (!isThere)
            return modelError(field, "is missing");
    }
    Result<ModelVocabulary> vocabulary = ModelVocabulary::read(*vocabularyJson);
    if (!vocabulary)
        return vocabulary.error();
    for (std::uint32_t number = 0; number < vocabulary->size(); ++number) {
        if (vocabulary->text(number).size() > longestPieceBytes)
            return modelError("model.vocab[" + quotedForMessage(vocabulary->text(number)) + "]",
                              "is too long for a token");
    }
    const std::uint32_t number = vocabulary->find(*unknown);
    if (number == ModelVocabulary::none)
        return modelError("model.unk_token", "is " + quotedForMessage(*unknown) + ", which the vocabulary lacks");
    return std::shared_ptr<const PieceModel>(
        std::make_shared<const WordPieceFileModel>(std::move(*vocabulary), *prefix, number, *mostCharacters));
}

} // namespace cw
