// SPDX-License-Identifier: GPL-3.0-or-later
// Exporters: a snapshot to a file, streamed.
#pragma once

#include "base/result.h"
#include "run/run.h"

#include <QString>

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

class QIODevice;

namespace cw {

struct ExportRequest
{
    std::shared_ptr<const RunSnapshot> snapshot;
    std::vector<std::uint32_t> documents; ///< positions in the snapshot; empty means all
    bool withAudits = true;
    std::function<void(std::size_t done, std::size_t total)> progress; ///< chunks; may be empty
    /// Of the configuration of which the snapshot's is a part (ConfigParts); empty: the snapshot's is whole.
    std::string fingerprint = {};
};

/// One export format. Registered by name in io/exporters/CMakeLists.txt.
struct ExporterDescriptor
{
    std::string_view id; ///< "json", "jsonl"
    std::string_view title;
    std::string_view help;
    std::string_view suffix; ///< without the dot
    /// Writes to an open device. Re-checks that every text equals its range (or pieces and join) and that it is valid
    /// UTF-8; a mismatch is Internal and nothing more is written.
    Outcome<std::size_t> (*write)(const ExportRequest &request, QIODevice &device, std::stop_token stop);
};

[[nodiscard]] std::span<const ExporterDescriptor *const> exporters() noexcept;
[[nodiscard]] const ExporterDescriptor *findExporter(std::string_view id) noexcept;

/// Writes to a temporary file beside `path` and renames it: a failed or cancelled export leaves no file and no damage.
/// The value is the number of chunks written. Errors: Io naming the path (full disk, no permission).
[[nodiscard]] Outcome<std::size_t> exportToFile(const ExporterDescriptor &exporter, const ExportRequest &request,
                                                const QString &path, std::stop_token stop);

} // namespace cw
