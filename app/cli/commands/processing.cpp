// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/processing.h"

#include "inputs.h"
#include "output.h"
#include "report.h"

#include <algorithm>
#include <thread>
#include <unistd.h>

namespace cw::cli {

namespace {

Result<bool> sharesOneRun(const Options &options, bool isAudited, const Inputs &inputs)
{
    const bool needsOneRun = options.format == OutputFormat::Json;
    if (needsOneRun && isAudited && options.auditScope == AuditScope::Document) {
        return Error{ErrorCode::Usage,
                     "--audit-scope document cannot be combined with --format json, which is one run. Use --format "
                     "jsonl.",
                     "audit-scope"};
    }
    if (needsOneRun)
        return true;
    if (!isAudited)
        return false;
    return options.auditScope == AuditScope::Run || (options.auditScope == AuditScope::Auto && inputs.areAllTexts());
}

} // namespace

int processInputs(const Options &options, PipelineJob job, bool isAudited, StopSignals &stopSignals, Totals &totals)
{
    const auto inputs = Inputs::open(options, stopSignals.wakeDescriptor(), stopSignals.token());
    if (!inputs)
        return fail(inputs.error());
    const auto asOneRun = sharesOneRun(options, isAudited, **inputs);
    if (!asOneRun)
        return fail(asOneRun.error());
    const auto output = Output::open(options.output);
    if (!output)
        return fail(output.error());

    job.asOneRun = *asOneRun;
    job.keepsGoing = options.keepsGoing;
    job.tellsProgress = options.isVerbose || ::isatty(STDERR_FILENO) == 1;
    job.jobs = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    const auto processed = process(**inputs, job, **output, stopSignals);
    if (processed.isCancelled())
        return SignalBase + stopSignals.received();
    if (!processed)
        return failAtDocument(processed.error());
    if (const auto committed = (*output)->commit(); !committed)
        return fail(committed.error());
    totals = *processed;
    for (const std::string &sentence : totals.unusedOverrides(job.config))
        say(sentence);
    return codeAfterLeavingOut(totals.documentsLeftOut);
}

} // namespace cw::cli
