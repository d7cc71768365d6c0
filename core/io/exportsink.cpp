// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/exportsink.h"

#include "io/chunkjson.h"

#include <algorithm>
#include <numeric>

namespace cw {

namespace {

constexpr std::size_t blockBytes = 256 * 1024;
constexpr std::size_t chunksPerReport = 256;

} // namespace

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
        ChunkJsonWriter writer({chunks, lines.tokenizer, lines.fingerprint, findingsOf(snapshot, document),
                                request.withAudits, lines.withFingerprint, &snapshot.model});
        for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
            if (stop.stop_requested())
                return Cancelled{};
            if (done > 0)
                sink.buffer() += lines.separator;
            if (const auto appended = writer.appendNext(sink.buffer()); !appended)
                return appended.error();
            sink.buffer() += lines.terminator;
            if (const auto flushed = sink.flushIfFull(); !flushed)
                return flushed.error();
            ++done;
            if (request.progress && (done % chunksPerReport == 0 || done == total))
                request.progress(done, total);
        }
    }
    return done;
}

} // namespace cw
