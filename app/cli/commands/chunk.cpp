// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/processing.h"
#include "modelremarks.h"

#include "io/configjson.h"
#include "io/exporter.h"

#include <unistd.h>

namespace cw::cli {

namespace {

/// The configuration as it was asked for is what a header shows, also when no audit was made.
std::shared_ptr<const RunSnapshot> withProfile(const std::shared_ptr<const RunSnapshot> &snapshot,
                                               const AuditProfile &profile)
{
    if (snapshot->config.audit == profile)
        return snapshot;
    auto copy = std::make_shared<RunSnapshot>(*snapshot);
    copy->config.audit = profile;
    return copy;
}

} // namespace

int runChunk(const Options &options, StopSignals &stopSignals)
{
    const auto config = configFromOptions(options);
    if (!config)
        return fail(config.error());
    const ExporterDescriptor *exporter = findExporter(options.format == OutputFormat::Json ? "json" : "jsonl");
    if (!exporter)
        return fail({ErrorCode::Internal, "The program was built without its exporters.", "format"});

    const auto fingerprint = configFingerprint(*config);
    if (!fingerprint)
        return fail(fingerprint.error());
    const bool withAudits = options.audit && *options.audit != "none";
    for (const std::string &sentence : overLimitRemarks(*config))
        say(sentence);
    PipelineJob job;
    job.config = *config;
    if (!withAudits)
        job.config.audit = emptyAuditProfile();
    job.render = [exporter, withAudits, profile = config->audit, whole = fingerprint->toStdString()](
                     const std::shared_ptr<const RunSnapshot> &snapshot, QIODevice &device, std::stop_token stop) {
        ExportRequest request;
        request.fingerprint = whole;
        request.snapshot = withProfile(snapshot, profile);
        request.withAudits = withAudits;
        return exporter->write(request, device, std::move(stop));
    };
    Totals totals;
    const int code = processInputs(options, std::move(job), withAudits, stopSignals, totals);
    const bool isDone = code == Success || totals.documentsLeftOut > 0;
    if (isDone && (options.isVerbose || ::isatty(STDERR_FILENO) == 1))
        say(totals.summary(*config));
    return code;
}

} // namespace cw::cli
