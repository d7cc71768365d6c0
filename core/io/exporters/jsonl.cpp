// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/exportsink.h"
#include "tokenize/tokenizerreference.h"

namespace cw::exporterlist {

namespace {

Outcome<std::size_t> write(const ExportRequest &request, QIODevice &device, std::stop_token stop)
{
    const RunConfig &config = request.snapshot->config;
    const auto fingerprint = fingerprintOf(request);
    if (!fingerprint)
        return fingerprint.error();

    ExportSink sink(device);
    const std::string tokenizer = labelOfTokenizer(config.tokenizer).name;
    const ChunkLines lines{tokenizer, *fingerprint, "", "\n", true, true};
    auto written = writeChunks(request, lines, sink, stop);
    if (!written)
        return written;
    if (const auto flushed = sink.flush(); !flushed)
        return flushed.error();
    return written;
}

constexpr ExporterDescriptor descriptor{
    .id = "jsonl",
    .title = "JSON lines",
    .help
    = "One chunk a line, each complete in itself: for pipes, sharding and most loaders. Parents come before their "
      "chunks, with type parent.",
    .suffix = "jsonl",
    .write = &write,
};

} // namespace

const ExporterDescriptor &jsonl()
{
    return descriptor;
}

} // namespace cw::exporterlist
