// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/pinjson.h"

#include "run/pinplaces.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace cw {

namespace {

Pin readPin(const rapidjson::Value &object, const std::string &path, std::optional<Error> &error)
{
    Pin pin;
    JsonObjectReader reader(object, path, error);
    reader.expectKeys({"document", "kind", "byte", "before", "after"});
    pin.document = reader.requireString("document");
    const std::string kind = reader.requireString("kind");
    if (kind == pinKindId(PinKind::Keep))
        pin.kind = PinKind::Keep;
    else if (kind != pinKindId(PinKind::Break))
        reader.fail("kind", "must be \"break\" or \"keep\", not \"" + kind + "\".");
    const std::int64_t byte = reader.requireInteger("byte");
    if (byte < 0)
        reader.fail("byte", "must be 0 or more, not " + std::to_string(byte) + ".");
    pin.byte = static_cast<std::uint64_t>(std::max<std::int64_t>(byte, 0));
    pin.before = reader.requireString("before");
    pin.after = reader.requireString("after");
    if (reader.hasFailed())
        return pin;
    if (const std::string fault = faultOf(pin); !fault.empty())
        error = Error{ErrorCode::InvalidConfig, "\"" + path + "\": " + fault, path};
    return pin;
}

} // namespace

JsonValue pinsJson(const std::vector<Pin> &pins)
{
    JsonValue::Array array;
    array.reserve(pins.size());
    for (const Pin &pin : pins) {
        JsonValue::Object object;
        JsonValue::add(object, "document", pin.document);
        JsonValue::add(object, "kind", pinKindId(pin.kind));
        JsonValue::add(object, "byte", static_cast<std::int64_t>(pin.byte));
        JsonValue::add(object, "before", pin.before);
        JsonValue::add(object, "after", pin.after);
        array.emplace_back(std::move(object));
    }
    return array;
}

std::vector<Pin> readPins(JsonObjectReader &reader, std::optional<Error> &error)
{
    std::vector<Pin> pins;
    const rapidjson::Value *array = reader.find("pins");
    if (!array || error)
        return pins;
    if (!array->IsArray()) {
        reader.fail("pins", "must be a list of pins, not " + describeJson(*array) + ".");
        return pins;
    }
    std::vector<std::pair<Pin, rapidjson::SizeType>> numbered;
    for (rapidjson::SizeType i = 0; i < array->Size() && !error; ++i) {
        const rapidjson::Value &item = (*array)[i];
        const std::string key = "pins[" + std::to_string(i) + "]";
        if (!item.IsObject())
            reader.fail(key, "must be an object, not " + describeJson(item) + ".");
        else
            numbered.emplace_back(readPin(item, reader.pathOf(key), error), i);
    }
    std::ranges::stable_sort(numbered, [](const auto &a, const auto &b) {
        return std::tie(a.first.document, a.first.byte) < std::tie(b.first.document, b.first.byte);
    });
    for (std::size_t i = 0; i < numbered.size() && !error; ++i) {
        if (i > 0 && isSamePlace(pins.back(), numbered[i].first)) {
            reader.fail("pins[" + std::to_string(numbered[i].second) + "].byte",
                        "is the place of another pin, \"pins[" + std::to_string(numbered[i - 1].second)
                            + "]\"; there can be one at a place.");
        }
        pins.push_back(std::move(numbered[i].first));
    }
    return pins;
}

} // namespace cw
