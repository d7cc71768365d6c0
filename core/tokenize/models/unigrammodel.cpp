// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/unigrammodel.h"

#include "text/utf8.h"
#include "tokenize/models/modeljson.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace cw {

namespace {

constexpr double unknownPenalty = 10;
constexpr std::size_t longestPieceBytes = 1024;

/// The number that the reference's JSON parser makes of the shortest text for `number`: all its digits as one integer,
/// divided by a power of ten, which rounds twice for more than 15 digits.
double asReferenceReads(double number)
{
    std::array<char, 32> text{};
    const auto [end, error]
        = std::to_chars(text.data(), text.data() + text.size(), std::abs(number), std::chars_format::scientific);
    std::uint64_t digits = 0;
    int exponent = 0;
    bool isFraction = false;
    const char *place = text.data();
    for (; place < end && *place != 'e'; ++place) {
        if (*place == '.') {
            isFraction = true;
            continue;
        }
        digits = digits * 10 + static_cast<std::uint64_t>(*place - '0');
        exponent -= isFraction ? 1 : 0;
    }
    int written = 0;
    if (place < end)
        std::from_chars(place + (place[1] == '+' ? 2 : 1), end, written);
    exponent += written;
    constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const auto power = static_cast<std::size_t>(std::abs(exponent));
    if (power >= powers.size())
        return number;
    const double value
        = exponent < 0 ? static_cast<double>(digits) / powers[power] : static_cast<double>(digits) * powers[power];
    return number < 0 ? -value : value;
}

/// Whether all sums of 2^26 of these numbers are exact: all are multiples of one power of two, and few enough of it.
bool areSummedExactly(const std::vector<double> &numbers)
{
    constexpr int mantissaBits = 53;
    constexpr int sumBits = 26;
    int lowest = 1024;
    int highest = -1024;
    for (const double number : numbers) {
        if (number == 0)
            continue;
        int exponent = 0;
        const auto mantissa
            = static_cast<std::uint64_t>(std::ldexp(std::abs(std::frexp(number, &exponent)), mantissaBits));
        lowest = std::min(lowest, exponent - mantissaBits + std::countr_zero(mantissa));
        highest = std::max(highest, exponent);
    }
    return highest + sumBits - lowest <= mantissaBits;
}

} // namespace

UnigramModel::UnigramModel(ModelVocabulary vocabulary, std::vector<double> scores, std::uint32_t unknown,
                           bool hasByteFallback)
    : m_vocabulary(std::move(vocabulary)), m_trie(m_vocabulary), m_scores(std::move(scores)),
      m_unknownScore(*std::ranges::min_element(m_scores) - unknownPenalty), m_unknown(unknown),
      m_pairs(2 * m_vocabulary.size())
{
    if (hasByteFallback)
        m_byteTokens = m_vocabulary.byteTokens();
    std::vector<double> summands = m_scores;
    summands.push_back(m_unknownScore);
    m_isSummedExactly = areSummedExactly(summands);
    for (std::uint32_t token = 0; token < m_vocabulary.size(); ++token)
        m_pairs.addToken(m_vocabulary.text(token));
    if (const std::string_view text = m_vocabulary.text(m_unknown); !text.empty()) {
        m_unknownFirst = decodeCharacter(text, 0).codePoint;
        m_unknownLast = decodeCharacter(text, previousCharacterStart(text, text.size())).codePoint;
    }
}

bool UnigramModel::mayBeUnknown(char32_t character) const noexcept
{
    std::string text;
    appendUtf8(text, character);
    const std::uint32_t node = m_trie.walk(PieceTrie::root, text);
    return character == m_unknownFirst || character == m_unknownLast || node == PieceTrie::nowhere
        || m_trie.token(node) == ModelVocabulary::none || m_trie.token(node) == m_unknown;
}

bool UnigramModel::isCertainBoundary(char32_t left, char32_t right) const noexcept
{
    return m_isSummedExactly && !m_pairs.mayHold(left, right) && !(mayBeUnknown(left) && mayBeUnknown(right));
}

std::optional<std::uint32_t> UnigramModel::idOf(std::string_view text) const
{
    return m_vocabulary.idOf(text);
}

std::string UnigramModel::textOf(std::uint32_t id) const
{
    return m_vocabulary.textOf(id);
}

void UnigramModel::tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const
{
    if (pretoken.empty())
        return;
    m_scratch.with([&](Scratch &scratch) {
        const bool isShort = pretoken.size() <= PieceCache::maxBytes;
        PieceCache::Key key;
        if (isShort) {
            key = PieceCache::keyOf(pretoken);
            if (const PieceCache::Entry *known = scratch.cache.find(key)) {
                std::uint32_t begin = 0;
                for (std::size_t i = 0; i < known->count; ++i) {
                    const std::uint32_t end = begin + known->lengths[i];
                    pieces.push_back({m_vocabulary.id(known->tokens[i]), begin, end});
                    begin = end;
                }
                return;
            }
        }
        findBest(pretoken, scratch);
        bool sharesBytes = false;
        scratch.symbols.clear();
        std::uint32_t end = 0;
        for (const Found &found : scratch.found) {
            pieces.push_back({m_vocabulary.id(found.token), found.begin, found.end});
            sharesBytes = sharesBytes || found.begin != end;
            end = found.end;
            scratch.symbols.push_back({found.token, found.end - found.begin});
        }
        if (isShort && !sharesBytes)
            scratch.cache.insert(key, scratch.symbols);
        constexpr std::size_t kept = 1 << 14;
        if (scratch.best.capacity() > kept) {
            scratch.best = {};
            scratch.found = {};
            scratch.symbols = {};
        }
    });
}

