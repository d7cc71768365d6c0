// SPDX-License-Identifier: GPL-3.0-or-later
#include "standardoutput.h"

#include "output.h"
#include "report.h"

namespace cw::cli {

int printToStandardOutput(std::string_view text)
{
    const auto output = Output::open("-");
    if (!output)
        return fail(output.error());
    (*output)->write(text);
    const auto committed = (*output)->commit();
    return committed ? Success : fail(committed.error());
}

} // namespace cw::cli
