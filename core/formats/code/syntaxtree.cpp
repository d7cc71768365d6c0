// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/syntaxtree.h"

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

namespace cw::code {

namespace {

/// Of the parse that this thread is at. tree-sitter looks whether it shall stop every hundred steps, and a single step
/// at the end of broken text can ask for memory by the gigabyte. So what goes over the budget leaves the library by
/// longjmp(), and whatever the library has then goes with the memory that it is in.
struct RunningParse
{
    std::jmp_buf whereItIsOver;
    ParseMemory &memory;
    std::size_t bytesLeft = 0;
    std::atomic<std::size_t> isStopped = 0; ///< tree-sitter looks at it, too
};
thread_local RunningParse *currentParse = nullptr;

void spend(std::size_t bytes)
{
    if (bytes > currentParse->bytesLeft || currentParse->isStopped.load(std::memory_order_relaxed) != 0)
        std::longjmp(currentParse->whereItIsOver, 1);
    currentParse->bytesLeft -= bytes;
}

// Outside a parse there are cursors only. Each piece is freed where it came from: nothing outlives its parse but the
// tree, of which nothing is freed piece by piece. tree-sitter takes no failure for an answer.

void *outsideParse(void *memory)
{
    if (!memory)
        std::terminate();
    return memory;
}

void *countedMalloc(std::size_t bytes)
{
    if (!currentParse)
        return outsideParse(std::malloc(bytes));
    spend(bytes);
    return currentParse->memory.allocate(bytes);
}

void *countedCalloc(std::size_t count, std::size_t bytes)
{
    if (!currentParse)
        return outsideParse(std::calloc(count, bytes));
    spend(count * bytes);
    return std::memset(currentParse->memory.allocate(count * bytes), 0, count * bytes);
}

void countedFree(void *memory)
{
    if (!currentParse)
        std::free(memory);
    else if (memory)
        currentParse->memory.free(memory);
}

void *countedRealloc(void *old, std::size_t bytes)
{
    if (!currentParse)
        return outsideParse(std::realloc(old, bytes));
    if (!old)
        return countedMalloc(bytes);
    spend(bytes);
    return currentParse->memory.resize(old, bytes);
}

/// Ordinary source asks for 20 to 40.
constexpr std::size_t budgetPerByte = 1000;
constexpr std::size_t leastBudget = std::size_t{16} << 20;
constexpr std::size_t mostBudget = std::size_t{2} << 30;

TSTree *parseInside(const TSLanguage *grammar, std::string_view text, const RunningParse &running)
{
    TSParser *parser = ts_parser_new();
    TSTree *tree = nullptr;
    if (ts_parser_set_language(parser, grammar)) {
        ts_parser_set_cancellation_flag(parser, reinterpret_cast<const std::size_t *>(&running.isStopped));
        tree = ts_parser_parse_string(parser, nullptr, text.data(), static_cast<std::uint32_t>(text.size()));
    }
    return tree; // the parser goes with its memory
}

/// Null when it was given up or the grammar is of another version. No destructor may be between here and spend().
TSTree *parse(const TSLanguage *grammar, std::string_view text, RunningParse &running)
{
    if (setjmp(running.whereItIsOver) != 0)
        return nullptr;
    return parseInside(grammar, text, running);
}

} // namespace

Outcome<SyntaxTree> parseSource(const TSLanguage *grammar, std::string_view text, std::stop_token stop)
{
    static std::once_flag counting;
    std::call_once(counting, [] { ts_set_allocator(countedMalloc, countedCalloc, countedRealloc, countedFree); });

    auto memory = std::make_unique<ParseMemory>();
    RunningParse running{.whereItIsOver = {}, .memory = *memory};
    static_assert(sizeof running.isStopped == sizeof(std::size_t) && std::atomic<std::size_t>::is_always_lock_free);
    running.bytesLeft = std::min(leastBudget + text.size() * budgetPerByte, mostBudget);
    const std::stop_callback onStop(stop, [&running] { running.isStopped.store(1, std::memory_order_relaxed); });
    currentParse = &running;
    TSTree *tree = parse(grammar, text, running);
    currentParse = nullptr;
    if (!tree && stop.stop_requested())
        return Cancelled{};
    return tree ? SyntaxTree(tree, std::move(memory)) : SyntaxTree();
}

} // namespace cw::code
