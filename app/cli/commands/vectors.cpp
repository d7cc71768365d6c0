// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "report.h"
#include "standardoutput.h"

#include "io/vectorfile.h"

#include <QFileInfo>

#include <span>
#include <string>

namespace cw::cli {

namespace {

int list()
{
    std::string text;
    for (const KeptVectorFile &file : keptVectorFiles()) {
        text += file.model + "  " + std::to_string(file.sentences) + (file.sentences == 1 ? " sentence" : " sentences")
            + " of " + std::to_string(file.dimension) + (file.dimension == 1 ? " number" : " numbers") + ", "
            + std::to_string(file.bytes) + " bytes\n    " + file.path.toStdString() + '\n';
    }
    if (text.empty())
        say("No vectors are kept.");
    return printToStandardOutput(text);
}

int forget(std::span<const std::string> models)
{
    for (const std::string &model : models) {
        if (!QFileInfo::exists(vectorFilePath(model))) { // whatever is in it
            return fail({ErrorCode::InvalidParameter,
                         "No vectors are kept of a model \"" + model + "\". \"vectors list\" shows of which there are.",
                         model});
        }
    }
    for (const std::string &model : models) {
        if (const auto removed = removeVectors(model); !removed)
            return fail(removed.error());
    }
    return Success;
}

} // namespace

int runVectors(const Options &options)
{
    const std::string action = options.operands.empty() ? std::string() : options.operands.front();
    if (action == "list" && options.operands.size() == 1)
        return list();
    if (action == "list")
        return fail({ErrorCode::Usage, "The command vectors list takes nothing more.", options.operands[1]});
    if (action != "forget")
        return fail({ErrorCode::Usage, "Say what to do: vectors list or vectors forget MODEL.", "vectors"});
    if (options.operands.size() == 1)
        return fail({ErrorCode::Usage, "Name the models to forget: vectors forget MODEL.", "vectors"});
    return forget(std::span(options.operands).subspan(1));
}

} // namespace cw::cli
