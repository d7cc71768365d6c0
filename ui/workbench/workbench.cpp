// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/workbench.h"

#include "io/vectorfile.h"
#include "models/texts.h"
#include "run/missingvectors.h"
#include "workbench/configcommand.h"
#include "workbench/workbench_p.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <unordered_map>
#include <utility>

namespace cw {

namespace {

constexpr int progressMilliseconds = 100;
constexpr std::chrono::milliseconds slowRun(500);
constexpr std::size_t longDocumentBytes = std::size_t{4} << 20U; ///< its run takes longer than a blink
constexpr std::size_t beginningBytes = std::size_t{256} << 10U; ///< some screens, and a few milliseconds

/// run() tells of the first document alone.
Error missingVectorsError(const RunRequest &request, Caches &caches, const Error &ofFirst, std::stop_token stop)
{
    const auto missing = missingVectors(request.documents, request.config, caches, std::move(stop));
    if (!missing || missing->documents < 2)
        return ofFirst;
    Error error = ofFirst;
    error.message = Workbench::tr("There are no vectors yet of the model %1 for %2 sentences in %3 documents. Fetch "
                                  "them from the embedding server, or compare words instead.")
                        .arg(toQString(request.config.embedding.model), formatCount(missing->sentences.size()),
                             formatCount(missing->documents))
                        .toStdString();
    return error;
}

std::int64_t steadyNow()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

} // namespace

std::size_t characterStart(std::string_view text, std::size_t byte) noexcept
{
    byte = std::min(byte, text.size());
    while (byte > 0 && byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0U) == 0x80U)
        --byte;
    return byte;
}

std::optional<Place> placeAt(const RunSnapshot &snapshot, std::uint32_t document, ByteRange bytes)
{
    if (document >= snapshot.chunkSets.size())
        return std::nullopt;
    const ChunkSet &chunks = *snapshot.chunkSets[document];
    const std::string_view text = chunks.document().text();
    Place place;
    place.document = document;
    place.bytes.begin = characterStart(text, bytes.begin);
    place.bytes.end = std::max(place.bytes.begin, characterStart(text, bytes.end));
    if (chunks.size() == 0)
        return place;
    std::size_t chunk = chunks.lastChunkAt(place.bytes.begin);
    if (chunk == chunks.size())
        chunk = std::min(chunks.firstChunkEndingAfter(place.bytes.begin), chunks.size() - 1);
    place.chunk = static_cast<std::uint32_t>(chunk);
    return place;
}

Workbench::Private::Private(Workbench &owner)
    : q(owner), liveLane(
                    "Chunking", [this](const Outcome<SnapshotPointer> &outcome) { acceptRun(outcome); }, &disposer)
{
}

Workbench::Workbench(QObject *parent) : QObject(parent), d(std::make_unique<Private>(*this))
{
    d->publishTimer.setSingleShot(true);
    d->progressTimer.setInterval(progressMilliseconds);
    connect(&d->publishTimer, &QTimer::timeout, this, [this] { d->publishDocuments(); });
    connect(&d->progressTimer, &QTimer::timeout, this, [this] { d->reportRunProgress(); });
    connect(&d->loadLane, &LoadLane::found, this, [this](const FoundFiles &found) { d->addFound(found); });
    d->foundTimer.setInterval(0);
    connect(&d->foundTimer, &QTimer::timeout, this, [this] { d->askForFound(); });
    connect(&d->loadLane, &LoadLane::loaded, this, [this](const std::vector<LoadAnswer> &answers) {
        for (const LoadAnswer &answer : answers)
            d->acceptLoaded(answer.request, answer.outcome);
    });
    connect(&d->loadLane, &LoadLane::progressChanged, this,
            [this](qint64 done, qint64 total) { Q_EMIT progressChanged(tr("Opening files"), done, total); });
    connect(&d->loadLane, &LoadLane::finished, this, [this] {
        if (isOpening())
            return;
        d->wantsFirstOpened = false;
        if (d->publishTimer.isActive())
            d->publishTimer.start(0);
        d->updateBusy();
    });
    connect(&d->watch, &FileWatch::changed, this, [this](const QString &path) { d->checkOnDisk(path); });
    connect(&d->watch, &FileWatch::vanished, this, [this](const QString &path) {
        Q_EMIT problemFound(tr("%1 is no longer on disk. The text that was read stays open.").arg(path), path);
    });
    connect(&d->watch, &FileWatch::limitReached, this, [this] {
        Q_EMIT problemFound(tr("At most the first %1 files are watched for changes on disk. Use File > Reload to read "
                               "others again.")
                                .arg(formatCount(FileWatch::watchedAtMost)));
    });
}

Workbench::~Workbench() = default;

void Workbench::warmUp()
{
    if (!d->snapshot && !isBusy())
        d->startRun(ChangeKind::Preview);
}

