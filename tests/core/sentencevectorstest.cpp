// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of sentences and what is cut by them: vectors made by hand, and the measure held against its definition.
#include "segment/sentencevectors.h"
#include "base/sha256.h"
#include "run/missingvectors.h"
#include "segment/topicshifts.h"
#include "segment/vectorshifts.h"
#include "support/chunking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace cw::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string hex(const Sha256 &digest)
{
    std::string text;
    for (const std::uint8_t byte : digest) {
        constexpr std::string_view digits = "0123456789abcdef";
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

/// The examples of NIST, and lengths around the ends of blocks by coreutils' sha256sum.
TEST(Sha256, IsThatOfTheStandard)
{
    EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hex(sha256(std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    EXPECT_EQ(hex(sha256(std::string(55, 'x'))), "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072");
    EXPECT_EQ(hex(sha256(std::string(56, 'x'))), "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e");
    EXPECT_EQ(hex(sha256(std::string(63, 'x'))), "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2");
    EXPECT_EQ(hex(sha256(std::string(64, 'x'))), "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
}

TEST(DirectionOf, KeepsTheDirectionInWholeNumbers)
{
    using Numbers = std::vector<double>;
    EXPECT_THAT(*directionOf(Numbers{3, -4}), ElementsAre(19660, -26214));
    EXPECT_THAT(*directionOf(Numbers{1e-300, 0}), ElementsAre(32767, 0));
    EXPECT_THAT(*directionOf(Numbers{-1e300, 0}), ElementsAre(-32767, 0));
    EXPECT_THAT(*directionOf(Numbers{5e-324}), ElementsAre(32767));
    EXPECT_THAT(*directionOf(Numbers(4, 7.5)), ElementsAre(16384, 16384, 16384, 16384));
    EXPECT_FALSE(directionOf(Numbers{}));
    EXPECT_FALSE(directionOf(Numbers{0, -0.0}));
    EXPECT_FALSE(directionOf(Numbers{1, std::numeric_limits<double>::quiet_NaN()}));
    EXPECT_FALSE(directionOf(Numbers{std::numeric_limits<double>::infinity(), 1}));
}

VectorBatch batchOf(const std::vector<std::pair<std::string, std::vector<double>>> &sentences)
{
    VectorBatch batch;
    for (const auto &[sentence, numbers] : sentences) {
        batch.dimension = numbers.size();
        batch.keys.push_back(sha256(sentence));
        const auto direction = *directionOf(numbers);
        batch.numbers.insert(batch.numbers.end(), direction.begin(), direction.end());
    }
    return batch;
}

/// Each test has models of its own: what is kept lasts as long as the program.
TEST(SentenceVectors, AreFoundBySentenceWhateverWasAddedInBetween)
{
    std::mt19937 random(7);
    std::vector<std::pair<std::string, std::vector<double>>> all;
    for (int i = 0; i < 500; ++i)
        all.emplace_back("sentence " + std::to_string(i), std::vector<double>{std::cos(i), std::sin(i)});
    EXPECT_EQ(sentenceVectors("test-find"), nullptr);
    std::shared_ptr<const SentenceVectors> early;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min<std::size_t>(begin + 1 + random() % 20, all.size());
        // half of what is there already comes again, with another vector
        auto some = std::vector(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                all.begin() + static_cast<std::ptrdiff_t>(end));
        for (std::size_t i = 0; i < begin; i += 2)
            some.emplace_back(all[i].first, std::vector<double>{-1, 0});
        ASSERT_TRUE(keepSentenceVectors("test-find", batchOf(some)));
        if (!early)
            early = sentenceVectors("test-find");
        begin = end;
    }
    const auto kept = sentenceVectors("test-find");
    ASSERT_EQ(kept->size(), 500U);
    EXPECT_EQ(kept->model(), "test-find");
    EXPECT_EQ(kept->generation(), early->generation());
    EXPECT_LE(early->size(), 20U);
    for (const auto &[sentence, numbers] : all) {
        const auto row = kept->find(sha256(sentence));
        ASSERT_TRUE(row) << sentence;
        const auto found = kept->vector(*row);
        EXPECT_EQ(std::vector<std::int16_t>(found.begin(), found.end()), *directionOf(numbers)) << sentence;
        EXPECT_EQ(kept->key(*row), sha256(sentence));
    }
    EXPECT_FALSE(kept->find(sha256("another")));

    const auto wrong = keepSentenceVectors("test-find", batchOf({{"new", {1, 2, 3}}}));
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::MissingResource);
    EXPECT_THAT(wrong.error().message, AllOf(HasSubstr("have 2 numbers, and new ones 3"), HasSubstr("test-find")));
    forgetSentenceVectors("test-find");
    EXPECT_EQ(sentenceVectors("test-find"), nullptr);
    EXPECT_EQ(kept->size(), 500U);
    ASSERT_TRUE(keepSentenceVectors("test-find", batchOf({{"new", {1, 2, 3}}})));
    EXPECT_NE(sentenceVectors("test-find")->generation(), kept->generation());
}

struct Vectors
{
    UnitVectors vectors;
    std::vector<Unit> units;
};

Vectors vectorsOf(const std::vector<std::vector<double>> &numbers)
{
    static int model = 0;
    const std::string name = "test-shifts-" + std::to_string(++model);
    VectorBatch batch;
    Vectors all;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        batch.dimension = numbers[i].size();
        batch.keys.push_back(sha256(std::to_string(i)));
        const auto direction = *directionOf(numbers[i]);
        batch.numbers.insert(batch.numbers.end(), direction.begin(), direction.end());
        const ByteRange range{10 * i, 10 * i + 9};
        all.units.push_back({range, range});
    }
    if (numbers.empty())
        return all;
    all.vectors.vectors = *keepSentenceVectors(name, std::move(batch));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        all.vectors.rows.push_back(*all.vectors.vectors->find(sha256(std::to_string(i))));
    return all;
}

std::vector<std::uint16_t> shiftsOf(const Vectors &all, std::size_t window)
{
    return *vectorShifts(all.vectors, all.units, window, {});
}

TEST(VectorShifts, AreWhereOneDirectionFollowsAnother)
{
    const std::vector<double> x{1, 0};
    const std::vector<double> y{0, 1};
    const std::vector<double> minusX{-1, 0};
    // by hand: alike 65535, 32767 at a right angle, 0 for opposite ones; half of what both peaks are above
    EXPECT_THAT(shiftsOf(vectorsOf({x, x, y, y}), 1), ElementsAre(0, 0, 32768, 0));
    EXPECT_THAT(shiftsOf(vectorsOf({x, x, minusX, minusX}), 1), ElementsAre(0, 0, 65535, 0));
    EXPECT_THAT(shiftsOf(vectorsOf({x, x, x}), 2), ElementsAre(0, 0, 0));
    EXPECT_THAT(shiftsOf(vectorsOf({x}), 2), ElementsAre(0));
    EXPECT_THAT(shiftsOf(vectorsOf({}), 2), IsEmpty());
    // vectors that take each other away say nothing
    EXPECT_THAT(shiftsOf(vectorsOf({x, minusX, x, minusX}), 2), ElementsAre(0, ::testing::_, 0, ::testing::_));
}

TEST(VectorShifts, AHeadingGoesWithWhatFollows)
{
    Vectors all = vectorsOf({{1, 0}, {1, 0}, {0.5, 0.6}, {0, 1}, {0, 1}});
    all.units[2].kind = BlockKind::Heading;
    const auto shifts = shiftsOf(all, 1);
    EXPECT_EQ(shifts[3], 0);
    EXPECT_EQ(std::ranges::max_element(shifts) - shifts.begin(), 2);
}

/// The definition in doubles, window by window: the mean of unit vectors, their cosine, depth below the nearest peaks.
std::vector<double> shiftsByDefinition(const std::vector<std::vector<double>> &numbers, std::size_t window)
{
    const std::size_t count = numbers.size();
    const std::size_t dimension = numbers.front().size();
    std::vector<std::vector<double>> units = numbers;
    for (auto &vector : units) {
        double square = 0;
        for (const double number : vector)
            square += number * number;
        for (double &number : vector)
            number /= std::sqrt(square);
    }
    const auto meanOf = [&](std::size_t begin, std::size_t end) {
        std::vector<double> mean(dimension);
        for (std::size_t unit = begin; unit < end; ++unit) {
            for (std::size_t i = 0; i < dimension; ++i)
                mean[i] += units[unit][i] / static_cast<double>(end - begin);
        }
        return mean;
    };
    std::vector<double> cosines(count, 1);
    for (std::size_t at = 1; at < count; ++at) {
        const auto before = meanOf(at - std::min(at, window), at);
        const auto behind = meanOf(at, std::min(at + window, count));
        double product = 0;
        double beforeSquare = 0;
        double behindSquare = 0;
        for (std::size_t i = 0; i < dimension; ++i) {
            product += before[i] * behind[i];
            beforeSquare += before[i] * before[i];
            behindSquare += behind[i] * behind[i];
        }
        cosines[at] = product / std::sqrt(beforeSquare * behindSquare);
    }
    std::vector<double> shifts(count);
    for (std::size_t at = 1; at < count; ++at) {
        std::size_t left = at;
        while (left > 1 && cosines[left - 1] >= cosines[left])
            --left;
        std::size_t right = at;
        while (right + 1 < count && cosines[right + 1] >= cosines[right])
            ++right;
        shifts[at] = (cosines[left] + cosines[right] - 2 * cosines[at]) / 4 * 65535;
    }
    return shifts;
}

TEST(VectorShifts, AreThoseOfTheDefinition)
{
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    for (int round = 0; round < 200; ++round) {
        const std::size_t dimension = 2 + random() % 40;
        std::vector<std::vector<double>> numbers(2 + random() % 40);
        for (auto &vector : numbers) {
            vector.resize(dimension);
            for (double &number : vector)
                number = normal(random) + 0.5;
        }
        const std::size_t window = 1 + random() % 6;
        const auto shifts = shiftsOf(vectorsOf(numbers), window);
        const auto expected = shiftsByDefinition(numbers, window);
        for (std::size_t unit = 0; unit < shifts.size(); ++unit)
            EXPECT_NEAR(shifts[unit], expected[unit], 20) << round << ' ' << unit;
    }
}

TEST(VectorShifts, TheLargestSumsStayExact)
{
    std::vector<std::vector<double>> numbers(200, std::vector<double>(4096, 1));
    for (std::size_t i = 100; i < 200; ++i)
        numbers[i].assign(4096, -1);
    const auto shifts = shiftsOf(vectorsOf(numbers), 50);
    // sums of both kinds point one way or the other: opposite ones face each other from 76 to 124, and at 125 one side
    // has no direction, so that what was before goes on
    for (std::size_t unit = 1; unit < 200; ++unit)
        EXPECT_EQ(shifts[unit], unit > 75 && unit <= 125 ? 65535 : 0) << unit;
}

std::string sentences(std::string_view one, int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += std::string(one) + " number " + std::to_string(i) + ". ";
    return text;
}

/// Three topics in vectors that the words do not tell.
struct Story
{
    std::string parts[3] = {sentences("Alpha", 6), sentences("Beta", 6), sentences("Gamma", 6)};
    std::shared_ptr<const Document> document = Document::fromText("story", parts[0] + parts[1] + parts[2]);
    RunConfig config = [] {
        RunConfig made = defaultConfig("semantic", "words");
        made.max = 1000;
        made.parameters.set("smallest", std::int64_t{0});
        return made;
    }();

    void keepAll(const std::string &model, Caches &caches)
    {
        config.embedding.model = model;
        const auto missing = missingVectors({document}, config, caches, {});
        ASSERT_TRUE(missing);
        VectorBatch batch;
        for (const std::string_view sentence : missing->sentences) {
            const std::vector<double> numbers{sentence[0] == 'A' ? 1.0 : 0.0, sentence[0] == 'B' ? 1.0 : 0.0,
                                              sentence[0] == 'G' ? 1.0 : 0.0};
            const VectorBatch one = batchOf({{std::string(sentence), numbers}});
            batch.dimension = 3;
            batch.keys.push_back(one.keys[0]);
            batch.numbers.insert(batch.numbers.end(), one.numbers.begin(), one.numbers.end());
        }
        ASSERT_TRUE(keepSentenceVectors(model, std::move(batch)));
    }

    [[nodiscard]] Outcome<std::shared_ptr<const RunSnapshot>> run(Caches &caches, unsigned threads = 1) const
    {
        return cw::run({{document}, config, threads, {}}, caches, {});
    }
};

TEST(SemanticByVectors, CutsWhereTheVectorsChange)
{
    Story story;
    Caches caches;
    story.keepAll("test-run", caches);
    const auto snapshot = story.run(caches);
    ASSERT_TRUE(snapshot) << snapshot.error().message;
    const auto texts = textsOf(*(*snapshot)->chunkSets[0]);
    ASSERT_EQ(texts.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(texts[i] + ' ', story.parts[i]);
    EXPECT_EQ((*snapshot)->chunkSets[0]->chunks()[1].startReason, BoundaryReason::Topic);
    EXPECT_EQ(caches.counters().topicShifts, 1U);
}

TEST(SemanticByVectors, WithoutVectorsThereIsAnErrorAndNoResult)
{
    Story story;
    story.config.embedding.model = "test-none";
    Caches caches;
    const auto none = story.run(caches);
    ASSERT_TRUE(none.hasError());
    EXPECT_EQ(none.error().code, ErrorCode::MissingResource);
    EXPECT_EQ(none.error().subject, "embedding");
    EXPECT_THAT(none.error().message,
                HasSubstr("There are no vectors yet of the model test-none for 18 of 18 sentences of story."));
    ASSERT_TRUE(keepSentenceVectors("test-none", batchOf({{"Alpha number 0.", {1, 0}}, {"Beta number 3.", {1, 0}}})));
    EXPECT_THAT(story.run(caches).error().message, HasSubstr("for 16 of 18 sentences"));
    const auto missing = missingVectors({story.document, story.document}, story.config, caches, {});
    ASSERT_TRUE(missing);
    EXPECT_EQ(missing->sentences.size(), 16U);
    EXPECT_EQ(missing->sentences.front(), "Alpha number 1.");
    // one sentence has no boundary to be found
    story.document = Document::fromText("short", "Only one.");
    EXPECT_TRUE(story.run(caches));
    EXPECT_THAT(missingVectors({story.document}, story.config, caches, {})->sentences, IsEmpty());
    // other strategies need none
    story.config.strategy = "structured";
    story.config.parameters = {};
    EXPECT_FALSE(usesVectors(story.config));
    EXPECT_TRUE(story.run(caches));
}

TEST(SemanticByVectors, ThreadsAndTheOrderOfVectorsDoNotShow)
{
    Story story;
    Caches caches;
    story.keepAll("test-order-1", caches);
    const auto first = story.run(caches);
    const auto kept = sentenceVectors("test-order-1");
    VectorBatch backwards;
    backwards.dimension = kept->dimension();
    for (auto row = static_cast<std::uint32_t>(kept->size()); row-- > 0;) {
        backwards.keys.push_back(kept->key(row));
        const auto vector = kept->vector(row);
        backwards.numbers.insert(backwards.numbers.end(), vector.begin(), vector.end());
    }
    ASSERT_TRUE(keepSentenceVectors("test-order-2", std::move(backwards)));
    story.config.embedding.model = "test-order-2";
    Caches others;
    const auto second = story.run(others, 4);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(textsOf(*(*first)->chunkSets[0]), textsOf(*(*second)->chunkSets[0]));
}

/// What a tick of the slider does again.
TEST(SemanticByVectors, EachStepIsKeptWhileWhatItDependsOnStays)
{
    for (const bool byVectors : {false, true}) {
        Story story;
        Caches caches;
        if (byVectors)
            story.keepAll("test-ticks", caches);
        ASSERT_TRUE(story.run(caches));
        const auto expectWork = [&](std::size_t sentencesFound, std::size_t shifts, std::size_t cuts) {
            ASSERT_TRUE(story.run(caches));
            const Caches::Counters done = caches.counters();
            EXPECT_EQ(done.segmentations, sentencesFound) << byVectors;
            EXPECT_EQ(done.topicShifts, shifts) << byVectors;
            EXPECT_EQ(done.topicCuts, cuts) << byVectors;
            EXPECT_EQ(done.indexings, 1U) << byVectors;
            EXPECT_EQ(done.edges, sentencesFound) << byVectors;
        };
        expectWork(1, 1, 1);
        story.config.max = 20;
        expectWork(1, 1, 1);
        story.config.parameters.set("percentile", std::int64_t{80});
        expectWork(1, 1, 2);
        story.config.parameters.set("percentile", std::int64_t{70});
        expectWork(1, 1, 3);
        story.config.parameters.set("window", std::int64_t{2});
        expectWork(1, 2, 4);
        story.config.parameters.set("percentile", std::int64_t{75});
        expectWork(1, 2, 5);
        if (byVectors)
            continue;
        story.config.parameters.set("sentence", std::string("reference"));
        expectWork(2, 3, 6);
    }
}

TEST(SemanticByVectors, OtherVectorsUnderTheSameNameAreNotTakenForTheOldOnes)
{
    Story story;
    Caches caches;
    story.keepAll("test-new", caches);
    ASSERT_EQ((*story.run(caches))->chunkCount, 3U);
    forgetSentenceVectors("test-new");
    EXPECT_TRUE(story.run(caches).hasError());
    // now all alike
    const auto missing = missingVectors({story.document}, story.config, caches, {});
    VectorBatch batch;
    batch.dimension = 1;
    for (const std::string_view sentence : missing->sentences) {
        batch.keys.push_back(sha256(sentence));
        batch.numbers.push_back(32767);
    }
    ASSERT_TRUE(keepSentenceVectors("test-new", std::move(batch)));
    EXPECT_EQ((*story.run(caches))->chunkCount, 1U);
}

TEST(CheckEmbedding, SaysWhatIsWrongAndNeverRepeatsAPassword)
{
    const auto faultOf = [](std::string server, std::string model = "m") {
        const auto checked = checkEmbedding({std::move(server), std::move(model)});
        return checked ? std::string() : checked.error().subject + ": " + checked.error().message;
    };
    EXPECT_EQ(faultOf(""), "");
    EXPECT_EQ(faultOf("", ""), "");
    EXPECT_EQ(faultOf("http://localhost:11434/v1"), "");
    EXPECT_EQ(faultOf("HTTPS://[::1]:8080/"), "");
    EXPECT_THAT(faultOf("localhost:11434"), HasSubstr("embedding.server: The embedding server's address must begin"));
    EXPECT_THAT(faultOf("ftp://host/v1"), HasSubstr("must begin with http:// or https://"));
    EXPECT_THAT(faultOf("://host"), HasSubstr("must begin with http:// or https://"));
    EXPECT_THAT(faultOf("http://user:secret@host/v1"),
                AllOf(HasSubstr("must not hold a user name or a password"), ::testing::Not(HasSubstr("secret"))));
    EXPECT_THAT(faultOf("http:///v1"), HasSubstr("names no host"));
    EXPECT_THAT(faultOf("http://:80/v1"), HasSubstr("names no host"));
    EXPECT_THAT(faultOf("http://host/v1?key=secret"),
                AllOf(HasSubstr("without \"?\""), ::testing::Not(HasSubstr("secret"))));
    EXPECT_THAT(faultOf("http://host/v1#x"), HasSubstr("without \"?\" or \"#\""));
    EXPECT_THAT(faultOf("http://ho st/"), HasSubstr("must not hold spaces"));
    EXPECT_THAT(faultOf("http://host/\n"), HasSubstr("must not hold spaces"));
    EXPECT_THAT(faultOf("http://host\\@other/"), HasSubstr("must not hold spaces, backslashes"));
    EXPECT_THAT(faultOf("http://" + std::string(2048, 'h')), HasSubstr("at most 2048 bytes"));
    EXPECT_THAT(faultOf("http://host/v1", ""), HasSubstr("embedding.model: Name the model"));
    EXPECT_THAT(faultOf("", std::string(257, 'm')), HasSubstr("at most 256 bytes"));
    EXPECT_THAT(faultOf("", "a\nb"), HasSubstr("control characters"));
}

} // namespace
} // namespace cw::testing
