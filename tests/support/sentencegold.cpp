// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/sentencegold.h"

#include "segment/words.h"

#include <algorithm>
#include <fstream>

namespace cw::testing {

namespace {

constexpr std::string_view mark = "¦";

GoldPassage passageOf(const std::string &language, std::string_view marked)
{
    while (!marked.empty() && marked.back() == '\n')
        marked.remove_suffix(1);
    GoldPassage passage{language, {}, {}};
    for (std::size_t i = 0; i < marked.size();) {
        if (marked.substr(i).starts_with(mark)) {
            passage.starts.push_back(passage.text.size());
            i += mark.size();
        } else {
            passage.text += marked[i++];
        }
    }
    for (std::size_t &start : passage.starts)
        start = skipSpaces(passage.text, start, passage.text.size());
    return passage;
}

double share(std::size_t part, std::size_t rest)
{
    return part + rest == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(part + rest);
}

} // namespace

std::vector<GoldPassage> readSentenceGold(const std::string &path)
{
    std::vector<GoldPassage> passages;
    std::ifstream file(path, std::ios::binary);
    std::string language;
    std::string marked;
    const auto finish = [&] {
        if (!marked.empty() && !language.empty())
            passages.push_back(passageOf(language, marked));
        marked.clear();
    };
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("@ ")) {
            finish();
            language = line.substr(2);
        } else if (line == "%%") {
            finish();
        } else if (!language.empty()) {
            marked += line + "\n";
        }
    }
    finish();
    return passages;
}

double BoundaryScore::precision() const
{
    return share(right, invented);
}

double BoundaryScore::recall() const
{
    return share(right, missed);
}

double BoundaryScore::f1() const
{
    return share(2 * right, invented + missed);
}

std::map<std::string, BoundaryScore> scoreBreaks(const std::vector<GoldPassage> &gold, const FindBreaks &find,
                                                 std::string *differences)
{
    std::map<std::string, BoundaryScore> scores;
    for (const GoldPassage &passage : gold) {
        std::vector<std::size_t> found;
        if (const auto breaks = find(passage.text)) {
            for (const SentenceBreak &b : *breaks)
                found.push_back(b.gap.end);
        }
        const auto count = [&](const std::vector<std::size_t> &some, const std::vector<std::size_t> &others,
                               std::string_view what) {
            std::size_t missing = 0;
            for (const std::size_t byte : some) {
                if (std::ranges::binary_search(others, byte))
                    continue;
                ++missing;
                if (differences)
                    differences->append(passage.language).append(what).append(passage.text, byte, 60).append("\n");
            }
            return missing;
        };
        const std::size_t invented = count(found, passage.starts, ": invented before: ");
        const std::size_t missed = count(passage.starts, found, ": missed before: ");
        for (const std::string &name : {passage.language, std::string("all")}) {
            BoundaryScore &score = scores[name];
            score.right += found.size() - invented;
            score.invented += invented;
            score.missed += missed;
        }
    }
    return scores;
}

} // namespace cw::testing
