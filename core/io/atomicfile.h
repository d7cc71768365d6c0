// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files written so that a reader sees the old one or the new one, never half.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace cw {

/// Temporary file beside `path`, then rename. Errors: Io naming the path and the system's reason.
[[nodiscard]] Result<void> writeFileAtomically(const QString &path, const QByteArray &bytes);

} // namespace cw
