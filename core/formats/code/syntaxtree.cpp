// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/syntaxtree.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>

namespace cw::code {

namespace {

/// Of the parse that this thread is at.
struct Budget
{
    std::atomic<std::size_t> isOver = 0;
    std::size_t bytesLeft = 0;
};
thread_local Budget *currentBudget = nullptr;

void spend(std::size_t bytes) noexcept
{
    if (!currentBudget)
        return;
    if (bytes > currentBudget->bytesLeft) {
        currentBudget->bytesLeft = 0;
        currentBudget->isOver.store(1, std::memory_order_relaxed);
    } else {
        currentBudget->bytesLeft -= bytes;
    }
}

/// tree-sitter takes no failure for an answer.
void *checked(void *memory, std::size_t bytes) noexcept
{
    if (!memory && bytes > 0)
        std::terminate();
    return memory;
}

void *countedMalloc(std::size_t bytes)
{
    spend(bytes);
    return checked(std::malloc(bytes), bytes);
}

void *countedCalloc(std::size_t count, std::size_t bytes)
{
    spend(count * bytes);
    return checked(std::calloc(count, bytes), count * bytes);
}

void *countedRealloc(void *old, std::size_t bytes)
{
    spend(bytes);
    return checked(std::realloc(old, bytes), bytes);
}

/// Ordinary source asks for 20 to 40.
constexpr std::size_t budgetPerByte = 1000;
constexpr std::size_t leastBudget = std::size_t{16} << 20;
constexpr std::size_t mostBudget = std::size_t{2} << 30;

struct DeleteParser
{
    void operator()(TSParser *parser) const noexcept { ts_parser_delete(parser); }
};

} // namespace

Outcome<SyntaxTree> parseSource(const TSLanguage *grammar, std::string_view text, std::stop_token stop)
{
    static std::once_flag counting;
    std::call_once(counting, [] { ts_set_allocator(countedMalloc, countedCalloc, countedRealloc, std::free); });

    const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
    if (!ts_parser_set_language(parser.get(), grammar))
        return SyntaxTree();
    Budget budget;
    budget.bytesLeft = std::min(leastBudget + text.size() * budgetPerByte, mostBudget);
    static_assert(sizeof budget.isOver == sizeof(std::size_t) && std::atomic<std::size_t>::is_always_lock_free);
    ts_parser_set_cancellation_flag(parser.get(), reinterpret_cast<const std::size_t *>(&budget.isOver));
    const std::stop_callback onStop(stop, [&budget] { budget.isOver.store(1, std::memory_order_relaxed); });
    currentBudget = &budget;
    SyntaxTree tree(
        ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
    currentBudget = nullptr;
    if (!tree && stop.stop_requested())
        return Cancelled{};
    return tree;
}

} // namespace cw::code
