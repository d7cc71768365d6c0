// SPDX-License-Identifier: GPL-3.0-or-later
// The workbench's documents: opening, reloading, removing, watching.
#include "models/texts.h"
#include "workbench/workbench_p.h"

#include <QFileInfo>

#include <algorithm>
#include <set>
#include <utility>

namespace cw {

namespace {

constexpr int shortestPublishMilliseconds = 30;
constexpr int longestPublishMilliseconds = 1000;
constexpr qsizetype addedAtOnceUtf16 = 1 << 18; ///< a few milliseconds
constexpr std::size_t askedAtOnce = 4000; ///< files; some milliseconds as well

QString pathOf(const Document &document)
{
    return QString::fromStdString(document.source().path);
}

/// "7 .png, 3 .zip, 2 without an ending, 4 others": the most frequent ones first.
QString endingsText(const FileSearch &search)
{
    constexpr std::size_t namedAtMost = 6;
    QStringList parts;
    std::size_t others = 0;
    for (const auto &[ending, count] : endingsByCount(search)) {
        if (static_cast<std::size_t>(parts.size()) == namedAtMost)
            others += count;
        else if (ending.isEmpty())
            parts << Workbench::tr("%1 without an ending").arg(formatCount(count));
        else
            parts << Workbench::tr("%1 %2").arg(formatCount(count), ending);
    }
    if (others > 0)
        parts << Workbench::tr("%1 others").arg(formatCount(others));
    return parts.join(QStringLiteral(", "));
}

} // namespace

void Workbench::open(const QStringList &paths, const QStringList &patterns)
{
    if (paths.isEmpty())
        return;
    d->wantsFirstOpened = true;
    d->loadLane.search(paths, patterns);
    d->updateBusy();
}

void Workbench::openAnyway(const QString &path, const QString &encoding)
{
    LoadRequest request;
    request.path = path;
    request.fileKey = fileKeyOf(path);
    request.documentId = d->uniqueId(QFileInfo(path).fileName());
    request.options.encoding = encoding;
    request.options.allowBinary = true;
    d->reservedIds.insert(request.documentId);
    d->chosenOptions.insert(request.documentId, request.options);
    d->wantsFirstOpened = true;
    d->load(request);
    d->updateBusy();
}

void Workbench::addText(const QString &title, const QString &text)
{
    const QString id = d->uniqueId(title);
    d->reservedIds.insert(id);
    d->selectWhenShown = id.toStdString();
    if (text.size() > addedAtOnceUtf16) {
        LoadRequest request;
        request.text = text;
        request.documentId = id;
        d->load(request);
        d->updateBusy();
        return;
    }
    d->documents.push_back(documentFromText(id, text));
    d->touchDocuments(ChangeKind::Settled);
}

void Workbench::removeDocuments(const std::vector<std::uint32_t> &positions)
{
    const std::set<std::uint32_t> unwanted(positions.begin(), positions.end());
    std::vector<std::shared_ptr<const Document>> kept;
    for (std::size_t i = 0; i < d->documents.size(); ++i) {
        if (!unwanted.contains(static_cast<std::uint32_t>(i))) {
            kept.push_back(d->documents[i]);
            continue;
        }
        d->forgetDocument(QString::fromStdString(d->documents[i]->id()));
    }
    if (kept.size() == d->documents.size())
        return;
    d->disposeDocuments(std::exchange(d->documents, std::move(kept)));
    d->publishAtOnce();
}

void Workbench::closeAll()
{
    d->disposeDocuments(std::exchange(d->documents, {}));
    d->documentOfFile.clear();
    d->fileOfDocument.clear();
    d->stopLoading();
    d->chosenOptions.clear();
    d->selectWhenShown.clear();
    d->publishAtOnce();
}

void Workbench::reload(std::uint32_t document, const QString &encoding)
{
    if (document >= d->documents.size())
        return;
    const Document &present = *d->documents[document];
    const QString path = pathOf(present);
    if (path.isEmpty()) {
        Q_EMIT problemFound(
            tr("%1 was pasted, so there is no file to read again.").arg(QString::fromStdString(present.id())));
        return;
    }
    LoadRequest request;
    request.path = path;
    request.documentId = QString::fromStdString(present.id());
    request.options = d->optionsFor(request.documentId);
    if (!encoding.isEmpty()) {
        request.options.encoding = encoding;
        d->chosenOptions.insert(request.documentId, request.options);
    }
    request.purpose = LoadRequest::Purpose::Reload;
    d->load(request);
    d->updateBusy();
}

LoadOptions Workbench::loadOptions(std::uint32_t document) const
{
    return document < d->documents.size() ? d->optionsFor(QString::fromStdString(d->documents[document]->id()))
                                          : LoadOptions();
}

void Workbench::readAs(std::uint32_t document, const LoadOptions &options)
{
    if (document >= d->documents.size() || d->documents[document]->source().path.empty())
        return;
    LoadRequest request;
    request.path = pathOf(*d->documents[document]);
    request.documentId = QString::fromStdString(d->documents[document]->id());
    request.options = options;
    request.purpose = LoadRequest::Purpose::Reload;
    request.isChoice = true;
    d->load(request);
    d->updateBusy();
}

LoadOptions Workbench::Private::optionsFor(const QString &documentId) const
{
    return chosenOptions.value(documentId);
}

QString Workbench::Private::uniqueId(const QString &wanted) const
{
    QString id = wanted;
    for (int number = 2; reservedIds.contains(id); ++number)
        id = QStringLiteral("%1 (%2)").arg(wanted).arg(number);
    return id;
}

std::optional<std::uint32_t> Workbench::Private::position(std::string_view documentId) const
{
    const auto found = std::find_if(documents.begin(), documents.end(),
                                    [&](const auto &document) { return document->id() == documentId; });
    if (found == documents.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - documents.begin());
}

void Workbench::Private::addFound(const FoundFiles &files)
{
    for (const QString &problem : files.search.problems + files.search.skipped)
        Q_EMIT q.problemFound(problem);
    if (files.search.leftOut > 0 && !files.search.files.empty()) {
        Q_EMIT q.noticeFound(
            Workbench::tr("%n file(s) in folders left out, as the name is not that of a known kind of document: %1. "
                          "Open such files by themselves to see them.",
                          nullptr, static_cast<int>(files.search.leftOut))
                .arg(endingsText(files.search)));
    }
    if (files.search.files.empty() && files.search.problems.empty() && files.search.skipped.empty())
        Q_EMIT q.problemFound(Workbench::tr("No file there matches the filter, so nothing was opened."));
    foundFiles.search.files.insert(foundFiles.search.files.end(), files.search.files.begin(), files.search.files.end());
    foundFiles.keys.insert(foundFiles.keys.end(), files.keys.begin(), files.keys.end());
    askForFound();
}

void Workbench::Private::askForFound()
{
    std::vector<LoadRequest> requests;
    QString firstKnown;
    const std::size_t end = std::min(foundFiles.keys.size(), foundAsked + askedAtOnce);
    for (; foundAsked < end; ++foundAsked) {
        const FoundFile &file = foundFiles.search.files[foundAsked];
        const QString &key = foundFiles.keys[foundAsked];
        if (const auto known = documentOfFile.constFind(key); known != documentOfFile.constEnd()) {
            if (firstKnown.isEmpty())
                firstKnown = *known;
            continue;
        }
        LoadRequest request;
        request.path = file.path;
        request.fileKey = key;
        request.documentId = uniqueId(file.documentId);
        request.session = loadSession;
        reservedIds.insert(request.documentId);
        requests.push_back(std::move(request));
    }
    if (requests.empty() && !firstKnown.isEmpty()) {
        selectWhenShown = firstKnown.toStdString();
        if (snapshot)
            selectPending();
    }
    loadLane.load(std::move(requests));
    if (foundAsked < foundFiles.keys.size()) {
        foundTimer.start();
    } else {
        foundTimer.stop();
        foundFiles = {};
        foundAsked = 0;
    }
    updateBusy();
}

void Workbench::Private::acceptLoaded(const LoadRequest &request, const LoadOutcome &outcome)
{
    if (request.session != loadSession) // a document of the same name may have been asked for since
        return;
    const bool isOpening = request.purpose == LoadRequest::Purpose::Open;
    if (!outcome.hasValue()) {
        if (isOpening) {
            reservedIds.remove(request.documentId);
            chosenOptions.remove(request.documentId);
        }
        if (outcome.hasError())
            Q_EMIT q.problemFound(QString::fromStdString(outcome.error().message), request.path);
        return;
    }
    const std::shared_ptr<const Document> &document = outcome.value();
    if (!request.path.isEmpty())
        Q_EMIT q.problemSolved(request.path);
    if (request.purpose == LoadRequest::Purpose::Check) {
        acceptChecked(request, document);
        return;
    }
    if (!isOpening) {
        if (request.isChoice)
            chosenOptions.insert(request.documentId, request.options);
        tellReplaced(request, *document);
        replaceDocument(document);
        return;
    }
    const QString &key = request.fileKey;
    if (!key.isEmpty() && documentOfFile.contains(key)) {
        reservedIds.remove(request.documentId);
        chosenOptions.remove(request.documentId);
        return;
    }
    if (!key.isEmpty()) {
        documentOfFile.insert(key, request.documentId);
        fileOfDocument.insert(request.documentId, key);
    }
    tellReplaced(request, *document);
    documents.push_back(document);
    if (std::exchange(wantsFirstOpened, false))
        selectWhenShown = document->id();
    touchDocuments(ChangeKind::Preview);
}

void Workbench::Private::tellReplaced(const LoadRequest &request, const Document &document)
{
    const DocumentSource &source = document.source();
    if (source.replacedSequences == 0)
        return;
    const auto place
        = source.replacedAt.empty() ? LineColumn{} : document.offsets().lineColumnAt(source.replacedAt.front());
    Q_EMIT q.problemFound(
        Workbench::tr("%1: %n byte sequence(s) could not be decoded as %2 and became U+FFFD, the first in line %3. "
                      "Choose another encoding with File > Reopen With Encoding.",
                      nullptr, static_cast<int>(source.replacedSequences))
            .arg(request.documentId, QString::fromStdString(source.encoding))
            .arg(place.line + 1),
        request.path);
}

void Workbench::Private::acceptChecked(const LoadRequest &request, const std::shared_ptr<const Document> &document)
{
    const std::optional<std::uint32_t> at = position(document->id());
    if (!at)
        return;
    const Document &before = *documents[*at];
    if (before.text() == document->text() && before.source().encoding == document->source().encoding)
        return;
    if (wouldMoveSelection(before, *document)) {
        Q_EMIT q.documentChangedOnDisk(*at);
        return;
    }
    replaceDocument(document);
    Q_EMIT q.noticeFound(Workbench::tr("%1 changed on disk and was read again.").arg(request.documentId));
}

bool Workbench::Private::wouldMoveSelection(const Document &before, const Document &after) const
{
    const std::optional<Place> &place = selection.current();
    if (!snapshot || !place || place->document >= snapshot->documents.size()
        || snapshot->documents[place->document]->id() != before.id())
        return false;
    std::size_t end = place->bytes.end;
    if (place->chunk && *place->chunk < snapshot->chunkSets[place->document]->size())
        end = std::max(end, snapshot->chunkSets[place->document]->chunks()[*place->chunk].source.end);
    return before.text().substr(0, end) != after.text().substr(0, end);
}

void Workbench::Private::replaceDocument(const std::shared_ptr<const Document> &document)
{
    const std::optional<std::uint32_t> at = position(document->id());
    if (!at)
        return;
    disposeDocuments({std::exchange(documents[*at], document)});
    touchDocuments(ChangeKind::Settled);
}

void Workbench::Private::disposeDocuments(std::vector<std::shared_ptr<const Document>> unwanted)
{
    disposer.dispose(std::make_shared<const std::vector<std::shared_ptr<const Document>>>(std::move(unwanted)));
}

void Workbench::Private::forgetDocument(const QString &documentId)
{
    reservedIds.remove(documentId);
    chosenOptions.remove(documentId);
    if (const QString file = fileOfDocument.take(documentId); !file.isEmpty())
        documentOfFile.remove(file);
}

void Workbench::Private::load(LoadRequest request)
{
    request.session = loadSession;
    loadLane.load({std::move(request)});
}

void Workbench::Private::stopLoading()
{
    loadLane.cancel();
    foundTimer.stop();
    foundFiles = {};
    foundAsked = 0;
    ++loadSession;
    reservedIds.clear();
    for (const auto &document : documents)
        reservedIds.insert(QString::fromStdString(document->id()));
}

void Workbench::Private::checkOnDisk(const QString &path)
{
    for (const auto &document : documents) {
        if (pathOf(*document) != path)
            continue;
        LoadRequest request;
        request.path = path;
        request.documentId = QString::fromStdString(document->id());
        request.options = optionsFor(request.documentId);
        request.purpose = LoadRequest::Purpose::Check;
        load(request);
    }
    updateBusy();
}

void Workbench::Private::touchDocuments(ChangeKind kind)
{
    if (kind == ChangeKind::Settled)
        touchKind = ChangeKind::Settled;
    if (!publishTimer.isActive()) {
        const auto lastRun
            = snapshot ? std::chrono::duration_cast<std::chrono::milliseconds>(snapshot->elapsed).count() : 0;
        const int wait = static_cast<int>(
            std::clamp<std::int64_t>(lastRun, shortestPublishMilliseconds, longestPublishMilliseconds));
        publishTimer.start(q.isOpening() ? wait : 0);
    }
    updateBusy();
}

/// Positions move when documents go: nobody may act on the old ones, not even for one turn of the event loop.
void Workbench::Private::publishAtOnce()
{
    publishTimer.stop();
    touchKind = ChangeKind::Settled;
    publishDocuments();
}

void Workbench::Private::publishDocuments()
{
    tellDocuments();
    startRun(std::exchange(touchKind, ChangeKind::Preview));
    updateBusy();
}

void Workbench::Private::tellDocuments()
{
    QStringList paths;
    qsizetype more = 0;
    for (const auto &document : documents) {
        if (document->source().path.empty())
            continue;
        if (paths.size() < FileWatch::watchedAtMost)
            paths.append(pathOf(*document));
        else
            ++more;
    }
    watch.setPaths(paths, more);
    Q_EMIT q.documentsChanged();
}

} // namespace cw
