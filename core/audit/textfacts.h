// SPDX-License-Identifier: GPL-3.0-or-later
// What rules find out about a document's text whatever its chunks are.
#pragma once

#include "text/document.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw {

class Tokenizer;

/// Facts about one text, each worked out when a rule first asks for it and kept, so that moving a slider reads nothing
/// twice. A fact is named by the function that makes it, which keeps every rule in its own file. Thread-safe.
class TextFacts final
{
public:
    using Counter = std::atomic<std::size_t>;

    /// `made`, which may be null, counts the facts worked out.
    explicit TextFacts(SharedText text, std::shared_ptr<Counter> made = {})
        : m_text(std::move(text)), m_made(std::move(made))
    {
    }

    /// What `make` returns for the text and a tokenizer. Precondition: it depends on nothing else. Looked up under a
    /// lock.
    template<class T>
    [[nodiscard]] const T &of(T (*make)(std::string_view text, const Tokenizer &tokenizer),
                              const Tokenizer &tokenizer) const
    {
        Fact &fact = factMadeBy(reinterpret_cast<Maker>(make), tokenizer);
        std::call_once(fact.once, [&] {
            fact.value = std::make_shared<const T>(make(*m_text, tokenizer));
            if (m_made)
                ++*m_made;
        });
        return *static_cast<const T *>(fact.value.get());
    }

    /// What `make` returns for the text. Precondition: it depends on nothing else.
    template<class T>
    [[nodiscard]] const T &of(T (*make)(std::string_view text)) const
    {
        const auto maker = reinterpret_cast<Maker>(make);
        for (const Known &known : m_known) {
            if (known.maker.load(std::memory_order_acquire) == maker)
                return *static_cast<const T *>(known.value);
        }
        Fact &fact = factMadeBy(maker);
        std::call_once(fact.once, [&] {
            fact.value = std::make_shared<const T>(make(*m_text));
            publish(fact);
            if (m_made)
                ++*m_made;
        });
        return *static_cast<const T *>(fact.value.get());
    }

private:
    using Maker = void (*)();

    struct Fact
    {
        Maker maker = nullptr;
        std::string tokenizer; ///< id and hash; empty for facts of the text alone
        std::once_flag once;
        std::shared_ptr<const void> value;
    };

    /// A fact that was worked out, to be found without a lock: with many small documents the looking up is what costs.
    struct Known
    {
        std::atomic<Maker> maker = nullptr; ///< is set after the value
        const void *value = nullptr;
    };

    [[nodiscard]] Fact &factMadeBy(Maker maker, std::string tokenizer = {}) const;
    [[nodiscard]] Fact &factMadeBy(Maker maker, const Tokenizer &tokenizer) const;
    void publish(const Fact &fact) const;

    SharedText m_text;
    std::shared_ptr<Counter> m_made;
    mutable std::mutex m_mutex;
    mutable std::vector<std::unique_ptr<Fact>> m_facts;
    mutable std::array<Known, 8> m_known; ///< facts beyond these are looked up under the lock
    mutable std::size_t m_knownCount = 0;
};

} // namespace cw
