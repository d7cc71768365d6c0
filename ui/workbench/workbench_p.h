// SPDX-License-Identifier: GPL-3.0-or-later
// The workbench's inside, shared by workbench.cpp (configuration, runs) and documents.cpp.
#pragma once

#include "concurrency/disposer.h"
#include "concurrency/latesttask.h"
#include "run/beginning.h"
#include "workbench/filewatch.h"
#include "workbench/loadlane.h"
#include "workbench/workbench.h"

#include <QHash>
#include <QSet>
#include <QTimer>
#include <QUndoStack>

#include <atomic>
#include <cstdint>
#include <memory>

namespace cw {

using SnapshotPointer = std::shared_ptr<const RunSnapshot>;

/// What a run tells about itself while it runs; written by its worker.
struct RunState
{
    std::atomic<std::int64_t> startedAt = 0; ///< nanoseconds of the steady clock; 0 when nothing runs
    std::atomic<std::size_t> done = 0;
    std::atomic<std::size_t> total = 0;
};

struct Workbench::Private
{
    explicit Private(Workbench &owner);

    // configuration and runs
    void applyConfig(const RunConfig &newConfig, ChangeKind kind);
    void setConfigError(std::optional<Error> error);
    void startRun(ChangeKind kind);
    /// The long document whose beginning is worth showing before its run is done; null when there is none.
    [[nodiscard]] std::shared_ptr<const Document> documentToBeginWith() const;
    void showBeginning(const Beginning &value);
    void dropBeginning();
    void acceptRun(const Outcome<SnapshotPointer> &outcome);
    [[nodiscard]] bool remapSelection(const SnapshotPointer &before);
    void selectPending();
    void reportRunProgress();
    void updateBusy();

    // documents
    void addFound(const FoundFiles &found);
    /// Asks for the next of the files that were found: thousands at once would hold up the window.
    void askForFound();
    void acceptLoaded(const LoadRequest &request, const LoadOutcome &outcome);
    void tellReplaced(const LoadRequest &request, const Document &document);
    void acceptChecked(const LoadRequest &request, const std::shared_ptr<const Document> &document);
    void replaceDocument(const std::shared_ptr<const Document> &document);
    /// Tells about new documents and runs, at once or (while files pour in) a little later.
    void touchDocuments(ChangeKind kind);
    void publishDocuments();
    void tellDocuments();
    void publishAtOnce();
    [[nodiscard]] QString uniqueId(const QString &wanted) const;
    [[nodiscard]] std::optional<std::uint32_t> position(std::string_view documentId) const;
    [[nodiscard]] LoadOptions optionsFor(const QString &documentId) const;
    [[nodiscard]] bool wouldMoveSelection(const Document &before, const Document &after) const;
    /// Stops opening: names of documents that will not come are free again, and answers still on their way are stale.
    void stopLoading();
    void forgetDocument(const QString &documentId);
    /// Freed elsewhere, once nobody holds them any more.
    void disposeDocuments(std::vector<std::shared_ptr<const Document>> unwanted);
    void load(LoadRequest request);
    void checkOnDisk(const QString &path);

    Workbench &q;
    RunConfig config = defaultConfig();
    std::optional<Error> configError;
    std::vector<std::shared_ptr<const Document>> documents;
    SnapshotPointer snapshot;
    std::optional<Beginning> beginning;
    Selection selection;
    QUndoStack undoStack;
    bool isApplyingUndo = false;
    bool wasBusy = false;
    bool wasAwaitingDocuments = false;

    QSet<QString> reservedIds; ///< of documents that are open or being opened
    QHash<QString, QString> documentOfFile; ///< document ids by the one name of the file they were read from
    QHash<QString, QString> fileOfDocument; ///< the other way round
    std::uint64_t loadSession = 0; ///< raised by every stop: what was asked before is not wanted any more
    QHash<QString, LoadOptions> chosenOptions; ///< by document id, when the user chose them
    std::string selectWhenShown; ///< id of a document to select as soon as a snapshot has it
    std::uint32_t lastDocument = 0; ///< position of the document that was selected before the newest snapshot
    bool wantsFirstOpened = false; ///< the next document that arrives is to be selected
    ChangeKind touchKind = ChangeKind::Preview;
    FoundFiles foundFiles; ///< of which the first `foundAsked` have been asked for
    std::size_t foundAsked = 0;
    QTimer foundTimer;

    Disposer disposer;
    Caches caches;
    std::shared_ptr<RunState> runState = std::make_shared<RunState>();
    QTimer publishTimer;
    QTimer progressTimer;
    FileWatch watch;
    LoadLane loadLane;
    LatestTask<SnapshotPointer> liveLane; ///< last: joined before anything it uses goes
};

/// The largest position that is not after `byte` and starts a character of `text`.
[[nodiscard]] std::size_t characterStart(std::string_view text, std::size_t byte) noexcept;
/// The place of `byte` in a document of a snapshot; `bytes` is cut to the text.
[[nodiscard]] std::optional<Place> placeAt(const RunSnapshot &snapshot, std::uint32_t document, ByteRange bytes);

} // namespace cw
