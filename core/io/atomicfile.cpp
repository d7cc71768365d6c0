// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/atomicfile.h"

#include <QSaveFile>

namespace cw {

Result<void> writeFileAtomically(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return Error{ErrorCode::Io, QStringLiteral("Could not write %1: %2.").arg(path, file.errorString()).toStdString(),
                 path.toStdString()};
}

} // namespace cw
