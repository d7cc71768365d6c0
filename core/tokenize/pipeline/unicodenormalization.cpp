// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/unicodenormalization.h"

#include "text/utf8.h"
#include "tokenize/pipeline/pipelinecharacters.h"

#include <algorithm>

namespace cw {

namespace {

bool composes(NormalizationForm form)
{
    return form == NormalizationForm::C || form == NormalizationForm::KC;
}

std::span<const char32_t> decomposition(char32_t codePoint, NormalizationForm form)
{
    return form == NormalizationForm::C || form == NormalizationForm::D ? canonicalDecomposition(codePoint)
                                                                        : compatibilityDecomposition(codePoint);
}

struct Part
{
    CharacterChange change;
    std::uint8_t order = 0;
};

class Decomposer final
{
public:
    explicit Decomposer(NormalizationForm form) : m_form(form) { }

    void append(char32_t codePoint)
    {
        m_isFirst = true;
        if (isHangulSyllable(codePoint)) {
            const char32_t number = codePoint - firstHangulSyllable;
            push(firstLeadingJamo + number / (vowelJamoCount * trailingJamoCount));
            push(firstVowelJamo + number / trailingJamoCount % vowelJamoCount);
            if (number % trailingJamoCount != 0)
                push(beforeTrailingJamo + number % trailingJamoCount);
            return;
        }
        const std::span<const char32_t> parts = decomposition(codePoint, m_form);
        if (parts.empty())
            push(codePoint);
        for (const char32_t part : parts)
            push(part);
    }

    std::vector<Part> finish()
    {
        sortMarks();
        return std::move(m_parts);
    }

private:
    void push(char32_t codePoint)
    {
        const std::uint8_t order = combiningOrder(codePoint);
        if (order == 0)
            sortMarks();
        m_parts.push_back({{codePoint, m_isFirst ? 0 : 1}, order});
        m_isFirst = false;
        if (order == 0)
            m_settled = m_parts.size();
    }

    void sortMarks()
    {
        std::stable_sort(m_parts.begin() + static_cast<std::ptrdiff_t>(m_settled), m_parts.end(),
                         [](const Part &a, const Part &b) { return a.order < b.order; });
        m_settled = m_parts.size();
    }

    NormalizationForm m_form;
    std::vector<Part> m_parts;
    std::size_t m_settled = 0;
    bool m_isFirst = true;
};

/// A composed character has the changes of both its parts, less the one that is no longer put in.
void composeInPlace(std::vector<Part> &parts)
{
    std::size_t written = 0;
    std::optional<std::size_t> starter;
    std::uint8_t lastOrder = 0;
    bool hasMarks = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part part = parts[i];
        if (starter && (!hasMarks || lastOrder < part.order)) {
            const char32_t both = composed(parts[*starter].change.character, part.change.character);
            if (both != 0) {
                parts[*starter].change = {both, parts[*starter].change.change + part.change.change - 1};
                continue;
            }
        }
        if (part.order == 0) {
            starter = written;
            hasMarks = false;
        } else if (starter) {
            hasMarks = true;
            lastOrder = part.order;
        }
        parts[written++] = part;
    }
    parts.resize(written);
}

/// Staying what it is whatever stands around it, in a form that composes.
bool staysInComposedForm(char32_t codePoint, NormalizationForm form)
{
    if (combiningOrder(codePoint) != 0 || isSecondOfComposition(codePoint))
        return false;
    const std::span<const char32_t> parts = decomposition(codePoint, form);
    if (parts.empty() || isHangulSyllable(codePoint))
        return true;
    if (combiningOrder(parts[0]) != 0 || isSecondOfComposition(parts[0]))
        return false;
    char32_t whole = parts[0];
    for (const char32_t part : parts.subspan(1)) {
        whole = composed(whole, part);
        if (whole == 0)
            return false;
    }
    return whole == codePoint;
}

} // namespace

std::vector<CharacterChange> normalizationChanges(std::string_view text, NormalizationForm form)
{
    Decomposer decomposer(form);
    for (std::size_t byte = 0; byte < text.size();) {
        const DecodedCharacter decoded = decodeCharacter(text, byte);
        decomposer.append(decoded.codePoint);
        byte += decoded.byteLength;
    }
    std::vector<Part> parts = decomposer.finish();
    if (composes(form))
        composeInPlace(parts);
    std::vector<CharacterChange> changes;
    changes.reserve(parts.size());
    for (const Part &part : parts)
        changes.push_back(part.change);
    return changes;
}

bool isInert(char32_t codePoint, NormalizationForm form) noexcept
{
    if (codePoint < 0x80)
        return true;
    if (isHangulSyllable(codePoint))
        return composes(form);
    return combiningOrder(codePoint) == 0 && decomposition(codePoint, form).empty()
        && !(composes(form) && isSecondOfComposition(codePoint));
}

bool isNormalized(std::string_view text, NormalizationForm form)
{
    if (!composes(form))
        return false;
    // Cut between two characters that stay, what is not only of such is normalized to see.
    std::size_t begin = 0;
    bool isAsked = false;
    bool didStay = true;
    const auto isSame = [&](std::size_t end) {
        std::string normalized;
        for (const CharacterChange &change : normalizationChanges(text.substr(begin, end - begin), form))
            appendUtf8(normalized, change.character);
        return normalized == text.substr(begin, end - begin);
    };
    for (std::size_t byte = 0; byte < text.size();) {
        if (static_cast<unsigned char>(text[byte]) < 0x80 && didStay && !isAsked) {
            begin = byte++;
            continue;
        }
        const DecodedCharacter decoded = decodeCharacter(text, byte);
        const bool stays = staysInComposedForm(decoded.codePoint, form);
        if (stays && didStay) {
            if (isAsked && !isSame(byte))
                return false;
            begin = byte;
            isAsked = false;
        }
        isAsked = isAsked || !stays;
        didStay = stays;
        byte += decoded.byteLength;
    }
    return !isAsked || isSame(text.size());
}

bool isNormalizedApart(char32_t &left, char32_t &right, NormalizationForm form) noexcept
{
    if (composes(form))
        return staysInComposedForm(left, form) && staysInComposedForm(right, form);
    Decomposer leftParts(form);
    leftParts.append(left);
    Decomposer rightParts(form);
    rightParts.append(right);
    const Part last = leftParts.finish().back();
    const Part first = rightParts.finish().front();
    if (last.order != 0 || first.order != 0)
        return false;
    left = last.change.character;
    right = first.change.character;
    return true;
}

} // namespace cw
