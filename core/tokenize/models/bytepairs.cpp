// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/utf8.h"
#include "tokenize/bpevocabulary.h"
#include "tokenize/models/mergelistmodel.h"
#include "tokenize/pipeline/bytealphabet.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace cw {

namespace {

/// Numbers tokens anew, by the order of the merges that make them, each with the one pair it can be made of.
///
/// While no pair of a lower rank is left, the symbols of a stretch of text whose ends were not merged across are those
/// of the stretch as a text by itself. So of several pairs that make one token only the one can come up that merging
/// the token's own text comes to; the others need not be known. This needs ranks that rise: a token's parts have to be
/// made before it is. Lists that were made of ranked tokens also hold tokens that are made of later ones: such a token
/// is made as soon as that part is, wherever both stand side by side, so its place is right behind it: its family is
/// all that is made at once behind one token. That all merges of one token now come before all of the next changes
/// nothing when what some of the family need to their right is neither needed by others to their left nor what others
/// begin with; a list with a family of which this cannot be said is not taken.
class ByteTokens final
{
public:
    static constexpr std::uint32_t none = ModelVocabulary::none;

    explicit ByteTokens(const ModelVocabulary &vocabulary, std::size_t merges)
        : m_vocabulary(vocabulary), m_numbers(vocabulary.size(), none), m_merges(merges)
    {
        for (std::size_t byte = 0; byte < byteAlphabet.size(); ++byte) {
            m_bytes[byteAlphabet[byte]] = static_cast<std::uint32_t>(byte);
            std::string letter;
            appendUtf8(letter, byteAlphabet[byte]);
            const std::uint32_t token = vocabulary.find(letter);
            m_isComplete = m_isComplete && token != ModelVocabulary::none;
            if (token != ModelVocabulary::none)
                number(token, {static_cast<std::uint32_t>(byte), BpeVocabulary::noRight});
        }
    }

    /// False when there is a byte without a token.
    [[nodiscard]] bool isComplete() const noexcept { return m_isComplete; }

    /// The pairs that make one token, which come one after the other. False when the list is not of the kind needed.
    [[nodiscard]] bool add(std::span<const MergeTable::Entry> pairs)
    {
        const std::uint32_t token = pairs.front().merge.token;
        if (m_numbers[token] != none || m_parents.size() >= BpeVocabulary::mostTokens)
            return false;
        std::vector<BpeVocabulary::Parents> early;
        for (const MergeTable::Entry &pair : pairs) {
            if (m_numbers[pair.left] != none && m_numbers[pair.right] != none)
                early.emplace_back(m_numbers[pair.left], m_numbers[pair.right]);
        }
        const bool areAllEarly = early.size() == pairs.size();
        if (areAllEarly && early.size() == 1)
            return number(token, early.front());
        if (!merge(m_vocabulary.text(token)))
            return false;
        if (isPairOf(early))
            return number(token, {m_symbols[0], m_symbols[1]});
        for (const MergeTable::Entry &pair : pairs) {
            for (const std::uint32_t part : {pair.left, pair.right}) {
                std::vector<std::span<const MergeTable::Entry>> &waiting = m_waiting[part];
                if (m_numbers[part] == none && (waiting.empty() || waiting.back().data() != pairs.data()))
                    waiting.push_back(pairs);
            }
        }
        return true;
    }

    /// The texts of tokens that merging does not come to; false when there are too many.
    [[nodiscard]] bool findUnmerged(std::vector<std::string> &texts)
    {
        constexpr std::size_t most = 1000;
        for (std::uint32_t token = 0; token < m_vocabulary.size(); ++token) {
            if (!merge(m_vocabulary.text(token)))
                continue; // not of bytes, so no pretoken
            if (m_symbols.size() == 1 && m_symbols[0] == m_numbers[token])
                continue;
            if (texts.size() == most)
                return false;
            std::string &text = texts.emplace_back();
            for (const char32_t letter : decodeAll(m_vocabulary.text(token)))
                text += static_cast<char>(m_bytes.at(letter));
        }
        return true;
    }

    [[nodiscard]] PieceModel::BytePairs take()
    {
        return {BpeVocabulary::fromParents(std::move(m_parents)), std::move(m_ids), {}};
    }

private:
    /// Whether merging has left two symbols that are one of these pairs.
    [[nodiscard]] bool isPairOf(const std::vector<BpeVocabulary::Parents> &pairs) const
    {
        return m_symbols.size() == 2 && std::ranges::count(pairs, std::pair(m_symbols[0], m_symbols[1])) > 0;
    }

    /// What tokens that are made at once behind another one need beside it, and what they begin with.
    struct Family
    {
        std::vector<std::uint32_t> neededLeft;
        std::vector<std::uint32_t> neededRight;
        std::vector<std::uint32_t> firstParts;

