// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/modelfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace cw {

Result<std::shared_ptr<const ModelProfile>> loadModelFile(const QString &path)
{
    const auto ioError = [&](const QString &reason) {
        return Error{ErrorCode::Io,
                     QStringLiteral("Could not read the model profile %1: %2.").arg(path, reason).toStdString(),
                     path.toStdString()};
    };
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return ioError(file.errorString());
    const QByteArray json = file.read(static_cast<qint64>(largestModelProfile) + 1);
    if (file.error() != QFileDevice::NoError)
        return ioError(file.errorString());

    auto profile = parseModelProfile({json.constData(), static_cast<std::size_t>(json.size())});
    if (!profile) {
        Error error = profile.error();
        error.message = path.toStdString() + ": " + error.message;
        return error;
    }
    if (isFileReference(profile->tokenizer)) {
        const QDir folder = QFileInfo(path).absoluteDir();
        profile->tokenizer
            = QDir::cleanPath(folder.absoluteFilePath(QString::fromStdString(profile->tokenizer))).toStdString();
    }
    const std::string reference = path.toStdString();
    keepModelProfile(reference, std::move(*profile));
    return findModelProfile(reference);
}

} // namespace cw
