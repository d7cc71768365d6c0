// SPDX-License-Identifier: GPL-3.0-or-later
// Another index that counts the questions it is asked, for tests of what packing costs.
#pragma once

#include "tokenize/tokenizer.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace cw::testing {

/// Gives the answers of another index. On one thread only.
class AskedIndex final : public TokenIndex
{
public:
    enum class Near { Known, Hidden }; ///< what tokensNear() says

    explicit AskedIndex(std::shared_ptr<const TokenIndex> index, Near near = Near::Known)
        : m_index(std::move(index)), m_near(near)
    {
    }

    [[nodiscard]] const SharedText &text() const noexcept override { return m_index->text(); }
    [[nodiscard]] std::size_t total() const noexcept override { return m_index->total(); }
    [[nodiscard]] std::size_t count(ByteRange range) const override
    {
        ++counts;
        countedBytes += range.size();
        return m_index->count(range);
    }
    [[nodiscard]] BeginEdge beginEdge(std::size_t byte) const override { return ++begins, m_index->beginEdge(byte); }
    [[nodiscard]] EndEdge endEdge(std::size_t byte) const override { return ++ends, m_index->endEdge(byte); }
    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override { return m_index->tokensBefore(byte); }
    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override { return m_index->tokenStart(token); }
    [[nodiscard]] std::vector<Token> tokensOf(ByteRange range) const override { return m_index->tokensOf(range); }
    [[nodiscard]] TokensNear tokensNear(std::size_t byte) const override
    {
        return m_near == Near::Hidden ? TokensNear{} : m_index->tokensNear(byte);
    }

    [[nodiscard]] std::size_t asked() const noexcept { return counts + begins + ends; }

    mutable std::size_t counts = 0;
    mutable std::size_t countedBytes = 0;
    mutable std::size_t begins = 0; ///< edges
    mutable std::size_t ends = 0;

private:
    std::shared_ptr<const TokenIndex> m_index;
    Near m_near;
};

} // namespace cw::testing
