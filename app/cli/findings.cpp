// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings.h"

#include "io/jsonvalue.h"
#include "run/otherchunk.h"

#include <QIODevice>

namespace cw::cli {

namespace {

template<class Convert>
JsonValue pairOf(ByteRange range, Convert convert)
{
    return JsonValue::Array{static_cast<std::int64_t>(convert(range.begin)),
                            static_cast<std::int64_t>(convert(range.end))};
}

JsonValue whereJson(const OffsetMap &offsets, ByteRange range)
{
    JsonValue::Object where;
    JsonValue::add(where, "byte", pairOf(range, [](std::size_t byte) { return byte; }));
    JsonValue::add(where, "cp", pairOf(range, [&](std::size_t byte) { return offsets.codePointAt(byte); }));
    JsonValue::add(where, "utf16", pairOf(range, [&](std::size_t byte) { return offsets.utf16At(byte); }));
    const std::size_t last = range.isEmpty() ? range.begin : range.end - 1;
    JsonValue::add(where, "line",
                   JsonValue::Array{static_cast<std::int64_t>(offsets.lineAt(range.begin) + 1),
                                    static_cast<std::int64_t>(offsets.lineAt(last) + 1)});
    return where;
}

JsonValue findingJson(const RunSnapshot &snapshot, const Finding &finding)
{
    const Document &document = *snapshot.documents[finding.document];
    JsonValue::Object object;
    JsonValue::add(object, "doc_id", document.id());
    JsonValue::add(object, "index", std::int64_t{finding.chunk});
    JsonValue::add(object, "rule", rules()[finding.rule]->id);
    JsonValue::add(object, "severity", severityId(finding.severity));
    JsonValue::add(object, "message", findingMessage(snapshot, finding));
    JsonValue::add(object, "value", finding.value);
    JsonValue::add(object, "limit", finding.limit);
    if (const std::optional<ChunkOfRun> other = otherChunk(snapshot, finding)) {
        JsonValue::Object named;
        JsonValue::add(named, "doc_id", snapshot.documents[other->document]->id());
        JsonValue::add(named, "index", std::int64_t{other->chunk});
        JsonValue::add(object, "other", std::move(named));
    }
    JsonValue::add(object, "where", whereJson(document.offsets(), finding.where));
    return object;
}

} // namespace

Outcome<std::size_t> writeFindings(const RunSnapshot &snapshot, bool asArray, QIODevice &device)
{
    std::string text;
    const auto flush = [&] {
        const bool isWritten
            = device.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size());
        text.clear();
        return isWritten;
    };
    const Error failure{ErrorCode::Io, "Could not write the findings.", "output"};
    constexpr std::size_t flushBytes = 64 * 1024;
    bool isFirst = true;
    if (asArray)
        text += '[';
    for (const Finding &finding : snapshot.audit.findings) {
        if (asArray)
            text += isFirst ? "\n" : ",\n";
        isFirst = false;
        text += findingJson(snapshot, finding).toCompact();
        if (!asArray)
            text += '\n';
        if (text.size() >= flushBytes && !flush())
            return failure;
    }
    if (asArray)
        text += isFirst ? "]\n" : "\n]\n";
    if (!flush())
        return failure;
    return snapshot.audit.findings.size();
}

} // namespace cw::cli
