// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QSize>
#include <QString>
#include <QStringList>

namespace cw {

struct GuiOptions
{
    QStringList documents;
    QString configFile; ///< empty: the default configuration
    QString grabFile; ///< write a picture of the settled window here, then exit
    QString exportFile; ///< write the chunks here, then exit
    QString summaryFile; ///< write the audit summary here, then exit
    QSize size; ///< empty: as remembered, or 1440x900
    QString theme; ///< "light", "dark" or empty
    QString mode; ///< "source", "cards" or empty
    QStringList marks; ///< "tokens", "white-space", "plain": what the view shows beside the chunks
    QString panel; ///< panel to bring to the front, or empty
    QString printed; ///< answer to --help or --version: print it and exit

    /// Does its job and exits, without a person: settings are neither read nor written.
    [[nodiscard]] bool isUnattended() const
    {
        return !grabFile.isEmpty() || !exportFile.isEmpty() || !summaryFile.isEmpty();
    }
};

/// Usage errors name the option and what it takes.
[[nodiscard]] Result<GuiOptions> parseOptions(const QStringList &arguments);

} // namespace cw
