// SPDX-License-Identifier: GPL-3.0-or-later
// What a text says about the places where chunks begin and end, remembered by place and shared by the audit rules.
#pragma once

#include "base/byterange.h"
#include "base/positionmemo.h"
#include "segment/segmentation.h"

#include <cstddef>
#include <string_view>

namespace cw {

/// Facts about places where chunks begin. Worked out when first asked for; places asked about again cost a look-up.
/// Thread-safe.
class StartFacts final
{
public:
    /// The text must outlive the facts.
    explicit StartFacts(std::string_view text) : m_text(text), m_known(text.size()) { }

    /// As isSentenceCutAt().
    [[nodiscard]] bool isSentenceCut(std::size_t byte, BoundaryReason reason) const;
    /// Whether a boundary at `byte` has a word, or a character and its marks, on both sides.
    [[nodiscard]] bool isInsideWord(std::size_t byte) const;
    /// True only if a chunk of this range says something in its first words, so that rules about what chunks open with
    /// need not read it: isPointerOnly() is false, headingsOnly() is 0, backReferenceAt() is empty.
    [[nodiscard]] bool opensPlainly(ByteRange chunk) const;

private:
    [[nodiscard]] std::size_t bytesOfPlainOpening(std::size_t byte) const;

    std::string_view m_text;
    PositionMemo m_known;
};

/// The facts of a text, to be asked for from TextFacts.
[[nodiscard]] StartFacts startFacts(std::string_view text);

} // namespace cw
