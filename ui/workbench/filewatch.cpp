// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/filewatch.h"

#include <QFileInfo>

#include <utility>

namespace cw {

namespace {
constexpr int quietMilliseconds = 250;
}

FileWatch::FileWatch(QObject *parent) : QObject(parent)
{
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(quietMilliseconds);
    connect(&m_quiet, &QTimer::timeout, this, &FileWatch::report);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FileWatch::noteChange);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FileWatch::noteFolderChange);
}

void FileWatch::setPaths(const QStringList &paths, qsizetype unwatchedPaths)
{
    m_wanted = QSet<QString>(paths.begin(), paths.end());
    m_vanished.intersect(m_wanted);
    QStringList surplus;
    const QStringList watched = m_watcher.files();
    for (const QString &path : watched) {
        if (!m_wanted.contains(path))
            surplus.append(path);
    }
    if (!surplus.isEmpty())
        m_watcher.removePaths(surplus);

    const QSet<QString> known(watched.begin(), watched.end());
    QStringList added;
    for (const QString &path : std::as_const(m_wanted)) {
        if (!known.contains(path) && QFileInfo::exists(path))
            added.append(path);
    }
    const QStringList refused = added.isEmpty() ? QStringList() : m_watcher.addPaths(added);
    const qsizetype unwatched = refused.size() + unwatchedPaths;
    if (unwatched > 0 && !m_isLimitReported) {
        m_isLimitReported = true;
        Q_EMIT limitReached();
    }
}

void FileWatch::noteChange(const QString &path)
{
    if (!m_wanted.contains(path))
        return;
    m_changed.insert(path);
    m_quiet.start();
}

void FileWatch::noteFolderChange(const QString &folder)
{
    const QSet<QString> vanished = m_vanished;
    for (const QString &path : vanished) {
        if (QFileInfo(path).absolutePath() == folder && QFileInfo::exists(path))
            noteChange(path);
    }
}

void FileWatch::report()
{
    const QSet<QString> paths = m_changed;
    m_changed.clear();
    for (const QString &path : paths) {
        if (!m_wanted.contains(path))
            continue;
        if (!QFileInfo::exists(path)) {
            if (!m_vanished.contains(path)) {
                m_vanished.insert(path);
                m_watcher.addPath(QFileInfo(path).absolutePath());
                Q_EMIT vanished(path);
            }
            continue;
        }
        m_vanished.remove(path);
        if (!m_watcher.files().contains(path))
            m_watcher.addPath(path);
        Q_EMIT changed(path);
    }
}

} // namespace cw
