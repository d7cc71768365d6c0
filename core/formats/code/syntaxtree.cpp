// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/syntaxtree.h"

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>

namespace cw::code {

namespace {

/// Goes before all memory that tree-sitter has.
struct alignas(std::max_align_t) MemoryHeader
{
    MemoryHeader *previous = nullptr;
    MemoryHeader *next = nullptr;
};

/// Of the parse that this thread is at. tree-sitter looks whether it shall stop every hundred steps, and a single step
/// at the end of broken text can ask for memory by the gigabyte. So what goes over the budget leaves the library by
/// longjmp(), and whatever the library has then is freed from this list.
struct ParseMemory
{
    std::jmp_buf whereItIsOver;
    MemoryHeader first; ///< none itself
    std::size_t bytesLeft = 0;
    std::atomic<std::size_t> isStopped = 0; ///< tree-sitter looks at it, too

    void add(MemoryHeader &header) noexcept
    {
        header = {&first, first.next};
        if (first.next)
            first.next->previous = &header;
        first.next = &header;
    }

    void freeAll() noexcept
    {
        while (MemoryHeader *header = first.next) {
            first.next = header->next;
            std::free(header);
        }
    }

    /// What there is belongs to the tree from now on.
    void keepAll() noexcept
    {
        if (first.next)
            first.next->previous = nullptr;
        first.next = nullptr;
    }
};
thread_local ParseMemory *currentParse = nullptr;

void spend(std::size_t bytes)
{
    if (!currentParse)
        return;
    if (bytes > currentParse->bytesLeft || currentParse->isStopped.load(std::memory_order_relaxed) != 0)
        std::longjmp(currentParse->whereItIsOver, 1);
    currentParse->bytesLeft -= bytes;
}

void unlink(const MemoryHeader &header) noexcept
{
    if (header.previous)
        header.previous->next = header.next;
    if (header.next)
        header.next->previous = header.previous;
}

/// tree-sitter takes no failure for an answer.
void *linked(void *memory) noexcept
{
    if (!memory)
        std::terminate();
    auto *header = new (memory) MemoryHeader;
    if (currentParse)
        currentParse->add(*header);
    return header + 1;
}

void *countedMalloc(std::size_t bytes)
{
    spend(bytes);
    return linked(std::malloc(sizeof(MemoryHeader) + bytes));
}

void *countedCalloc(std::size_t count, std::size_t bytes)
{
    spend(count * bytes);
    return linked(std::calloc(1, sizeof(MemoryHeader) + count * bytes));
}

void countedFree(void *memory)
{
    if (!memory)
        return;
    auto *header = static_cast<MemoryHeader *>(memory) - 1;
    unlink(*header);
    std::free(header);
}

void *countedRealloc(void *old, std::size_t bytes)
{
    if (!old)
        return countedMalloc(bytes);
    spend(bytes);
    auto *header = static_cast<MemoryHeader *>(old) - 1;
    unlink(*header);
    return linked(std::realloc(header, sizeof(MemoryHeader) + bytes));
}

/// Ordinary source asks for 20 to 40.
constexpr std::size_t budgetPerByte = 1000;
constexpr std::size_t leastBudget = std::size_t{16} << 20;
constexpr std::size_t mostBudget = std::size_t{2} << 30;

TSTree *parseInside(const TSLanguage *grammar, std::string_view text, const ParseMemory &memory)
{
    TSParser *parser = ts_parser_new();
    TSTree *tree = nullptr;
    if (ts_parser_set_language(parser, grammar)) {
        ts_parser_set_cancellation_flag(parser, reinterpret_cast<const std::size_t *>(&memory.isStopped));
        tree = ts_parser_parse_string(parser, nullptr, text.data(), static_cast<std::uint32_t>(text.size()));
    }
    ts_parser_delete(parser);
    return tree;
}

/// Null when it was given up or the grammar is of another version. No destructor may be between here and spend().
TSTree *parse(const TSLanguage *grammar, std::string_view text, ParseMemory &memory)
{
    if (setjmp(memory.whereItIsOver) != 0)
        return nullptr;
    return parseInside(grammar, text, memory);
}

} // namespace

Outcome<SyntaxTree> parseSource(const TSLanguage *grammar, std::string_view text, std::stop_token stop)
{
    static std::once_flag counting;
    std::call_once(counting, [] { ts_set_allocator(countedMalloc, countedCalloc, countedRealloc, countedFree); });

    ParseMemory memory;
    static_assert(sizeof memory.isStopped == sizeof(std::size_t) && std::atomic<std::size_t>::is_always_lock_free);
    memory.bytesLeft = std::min(leastBudget + text.size() * budgetPerByte, mostBudget);
    const std::stop_callback onStop(stop, [&memory] { memory.isStopped.store(1, std::memory_order_relaxed); });
    currentParse = &memory;
    SyntaxTree tree(parse(grammar, text, memory));
    currentParse = nullptr;
    if (tree)
        memory.keepAll();
    else
        memory.freeAll();
    if (!tree && stop.stop_requested())
        return Cancelled{};
    return tree;
}

} // namespace cw::code
