// SPDX-License-Identifier: GPL-3.0-or-later
// The lane that finds and reads files away from the GUI thread.
#pragma once

#include "base/result.h"
#include "concurrency/worker.h"
#include "io/documentloader.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <vector>

namespace cw {

struct LoadRequest
{
    enum class Purpose {
        Open, ///< becomes a new document
        Reload, ///< replaces the document of that id
        Check ///< the file changed on disk: is the document still what it says?
    };

    QString path; ///< empty: the document is `text`
    QString fileKey; ///< one name for one file, however it was reached
    QString text;
    QString documentId;
    LoadOptions options;
    Purpose purpose = Purpose::Open;
    bool isChoice = false; ///< of a Reload: its options are kept when it succeeds
    std::uint64_t session = 0; ///< the asker's mark: answers to what was asked before a cancel are told by it
};

using LoadOutcome = Outcome<std::shared_ptr<const Document>>;

[[nodiscard]] std::shared_ptr<const Document> documentFromText(const QString &id, const QString &text);

struct LoadAnswer
{
    LoadRequest request;
    LoadOutcome outcome;
};

/// What a search found, with the key of every file, which takes a look at the disk.
struct FoundFiles
{
    FileSearch search;
    std::vector<QString> keys; ///< of search.files
};

/// One name for one file, however it was reached. Looks at the disk.
[[nodiscard]] QString fileKeyOf(const QString &path);

class LoadLane final : public QObject
{
    Q_OBJECT

public:
    explicit LoadLane(QObject *parent = nullptr);

    void search(const QStringList &paths, const QStringList &patterns);
    /// Reads files on several threads and answers in their order, many at a time.
    void load(std::vector<LoadRequest> requests);
    /// Drops what has not been read and stops what is being read; dropped requests are not answered.
    void cancel();
    [[nodiscard]] bool isBusy() const;

signals:
    /// The receiver asks for the files it wants with load().
    void found(const cw::FoundFiles &result);
    void loaded(const std::vector<cw::LoadAnswer> &answers);
    /// Files read and asked for since the lane was last idle.
    void progressChanged(qint64 done, qint64 total);
    /// Emitted when the last job was delivered.
    void finished();

private:
    void countDone(qint64 files);

    qint64 m_done = 0;
    qint64 m_total = 0;
    Worker m_worker; ///< last: joined before the rest goes
};

} // namespace cw
