// SPDX-License-Identifier: GPL-3.0-or-later
// Documents one by one on several threads, results in input order.
#pragma once

#include "inputs.h"
#include "totals.h"

#include "run/run.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

class QIODevice;

namespace cw::cli {

class Output;
class StopSignals;

/// Writes what one command says about one run: chunks or findings.
using Renderer
    = std::function<Outcome<std::size_t>(const std::shared_ptr<const RunSnapshot> &, QIODevice &, std::stop_token)>;

struct PipelineJob
{
    RunConfig config;
    unsigned jobs = 1;
    bool asOneRun = false; ///< all documents in one run, in memory; otherwise each is a run of its own
    bool tellsProgress = false; ///< of fetching vectors, on standard error
    bool keepsGoing = false; ///< documents that cannot be read are left out, counted in Totals, and said
    Renderer render;
};

/// Reads every input, runs, renders into `output` in input order, and adds up. Remarks go to standard error. Document
/// by document at most `jobs` x 64 documents and about `jobs` x 32 MiB of input (or one larger document) are held, and
/// of each document's output 8 MiB. On an error the output of all documents before it has been written. Cancelled after
/// a signal: documents that were being worked on have been written.
[[nodiscard]] Outcome<Totals> process(Inputs &inputs, const PipelineJob &job, Output &output, StopSignals &stopSignals);

} // namespace cw::cli
