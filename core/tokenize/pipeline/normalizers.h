// SPDX-License-Identifier: GPL-3.0-or-later
// What a tokenizer file does to a text before it takes it apart.
#pragma once

#include "base/result.h"
#include "tokenize/pipeline/alignedtext.h"

#include <simdjson.h>

#include <memory>
#include <string>
#include <string_view>

namespace cw {

/// One normalizer of Hugging Face tokenizers 0.22.2. Immutable and safe to share between threads.
class Normalizer
{
public:
    virtual ~Normalizer() = default;

    virtual void normalize(TextPiece &piece, PieceStore &store) const = 0;

    /// True when a text with `left` right before `right` may be cut between the two and both parts be normalized by
    /// themselves, whatever else is in it; `left` becomes the last character of the first part's normalized text,
    /// `right` the first one of the second's. May say false too often, and then leaves anything in them.
    [[nodiscard]] virtual bool keepsApart(char32_t &left, char32_t &right) const = 0;

    /// True when it changes neither `text` nor any part of it. May say false too often. Linear.
    [[nodiscard]] virtual bool leavesAlone(std::string_view /*text*/) const { return false; }

    /// Whether the begin (end) of a text is not treated like any other place.
    [[nodiscard]] virtual bool dependsOnBegin() const { return false; }
    [[nodiscard]] virtual bool dependsOnEnd() const { return false; }
};

/// Reads a normalizer; `path` is where it stands in the file, for errors.
[[nodiscard]] Result<std::shared_ptr<const Normalizer>> readNormalizer(simdjson::dom::element normalizer,
                                                                       const std::string &path);

} // namespace cw
