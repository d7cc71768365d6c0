// SPDX-License-Identifier: GPL-3.0-or-later
// What exporters share: which documents, buffered writing, progress, stopping.
#pragma once

#include "io/exporter.h"

#include <QIODevice>

#include <string>
#include <vector>

namespace cw {

/// Positions of the documents to export.
/// The one that is given, else that of the snapshot's configuration.
[[nodiscard]] Result<std::string> fingerprintOf(const ExportRequest &request);
[[nodiscard]] std::vector<std::uint32_t> exportedDocuments(const ExportRequest &request);
/// The snapshot's findings in one document.
[[nodiscard]] std::span<const Finding> findingsOf(const RunSnapshot &snapshot, std::uint32_t document) noexcept;

/// Text on its way to a device, in blocks.
class ExportSink final
{
public:
    explicit ExportSink(QIODevice &device) : m_device(device) { }

    /// Where to append. Call flushIfFull() now and then, and flush() at the end.
    [[nodiscard]] std::string &buffer() noexcept { return m_buffer; }
    Result<void> flushIfFull();
    Result<void> flush();

private:
    QIODevice &m_device;
    std::string m_buffer;
};

/// How chunks of one export are set apart and what each of them says of its document and configuration.
struct ChunkLines
{
    std::string_view tokenizer; ///< its name
    std::string_view fingerprint;
    std::string_view separator; ///< before every chunk but the first
    std::string_view terminator; ///< after every chunk
    bool standsAlone = false; ///< no header says of which format documents are, and the fingerprint
    bool withParents = false; ///< each parent before the first of its chunks, where chunks have some
};

/// All chunks of the request, in document and chunk order. The value is their number.
[[nodiscard]] Outcome<std::size_t> writeChunks(const ExportRequest &request, const ChunkLines &lines, ExportSink &sink,
                                               std::stop_token stop);
/// All parents of these chunks, likewise. Precondition: hasParents(snapshot).
[[nodiscard]] Outcome<std::size_t> writeParents(const ExportRequest &request, const ChunkLines &lines, ExportSink &sink,
                                                std::stop_token stop);

} // namespace cw
