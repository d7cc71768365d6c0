// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/textfacts.h"

#include "tokenize/tokenizer.h"

namespace cw {

TextFacts::Fact &TextFacts::factMadeBy(Maker maker, const Tokenizer &tokenizer) const
{
    return factMadeBy(maker, std::string(tokenizer.vocabularySha256()).append(tokenizer.id()));
}

TextFacts::Fact &TextFacts::factMadeBy(Maker maker, std::string tokenizer) const
{
    const std::scoped_lock lock(m_mutex);
    for (const std::unique_ptr<Fact> &fact : m_facts) {
        if (fact->maker == maker && fact->tokenizer == tokenizer)
            return *fact;
    }
    m_facts.push_back(std::make_unique<Fact>());
    m_facts.back()->maker = maker;
    m_facts.back()->tokenizer = std::move(tokenizer);
    return *m_facts.back();
}

void TextFacts::publish(const Fact &fact) const
{
    const std::scoped_lock lock(m_mutex);
    if (m_knownCount == m_known.size())
        return;
    Known &known = m_known[m_knownCount++];
    known.value = fact.value.get();
    known.maker.store(fact.maker, std::memory_order_release);
}

} // namespace cw
