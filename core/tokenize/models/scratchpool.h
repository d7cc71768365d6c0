// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that a thread borrows for a moment.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <utility>

namespace cw {

/// Keeps up to 16 sets for the threads that come; who comes while all are lent gets a new one. Lock-free.
template<class Scratch>
class ScratchPool final
{
public:
    ScratchPool() = default;
    ScratchPool(const ScratchPool &) = delete;
    ScratchPool &operator=(const ScratchPool &) = delete;
    ~ScratchPool()
    {
        for (const auto &place : m_places)
            delete place.load();
    }

    /// Calls work(scratch), a set that nobody else uses meanwhile.
    template<class Work>
    void with(const Work &work) const
    {
        std::unique_ptr<Scratch> scratch = take();
        work(*scratch);
        giveBack(std::move(scratch));
    }

private:
    [[nodiscard]] std::unique_ptr<Scratch> take() const
    {
        for (auto &place : m_places) {
            if (place.load(std::memory_order_relaxed) == nullptr)
                continue;
            if (Scratch *scratch = place.exchange(nullptr, std::memory_order_acquire))
                return std::unique_ptr<Scratch>(scratch);
        }
        return std::make_unique<Scratch>();
    }

    void giveBack(std::unique_ptr<Scratch> scratch) const
    {
        for (auto &place : m_places) {
            Scratch *nothing = nullptr;
            if (place.load(std::memory_order_relaxed) == nullptr
                && place.compare_exchange_strong(nothing, scratch.get(), std::memory_order_release,
                                                 std::memory_order_relaxed)) {
                (void)scratch.release();
                return;
            }
        }
    }

    mutable std::array<std::atomic<Scratch *>, 16> m_places{};
};

} // namespace cw
