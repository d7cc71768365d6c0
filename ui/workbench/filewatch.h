// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>

namespace cw {

/// Says which of the watched files changed, once a burst of writes is over. Survives editors that replace the file.
class FileWatch final : public QObject
{
    Q_OBJECT

public:
    explicit FileWatch(QObject *parent = nullptr);

    /// Each file costs a handle of the system and time in the window.
    static constexpr qsizetype watchedAtMost = 1000;

    /// Watches exactly these files from now on. `unwatchedPaths` is how many more there would have been.
    void setPaths(const QStringList &paths, qsizetype unwatchedPaths = 0);

signals:
    void changed(const QString &path);
    /// The file is gone; it is watched again when it comes back before the next setPaths.
    void vanished(const QString &path);
    /// So many files are not watched: there are too many, or the system refuses. Said once.
    void limitReached();

private:
    void noteChange(const QString &path);
    void noteFolderChange(const QString &folder);
    void report();

    QFileSystemWatcher m_watcher;
    QSet<QString> m_wanted;
    QSet<QString> m_changed;
    QSet<QString> m_vanished; ///< reported as gone and not seen since; their folders are watched
    QTimer m_quiet; ///< runs out when no change came for a while
    bool m_isLimitReported = false;
};

} // namespace cw
