// SPDX-License-Identifier: GPL-3.0-or-later
// What chunk and audit have in common: inputs through the pipeline into the output.
#pragma once

#include "commands.h"
#include "configoptions.h"
#include "pipeline.h"
#include "report.h"
#include "signals.h"
#include "totals.h"

namespace cw::cli {

/// Opens inputs and output as the options say, processes, commits. Whether documents share one run is decided here:
/// `isAudited` says that the audit, the only thing that looks across documents, matters.
int processInputs(const Options &options, PipelineJob job, bool isAudited, StopSignals &stopSignals, Totals &totals);

} // namespace cw::cli
