// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/atomicfile.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace cw {

AtomicFile::AtomicFile(QString path) : m_path(std::move(path))
{
    const QFileInfo info(m_path);
    m_isReplaceable = !info.exists() || info.isFile() || info.isDir();
    if (m_isReplaceable)
        m_file = std::make_unique<QSaveFile>(m_path);
    else
        m_file = std::make_unique<QFile>(m_path);
}

AtomicFile::~AtomicFile() = default;

Result<void> AtomicFile::open()
{
    if (m_file->open(QIODevice::WriteOnly))
        return {};
    return error();
}

QIODevice &AtomicFile::device() noexcept
{
    return *m_file;
}

Result<void> AtomicFile::commit()
{
    // QSaveFile::commit() forgets why its last write failed.
    if (m_file->flush() && (!m_isReplaceable || static_cast<QSaveFile &>(*m_file).commit())
        && m_file->error() == QFileDevice::NoError)
        return {};
    return error();
}

Error AtomicFile::error() const
{
    return Error{ErrorCode::Io, QStringLiteral("Could not write %1: %2.").arg(m_path, reason()).toStdString(),
                 m_path.toStdString()};
}

QString AtomicFile::reason() const
{
    // Qt knows no reason when a write failed after some of its bytes; the next byte, of a file that is thrown away
    // anyway, meets the same fault.
    if (m_isReplaceable && m_file->handle() >= 0 && ::write(m_file->handle(), "", 1) < 0)
        return QString::fromLocal8Bit(std::strerror(errno));
    return m_file->errorString();
}

Result<void> writeFileAtomically(const QString &path, const QByteArray &bytes)
{
    AtomicFile file(path);
    if (auto opened = file.open(); !opened)
        return opened;
    if (file.device().write(bytes) != bytes.size())
        return file.error();
    return file.commit();
}

} // namespace cw
