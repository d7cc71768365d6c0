// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/jsonvalue.h"

#include <gtest/gtest.h>

namespace cw {
namespace {

using namespace std::string_literals;

std::string jsonString(std::string_view text)
{
    std::string out;
    appendJsonString(out, text);
    return out;
}

TEST(JsonValue, StringsEscapeWhatJsonAndLineReadersNeed)
{
    EXPECT_EQ(jsonString(""), R"("")");
    EXPECT_EQ(jsonString("plain é 漢 \U0001F600"), "\"plain é 漢 \U0001F600\"");
    EXPECT_EQ(jsonString("\"\\/"), R"("\"\\/")");
    EXPECT_EQ(jsonString("\b\t\n\f\r"), R"("\b\t\n\f\r")");
    EXPECT_EQ(jsonString("\0\1\x1F"s), R"("\u0000\u0001\u001f")");
    EXPECT_EQ(jsonString("\x7F\u0085\u2028\u2029"), R"("\u007f\u0085\u2028\u2029")");
    EXPECT_EQ(jsonString("\u0084\u0086\u00A0\u2027\u202A"), "\"\u0084\u0086\u00A0\u2027\u202A\"");
    EXPECT_EQ(jsonString("a\"b\u2028c\u2028"), R"("a\"b\u2028c\u2028")");
}

TEST(JsonValue, CanonicalKeysAreSortedByUtf16Units)
{
    // The example of RFC 8785, section 3.2.3.
    JsonValue::Object object;
    for (const auto &[key, value] : {std::pair("\u20AC", "Euro Sign"), std::pair("\r", "Carriage Return"),
                                     std::pair("\uFB33", "Hebrew Letter Dalet With Dagesh"), std::pair("1", "One"),
                                     std::pair("\U0001F600", "Emoji: Grinning Face"), std::pair("\u0080", "Control"),
                                     std::pair("\u00F6", "Latin Small Letter O With Diaeresis")})
        JsonValue::add(object, key, value);
    EXPECT_EQ(JsonValue(object).toCanonical(),
              "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
              "\"\u00F6\":\"Latin Small Letter O With Diaeresis\",\"\u20AC\":\"Euro Sign\","
              "\"\U0001F600\":\"Emoji: Grinning Face\",\"\uFB33\":\"Hebrew Letter Dalet With Dagesh\"}");
}

TEST(JsonValue, CanonicalStringsEscapeNoMoreThanTheyMust)
{
    EXPECT_EQ(JsonValue("\x7F\u2028\x0F/\"\\").toCanonical(), "\"\x7F\u2028\\u000f/\\\"\\\\\"");
}

TEST(JsonValue, HalvesAreWholeNumbersOrEndInFive)
{
    EXPECT_EQ(JsonValue(Halves{6}).toCompact(), "3");
    EXPECT_EQ(JsonValue(Halves{7}).toCompact(), "3.5");
    EXPECT_EQ(JsonValue(Halves{-1}).toCanonical(), "-0.5");
    EXPECT_EQ(JsonValue(Halves{0}).toIndented(), "0\n");
}

TEST(JsonValue, FormsDifferInSpaceOnly)
{
    JsonValue::Object inner;
    JsonValue::add(inner, "list", JsonValue::Array{"a", std::int64_t{-3}, true});
    JsonValue::add(inner, "empty", JsonValue::Object{});
    JsonValue::Object object;
    JsonValue::add(object, "b", inner);
    JsonValue::add(object, "a", std::int64_t{9007199254740993});
    const JsonValue value(object);
    EXPECT_EQ(value.toCompact(), R"({"b":{"list":["a",-3,true],"empty":{}},"a":9007199254740993})");
    EXPECT_EQ(
        value.toIndented(),
        "{\n  \"b\": {\n    \"list\": [\"a\", -3, true],\n    \"empty\": {}\n  },\n  \"a\": 9007199254740993\n}\n");
    EXPECT_EQ(value.toCanonical(), R"({"a":9007199254740993,"b":{"empty":{},"list":["a",-3,true]}})");
}

} // namespace
} // namespace cw
