// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/wordedges.h"

#include "base/firstover.h"
#include "segment/words.h"

#include <algorithm>
#include <bit>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cw {

namespace {

constexpr unsigned wordsPerBlock = 8;
/// Fewer words in a row are not worth looking for.
constexpr std::size_t fewestWords = 32;

using Eight = std::array<std::uint16_t, wordsPerBlock>;

#ifdef __SSE2__
__m128i load(const Eight &values) noexcept
{
    return _mm_load_si128(reinterpret_cast<const __m128i *>(values.data()));
}
#endif

/// How many of the rising values are at most `limit`. Precondition: values are aligned, and limit is less than a value
/// that stands for none.
unsigned countUpTo(const Eight &values, std::uint16_t limit) noexcept
{
#ifdef __SSE2__
    const __m128i over = _mm_subs_epu16(load(values), _mm_set1_epi16(static_cast<std::int16_t>(limit)));
    const int bytes = _mm_movemask_epi8(_mm_cmpeq_epi16(over, _mm_setzero_si128()));
    return static_cast<unsigned>(std::countr_one(static_cast<unsigned>(bytes))) / 2;
#else
    return static_cast<unsigned>(std::ranges::upper_bound(values, limit) - values.begin());
#endif
}

/// What lies between two words, in sixteen bits: how many bytes of the source, whether it is one byte of the emitted
/// text whatever it is there, and what the second word's begin adds to the count up to the first one's end.
class WordGap
{
public:
    static constexpr std::size_t longest = 0x7FF;
    static constexpr std::int32_t mostAdded = 7; ///< one more may be missing

    explicit WordGap(std::uint16_t bits) : m_bits(bits) { }
    WordGap(std::size_t source, bool isJoined, std::int32_t added)
        : m_bits(static_cast<std::uint16_t>(static_cast<unsigned>(added + mostAdded + 1) << addedShift
                                            | (isJoined ? joinedBit : 0U) | source))
    {
    }

    [[nodiscard]] std::uint16_t bits() const noexcept { return m_bits; }
    [[nodiscard]] std::uint32_t source() const noexcept { return m_bits & longest; }
    [[nodiscard]] std::uint32_t emit() const noexcept { return (m_bits & joinedBit) != 0 ? 1 : source(); }
    [[nodiscard]] std::uint32_t added() const noexcept
    {
        return (std::uint32_t{m_bits} >> addedShift) - static_cast<std::uint32_t>(mostAdded + 1);
    }

    /// How much longer the source is than the emitted text over the first `count` of them. Precondition: they are
    /// aligned.
    [[nodiscard]] static std::uint32_t lost(const Eight &gaps, unsigned count) noexcept
    {
#ifdef __SSE2__
        const __m128i all = load(gaps);
        const __m128i joined = _mm_set1_epi16(joinedBit);
        const __m128i isIn
            = _mm_cmpgt_epi16(_mm_set1_epi16(static_cast<std::int16_t>(count)), _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7));
        const __m128i counts = _mm_and_si128(isIn, _mm_cmpeq_epi16(_mm_and_si128(all, joined), joined));
        const __m128i more
            = _mm_sub_epi16(_mm_and_si128(all, _mm_set1_epi16(static_cast<std::int16_t>(longest))), _mm_set1_epi16(1));
        __m128i sum = _mm_madd_epi16(_mm_and_si128(more, counts), _mm_set1_epi16(1));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
        return static_cast<std::uint32_t>(_mm_cvtsi128_si32(sum));
#else
        std::uint32_t sum = 0;
        for (unsigned i = 0; i < count; ++i)
            sum += WordGap(gaps[i]).source() - WordGap(gaps[i]).emit();
        return sum;
#endif
    }

private:
    static constexpr unsigned addedShift = 12;
    static constexpr std::uint16_t joinedBit = 0x800;

    std::uint16_t m_bits;
};

} // namespace

/// Makes one table, word by word.
class WordEdges::Maker
{
public:
    Maker(const EmittedText &emitted, const TokenIndex &index, Store &table)
        : m_index(index), m_sources(emitted), m_table(table)
    {
    }

    [[nodiscard]] bool add(ByteRange range, const std::stop_token &stop)
    {
        constexpr std::size_t stopCheckMask = 0x3FF;
        const std::string_view text = *m_index.text();
        const std::size_t end = range.end;
        std::size_t words = 0;
        for (std::size_t begin = range.begin; begin < end;) {
            if ((++words & stopCheckMask) == 0 && stop.stop_requested())
                return false;
            const std::size_t wordEnd = skipWord(text, begin, end);
            addWord({begin, wordEnd});
            begin = skipSpaces(text, wordEnd, end);
        }
        close();
        return true;
    }

