// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/parameters.h"

#include <gtest/gtest.h>

namespace {

using cw::ParameterKind;
using cw::ParameterSpec;
using cw::ParameterValue;
using Strings = std::vector<std::string>;

constexpr cw::ParameterChoice joins[] = {{"space", "", ""}, {"source", "", ""}};

const ParameterSpec schema[] = {
    {.id = "size", .kind = ParameterKind::Integer, .minimum = 1, .maximum = 9, .defaultInteger = 3},
    {.id = "strict", .kind = ParameterKind::Boolean, .defaultInteger = 1},
    {.id = "join", .kind = ParameterKind::Choice, .defaultChoice = "space", .choices = joins},
    {.id = "separators", .kind = ParameterKind::StringList},
};

const ParameterSpec &spec(std::string_view id)
{
    return *cw::findParameter(schema, id);
}

TEST(Parameters, MissingValuesAreTheDefaults)
{
    const cw::ParameterValues values;
    EXPECT_EQ(values.integer(spec("size")), 3);
    EXPECT_TRUE(values.boolean(spec("strict")));
    EXPECT_EQ(values.choice(spec("join")), "space");
    EXPECT_EQ(values.stringList(spec("separators")), Strings{});
}

TEST(Parameters, ParseReadsEveryKind)
{
    EXPECT_EQ(*cw::parseParameter(spec("size"), "9"), ParameterValue(std::int64_t{9}));
    EXPECT_EQ(*cw::parseParameter(spec("strict"), "false"), ParameterValue(false));
    EXPECT_EQ(*cw::parseParameter(spec("join"), "source"), ParameterValue(std::string("source")));
    EXPECT_EQ(*cw::parseParameter(spec("separators"), R"( [ "\n\n" , "é\u00e9\ud83d\ude00\"", "" ] )"),
              ParameterValue(Strings{"\n\n", "é\u00e9\U0001F600\"", ""}));
    EXPECT_EQ(*cw::parseParameter(spec("separators"), "[]"), ParameterValue(Strings{}));
}

TEST(Parameters, ParseRefusesAndNamesTheParameter)
{
    const std::pair<const char *, const char *> wrong[] = {
        {"size", "0"},
        {"size", "10"},
        {"size", ""},
        {"size", "3x"},
        {"size", " 3"},
        {"size", "99999999999999999999"},
        {"strict", "1"},
        {"join", "both"},
        {"separators", "\n"},
        {"separators", "[\"a\""},
        {"separators", "[\"a\",]"},
        {"separators", "[1]"},
        {"separators", "[] x"},
        {"separators", "[\"\\q\"]"},
        {"separators", "[\"\\ud800\"]"},
        {"separators", "[\"\\u12\"]"},
        {"separators", "[\"a\nb\"]"},
        {"separators", "[\"\\udc00\"]"},
    };
    for (const auto &[id, text] : wrong) {
        const auto parsed = cw::parseParameter(spec(id), text);
        ASSERT_FALSE(parsed) << id << " = " << text;
        EXPECT_EQ(parsed.error().subject, id);
        EXPECT_EQ(parsed.error().code, cw::ErrorCode::InvalidParameter);
    }
}

TEST(Parameters, CheckFindsUnknownNamesAndWrongKinds)
{
    cw::ParameterValues unknown;
    unknown.set("sise", std::int64_t{3});
    EXPECT_EQ(cw::checkParameters(schema, unknown).error().subject, "sise");

    cw::ParameterValues wrongKind;
    wrongKind.set("size", true);
    EXPECT_EQ(cw::checkParameters(schema, wrongKind).error().subject, "size");

    cw::ParameterValues good;
    good.set("size", std::int64_t{9});
    EXPECT_TRUE(cw::checkParameters(schema, good));
    good.reset("size");
    EXPECT_EQ(good, cw::ParameterValues{});
}

} // namespace
