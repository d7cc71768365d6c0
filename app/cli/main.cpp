// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "help.h"
#include "options.h"
#include "report.h"
#include "signals.h"
#include "standardoutput.h"

#include "run/runconfig.h"

#include <csignal>
#include <exception>
#include <fcntl.h>
#include <new>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace cw::cli;

int dispatch(const Options &options)
{
    switch (options.command) {
    case Command::Config:
        return runConfig(options);
    case Command::List:
        return runList(options);
    case Command::Vectors:
        return runVectors(options);
    case Command::Chunk:
    case Command::Audit:
    case Command::Bench:
    case Command::Limits:
    case Command::Tokenize:
        break;
    }
    StopSignals stopSignals;
    if (options.command == Command::Bench)
        return runBench(options, stopSignals);
    if (options.command == Command::Tokenize)
        return runTokenize(options, stopSignals);
    if (options.command == Command::Limits)
        return runLimits(options, stopSignals);
    return options.command == Command::Chunk ? runChunk(options, stopSignals) : runAudit(options, stopSignals);
}

int runProgram(const std::vector<std::string> &arguments)
{
    if (!arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help"))
        return printToStandardOutput(generalHelp());
    if (!arguments.empty() && arguments[0] == "--version")
        return printToStandardOutput("chunkwright-cli " CHUNKWRIGHT_VERSION " (" + std::string(cw::engineAbi) + ")\n");

    const auto options = parseOptions(arguments);
    if (!options) {
        const int code = fail(options.error());
        say("Try chunkwright-cli --help, or chunkwright-cli COMMAND --help.");
        return code;
    }
    return options->wantsHelp ? printToStandardOutput(commandHelp(options->command)) : dispatch(*options);
}

/// A descriptor that the parent closed would be given to the next file opened, which then got our messages or passed
/// for our input. The stand-ins fail as the closed ones would.
void occupyStandardDescriptors() noexcept
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) == -1)
            static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

} // namespace

int main(int argc, char **argv)
{
    occupyStandardDescriptors();
    // A parent that ignores SIGPIPE hands that down; a closed output must end the program quietly all the same.
    std::signal(SIGPIPE, SIG_DFL);
    // A file that grows past its limit is a failed write with a message, not a silent end.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return runProgram({argv + (argc > 0 ? 1 : 0), argv + argc});
    } catch (const std::bad_alloc &) {
        return fail({cw::ErrorCode::Internal, "There is not enough memory.", {}});
    } catch (const std::exception &exception) {
        return fail({cw::ErrorCode::Internal, std::string("The program failed: ") + exception.what() + ".", {}});
    }
}