    void finish()
    {
        m_table.stretches.shrink_to_fit();
        m_table.upTo.shrink_to_fit();
        m_table.blocks.shrink_to_fit();
    }

private:
    void addWord(ByteRange word)
    {
        const BeginEdge begin = m_index.beginEdge(word.begin);
        const EndEdge end = m_index.endEdge(word.end);
        const std::size_t source = m_sources.of(word.begin);
        const bool isKnown = end.isExact && begin.exactTo == BeginEdge::always && begin.exactFrom != BeginEdge::never;
        if (m_words > 0
            && !(isKnown && m_exactFrom <= word.end && linkTo(word.begin, begin.before, source)
                 && append(word, source, begin.before, end.upTo)))
            close();
        if (m_words == 0 && isKnown) {
            m_stretch = {.emit = static_cast<std::uint32_t>(word.begin),
                         .firstBlock = static_cast<std::uint32_t>(m_table.blocks.size())};
            m_upTo = begin.before;
            append(word, source, begin.before, end.upTo);
        }
        m_exactFrom = begin.exactFrom;
    }

    /// Notes at the last word what comes behind it. False when that does not fit.
    bool linkTo(std::size_t begin, std::uint32_t before, std::size_t source)
    {
        const std::size_t sourceGap = source - m_sourceEnd;
        const std::size_t gap = begin - m_end;
        const auto added = static_cast<std::int32_t>(before - m_upTo);
        if (sourceGap > WordGap::longest || (gap != sourceGap && gap != 1) || added > WordGap::mostAdded
            || added < -WordGap::mostAdded - 1)
            return false;
        m_table.blocks.back().gaps[(m_words - 1) % Block::words] = WordGap(sourceGap, gap != sourceGap, added).bits();
        return true;
    }

    bool append(ByteRange word, std::size_t source, std::uint32_t before, std::uint32_t upTo)
    {
        std::vector<Block> &blocks = m_table.blocks;
        const std::size_t number = m_words % Block::words;
        const std::size_t base = number == 0 ? word.begin : blocks.back().emit;
        const std::uint32_t baseUpTo = number == 0 ? m_upTo : blocks.back().lastUpTo;
        if (word.end - base > unused || upTo - baseUpTo >= unused || upTo - baseUpTo < m_upTo - baseUpTo)
            return false;
        if (number == 0) {
            Block &block = blocks.emplace_back();
            block.emit = static_cast<std::uint32_t>(word.begin);
            block.source = static_cast<std::uint32_t>(source);
            block.before = before;
            block.lastUpTo = m_upTo;
            block.upTo.fill(unused);
            m_table.upTo.push_back(m_upTo);
        }
        blocks.back().upTo[number] = static_cast<std::uint16_t>(upTo - baseUpTo);
        blocks.back().ends[number] = static_cast<std::uint16_t>(word.end - base);
        m_upTo = upTo;
        m_end = word.end;
        m_sourceEnd = source + word.size();
        ++m_words;
        return true;
    }

    void close()
    {
        if (m_words >= fewestWords) {
            m_stretch.emitEnd = static_cast<std::uint32_t>(m_end);
            m_stretch.words = static_cast<std::uint32_t>(m_words);
            m_table.stretches.push_back(m_stretch);
        } else if (m_words > 0) {
            m_table.blocks.resize(m_stretch.firstBlock);
            m_table.upTo.resize(m_stretch.firstBlock);
        }
        m_words = 0;
    }

    const TokenIndex &m_index;
    EmittedText::RisingSource m_sources;
    Store &m_table;
    Stretch m_stretch;
    std::size_t m_words = 0; ///< in the stretch being made; 0: there is none
    std::uint32_t m_upTo = 0; ///< of the last one
    std::size_t m_exactFrom = 0; ///< from which end on its begin's edge holds
    std::size_t m_end = 0; ///< of the last one
    std::size_t m_sourceEnd = 0; ///< likewise
};

