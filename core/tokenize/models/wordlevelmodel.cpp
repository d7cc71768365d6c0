// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/wordlevelmodel.h"

#include "tokenize/models/modeljson.h"

#include <utility>

namespace cw {

WordLevelModel::WordLevelModel(ModelVocabulary vocabulary, std::uint32_t unknown)
    : m_vocabulary(std::move(vocabulary)), m_unknown(unknown)
{
}

void WordLevelModel::tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const
{
    if (pretoken.empty())
        return;
    const std::uint32_t token = m_vocabulary.find(pretoken);
    pieces.push_back({m_vocabulary.id(token == ModelVocabulary::none ? m_unknown : token), 0,
                      static_cast<std::uint32_t>(pretoken.size())});
}

bool WordLevelModel::isCertainBoundary(char32_t /*left*/, char32_t /*right*/) const noexcept
{
    return false;
}

std::optional<std::uint32_t> WordLevelModel::idOf(std::string_view text) const
{
    return m_vocabulary.idOf(text);
}

std::string WordLevelModel::textOf(std::uint32_t id) const
{
    return m_vocabulary.textOf(id);
}

PieceModelResult readWordLevelModel(simdjson::dom::element model)
{
    ModelJson json(model);
    json.refuseOthersThan({"type", "vocab", "unk_token"});
    const auto unknown = json.text("unk_token");
    const auto vocabularyJson = json.object("vocab");
    if (json.error())
        return *json.error();
    if (!unknown)
        return modelError("model.unk_token", "is missing");
    Result<ModelVocabulary> vocabulary = ModelVocabulary::read(*vocabularyJson);
    if (!vocabulary)
        return vocabulary.error();
    const std::uint32_t number = vocabulary->find(*unknown);
    if (number == ModelVocabulary::none)
        return modelError("model.unk_token", "is " + quotedForMessage(*unknown) + ", which the vocabulary lacks");
    return std::shared_ptr<const PieceModel>(std::make_shared<const WordLevelModel>(std::move(*vocabulary), number));
}

} // namespace cw
