// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/exportsink.h"

#include "io/chunkjson.h"
#include "io/configjson.h"
#include "io/parentjson.h"
#include "run/returning.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace cw {

namespace {

constexpr std::size_t blockBytes = 256 * 1024;
constexpr std::size_t chunksPerReport = 256;

ParentJsonContext parentContext(const RunSnapshot &snapshot, std::uint32_t document, const ChunkLines &lines)
{
    return {*snapshot.parentSets[document], *snapshot.chunkSets[document], lines.tokenizer, lines.fingerprint,
            lines.standsAlone};
}

} // namespace

Result<std::string> fingerprintOf(const ExportRequest &request)
{
    if (!request.fingerprint.empty())
        return request.fingerprint;
    const auto fingerprint = configFingerprint(request.snapshot->config);
    if (!fingerprint)
        return fingerprint.error();
    return fingerprint->toStdString();
}

std::vector<std::uint32_t> exportedDocuments(const ExportRequest &request)
{
    if (!request.documents.empty())
        return request.documents;
    std::vector<std::uint32_t> all(request.snapshot->documents.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

std::span<const Finding> findingsOf(const RunSnapshot &snapshot, std::uint32_t document) noexcept
{
    const auto range = std::ranges::equal_range(snapshot.audit.findings, document, {}, &Finding::document);
    return {range.begin(), range.end()};
}

Result<void> ExportSink::flushIfFull()
{
    return m_buffer.size() < blockBytes ? Result<void>() : flush();
}

Result<void> ExportSink::flush()
{
    const auto size = static_cast<qint64>(m_buffer.size());
    if (m_device.write(m_buffer.data(), size) != size)
        return Error{ErrorCode::Io, "Could not write the export: " + m_device.errorString().toStdString() + ".", {}};
    m_buffer.clear();
    return {};
}

Outcome<std::size_t> writeChunks(const ExportRequest &request, const ChunkLines &lines, ExportSink &sink,
                                 std::stop_token stop)
{
    const RunSnapshot &snapshot = *request.snapshot;
    const std::vector<std::uint32_t> documents = exportedDocuments(request);
    std::size_t total = 0;
    for (const std::uint32_t document : documents)
        total += snapshot.chunkSets[document]->size();

    std::size_t done = 0;
    for (const std::uint32_t document : documents) {
        const ChunkSet &chunks = *snapshot.chunkSets[document];
        const ChunkSet *within = snapshot.parentSets.empty() ? nullptr : snapshot.parentSets[document].get();
        ChunkJsonWriter writer({chunks, lines.tokenizer, lines.fingerprint, findingsOf(snapshot, document),
                                request.withAudits, lines.standsAlone, &snapshot.model,
                                within ? snapshot.config.returned.kind : ReturnedKind::Chunk, within});
        std::optional<ParentJsonWriter> parents;
        if (lines.withParents && hasParents(snapshot))
            parents.emplace(parentContext(snapshot, document, lines));
        const auto append = [&](auto &from) -> Result<void> {
            if (const auto appended = from.appendNext(sink.buffer()); !appended)
                return appended;
            sink.buffer() += lines.terminator;
            return sink.flushIfFull();
        };
        for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
            if (stop.stop_requested())
                return Cancelled{};
            while (parents && parents->isNextBefore(chunks.chunks()[chunk])) {
                if (const auto appended = append(*parents); !appended)
                    return appended.error();
            }
            if (done > 0)
                sink.buffer() += lines.separator;
            if (const auto appended = append(writer); !appended)
                return appended.error();
            ++done;
            if (request.progress && (done % chunksPerReport == 0 || done == total))
                request.progress(done, total);
        }
    }
    return done;
}

Outcome<std::size_t> writeParents(const ExportRequest &request, const ChunkLines &lines, ExportSink &sink,
                                  std::stop_token stop)
{
    std::size_t done = 0;
    for (const std::uint32_t document : exportedDocuments(request)) {
        ParentJsonWriter writer(parentContext(*request.snapshot, document, lines));
        while (writer.hasNext()) {
            if (stop.stop_requested())
                return Cancelled{};
            if (done++ > 0)
                sink.buffer() += lines.separator;
            if (const auto appended = writer.appendNext(sink.buffer()); !appended)
                return appended.error();
            sink.buffer() += lines.terminator;
            if (const auto flushed = sink.flushIfFull(); !flushed)
                return flushed.error();
        }
    }
    return done;
}

} // namespace cw