Outcome<std::shared_ptr<const WordEdges>> WordEdges::of(const EmittedText &emitted, std::span<const ByteRange> ranges,
                                                        const TokenIndex &index, std::stop_token stop)
{
    auto table = std::make_shared<WordEdges>();
    Maker maker(emitted, index, *table->m_store);
    for (const ByteRange range : ranges) {
        if (!maker.add(range, stop))
            return Cancelled{};
    }
    maker.finish();
    table->m_stretches = table->m_store->stretches.size();
    return std::shared_ptr<const WordEdges>(std::move(table));
}

std::shared_ptr<const WordEdges> WordEdges::withRoomFor(std::size_t blocks)
{
    auto table = std::make_shared<WordEdges>();
    table->m_store->blocks.reserve(blocks);
    table->m_store->upTo.reserve(blocks);
    table->m_store->stretches.reserve(blocks / (fewestWords / Block::words) + 1); // no shorter ones are kept
    return table;
}

std::shared_ptr<const WordEdges> WordEdges::appended(const WordEdges &all, const WordEdges &behind)
{
    Store &store = *all.m_store;
    const Store &more = *behind.m_store;
    if (store.blocks.capacity() - store.blocks.size() < more.blocks.size()
        || store.stretches.capacity() - store.stretches.size() < more.stretches.size())
        return nullptr;
    const auto firstBlock = static_cast<std::uint32_t>(store.blocks.size());
    store.blocks.insert(store.blocks.end(), more.blocks.begin(), more.blocks.end());
    store.upTo.insert(store.upTo.end(), more.upTo.begin(), more.upTo.end());
    for (Stretch stretch : more.stretches) {
        stretch.firstBlock += firstBlock;
        store.stretches.push_back(stretch);
    }
    auto table = std::make_shared<WordEdges>();
    table->m_store = all.m_store;
    table->m_stretches = store.stretches.size();
    return table;
}

std::size_t WordEdges::words() const noexcept
{
    std::size_t words = 0;
    for (const Stretch &stretch : stretches())
        words += stretch.words;
    return words;
}

bool WordWindows::seekFar(std::size_t byte)
{
    m_isKnown = false;
    m_windowsFetched = 0;
    m_fetched = 0;
    if (!seekStretch(byte))
        return false;
    const Block *first = m_table->blocks(*m_stretch);
    const Block *block = first;
    if (byte != m_stretch->emit) {
        const auto isBehind = [](std::size_t at, const Block &each) { return at < each.emit; };
        block = std::upper_bound(first, first + m_stretch->blocks(), byte, isBehind) - 1;
    }
    m_word = static_cast<std::size_t>(block - first) * Block::words;
    goToBlock(*block);
    for (unsigned place = 0; m_emit < byte; ++place) {
        if (place + 1 == Block::words || ++m_word == m_stretch->words)
            return false;
        goBehind(*block, place);
    }
    m_isKnown = m_emit == byte;
    return m_isKnown;
}

/// To the stretch that `byte` is in, if there is one; else to one near it.
bool WordWindows::seekStretch(std::size_t byte)
{
    const auto isBehind = [](std::size_t at, const Stretch &stretch) { return at < stretch.emit; };
    if (m_stretch && byte >= m_stretch->emit) {
        constexpr std::size_t fewStretches = 16;
        const Stretch *last = &m_table->stretches().back();
        for (std::size_t steps = 0; steps < fewStretches; ++steps, ++m_stretch) {
            if (byte < m_stretch->emitEnd)
                return byte >= m_stretch->emit;
            if (m_stretch == last)
                break;
        }
    }
    const auto isTableBehind = [&](std::size_t at, const std::shared_ptr<const WordEdges> &table) {
        return isBehind(at, table->stretches().front());
    };
    const auto table = std::upper_bound(m_tables.begin(), m_tables.end(), byte, isTableBehind);
    if (table == m_tables.begin())
        return false;
    m_table = std::prev(table)->get();
    const std::span<const Stretch> stretches = m_table->stretches();
    m_stretch = &*std::prev(std::upper_bound(stretches.begin(), stretches.end(), byte, isBehind));
    return byte < m_stretch->emitEnd;
}

/// To its first word.
void WordWindows::goToBlock(const Block &block) noexcept
{
    m_emit = block.emit;
    m_source = block.source;
    m_before = block.before;
}

/// To the word behind one, where there is one in the stretch.
void WordWindows::goBehind(const Block &block, unsigned place) noexcept
{
    if (place + 1 == Block::words) {
        goToBlock(*(&block + 1));
        return;
    }
    const WordGap gap(block.gaps[place]);
    m_emit = block.emit + block.ends[place] + gap.emit();
    m_source = sourceEnd(block, place) + gap.source();
    m_before = block.lastUpTo + block.upTo[place] + gap.added();
}

