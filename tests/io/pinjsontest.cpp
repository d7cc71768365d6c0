// SPDX-License-Identifier: GPL-3.0-or-later
// Pins in configuration files: written only when there are any, read strictly.
#include "io/configjson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cw {
namespace {

using ::testing::HasSubstr;

RunConfig plain()
{
    return defaultConfig("recursive-sentence", "words");
}

RunConfig pinned()
{
    RunConfig config = plain();
    config.pins = {{"a.txt", PinKind::Break, 5, "One. ", "Two."},
                   {"a.txt", PinKind::Keep, 40, "caf\u00e9 \"x\"\n", ""},
                   {"b\u2028.txt", PinKind::Break, 3, "", "\u4f60\u597d"}};
    return config;
}

QByteArray withPins(const char *pins)
{
    QByteArray json = *configToCompactJson(plain());
    json.insert(json.indexOf("\"audits\""), QByteArray("\"pins\":") + pins + ',');
    return json;
}

std::string one(const std::string &members)
{
    return R"([{"document":"a","kind":"break","byte":1,"before":"","after":"x"},{)" + members + "}]";
}

TEST(PinJson, ComesBackAndDecidesTheFingerprint)
{
    const RunConfig config = pinned();
    ASSERT_TRUE(checkConfig(config));
    const auto json = configToJson(config);
    ASSERT_TRUE(json);
    const auto read = configFromJson(*json);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, config);
    EXPECT_EQ(*configToJson(*read), *json);
    for (int member = 0; member < 5; ++member) {
        RunConfig other = config;
        Pin &pin = other.pins[1];
        pin.document = member == 0 ? "a.txu" : pin.document;
        pin.kind = member == 1 ? PinKind::Break : pin.kind;
        pin.byte = member == 2 ? 41 : pin.byte;
        pin.before = member == 3 ? "x" : pin.before;
        pin.after = member == 4 ? "x" : pin.after;
        EXPECT_NE(*configFingerprint(other), *configFingerprint(config)) << member;
    }
}

TEST(PinJson, WithoutPinsNothingIsWritten)
{
    EXPECT_FALSE(configToJson(plain())->contains("pins"));
    const auto empty = configFromJson(withPins("[]"));
    ASSERT_TRUE(empty);
    EXPECT_EQ(*empty, plain());
    EXPECT_EQ(*configFingerprint(*empty), *configFingerprint(plain()));
}

TEST(PinJson, AreReadInAnyOrder)
{
    const auto read = configFromJson(withPins(R"([{"document":"b","kind":"keep","byte":1,"before":"x","after":""},
                     {"document":"a","kind":"break","byte":9,"before":"x","after":""},
                     {"after":"y","before":"","byte":2,"kind":"break","document":"a"}])"));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->pins.size(), 3U);
    EXPECT_EQ(read->pins[0].byte, 2U);
    EXPECT_EQ(read->pins[1].byte, 9U);
    EXPECT_EQ(read->pins[2].document, "b");
}

TEST(PinJson, FaultsNameThePlace)
{
    const std::pair<std::string, std::string> faults[]{
        {"{}", "pins"},
        {"[3]", "pins[0]"},
        {one(R"("document":3,"kind":"keep","byte":1,"before":"","after":"x")"), "pins[1].document"},
        {one(R"("document":"","kind":"keep","byte":1,"before":"","after":"x")"), "pins[1]"},
        {one(R"("document":"b","kind":"hold","byte":1,"before":"","after":"x")"), "pins[1].kind"},
        {one(R"("document":"b","kind":"keep","byte":-1,"before":"","after":"x")"), "pins[1].byte"},
        {one(R"("document":"b","kind":"keep","byte":1.5,"before":"","after":"x")"), "pins[1].byte"},
        {one(R"("document":"b","kind":"keep","before":"","after":"x")"), "pins[1].byte"},
        {one(R"("document":"b","kind":"keep","byte":1,"after":"x")"), "pins[1].before"},
        {one(R"("document":"b","kind":"keep","byte":1,"before":"","after":"x","why":1)"), "pins[1].why"},
        {one(R"("document":"b","kind":"keep","byte":1,"before":"","after":"")"), "pins[1]"},
        {one(R"("document":"b","kind":"keep","byte":1,"before":"xy","after":"")"), "pins[1]"},
        {one(R"("document":"b","kind":"keep","byte":1,"before":"","after":")" + std::string(49, 'x') + '"'), "pins[1]"},
        {one(R"("document":"a","kind":"keep","byte":1,"before":"","after":"x")"), "pins[1].byte"},
    };
    for (const auto &[pins, place] : faults) {
        const auto read = configFromJson(withPins(pins.c_str()));
        ASSERT_FALSE(read) << pins;
        EXPECT_EQ(read.error().code, ErrorCode::InvalidConfig) << pins;
        EXPECT_EQ(read.error().subject, place) << pins;
        EXPECT_THAT(read.error().message, HasSubstr(place)) << pins;
    }
}

TEST(PinJson, AConfigurationInMemoryIsHeldToTheSame)
{
    RunConfig config = pinned();
    std::swap(config.pins[0], config.pins[1]);
    EXPECT_EQ(checkConfig(config).error().subject, "pins[1].byte");
    config = pinned();
    config.pins[1] = config.pins[0];
    EXPECT_EQ(checkConfig(config).error().subject, "pins[1].byte");
    config = pinned();
    config.pins[2].before = std::string(49, 'x');
    EXPECT_EQ(checkConfig(config).error().subject, "pins[2]");
}

} // namespace
} // namespace cw
