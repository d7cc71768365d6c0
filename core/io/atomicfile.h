// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files written so that a reader sees the old one or the new one, never half.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

#include <memory>

class QFileDevice;
class QIODevice;

namespace cw {

/// One file being written: a temporary file beside `path`, synchronised and renamed by commit(). Whatever is not
/// committed leaves the old file as it was. An existing file keeps its permissions, a link keeps leading to its file.
/// Devices and pipes, which cannot be replaced, are written directly. All errors are Io naming the path and the reason.
class AtomicFile final
{
public:
    explicit AtomicFile(QString path);
    ~AtomicFile();
    AtomicFile(const AtomicFile &) = delete;
    AtomicFile &operator=(const AtomicFile &) = delete;

    [[nodiscard]] Result<void> open();
    /// Precondition: open() succeeded.
    [[nodiscard]] QIODevice &device() noexcept;
    [[nodiscard]] Result<void> commit();
    /// What went wrong on the device. Precondition: something did, and the file is not used any more.
    [[nodiscard]] Error error() const;

private:
    [[nodiscard]] QString reason() const;

    QString m_path;
    bool m_isReplaceable = true;
    std::unique_ptr<QFileDevice> m_file;
};

[[nodiscard]] Result<void> writeFileAtomically(const QString &path, const QByteArray &bytes);

} // namespace cw