void UnigramModel::findBest(std::string_view pretoken, Scratch &scratch) const
{
    std::vector<Best> &best = scratch.best;
    best.assign(pretoken.size() + 1, {});
    const auto offer = [&best](std::size_t end, double score, std::size_t start, std::uint32_t token) {
        Best &there = best[end];
        if (there.token == ModelVocabulary::none || score > there.score)
            there = {score, static_cast<std::uint32_t>(start), token};
    };
    for (std::size_t start = 0; start < pretoken.size();) {
        const double before = best[start].score;
        const std::size_t characterEnd = start + utf8SequenceLength(pretoken[start]);
        bool isKnown = false;
        std::uint32_t node = PieceTrie::root;
        for (std::size_t end = start; end < pretoken.size();) {
            node = m_trie.next(node, pretoken[end++]);
            if (node == PieceTrie::nowhere)
                break;
            const std::uint32_t token = m_trie.token(node);
            if (token == ModelVocabulary::none)
                continue;
            offer(end, m_scores[token] + before, start, token);
            isKnown = isKnown || end == characterEnd;
        }
        if (!isKnown)
            offer(characterEnd, m_unknownScore + before, start, m_unknown);
        start = characterEnd;
    }
    // From the end on; neighbouring unknown ones become one.
    scratch.found.clear();
    for (auto end = static_cast<std::uint32_t>(pretoken.size()); end > 0;) {
        std::uint32_t start = best[end].start;
        if (best[end].token != m_unknown) {
            scratch.found.push_back({best[end].token, start, end});
        } else {
            while (start > 0 && best[start].token == m_unknown)
                start = best[start].start;
            addUnknown(pretoken, start, end, scratch);
        }
        end = start;
    }
    std::ranges::reverse(scratch.found);
}

/// Unknown characters together may be a token all the same, or bytes, which all stand for the whole run.
void UnigramModel::addUnknown(std::string_view pretoken, std::uint32_t begin, std::uint32_t end, Scratch &scratch) const
{
    const std::string_view run = pretoken.substr(begin, end - begin);
    const std::uint32_t whole = m_vocabulary.find(run);
    const auto byteToken = [&](char byte) { return m_byteTokens[static_cast<unsigned char>(byte)]; };
    const auto lacks = [&](char byte) { return byteToken(byte) == ModelVocabulary::none; };
    if (whole == ModelVocabulary::none && !m_byteTokens.empty() && std::ranges::none_of(run, lacks)) {
        for (std::size_t i = run.size(); i-- > 0;)
            scratch.found.push_back({byteToken(run[i]), begin, end});
        return;
    }
    scratch.found.push_back({whole == ModelVocabulary::none ? m_unknown : whole, begin, end});
}

PieceModelResult readUnigramModel(simdjson::dom::element model)
{
    ModelJson json(model);
    json.refuseOthersThan({"type", "unk_id", "vocab", "byte_fallback"});
    const auto unknown = json.number("unk_id");
    const auto entries = json.array("vocab");
    const bool hasByteFallback = json.isTrue("byte_fallback");
    if (json.error())
        return *json.error();
    if (!unknown)
        return modelError("model.unk_id", "is missing, so unknown characters would be an error");
    if (*unknown >= entries->size())
        return modelError("model.unk_id", "is not in the vocabulary");
    ModelVocabulary vocabulary;
    vocabulary.reserve(entries->size());
    std::vector<double> scores;
    scores.reserve(entries->size());
    for (const simdjson::dom::element entry : *entries) {
        const auto field = [&] { return "model.vocab[" + std::to_string(scores.size()) + "]"; };
        simdjson::dom::array pair;
        std::string_view text;
        double score = 0;
        if (entry.get_array().get(pair) != simdjson::SUCCESS || pair.size() != 2
            || pair.at(0).get_string().get(text) != simdjson::SUCCESS
            || pair.at(1).get_double().get(score) != simdjson::SUCCESS)
            return modelError(field(), "is not a token and its score");
        const std::string_view fault
            = text.size() > longestPieceBytes ? "is too long for a token" : vocabulary.add(text, scores.size());
        if (!fault.empty())
            return modelError(field(), fault);
        scores.push_back(asReferenceReads(score));
    }
    if (const Result<void> finished = vocabulary.finish(); !finished)
        return finished.error();
    return std::shared_ptr<const PieceModel>(std::make_shared<const UnigramModel>(
        std::move(vocabulary), std::move(scores), static_cast<std::uint32_t>(*unknown), hasByteFallback));
}

} // namespace cw
