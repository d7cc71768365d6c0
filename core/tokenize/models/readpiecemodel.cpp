// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/modeljson.h"
#include "tokenize/piecemodel.h"

namespace cw {

PieceModelResult readPieceModel(simdjson::dom::element model)
{
    ModelJson json(model);
    const auto type = json.text("type");
    if (json.error())
        return *json.error();
    if (type) {
        if (*type == "BPE")
            return readBpeModel(model);
        if (*type == "Unigram")
            return readUnigramModel(model);
        if (*type == "WordPiece")
            return readWordPieceModel(model);
        if (*type == "WordLevel")
            return readWordLevelModel(model);
        return modelError("model.type", "is " + quotedForMessage(*type) + ", which is not supported");
    }
    // Files of older versions do not say.
    if (json.has("merges"))
        return readBpeModel(model);
    if (json.has("max_input_chars_per_word"))
        return readWordPieceModel(model);
    if (json.has("unk_id"))
        return readUnigramModel(model);
    return readWordLevelModel(model);
}

} // namespace cw
