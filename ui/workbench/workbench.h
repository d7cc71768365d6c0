// SPDX-License-Identifier: GPL-3.0-or-later
// The session: documents, configuration, undo, and the live lane that turns them into snapshots.
#pragma once

#include "base/result.h"
#include "concurrency/changekind.h"
#include "io/documentloader.h"
#include "run/beginning.h"
#include "run/run.h"
#include "workbench/selection.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QUndoStack;

namespace cw {

/// Lives on the GUI thread; every run happens on the live lane's worker. Results arrive in order, newest configuration
/// last. Positions of documents in functions and signals of this class are positions in documents(); those in the
/// selection are positions in the snapshot, which may lag behind for a moment: go by Document::id between the two.
class Workbench final : public QObject
{
    Q_OBJECT

public:
    explicit Workbench(QObject *parent = nullptr);
    ~Workbench() override; ///< stops and joins all workers

    [[nodiscard]] const RunConfig &config() const noexcept;
    [[nodiscard]] const std::vector<std::shared_ptr<const Document>> &documents() const noexcept;
    /// The newest finished run; null until the first one. Its config may be older than config().
    [[nodiscard]] const std::shared_ptr<const RunSnapshot> &snapshot() const noexcept;
    /// What can be shown of a long document that is not in the snapshot yet; none most of the time. It is not the
    /// snapshot: places, exports and figures are of the snapshot alone.
    [[nodiscard]] const std::optional<Beginning> &beginning() const noexcept;
    [[nodiscard]] Selection &selection() noexcept;
    /// What runs keep, for other work on the same documents. Thread-safe; lives as long as the workbench.
    [[nodiscard]] Caches &caches() noexcept;
    [[nodiscard]] QUndoStack &undoStack() noexcept;
    [[nodiscard]] bool isBusy() const noexcept;
    [[nodiscard]] bool isOpening() const noexcept; ///< files are being read
    /// Documents are being read or chunked, and no snapshot has any yet.
    [[nodiscard]] bool isAwaitingDocuments() const noexcept;
    /// The snapshot shows exactly the present documents and configuration.
    [[nodiscard]] bool isSnapshotCurrent() const noexcept;

    /// Sets the configuration. Preview changes from one drag and the settled one that ends it make one undo step, named
    /// `undoText`. An invalid configuration is kept for the controls to show, but not run: see configError.
    void setConfig(const RunConfig &config, ChangeKind kind, const QString &undoText);

    /// Why the present configuration cannot be run; `subject` names the parameter. Empty code path: std::nullopt.
    [[nodiscard]] const std::optional<Error> &configError() const noexcept;

    /// Opens files and folders in the background, in order. Problems are reported one by one through problemFound.
    void open(const QStringList &paths, const QStringList &patterns = {});
    /// Opens one file whatever it looks like, in an encoding of the user's choice (empty: detect).
    void openAnyway(const QString &path, const QString &encoding = {});
    /// Adds pasted text as a document called `title`, made unique; a large one in the background.
    void addText(const QString &title, const QString &text);
    void removeDocuments(const std::vector<std::uint32_t> &positions);
    void closeAll();
    /// Reads a document again, with another encoding when one is given.
    void reload(std::uint32_t document, const QString &encoding = {});
    /// How the document was asked to be read; all defaults for one that nothing was chosen for.
    [[nodiscard]] LoadOptions loadOptions(std::uint32_t document) const;
    /// Reads a document's file again as `options` say. They are kept for later reloads when that succeeds; otherwise
    /// the document stays as it is, and problemFound says why.
    void readAs(std::uint32_t document, const LoadOptions &options);
    /// Runs with what there is, so that vocabularies are loaded before the first document comes.
    void warmUp();
    /// Runs when what the last run lacked has come.
    void runAgain();
    /// Stops opening files and the running run; what is open stays.
    void cancel();

    /// Selects the chunk at `byte` of a document of the present snapshot. Out-of-range positions are clamped.
    void selectByte(std::uint32_t document, std::size_t byte);

signals:
    void configChanged(const cw::RunConfig &config);
    void configErrorChanged();
    void documentsChanged();
    void snapshotChanged(const std::shared_ptr<const cw::RunSnapshot> &snapshot);
    /// There is a beginning to show, or there is none any more although no snapshot came.
    void beginningChanged();
    /// `total` is 0 when the end is not known.
    void progressChanged(const QString &what, qint64 done, qint64 total);
    void busyChanged(bool busy);
    void awaitingDocumentsChanged();
    /// A whole sentence naming the file or field: for the message area, not for a modal box. One with a subject stands
    /// until another one of that subject, or problemSolved.
    void problemFound(const QString &message, const QString &subject = {});
    void problemSolved(const QString &subject);
    /// Something worth saying that is no problem, for the same place.
    void noticeFound(const QString &message);
    /// A document changed on disk before or inside what is selected, so the selection would move; the user decides
    /// whether to reload. Other changes on disk are reloaded at once, with a notice.
    void documentChangedOnDisk(std::uint32_t document);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace cw