void Workbench::runAgain()
{
    d->startRun(ChangeKind::Settled);
}

const RunConfig &Workbench::config() const noexcept
{
    return d->config;
}

const std::vector<std::shared_ptr<const Document>> &Workbench::documents() const noexcept
{
    return d->documents;
}

const SnapshotPointer &Workbench::snapshot() const noexcept
{
    return d->snapshot;
}

const std::optional<Beginning> &Workbench::beginning() const noexcept
{
    return d->beginning;
}

Caches &Workbench::caches() noexcept
{
    return d->caches;
}

Selection &Workbench::selection() noexcept
{
    return d->selection;
}

QUndoStack &Workbench::undoStack() noexcept
{
    return d->undoStack;
}

bool Workbench::isBusy() const noexcept
{
    return d->liveLane.isBusy() || isOpening() || d->publishTimer.isActive();
}

bool Workbench::isOpening() const noexcept
{
    return d->loadLane.isBusy() || d->foundTimer.isActive();
}

bool Workbench::isAwaitingDocuments() const noexcept
{
    const bool hasResult = d->snapshot && !d->snapshot->documents.empty();
    return !hasResult && (isOpening() || (isBusy() && !documents().empty()));
}

bool Workbench::isSnapshotCurrent() const noexcept
{
    return d->snapshot && d->snapshot->config == d->config && d->snapshot->documents == d->documents;
}

const std::optional<Error> &Workbench::configError() const noexcept
{
    return d->configError;
}

void Workbench::setConfig(const RunConfig &config, ChangeKind kind, const QString &undoText)
{
    if (d->isApplyingUndo)
        return;
    const auto *top = dynamic_cast<const ConfigCommand *>(d->undoStack.command(d->undoStack.index() - 1));
    const bool endsDrag = top && top->isOpen();
    if (config == d->config && !endsDrag)
        return;
    d->undoStack.push(
        new ConfigCommand(d->config, config, kind, undoText,
                          [this](const RunConfig &value, ChangeKind applied) { d->applyConfig(value, applied); }));
}

void Workbench::Private::applyConfig(const RunConfig &newConfig, ChangeKind kind)
{
    const bool differs = newConfig != config;
    config = newConfig;
    if (differs) {
        isApplyingUndo = true; // a control that echoes the value it was just given must not make a step
        Q_EMIT q.configChanged(config);
        isApplyingUndo = false;
    }
    startRun(kind);
}

void Workbench::Private::setConfigError(std::optional<Error> error)
{
    if (configError == error)
        return;
    configError = std::move(error);
    Q_EMIT q.configErrorChanged();
}

void Workbench::Private::startRun(ChangeKind kind)
{
    if (const Result<void> checked = checkConfig(config); !checked) {
        liveLane.cancel();
        setConfigError(checked.error());
        updateBusy();
        return;
    }
    setConfigError(std::nullopt);
    if (kind == ChangeKind::Settled && !liveLane.isBusy() && q.isSnapshotCurrent())
        return;

    auto list = std::make_shared<const std::vector<std::shared_ptr<const Document>>>(documents);
    const auto run = [this, state = runState, list = std::move(list), runConfig = config,
                      longOne = documentToBeginWith()](std::stop_token stop, const auto &early) {
        state->done = 0;
        state->total = 0;
        state->startedAt = steadyNow();
        caches.keepOnly(*list);
        if (usesVectors(runConfig)) {
            if (const std::string remark = loadVectors(runConfig.embedding.model); !remark.empty())
                early([this, text = QString::fromStdString(remark)] { Q_EMIT q.problemFound(text); });
        }
        if (longOne) {
            const auto first = runBeginning(longOne, runConfig, beginningBytes, caches, stop);
            if (first && first->snapshot)
                early([this, value = *first] { showBeginning(value); });
        }
        RunRequest request;
        request.documents = *list;
        request.config = runConfig;
        request.threads = std::max(1U, std::thread::hardware_concurrency());
        request.progress = [state](RunProgress progress) {
            state->done = progress.documentsDone;
            state->total = progress.documentsTotal;
        };
        Outcome<SnapshotPointer> outcome = cw::run(request, caches, stop);
        if (outcome.hasError() && outcome.error().subject == "embedding")
            outcome = missingVectorsError(request, caches, outcome.error(), std::move(stop));
        for (const auto &document : *list) {
            if (document->text().size() >= longDocumentBytes)
                static_cast<void>(document->offsets()); // views ask for lines and columns
        }
        state->startedAt = 0;
        return outcome;
    };
    liveLane.start(LatestTask<SnapshotPointer>::EarlyJob(run), kind);
    updateBusy();
}

