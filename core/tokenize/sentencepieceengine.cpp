// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/sentencepieceengine.h"

#include "text/utf8.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

namespace cw {

namespace {

using PieceType = SentencePieceFile::PieceType;

constexpr std::string_view spaceSign = "\u2581";
constexpr float unknownPenalty = 10.0F;
constexpr std::size_t mostPiecesOfWord = 128; ///< of longer words it is not asked how far they reach

std::size_t lengthAt(std::string_view text, std::size_t byte)
{
    return std::min<std::size_t>(utf8SequenceLength(text[byte]), text.size() - byte);
}

} // namespace

std::unique_ptr<const SentencePieceEngine> SentencePieceEngine::of(const SentencePieceFile &file)
{
    const bool isKnownKind = file.kind == SentencePieceFile::Kind::Unigram || file.kind == SentencePieceFile::Kind::Bpe;
    if (!isKnownKind || file.endsWithSpaces || !file.escapesSpaces)
        return nullptr;
    std::unique_ptr<SentencePieceEngine> engine(new SentencePieceEngine);
    engine->m_isUnigram = file.kind == SentencePieceFile::Kind::Unigram;
    engine->m_addsPrefix = file.addsPrefix;
    engine->m_collapsesSpaces = file.collapsesSpaces;
    engine->m_hasByteFallback = file.hasByteFallback;
    engine->m_beginsAlike = !file.addsPrefix || file.collapsesSpaces;
    engine->m_isWordEnd.assign(file.plain.size(), false);
    if (file.spaceBeginsPiece)
        engine->m_isWordEnd.assign(file.plain.begin(), file.plain.end());
    engine->readTable(file.characterTable);
    if (!engine->readPieces(file) || (!engine->m_isUnigram && !engine->readMerges()))
        return nullptr;
    return engine;
}

bool SentencePieceEngine::readPieces(const SentencePieceFile &file)
{
    bool hasUnknown = false;
    std::size_t longestUserDefined = 0;
    float lowest = FLT_MAX;
    float highest = FLT_MIN; // as in the library, so it is never below zero
    m_cutsAtSpaces = true;
    m_byteIds.assign(256, ModelVocabulary::none);
    for (std::uint32_t id = 0; id < file.pieces.size(); ++id) {
        const SentencePieceFile::Piece &piece = file.pieces[id];
        const bool isOneCharacter = piece.text.size() == utf8SequenceLength(piece.text[0]);
        switch (piece.type) {
        case PieceType::Normal:
        case PieceType::UserDefined:
            break;
        case PieceType::Unknown:
            if (hasUnknown || isOneCharacter)
                return false;
            hasUnknown = true;
            m_unknownId = id;
            continue;
        case PieceType::Control:
            if (isOneCharacter)
                return false;
            continue;
        case PieceType::Byte: {
            unsigned byte = 0;
            if (piece.text.size() != 6 || std::sscanf(piece.text.c_str(), "<0x%2X>", &byte) != 1)
                return false;
            m_byteIds[byte] = id;
            continue;
        }
        default:
            return false;
        }
        if (!m_vocabulary.add(piece.text, id).empty())
            return false;
        m_ids.push_back(id);
        m_scores.push_back(piece.score);
        m_isUserDefined.push_back(piece.type == PieceType::UserDefined);
        if (m_isUserDefined.back()) {
            if (!m_userDefined.add(piece.text, id).empty())
                return false;
            longestUserDefined = std::max(longestUserDefined, piece.text.size());
        } else {
            lowest = std::min(lowest, piece.score);
            highest = std::max(highest, piece.score);
            m_largestScore = std::max(m_largestScore, std::abs(double{piece.score}));
        }
        std::size_t byte = 0;
        while (std::string_view(piece.text).substr(byte).starts_with(spaceSign))
            byte += spaceSign.size();
        m_cutsAtSpaces = m_cutsAtSpaces && piece.text.find(spaceSign, byte) == std::string::npos
            && !(m_isUserDefined.back() && byte > 0);
    }
    if (!hasUnknown || lowest == FLT_MAX
        || (m_hasByteFallback && std::ranges::count(m_byteIds, ModelVocabulary::none) > 0))
        return false;
    m_unknownScore = lowest - unknownPenalty;
    m_userDefinedScore = highest;
    m_largestScore = std::max({m_largestScore, std::abs(double{m_unknownScore}),
                               static_cast<double>(longestUserDefined) * double{highest} + 0.1});
    m_nearSums = std::exp2(farthestReach) - (PieceCache::maxBytes + 2) * m_largestScore;
    if (!m_isUnigram) {
        // Characters are symbols also when they are no pieces.
        const std::size_t count = m_vocabulary.size();
        for (std::uint32_t piece = 0; piece < count; ++piece) {
            const std::string text(m_vocabulary.text(piece));
            for (std::size_t byte = 0; byte < text.size(); byte += lengthAt(text, byte)) {
                const std::string character = text.substr(byte, lengthAt(text, byte));
                if (m_vocabulary.find(character) != ModelVocabulary::none)
                    continue;
                if (!m_vocabulary.add(character, file.pieces.size() + m_vocabulary.size()).empty())
                    return false;
                m_ids.push_back(m_unknownId);
                m_scores.push_back(0);
                m_isUserDefined.push_back(false);
            }
        }
    }
    m_unknown = static_cast<std::uint32_t>(m_vocabulary.size());
    m_ids.push_back(m_unknownId);
    if (!m_vocabulary.finish() || !m_userDefined.finish())
        return false;
    m_pieces = PieceTrie(m_vocabulary);
    m_userDefinedTrie = PieceTrie(m_userDefined);
    return true;
}

/// Every way to make a piece of two symbols. The piece of the highest score is made first, of equal ones the leftmost.
bool SentencePieceEngine::readMerges()
{
    std::vector<float> scores = m_scores;
    std::ranges::sort(scores, std::greater<>());
    const auto rankOf = [&](float score) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(scores, score, std::greater<>()) - scores.begin());
    };
    std::vector<MergeTable::Entry> entries;
    for (std::uint32_t piece = 0; piece < m_vocabulary.size(); ++piece) {
        const std::string_view text = m_vocabulary.text(piece);
        if (m_isUserDefined[piece] || m_ids[piece] == m_unknownId)
            continue;
        std::uint32_t node = PieceTrie::root;
        for (std::size_t byte = 0; byte < text.size();) {
            const std::size_t end = byte + lengthAt(text, byte);
            node = m_pieces.walk(node, text.substr(byte, end - byte));
            byte = end;
            if (node == PieceTrie::nowhere || byte == text.size())
                break;
            const std::uint32_t left = m_pieces.token(node);
            if (left == ModelVocabulary::none || m_isUserDefined[left])
                continue;
            const std::uint32_t right = m_vocabulary.find(text.substr(byte));
            if (right != ModelVocabulary::none && !m_isUserDefined[right])
                entries.push_back({left, right, {rankOf(m_scores[piece]), piece}});
        }
    }
    m_merges = MergeTable(entries.size());
    return std::ranges::all_of(
        entries, [this](const MergeTable::Entry &entry) { return m_merges.add(entry.left, entry.right, entry.merge); });
}

