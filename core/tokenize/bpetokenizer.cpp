// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpetokenizer.h"

#include "tokenize/bpetokenindex.h"
#include "tokenize/textshares.h"

#include <utility>

namespace cw {

Result<std::shared_ptr<const Tokenizer>> BpeTokenizer::create(const Definition &definition)
{
    auto vocabulary = BpeVocabulary::fromMerges(definition.merges);
    if (!vocabulary)
        return Error{vocabulary.error().code, vocabulary.error().message, std::string(definition.id)};
    auto model = std::make_shared<const BpeModel>(std::move(*vocabulary), definition.pattern, definition.skippedId);
    return std::shared_ptr<const Tokenizer>(std::make_shared<BpeTokenizer>(definition, std::move(model)));
}

BpeTokenizer::BpeTokenizer(const Definition &definition, std::shared_ptr<const BpeModel> model)
    : m_definition(definition), m_model(std::move(model))
{
}

std::vector<std::uint32_t> BpeTokenizer::encode(std::string_view text) const
{
    std::vector<std::uint32_t> ids;
    for (const BpeToken &token : m_model->tokens(text))
        ids.push_back(m_model->publishedId(token.id));
    return ids;
}

std::vector<Token> BpeTokenizer::tokens(std::string_view text) const
{
    std::vector<Token> found;
    const std::vector<BpeToken> pieces = m_model->tokens(text);
    found.reserve(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const std::size_t end = i + 1 < pieces.size() ? pieces[i + 1].startByte : text.size();
        found.push_back({m_model->publishedId(pieces[i].id), {pieces[i].startByte, end}});
    }
    return found;
}

bool BpeTokenizer::partsAt(std::string_view text, std::size_t byte) const
{
    return isHardBoundary(m_model->pattern(), text, byte);
}

std::string BpeTokenizer::tokenText(std::uint32_t id) const
{
    const std::uint32_t token = m_model->tokenOf(id);
    return token < m_model->vocabulary().size() ? m_model->vocabulary().tokenBytes(token) : std::string();
}

Outcome<std::shared_ptr<const TokenIndex>> BpeTokenizer::index(SharedText text, std::stop_token stop,
                                                               unsigned threads) const
{
    auto starts = m_model->findStarts(*text, stop, threads);
    if (!starts)
        return Cancelled{};
    return std::shared_ptr<const TokenIndex>(
        std::make_shared<BpeTokenIndex>(std::move(text), m_model, std::move(*starts)));
}

} // namespace cw
