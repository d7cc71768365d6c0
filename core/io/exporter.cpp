// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/exporter.h"

#include "io/atomicfile.h"

#include <algorithm>

namespace cw {

const ExporterDescriptor *findExporter(std::string_view id) noexcept
{
    const auto found
        = std::ranges::find(exporters(), id, [](const ExporterDescriptor *exporter) { return exporter->id; });
    return found == exporters().end() ? nullptr : *found;
}

Outcome<std::size_t> exportToFile(const ExporterDescriptor &exporter, const ExportRequest &request, const QString &path,
                                  std::stop_token stop)
{
    AtomicFile file(path);
    if (const auto opened = file.open(); !opened)
        return opened.error();
    auto written = exporter.write(request, file.device(), stop);
    if (written.isCancelled())
        return Cancelled{};
    if (written.hasError())
        return written.error().code == ErrorCode::Io ? file.error() : written.error();
    if (const auto committed = file.commit(); !committed)
        return committed.error();
    return written;
}

} // namespace cw
