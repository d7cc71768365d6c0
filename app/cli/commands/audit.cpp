// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/processing.h"
#include "findings.h"

namespace cw::cli {

int runAudit(const Options &options, StopSignals &stopSignals)
{
    const auto config = configFromOptions(options);
    if (!config)
        return fail(config.error());
    PipelineJob job;
    job.config = *config;
    job.render = [isArray = options.format == OutputFormat::Json](const std::shared_ptr<const RunSnapshot> &snapshot,
                                                                  QIODevice &device, std::stop_token) {
        return writeFindings(*snapshot, isArray, device);
    };
    Totals totals;
    const int code = processInputs(options, std::move(job), true, stopSignals, totals);
    if (code != Success && totals.documentsLeftOut == 0)
        return code;
    for (const std::string &line : totals.ruleLines())
        say(line);
    say(totals.summary(*config));
    return code == Success && options.failOn && totals.reaches(*options.failOn) ? FindingsReached : code;
}

} // namespace cw::cli