void SentencePieceEngine::readTable(std::string_view table)
{
    m_plain.assign(0x80, true);
    m_isSpace[' '] = true;
    if (table.empty())
        return;
    std::uint32_t trieBytes = 0;
    std::memcpy(&trieBytes, table.data(), sizeof trieBytes);
    m_trie.resize(trieBytes / 4);
    std::memcpy(m_trie.data(), table.data() + 4, trieBytes);
    m_texts = table.substr(4 + std::size_t{trieBytes});
    for (std::size_t byte = 0; byte < m_plain.size(); ++byte) {
        const std::size_t node = (m_trie[0] >> 10 << ((m_trie[0] & 0x200U) >> 6)) ^ byte;
        m_plain[byte] = (m_trie[node] & 0x8000'00FFU) != byte;
    }
    for (std::size_t byte = 1; byte < ' '; ++byte)
        m_isSpace[byte] = becomesSpace(static_cast<char>(byte));
}

/// Whether the table replaces this byte by a space, and knows nothing longer that begins with it.
bool SentencePieceEngine::becomesSpace(char byte) const
{
    const std::size_t node
        = (std::size_t{m_trie[0] >> 10} << ((m_trie[0] & 0x200U) >> 6)) ^ static_cast<unsigned char>(byte);
    const std::uint32_t unit = m_trie[node];
    if ((unit & 0x8000'00FFU) != static_cast<unsigned char>(byte) || (unit >> 8 & 1U) == 0)
        return false;
    const std::size_t base = node ^ (std::size_t{unit >> 10} << ((unit & 0x200U) >> 6));
    for (std::size_t label = 1; label < 0x100; ++label) {
        if ((m_trie[base ^ label] & 0x8000'00FFU) == label)
            return false;
    }
    return std::string_view(m_texts.c_str() + (m_trie[base] & 0x7FFF'FFFFU)) == " ";
}

std::size_t SentencePieceEngine::userDefinedLength(std::string_view text, std::size_t byte) const
{
    std::size_t length = 0;
    std::uint32_t node = PieceTrie::root;
    for (std::size_t at = byte; at < text.size() && m_userDefined.size() > 0; ++at) {
        node = m_userDefinedTrie.next(node, text[at]);
        if (node == PieceTrie::nowhere)
            break;
        if (m_userDefinedTrie.token(node) != ModelVocabulary::none)
            length = at + 1 - byte;
    }
    return length;
}

/// The longest text of the table that stands at `byte`, and what it becomes. The units are those of Darts-clone.
SentencePieceEngine::Replacement SentencePieceEngine::replacementAt(std::string_view text, std::size_t byte) const
{
    if (const std::size_t length = userDefinedLength(text, byte); length > 0)
        return {text.substr(byte, length), length};
    constexpr int mostMatches = 32; // that the library looks at
    const auto offsetOf = [](std::uint32_t unit) { return std::size_t{unit >> 10} << ((unit & 0x200U) >> 6); };
    Replacement found{{}, 0};
    int matches = 0;
    if (!m_trie.empty()) {
        std::size_t node = offsetOf(m_trie[0]);
        for (std::size_t at = byte; at < text.size() && matches < mostMatches; ++at) {
            const auto label = static_cast<unsigned char>(text[at]);
            node ^= label;
            const std::uint32_t unit = m_trie[node];
            if ((unit & 0x8000'00FFU) != label)
                break;
            node ^= offsetOf(unit);
            if ((unit >> 8 & 1U) != 0) {
                found = {std::string_view(m_texts.c_str() + (m_trie[node] & 0x7FFF'FFFFU)), at + 1 - byte};
                ++matches;
            }
        }
    }
    if (found.consumed > 0)
        return found;
    const std::size_t length = lengthAt(text, byte);
    return {text.substr(byte, length), length};
}

void SentencePieceEngine::normalize(const Part &part, Normalized &normalized) const
{
    const std::string_view text = part.text;
    normalized.text.clear();
    normalized.origins.clear();
    std::size_t at = 0;
    if (m_collapsesSpaces) {
        while (at < text.size()) {
            const Replacement replacement = replacementAt(text, at);
            if (replacement.text != " ")
                break;
            at += replacement.consumed;
        }
    }
    if (at == text.size())
        return;
    const auto append = [&](std::string_view added) {
        normalized.text += added;
        normalized.origins.insert(normalized.origins.end(), added.size(), static_cast<std::uint32_t>(at));
    };
    // Within a text the space is there, and unless spaces are collapsed once more.
    if (m_addsPrefix && (!part.isWithinText || m_collapsesSpaces))
        append(spaceSign);
    bool isAfterSpace = m_collapsesSpaces;
    const bool hasUserDefined = m_userDefined.size() > 0;
    const bool isSpacePlain = !hasUserDefined && m_plain[' '];
    while (at < text.size()) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte > ' ' && byte < 0x80 && !hasUserDefined && m_plain[byte]) {
            normalized.text += text[at];
            normalized.origins.push_back(static_cast<std::uint32_t>(at++));
            isAfterSpace = false;
            continue;
        }
        if (byte == ' ' && isSpacePlain) {
            if (!isAfterSpace)
                append(spaceSign);
            isAfterSpace = m_collapsesSpaces;
            ++at;
            continue;
        }
        const Replacement replacement = replacementAt(text, at);
        std::string_view added = replacement.text;
        while (isAfterSpace && added.starts_with(' '))
            added.remove_prefix(1);
        for (std::size_t i = 0; i < added.size(); ++i)
            append(added[i] == ' ' ? spaceSign : added.substr(i, 1));
        if (!added.empty())
            isAfterSpace = added.ends_with(' ');
        at += replacement.consumed;
        isAfterSpace = isAfterSpace && m_collapsesSpaces;
    }
    auto end = static_cast<std::uint32_t>(at);
    while (m_collapsesSpaces && normalized.text.ends_with(spaceSign)) {
        const std::size_t left = normalized.text.size() - spaceSign.size();
        end = normalized.origins[left];
        normalized.text.resize(left);
        normalized.origins.resize(left);
    }
    normalized.origins.push_back(end);
}

/// The end of what is worked on by itself: before a space that does not follow another, where these begin pieces.
std::size_t SentencePieceEngine::wordEnd(std::string_view text, std::size_t begin) const
{
    if (!m_cutsAtSpaces)
        return text.size();
    std::size_t byte = begin;
    while (text.substr(byte).starts_with(spaceSign))
        byte += spaceSign.size();
    const std::size_t end = text.find(spaceSign, byte);
    return end == std::string_view::npos ? text.size() : end;
}

void SentencePieceEngine::encode(const Part &part, float &sum, std::vector<Token> &tokens) const
{
    const std::size_t first = tokens.size();
    m_scratch.with([&](Scratch &scratch) {
        normalize(part, scratch.normalized);
        const std::string_view normalized = scratch.normalized.text;
        const std::vector<std::uint32_t> &origins = scratch.normalized.origins;
        bool isAfterUnknown = false;
        for (std::size_t begin = 0; begin < normalized.size();) {
            const std::size_t end = wordEnd(normalized, begin);
            const std::string_view word = normalized.substr(begin, end - begin);
            if (m_isUnigram)
                sum = takeBest(word, sum, scratch);
            else
                mergeWord(word, scratch);
            for (const Symbol &symbol : scratch.symbols) {
                const ByteRange bytes{part.offset + origins[begin], part.offset + origins[begin + symbol.bytes]};
                const bool isUnknown = m_ids[symbol.token] == m_unknownId;
                if (isUnknown && m_hasByteFallback) {
                    for (std::size_t i = 0; i < symbol.bytes; ++i) {
                        const auto byte = static_cast<unsigned char>(normalized[begin + i]);
                        const bool isLast = i + 1 == symbol.bytes;
                        tokens.push_back({m_byteIds[byte], {bytes.begin, isLast ? bytes.end : bytes.begin}});
                    }
                } else if (isUnknown && isAfterUnknown) {
                    tokens.back().bytes.end = bytes.end;
                } else {
                    tokens.push_back({m_ids[symbol.token], bytes});
                }
                isAfterUnknown = isUnknown;
                begin += symbol.bytes;
            }
        }
        scratch.merger.forgetLargePieces();
    });
    // Spaces before a part's first word belong to it.
    if (part.isWithinText && tokens.size() > first)
        tokens[first].bytes.begin = part.offset;
}

void SentencePieceEngine::mergeWord(std::string_view word, Scratch &scratch) const
{
    const bool isShort = word.size() <= PieceCache::maxBytes;
    std::vector<Symbol> &symbols = scratch.symbols;
    symbols.clear();
    PieceCache::Key key;
    if (isShort) {
        key = PieceCache::keyOf(word);
        if (const PieceCache::Entry *known = scratch.cache.find(key)) {
            for (std::size_t i = 0; i < known->count; ++i)
                symbols.push_back({known->tokens[i], known->lengths[i]});
            return;
        }
    }
    for (std::size_t byte = 0; byte < word.size();) {
        std::size_t length = userDefinedLength(word, byte);
        if (length == 0)
            length = lengthAt(word, byte);
        const std::uint32_t token = m_vocabulary.find(word.substr(byte, length));
        symbols.push_back({token == ModelVocabulary::none ? m_unknown : token, static_cast<std::uint32_t>(length)});
        byte += length;
    }
    scratch.merger.merge(m_merges, symbols);
    if (isShort)
        scratch.cache.insert(key, symbols);
}

/// As a number of double precision, which the library rounds when it has been added.
double SentencePieceEngine::scoreOf(std::uint32_t token, std::size_t bytes) const
{
    return m_isUserDefined[token] ? static_cast<double>(static_cast<float>(bytes) * m_userDefinedScore) - 0.1
                                  : double{m_scores[token]};
}

/// A sum of single precision and the score of a piece, as the library adds them up.
double SentencePieceEngine::sumWith(float sum, std::uint32_t token, std::size_t bytes) const
{
    return token == m_unknown ? double{m_unknownScore + sum} : scoreOf(token, bytes) + double{sum};
}

template<class Offer>
void SentencePieceEngine::forEachPiece(std::string_view word, std::size_t start, Offer offer) const
{
    const std::size_t characterEnd = start + lengthAt(word, start);
    bool isKnown = false;
    std::uint32_t node = PieceTrie::root;
    for (std::size_t end = start; end < word.size();) {
        node = m_pieces.next(node, word[end++]);
        if (node == PieceTrie::nowhere)
            break;
        const std::uint32_t token = m_pieces.token(node);
        if (token == ModelVocabulary::none)
            continue;
        offer(end, token);
        isKnown = isKnown || end == characterEnd;
    }
    if (!isKnown)
        offer(characterEnd, m_unknown);
}

/// Sets the symbols to the best way through the word; the sum behind it.
float SentencePieceEngine::takeBest(std::string_view word, float before, Scratch &scratch) const
{
    if (word.size() <= PieceCache::maxBytes && std::abs(double{before}) < m_nearSums) {
        if (const PieceCache::Entry *way = scratch.cache.find(PieceCache::keyOf(word))) {
            scratch.symbols.clear();
            float sum = before;
            for (std::size_t i = 0; i < way->count; ++i) {
                scratch.symbols.push_back({way->tokens[i], way->lengths[i]});
                sum = static_cast<float>(sumWith(sum, way->tokens[i], way->lengths[i]));
            }
            return sum;
        }
    }
    std::vector<Best> &best = scratch.best;
    best.assign(word.size() + 1, {});
    best[0].score = before;
    for (std::size_t start = 0; start < word.size(); start += lengthAt(word, start)) {
        const float sum = best[start].score;
        forEachPiece(word, start, [&](std::size_t end, std::uint32_t token) {
            const double both = sumWith(sum, token, end - start);
            Best &there = best[end];
            if (there.token == ModelVocabulary::none || both > double{there.score})
                there = {static_cast<float>(both), static_cast<std::uint32_t>(start), token};
        });
    }
    scratch.symbols.clear();
    for (auto end = static_cast<std::uint32_t>(word.size()); end > 0; end = best[end].start)
        scratch.symbols.push_back({best[end].token, end - best[end].start});
    std::ranges::reverse(scratch.symbols);
    return best[word.size()].score;
}

int SentencePieceEngine::reachNeeded(std::size_t tokens) const noexcept
{
    return std::ilogb(static_cast<double>(tokens + mostPiecesOfWord + 1) * m_largestScore) + 1;
}

SentencePieceEngine::Stretch SentencePieceEngine::stretchOf(const Part &part) const
{
    Stretch stretch;
    m_scratch.with([&](Scratch &scratch) {
        normalize(part, scratch.normalized);
        const std::string_view normalized = scratch.normalized.text;
        for (std::size_t begin = 0; begin < normalized.size();) {
            const std::size_t end = wordEnd(normalized, begin);
            const Stretch word = wordStretch(normalized.substr(begin, end - begin), scratch);
            stretch.tokens += word.tokens;
            stretch.reach = std::min(stretch.reach, word.reach);
            begin = end;
        }
    });
    return stretch;
}

SentencePieceEngine::Stretch SentencePieceEngine::wordStretch(std::string_view word, Scratch &scratch) const
{
    if (word.size() > PieceCache::maxBytes)
        return newWordStretch(word, scratch);
    const PieceCache::Key key = PieceCache::keyOf(word);
    if (const PieceCache::Entry *known = scratch.stretches.find(key))
        return {known->tokens[0], known->lengths[0]};
    const Stretch stretch = newWordStretch(word, scratch);
    const Symbol symbol{static_cast<std::uint32_t>(stretch.tokens), static_cast<std::uint32_t>(stretch.reach)};
    scratch.stretches.insert(key, {&symbol, 1});
    return stretch;
}

namespace {

/// How large sums may be, as a power of two, that rounding them `roundings` times leaves a difference of `margin` what
/// it is: below 2^n a number of single precision is off by at most 2^(n - 25).
int reachOf(double margin, std::size_t roundings)
{
    constexpr double slack = 1e-9; // of sums of double precision
    constexpr int bits = 25;
    if (margin <= slack)
        return SentencePieceEngine::shortestReach;
    const int reach = std::ilogb((margin - slack) / static_cast<double>(roundings)) + bits;
    return std::clamp(reach, SentencePieceEngine::shortestReach, SentencePieceEngine::farthestReach);
}

} // namespace

/// Every place of the best way is reached best by the same piece, whatever is rounded, while the next best is worse by
/// more than all roundings up to there on both ways.
SentencePieceEngine::Stretch SentencePieceEngine::newWordStretch(std::string_view word, Scratch &scratch) const
{
    if (word.size() > mostPiecesOfWord * 4)
        return {1, shortestReach};
    std::vector<Way> &ways = scratch.ways;
    ways.assign(word.size() + 1, {0, -DBL_MAX, 0, ModelVocabulary::none});
    std::size_t characters = 0;
    bool hasUnknown = false;
    for (std::size_t start = 0; start < word.size(); start += lengthAt(word, start)) {
        ++characters;
        forEachPiece(word, start, [&](std::size_t end, std::uint32_t token) {
            hasUnknown = hasUnknown || token == m_unknown;
            const double score
                = ways[start].score + (token == m_unknown ? double{m_unknownScore} : scoreOf(token, end - start));
            Way &there = ways[end];
            if (there.token == ModelVocabulary::none || score > there.score)
                there = {score, there.token == ModelVocabulary::none ? -DBL_MAX : there.score,
                         static_cast<std::uint32_t>(start), token};
            else
                there.second = std::max(there.second, score);
        });
    }
    Stretch stretch;
    double margin = DBL_MAX;
    bool isAfterUnknown = false;
    std::vector<Symbol> &symbols = scratch.symbols;
    symbols.clear();
    for (auto end = static_cast<std::uint32_t>(word.size()); end > 0; end = ways[end].start) {
        symbols.push_back({ways[end].token, end - ways[end].start});
        const bool isUnknown = ways[end].token == m_unknown;
        if (isUnknown && m_hasByteFallback)
            stretch.tokens += end - ways[end].start;
        else
            stretch.tokens += isUnknown && isAfterUnknown ? 0 : 1;
        isAfterUnknown = isUnknown;
        margin = std::min(margin, ways[end].score - ways[end].second);
    }
    if (characters > mostPiecesOfWord)
        return {stretch.tokens, shortestReach};
    stretch.reach = reachOf(margin, 2 * characters + 2);
    if (stretch.reach == farthestReach && word.size() <= PieceCache::maxBytes) {
        std::ranges::reverse(symbols);
        if (const PieceCache::Key key = PieceCache::keyOf(word); !scratch.cache.find(key))
            scratch.cache.insert(key, symbols);
    }
    if (stretch.reach < farthestReach && !hasUnknown)
        stretch.reach = std::max(stretch.reach, reachOfCount(word, stretch.tokens, scratch));
    return stretch;
}

/// The same for the number of pieces alone: ways of another number are worse by more than all roundings.
int SentencePieceEngine::reachOfCount(std::string_view word, std::size_t tokens, Scratch &scratch) const
{
    std::vector<double> &best = scratch.bestOfCount; // by place and number of pieces
    std::size_t characters = 0;
    for (std::size_t byte = 0; byte < word.size(); byte += lengthAt(word, byte))
        ++characters;
    const std::size_t row = characters + 1;
    best.assign((word.size() + 1) * row, -DBL_MAX);
    best[0] = 0;
    for (std::size_t start = 0; start < word.size(); start += lengthAt(word, start)) {
        forEachPiece(word, start, [&](std::size_t end, std::uint32_t token) {
            const double score = scoreOf(token, end - start);
            for (std::size_t count = 0; count + 1 < row; ++count) {
                const double before = best[start * row + count];
                if (before != -DBL_MAX)
                    best[end * row + count + 1] = std::max(best[end * row + count + 1], before + score);
            }
        });
    }
    double other = -DBL_MAX;
    for (std::size_t count = 0; count < row; ++count) {
        if (count != tokens)
            other = std::max(other, best[word.size() * row + count]);
    }
    return reachOf(best[word.size() * row + tokens] - other, 2 * characters + 2);
}

} // namespace cw