std::shared_ptr<const Document> Workbench::Private::documentToBeginWith() const
{
    const bool showsNothing = !snapshot || snapshot->documents.empty();
    for (const auto &document : documents) {
        const bool isWanted = selectWhenShown.empty() ? showsNothing : document->id() == selectWhenShown;
        if (!isWanted)
            continue;
        const bool isShown = snapshot && std::ranges::find(snapshot->documents, document) != snapshot->documents.end();
        return document->text().size() >= longDocumentBytes && !isShown ? document : nullptr;
    }
    return nullptr;
}

void Workbench::Private::showBeginning(const Beginning &value)
{
    const std::string &id = value.snapshot->documents.front()->id();
    if (!position(id))
        return;
    beginning = value;
    Q_EMIT q.beginningChanged();
}

void Workbench::Private::dropBeginning()
{
    if (!beginning)
        return;
    beginning.reset();
    Q_EMIT q.beginningChanged();
}

void Workbench::Private::acceptRun(const Outcome<SnapshotPointer> &outcome)
{
    if (outcome.hasError()) {
        runState->startedAt = 0;
        setConfigError(outcome.error());
        dropBeginning();
    } else if (outcome.hasValue()) {
        const SnapshotPointer before = std::exchange(snapshot, outcome.value());
        disposer.dispose(before);
        beginning.reset();
        const bool hasMoved = remapSelection(before);
        Q_EMIT q.snapshotChanged(snapshot);
        if (hasMoved)
            Q_EMIT selection.refreshed();
        Q_EMIT selection.historyChanged();
        selectPending();
    }
    updateBusy();
}

bool Workbench::Private::remapSelection(const SnapshotPointer &before)
{
    if (!before || before->documents.empty())
        return false;
    const bool sameDocuments = before->documents == snapshot->documents;
    std::unordered_map<std::string_view, std::uint32_t> positions;
    for (std::size_t i = 0; i < snapshot->documents.size() && !sameDocuments; ++i)
        positions.emplace(snapshot->documents[i]->id(), static_cast<std::uint32_t>(i));
    if (const std::optional<Place> &place = selection.current(); place)
        lastDocument = place->document;
    return selection.remap([&](const Place &place) -> std::optional<Place> {
        if (place.document >= before->documents.size())
            return std::nullopt;
        if (sameDocuments)
            return placeAt(*snapshot, place.document, place.bytes);
        const auto found = positions.find(before->documents[place.document]->id());
        if (found == positions.end())
            return std::nullopt;
        return placeAt(*snapshot, found->second, place.bytes);
    });
}

void Workbench::Private::selectPending()
{
    if (snapshot->documents.empty())
        return;
    std::optional<std::uint32_t> document;
    for (std::size_t i = 0; i < snapshot->documents.size() && !selectWhenShown.empty(); ++i) {
        if (snapshot->documents[i]->id() == selectWhenShown) {
            document = static_cast<std::uint32_t>(i);
            selectWhenShown.clear();
        }
    }
    if (!document && !selection.current()) // the selected document was removed: its neighbour takes its place
        document = std::min(lastDocument, static_cast<std::uint32_t>(snapshot->documents.size() - 1));
    if (document)
        q.selectByte(*document, 0);
}

void Workbench::selectByte(std::uint32_t document, std::size_t byte)
{
    if (!d->snapshot)
        return;
    std::optional<Place> place = placeAt(*d->snapshot, document, {byte, byte});
    if (!place)
        return;
    if (place->chunk)
        place->bytes = d->snapshot->chunkSets[document]->chunks()[*place->chunk].source;
    d->selection.select(*place);
}

void Workbench::Private::reportRunProgress()
{
    const std::int64_t started = runState->startedAt;
    if (started == 0 || steadyNow() - started < std::chrono::nanoseconds(slowRun).count() || loadLane.isBusy())
        return;
    const std::size_t total = runState->total;
    const bool isCountable = total > 1;
    Q_EMIT q.progressChanged(Workbench::tr("Chunking"), isCountable ? static_cast<qint64>(runState->done.load()) : 0,
                             isCountable ? static_cast<qint64>(total) : 0);
}

void Workbench::Private::updateBusy()
{
    const bool busy = q.isBusy();
    if (busy && !progressTimer.isActive())
        progressTimer.start();
    if (!busy)
        progressTimer.stop();
    if (busy != wasBusy) {
        wasBusy = busy;
        Q_EMIT q.busyChanged(busy);
    }
    if (q.isAwaitingDocuments() != wasAwaitingDocuments) {
        wasAwaitingDocuments = !wasAwaitingDocuments;
        Q_EMIT q.awaitingDocumentsChanged();
    }
}

void Workbench::cancel()
{
    d->stopLoading();
    d->liveLane.cancel();
    d->dropBeginning();
    if (d->publishTimer.isActive()) {
        d->publishTimer.stop();
        d->tellDocuments();
    }
    d->updateBusy();
}

} // namespace cw
