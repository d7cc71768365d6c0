// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/chunkjson.h"
#include "io/configjson.h"
#include "io/exportsink.h"
#include "run/effectiveconfig.h"
#include "run/returning.h"
#include "tokenize/tokenizerreference.h"

namespace cw::exporterlist {

namespace {

Result<void> writeHeader(const ExportRequest &request, std::string_view fingerprint, ExportSink &sink)
{
    const auto config = configToCompactJson(request.snapshot->config);
    if (!config)
        return config.error();
    std::string &out = sink.buffer();
    out += R"({"schema":"chunk-export/1","tool":{"name":"chunkwright","version":")" CHUNKWRIGHT_VERSION
           R"("},"config":)";
    out.append(config->constData(), static_cast<std::size_t>(config->size()));
    out += R"(,"config_fingerprint":")";
    out += fingerprint;
    out += R"(","documents":[)";
    std::string_view separator = "\n";
    for (const std::uint32_t document : exportedDocuments(request)) {
        out += separator;
        const std::size_t used = overrideUsed(*request.snapshot, document);
        appendDocumentJson(out, *request.snapshot->documents[document],
                           used == RunSnapshot::noOverride ? nullptr : &request.snapshot->config.overrides[used],
                           request.snapshot->chunkSets[document]->vectors());
        separator = ",\n";
        if (auto flushed = sink.flushIfFull(); !flushed)
            return flushed;
    }
    out += "\n],\"chunks\":[\n";
    return {};
}

Outcome<std::size_t> write(const ExportRequest &request, QIODevice &device, std::stop_token stop)
{
    const RunConfig &config = request.snapshot->config;
    const auto fingerprint = fingerprintOf(request);
    if (!fingerprint)
        return fingerprint.error();

    ExportSink sink(device);
    if (const auto header = writeHeader(request, *fingerprint, sink); !header)
        return header.error();
    const std::string tokenizer = labelOfTokenizer(config.tokenizer).name;
    const ChunkLines lines{tokenizer, *fingerprint, ",\n", "", false};
    auto written = writeChunks(request, lines, sink, stop);
    if (!written)
        return written;
    sink.buffer() += "\n]";
    if (hasParents(*request.snapshot)) {
        sink.buffer() += ",\"parents\":[\n";
        if (const auto parents = writeParents(request, lines, sink, stop); !parents)
            return parents;
        sink.buffer() += "\n]";
    }
    sink.buffer() += "}\n";
    if (const auto flushed = sink.flush(); !flushed)
        return flushed.error();
    return written;
}

constexpr ExporterDescriptor descriptor{
    .id = "json",
    .title = "JSON",
    .help
    = "One object: the configuration and its fingerprint, a record of every document, all chunks, and their parents "
      "if they have some.",
    .suffix = "json",
    .write = &write,
};

} // namespace

const ExporterDescriptor &json()
{
    return descriptor;
}

} // namespace cw::exporterlist
