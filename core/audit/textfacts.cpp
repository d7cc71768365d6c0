// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/textfacts.h"

namespace cw {

TextFacts::Fact &TextFacts::addFact(Maker maker) const
{
    const std::scoped_lock lock(m_mutex);
    for (const std::unique_ptr<Fact> &fact : m_facts) {
        if (fact->maker == maker)
            return *fact;
    }
    m_facts.push_back(std::make_unique<Fact>());
    m_facts.back()->maker = maker;
    m_facts.back()->next = m_first.load(std::memory_order_relaxed);
    m_first.store(m_facts.back().get(), std::memory_order_release);
    return *m_facts.back();
}

} // namespace cw
