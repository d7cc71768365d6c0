// SPDX-License-Identifier: GPL-3.0-or-later
// Whole small files that the user names: configurations, profiles.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace cw {

/// The file's bytes, at most `largest`. Named pipes, sockets and devices are refused without being opened, since that
/// may wait for ever or never end; but descriptors that the caller was given are read to their end, whatever they are:
/// /dev/stdin, /dev/fd/N and /proc/self/fd/N, which shells put in for <(command). Errors are Io, name `kind` ("model
/// profile") and the file, and have its path as the subject.
[[nodiscard]] Result<QByteArray> readSmallFile(const QString &path, const char *kind, qint64 largest);

} // namespace cw
