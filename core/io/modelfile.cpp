// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/modelfile.h"

#include "io/smallfile.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace cw {

Result<std::shared_ptr<const ModelProfile>> loadModelFile(const QString &path)
{
    const auto json = readSmallFile(path, "model profile", static_cast<qint64>(largestModelProfile));
    if (!json)
        return json.error();

    auto profile = parseModelProfile({json->constData(), static_cast<std::size_t>(json->size())});
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
