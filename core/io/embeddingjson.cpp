// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/embeddingclient.h"
#include "io/jsonreader.h"
#include "io/jsonvalue.h"

#include <rapidjson/document.h>
#include <rapidjson/memorystream.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace cw {

namespace {

Error fault(std::string sentence)
{
    return Error{ErrorCode::Io, std::move(sentence), "embedding.server"};
}

const rapidjson::Value *memberOf(const rapidjson::Value &object, const char *name)
{
    const auto found = object.FindMember(name);
    return found == object.MemberEnd() ? nullptr : &found->value;
}

Result<std::vector<double>> numbersOfList(const rapidjson::Value &list)
{
    std::vector<double> numbers;
    if (list.Size() > largestVectorDimension) {
        return fault("answered with a vector of " + std::to_string(list.Size()) + " numbers; "
                     + std::to_string(largestVectorDimension) + " are the most that can be used.");
    }
    numbers.reserve(list.Size());
    for (const rapidjson::Value &number : list.GetArray()) {
        if (!number.IsNumber())
            return fault("answered with a vector that holds " + describeJson(number) + " instead of a number.");
        numbers.push_back(number.GetDouble());
    }
    return numbers;
}

Result<std::vector<double>> numbersOfBase64(std::string_view text)
{
    const auto decoded
        = QByteArray::fromBase64Encoding(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())),
                                         QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    constexpr qsizetype floatBytes = 4;
    if (!decoded || decoded.decoded.size() % floatBytes != 0)
        return fault("answered with a vector as text that is not base64 of 32-bit numbers.");
    const QByteArray &bytes = decoded.decoded;
    if (bytes.size() / floatBytes > static_cast<qsizetype>(largestVectorDimension)) {
        return fault("answered with a vector of " + std::to_string(bytes.size() / floatBytes) + " numbers; "
                     + std::to_string(largestVectorDimension) + " are the most that can be used.");
    }
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(bytes.size() / floatBytes));
    for (qsizetype at = 0; at < bytes.size(); at += floatBytes) {
        std::uint32_t bits = 0;
        for (qsizetype byte = 0; byte < floatBytes; ++byte)
            bits |= std::uint32_t{static_cast<std::uint8_t>(bytes[at + byte])} << (8U * static_cast<unsigned>(byte));
        numbers.push_back(static_cast<double>(std::bit_cast<float>(bits)));
    }
    return numbers;
}

Result<std::vector<double>> numbersOf(const rapidjson::Value &entry)
{
    const rapidjson::Value *embedding = memberOf(entry, "embedding");
    if (embedding && embedding->IsArray())
        return numbersOfList(*embedding);
    if (embedding && embedding->IsString())
        return numbersOfBase64(stringView(*embedding));
    return fault("answered with an entry without \"embedding\".");
}

/// Which text the entry is for.
Result<std::size_t> indexOf(const rapidjson::Value &entry, std::size_t texts)
{
    const rapidjson::Value *index = memberOf(entry, "index");
    if (!index)
        return fault("answered with an entry without \"index\", so that it is not known which text it is for.");
    if (!index->IsUint64() || index->GetUint64() >= texts) {
        return fault("answered with \"index\" " + (index->IsNumber() ? describeJson(*index) : "that is no number")
                     + " to " + std::to_string(texts) + (texts == 1 ? " text." : " texts."));
    }
    return static_cast<std::size_t>(index->GetUint64());
}

} // namespace

QByteArray embeddingRequestJson(std::string_view model, std::span<const std::string_view> texts)
{
    std::string json = R"({"model":)";
    appendJsonString(json, model);
    json += R"(,"input":[)";
    for (const std::string_view &text : texts) {
        if (&text != texts.data())
            json += ',';
        appendJsonString(json, text);
    }
    json += R"(],"encoding_format":"float"})";
    return QByteArray::fromStdString(json);
}

Result<VectorBatch> readEmbeddings(const QByteArray &json, std::span<const std::string_view> texts)
{
    rapidjson::Document document;
    rapidjson::MemoryStream stream(json.constData(), static_cast<std::size_t>(json.size()));
    document.ParseStream<rapidjson::kParseIterativeFlag | rapidjson::kParseFullPrecisionFlag
                             | rapidjson::kParseNanAndInfFlag,
                         rapidjson::UTF8<>>(stream);
    if (document.HasParseError())
        return fault("answered with what is not JSON. Is its address right? It usually ends in /v1.");
    const rapidjson::Value *data = document.IsObject() ? memberOf(document, "data") : nullptr;
    if (!data || !data->IsArray())
        return fault("answered with JSON without the list \"data\". Is its address right? It usually ends in /v1.");
    if (data->Size() != texts.size()) {
        return fault("answered with " + std::to_string(data->Size()) + " vectors to " + std::to_string(texts.size())
                     + (texts.size() == 1 ? " text." : " texts."));
    }
    VectorBatch batch;
    std::vector<bool> isSet(texts.size());
    for (const rapidjson::Value &entry : data->GetArray()) {
        if (!entry.IsObject())
            return fault("answered with a list \"data\" that holds " + describeJson(entry) + '.');
        const auto index = indexOf(entry, texts.size());
        if (!index)
            return index.error();
        if (isSet[*index])
            return fault("answered with \"index\" " + std::to_string(*index) + " twice.");
        isSet[*index] = true;
        const auto numbers = numbersOf(entry);
        if (!numbers)
            return numbers.error();
        if (numbers->empty())
            return fault("answered with an empty vector.");
        if (batch.dimension == 0) {
            batch.dimension = numbers->size();
            batch.numbers.resize(batch.dimension * texts.size());
        }
        if (numbers->size() != batch.dimension) {
            return fault("answered with vectors of " + std::to_string(batch.dimension) + " and of "
                         + std::to_string(numbers->size()) + " numbers.");
        }
        const auto direction = directionOf(*numbers);
        if (!direction) {
            return fault("answered with a vector that has no direction: all its numbers are 0, or one is not finite. "
                         "Is it a model that makes embeddings?");
        }
        std::ranges::copy(*direction, batch.numbers.begin() + static_cast<std::ptrdiff_t>(*index * batch.dimension));
    }
    batch.keys.reserve(texts.size());
    for (const std::string_view text : texts)
        batch.keys.push_back(sha256(text));
    return batch;
}

std::string embeddingKey()
{
    return qgetenv(embeddingKeyVariable).trimmed().toStdString();
}

} // namespace cw