        [[nodiscard]] bool isOrderless() const
        {
            return std::ranges::none_of(neededRight, [this](std::uint32_t needed) {
                return std::ranges::count(neededLeft, needed) > 0 || std::ranges::count(firstParts, needed) > 0;
            });
        }
    };

    /// A token of which one part has just been numbered as `part`.
    bool numberLate(std::span<const MergeTable::Entry> pairs, std::uint32_t part, Family &family)
    {
        const std::uint32_t token = pairs.front().merge.token;
        if (m_numbers[token] != none || !merge(m_vocabulary.text(token)))
            return true;
        std::vector<BpeVocabulary::Parents> known;
        for (const MergeTable::Entry &pair : pairs)
            known.emplace_back(m_numbers[pair.left], m_numbers[pair.right]);
        if (!isPairOf(known) || (m_symbols[0] != part && m_symbols[1] != part))
            return true;
        const BpeVocabulary::Parents parents{m_symbols[0], m_symbols[1]};
        if (parents.first == part)
            family.neededRight.push_back(parents.second);
        else
            family.neededLeft.push_back(parents.first);
        family.firstParts.push_back(parents.first);
        return family.isOrderless() && m_parents.size() < BpeVocabulary::mostTokens
            && numberWithFamily(token, parents, family);
    }

    bool number(std::uint32_t token, BpeVocabulary::Parents parents)
    {
        Family family{{}, {}, {parents.first}};
        return numberWithFamily(token, parents, family);
    }

    bool numberWithFamily(std::uint32_t token, BpeVocabulary::Parents parents, Family &family)
    {
        const auto made = static_cast<std::uint32_t>(m_parents.size());
        m_numbers[token] = made;
        m_ids.push_back(m_vocabulary.id(token));
        m_parents.push_back(parents);
        if (parents.second == BpeVocabulary::noRight)
            return true;
        if (!m_merges.add(parents.first, parents.second, {made, made}))
            return false;
        const auto waiting = m_waiting.find(token);
        return waiting == m_waiting.end()
            || std::ranges::all_of(waiting->second, [&](std::span<const MergeTable::Entry> pairs) {
                   return numberLate(pairs, made, family);
               });
    }

    /// Sets the symbols that are left of `text`; false when it is not written in the byte alphabet.
    bool merge(std::string_view text)
    {
        m_symbols.clear();
        for (std::size_t byte = 0; byte < text.size();) {
            const DecodedCharacter letter = decodeCharacter(text, byte);
            const auto at = m_bytes.find(letter.codePoint);
            if (at == m_bytes.end())
                return false;
            m_symbols.push_back(at->second);
            byte += letter.byteLength;
        }
        for (;;) {
            MergeTable::Merge best;
            std::size_t place = 0;
            for (std::size_t i = 0; i + 1 < m_symbols.size(); ++i) {
                const MergeTable::Merge pair = m_merges.find(m_symbols[i], m_symbols[i + 1]);
                if (pair.rank < best.rank) {
                    best = pair;
                    place = i;
                }
            }
            if (best.rank == MergeTable::noRank)
                return true;
            m_symbols[place] = best.token;
            m_symbols.erase(m_symbols.begin() + static_cast<std::ptrdiff_t>(place) + 1);
        }
    }

    const ModelVocabulary &m_vocabulary;
    std::map<char32_t, std::uint32_t> m_bytes; ///< by letter; their tokens have the same numbers
    std::vector<std::uint32_t> m_numbers; ///< by the vocabulary's number
    std::vector<BpeVocabulary::Parents> m_parents;
    std::vector<std::uint32_t> m_ids;
    MergeTable m_merges;
    std::map<std::uint32_t, std::vector<std::span<const MergeTable::Entry>>> m_waiting; ///< by part; in order of rank
    std::vector<std::uint32_t> m_symbols;
    bool m_isComplete = true;
};

} // namespace

std::optional<PieceModel::BytePairs> MergeListModel::bytePairs() const
{
    const std::vector<MergeTable::Entry> merges = m_merges.inOrder();
    ByteTokens tokens(m_vocabulary, merges.size());
    if (!tokens.isComplete() || !m_isCutAnywhere)
        return std::nullopt;
    for (std::size_t begin = 0; begin < merges.size();) {
        std::size_t end = begin + 1;
        while (end < merges.size() && merges[end].merge.token == merges[begin].merge.token)
            ++end;
        if (!tokens.add(std::span(merges).subspan(begin, end - begin)))
            return std::nullopt;
        begin = end;
    }
    std::vector<std::string> unmerged;
    if (m_options.ignoresMerges && !tokens.findUnmerged(unmerged))
        return std::nullopt;
    BytePairs pairs = tokens.take();
    pairs.unmerged = std::move(unmerged);
    return pairs;
}

} // namespace cw
