// SPDX-License-Identifier: GPL-3.0-or-later
// What a tokenizer has to be able to say for FragmentIndex to count any range of a text with it.
#pragma once

#include "base/byterange.h"
#include "base/result.h"
#include "tokenize/fragmentcounts.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace cw {

struct Token;

/// What index() and tryTokens() say where an expression of a tokenizer file takes too many steps.
[[nodiscard]] Error tooManySteps();

/// A tokenizer that takes texts apart. A *certain boundary* is a place between two characters x and y where, judged by
/// these two characters only, the tokens of any text ...xy... are those of ...x followed by those of y..., but for what
/// the begin and the end of a text change in the part they are in. Thread-safe.
class FragmentTokens
{
public:
    virtual ~FragmentTokens() = default;

    /// Appends the tokens of `fragment` of `text` in order, with bytes of `text`. Each end of the fragment is a certain
    /// boundary or, as the flags say, the begin or the end of the text as it is to be tokenized: nothing outside of the
    /// fragment is looked at. Linear, or nearly so.
    /// False where the tokens cannot be told exactly.
    virtual bool fragmentTokens(std::string_view text, ByteRange fragment, bool isTextBegin, bool isTextEnd,
                                std::vector<Token> &tokens) const = 0;

    /// What index() and tryTokens() say where fragmentTokens() does not know.
    [[nodiscard]] virtual Error whyUnknown() const { return tooManySteps(); }

    /// How many these are; from memory when a fragment like it was counted before.
    [[nodiscard]] std::size_t countFragment(std::string_view text, ByteRange fragment, bool isTextBegin,
                                            bool isTextEnd) const;

    /// Whether `byte` is a certain boundary; saying false too often costs time only. O(1).
    /// Precondition: 0 < byte < text.size(), on a character boundary.
    [[nodiscard]] virtual bool isCertainBoundary(std::string_view text, std::size_t byte) const = 0;

    /// Whether a text's begin (end) may change tokens where it stands at a certain boundary: prefixes and the stripping
    /// of white space do, a begin or end that is merely there does not. With "no", edges at certain boundaries cost
    /// nothing.
    [[nodiscard]] virtual bool dependsOnTextBegin() const noexcept { return true; }
    [[nodiscard]] virtual bool dependsOnTextEnd() const noexcept { return true; }

private:
    mutable std::once_flag m_once;
    mutable std::unique_ptr<FragmentCounts> m_counts; ///< made when the first fragment is counted
};

} // namespace cw
