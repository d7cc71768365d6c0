// SPDX-License-Identifier: GPL-3.0-or-later
// The commands. Each gives the program's exit code.
#pragma once

#include "options.h"

namespace cw::cli {

class StopSignals;

int runChunk(const Options &options, StopSignals &stopSignals);
int runAudit(const Options &options, StopSignals &stopSignals);
int runLimits(const Options &options, StopSignals &stopSignals);
int runTokenize(const Options &options, StopSignals &stopSignals);
int runConfig(const Options &options);
int runList(const Options &options);
int runVectors(const Options &options);
int runBench(const Options &options, StopSignals &stopSignals);

} // namespace cw::cli
