// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "configoptions.h"
#include "report.h"
#include "standardoutput.h"

#include "io/configjson.h"

namespace cw::cli {

namespace {

constexpr std::string_view actions = "show, check or fingerprint";

int show(const RunConfig &config, bool withAll)
{
    const auto json = withAll ? configToFullJson(config) : configToJson(config);
    return json ? printToStandardOutput(json->toStdString()) : fail(json.error());
}

int fingerprint(const RunConfig &config)
{
    const auto value = configFingerprint(config);
    return value ? printToStandardOutput(value->toStdString() + '\n') : fail(value.error());
}

} // namespace

int runConfig(const Options &given)
{
    if (given.operands.empty())
        return fail({ErrorCode::Usage, "Say what to do: config " + std::string(actions) + ".", "config"});
    const std::string &action = given.operands.front();
    if (action != "show" && action != "check" && action != "fingerprint") {
        return fail({ErrorCode::Usage,
                     "The command config has no action \"" + action + "\", only " + std::string(actions) + ".",
                     "config"});
    }
    Options options = given;
    if (given.operands.size() > 2 || (given.operands.size() == 2 && given.configFile))
        return fail({ErrorCode::Usage, "The command config takes one configuration file.", given.operands.back()});
    if (given.operands.size() == 2)
        options.configFile = given.operands[1];
    if (given.wantsAll && action != "show")
        return fail({ErrorCode::Usage, "Option --all is for config show.", "all"});
    if (action == "check" && !options.configFile)
        return fail({ErrorCode::Usage, "Name the configuration file: config check FILE.", "config"});

    const auto config = configFromOptions(options);
    if (!config)
        return fail(config.error());
    if (action == "show")
        return show(*config, options.wantsAll);
    if (action == "fingerprint")
        return fingerprint(*config);
    return printToStandardOutput(*options.configFile + ": OK\n");
}

} // namespace cw::cli