std::uint32_t WordWindows::sourceEnd(const Block &block, unsigned place) noexcept
{
    return block.source + block.ends[place] + WordGap::lost(block.gaps, place);
}

bool WordWindows::cut(std::size_t unitEnd, std::size_t maxTokens, Window &window)
{
    constexpr std::size_t windowsLookedAt = 8; // at most, at once
    if (maxTokens > largestBudget / windowsLookedAt)
        return false;
    const std::uint32_t *upTo = m_table->upTo(*m_stretch);
    const std::size_t first = m_word / Block::words;
    const std::size_t number = firstOver(upTo, first + 1, m_stretch->blocks(), m_before, maxTokens) - 1;
    const Block &block = m_table->blocks(*m_stretch)[number];
    const std::int64_t room
        = static_cast<std::int64_t>(maxTokens) + static_cast<std::int32_t>(m_before - block.lastUpTo);
    if (room < 0)
        return false;
    const unsigned fitting
        = countUpTo(block.upTo, static_cast<std::uint16_t>(std::min<std::int64_t>(room, WordEdges::unused - 1)));
    const std::size_t next = number * Block::words + fitting;
    if (next < m_word + 2)
        return false;
    // Where the next block's first word is too much, the window ends with the block before.
    const Block &lastBlock = fitting == 0 ? *(&block - 1) : block;
    const unsigned place = fitting == 0 ? Block::words - 1 : fitting - 1;
    const std::uint32_t end = lastBlock.emit + lastBlock.ends[place];
    const bool reachesEnd = next == m_stretch->words;
    if (end > unitEnd || (reachesEnd && end != unitEnd))
        return false;
    // A unit that was divided may end inside the next word, of which a part may fit.
    if (end < unitEnd && m_stretch->emitEnd > unitEnd) {
        const Block &nextBlock = m_table->blocks(*m_stretch)[next / Block::words];
        if (nextBlock.emit + nextBlock.ends[next % Block::words] > unitEnd)
            return false;
    }

    fetchAhead(number, maxTokens);
    window = {.emit = ByteRange{m_emit, end},
              .source = ByteRange{m_source, sourceEnd(lastBlock, place)},
              .before = m_before,
              .upTo = lastBlock.lastUpTo + lastBlock.upTo[place]};
    m_word = next;
    if (reachesEnd)
        m_emit = end;
    else
        goBehind(lastBlock, place);
    return true;
}

/// Windows to come cost nearly max each, so the list of counts tells which blocks they will end in.
void WordWindows::fetchAhead(std::size_t number, std::size_t max) noexcept
{
    constexpr std::size_t windowsAhead = 4;
    const std::uint32_t *upTo = m_table->upTo(*m_stretch);
    const Block *blocks = m_table->blocks(*m_stretch);
    m_fetched = std::max(m_fetched, number + 1);
    for (m_windowsFetched -= m_windowsFetched > 0 ? 1 : 0; m_windowsFetched < windowsAhead; ++m_windowsFetched) {
        if (m_fetched == m_stretch->blocks())
            return;
        m_fetched = firstOver(upTo, m_fetched, m_stretch->blocks(), m_before, (m_windowsFetched + 2) * max);
        __builtin_prefetch(blocks + m_fetched - 1);
    }
}

bool WordWindows::prefetch(std::size_t byte, std::size_t maxTokens) const noexcept
{
    constexpr std::size_t fewStretches = 16;
    constexpr std::size_t windows = 3;
    if (!m_stretch)
        return false;
    const Stretch *end = m_table->stretches().data() + m_table->stretches().size();
    const Stretch *stretch = m_stretch;
    for (std::size_t steps = 0; stretch != end && stretch->emitEnd <= byte; ++stretch) {
        if (++steps == fewStretches)
            return false;
    }
    if (stretch == end || byte < stretch->emit)
        return false;
    const std::uint32_t *upTo = m_table->upTo(*stretch);
    const Block *blocks = m_table->blocks(*stretch);
    __builtin_prefetch(blocks);
    std::size_t number = 1;
    for (std::size_t window = 1; window <= windows && number < stretch->blocks(); ++window) {
        number
            = firstOver(upTo, number, stretch->blocks(), *upTo, window * std::min(maxTokens, largestBudget / windows));
        __builtin_prefetch(blocks + number - 1);
    }
    return true;
}

} // namespace cw
