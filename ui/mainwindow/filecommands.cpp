// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/filecommands.h"

#include "actions/actions.h"
#include "dialogs/exportdialog.h"
#include "dialogs/openfolderdialog.h"
#include "io/atomicfile.h"
#include "io/configjson.h"
#include "io/documentloader.h"
#include "mainwindow/messagearea.h"
#include "models/texts.h"
#include "pages/documentspanel.h"
#include "workbench/overrides.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMimeData>
#include <QTimer>
#include <QUndoStack>
#include <QUrl>

#include <algorithm>
#include <chrono>
#include <utility>

namespace cw {

namespace {

const QString configKey = QStringLiteral("config-file");
const QString problemKey = QStringLiteral("problem ");
constexpr std::chrono::milliseconds longRead{300}; ///< what takes longer is said

QString fromError(const Error &error)
{
    return QString::fromStdString(error.message);
}

} // namespace

QString samplesFolder()
{
    const QStringList places{
        QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("samples")),
        QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../share/chunkwright/samples")),
        QStringLiteral(CHUNKWRIGHT_SAMPLES)};
    for (const QString &place : places) {
        if (QFileInfo(place).isDir())
            return QDir::cleanPath(place);
    }
    return {};
}

FileCommands::FileCommands(Workbench &workbench, Settings &settings, Actions &actions, DocumentsPanel &documents,
                           MessageArea &messages, QWidget &window)
    : QObject(&window), m_workbench(workbench), m_settings(settings), m_actions(actions), m_documents(documents),
      m_messages(messages), m_window(window), m_recentMenu(tr("Open Rece&nt")),
      m_encodingMenu(tr("Reopen &With Encoding")),
      m_importing("Reading a configuration", [this](const Outcome<RunConfig> &config) { takeOver(config); })
{
    m_recentMenu.setToolTipsVisible(true);
    connect(&m_recentMenu, &QMenu::aboutToShow, this, &FileCommands::fillRecentMenu);
    fillRecentMenu();
    fillEncodingMenu();
    connectActions();
    connect(&m_workbench, &Workbench::problemFound, this, [this](const QString &message, const QString &subject) {
        m_messages.add(Severity::Warning, message, subject.isEmpty() ? subject : problemKey + subject);
    });
    connect(&m_workbench, &Workbench::problemSolved, this,
            [this](const QString &subject) { m_messages.dismiss(problemKey + subject); });
    connect(&m_workbench, &Workbench::noticeFound, this,
            [this](const QString &message) { m_messages.add(Severity::Info, message); });
    connect(&m_workbench, &Workbench::documentChangedOnDisk, this, &FileCommands::askAboutChange);
    connect(&m_workbench, &Workbench::documentsChanged, this, &FileCommands::updateActions);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &FileCommands::updateActions);
    connect(&m_workbench, &Workbench::configErrorChanged, this, &FileCommands::updateActions);
    connect(&m_workbench.selection(), &Selection::selected, this, &FileCommands::updateActions);
    connect(&m_documents, &DocumentsPanel::selectedDocumentsChanged, this, &FileCommands::updateActions);
    updateActions();
}

void FileCommands::connectActions()
{
    m_actions.on(ActionId::OpenFiles, this, &FileCommands::openFiles);
    m_actions.on(ActionId::OpenFolder, this, &FileCommands::openFolder);
    m_actions.on(ActionId::OpenAsText, this, &FileCommands::openAsText);
    m_actions.on(ActionId::TrySamples, this, &FileCommands::openSamples);
    m_actions.on(ActionId::PasteDocument, this, [this] { pasteDocument(QGuiApplication::clipboard()->text()); });
    m_actions.on(ActionId::Reload, this, [this] { reloadTargets(); });
    m_actions.on(ActionId::RemoveDocuments, this, &FileCommands::removeSelected);
    m_actions.on(ActionId::CloseAll, &m_workbench, &Workbench::closeAll);
    m_actions.on(ActionId::ImportConfig, this, &FileCommands::chooseConfigToImport);
    m_actions.on(ActionId::ExportConfig, this, &FileCommands::chooseConfigToExport);
    m_actions.on(ActionId::CopyFingerprint, this, &FileCommands::copyFingerprint);
    m_actions.on(ActionId::ExportChunks, this, &FileCommands::exportChunks);
}

void FileCommands::updateActions()
{
    const bool hasDocuments = !m_workbench.documents().empty();
    const std::vector<std::uint32_t> selected = targets();
    const bool hasFile = std::any_of(selected.begin(), selected.end(), [this](std::uint32_t position) {
        return !m_workbench.documents()[position]->source().path.empty();
    });
    const QString noSelection = tr("No document is selected.");
    const QString noFile = tr("None of the selected documents comes from a file.");
    const QString invalid = tr("The present configuration cannot be run.");
    m_actions.setAvailable(ActionId::Reload, hasFile, selected.empty() ? noSelection : noFile);
    m_encodingMenu.setEnabled(std::any_of(selected.begin(), selected.end(), [this](std::uint32_t position) {
        const DocumentSource &source = m_workbench.documents()[position]->source();
        return !source.path.empty() && !source.encoding.empty();
    }));
    m_actions.setAvailable(ActionId::RemoveDocuments, !selected.empty(), noSelection);
    m_actions.setAvailable(ActionId::CloseAll, hasDocuments, tr("No document is open."));
    m_actions.setAvailable(ActionId::ExportConfig, !m_workbench.configError(), invalid);
    m_actions.setAvailable(ActionId::CopyFingerprint, !m_workbench.configError(), invalid);
    m_actions.setAvailable(ActionId::ExportChunks, hasDocuments && m_workbench.snapshot(),
                           tr("There are no chunks to export."));
    m_actions.setAvailable(ActionId::TrySamples, !samplesFolder().isEmpty(), tr("The samples were not installed."));
}

void FileCommands::openPaths(const QStringList &paths, const QStringList &patterns)
{
    if (paths.isEmpty())
        return;
    for (const QString &path : paths) {
        if (QFileInfo::exists(path))
            m_settings.addRecentPath(path);
    }
    const QFileInfo first(paths.front());
    m_settings.setLastFolder(first.isDir() ? first.absoluteFilePath() : first.absolutePath());
    m_workbench.open(paths, patterns);
}

void FileCommands::openFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        &m_window, tr("Open Files"), m_settings.lastFolder(),
        tr("Documents and source files (%1);;All files (*)").arg(defaultFilePatterns().join(QLatin1Char(' '))));
    openPaths(paths);
}

void FileCommands::openFolder()
{
    OpenFolderDialog dialog(m_settings, &m_window);
    if (dialog.exec() == QDialog::Accepted)
        openPaths({dialog.folder()}, dialog.patterns());
}

void FileCommands::openAsText()
{
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Open as Text"), m_settings.lastFolder());
    if (path.isEmpty())
        return;
    QStringList encodings = supportedEncodings();
    encodings.prepend(tr("detect"));
    bool isChosen = false;
    const QString chosen = QInputDialog::getItem(&m_window, tr("Open as Text"), tr("&Encoding of the file:"), encodings,
                                                 0, false, &isChosen);
    if (!isChosen)
        return;
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    m_workbench.openAnyway(path, chosen == encodings.front() ? QString() : chosen);
}

void FileCommands::openSamples()
{
    m_workbench.open({samplesFolder()});
}

void FileCommands::pasteDocument(const QString &text)
{
    if (text.trimmed().isEmpty()) {
        m_messages.add(Severity::Info, tr("There is no text on the clipboard. Copy some text first."));
        return;
    }
    m_workbench.addText(tr("Pasted text"), text);
}

std::vector<std::uint32_t> FileCommands::targets() const
{
    std::vector<std::uint32_t> positions = m_documents.selectedDocuments();
    const auto &documents = m_workbench.documents();
    std::erase_if(positions, [&](std::uint32_t position) { return position >= documents.size(); });
    const std::optional<Place> &place = m_workbench.selection().current();
    if (!positions.empty() || !place || !m_workbench.snapshot())
        return positions;
    const std::string &shown = m_workbench.snapshot()->documents[place->document]->id();
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (documents[i]->id() == shown)
            positions.push_back(static_cast<std::uint32_t>(i));
    }
    return positions;
}

void FileCommands::reloadTargets(const QString &encoding)
{
    for (const std::uint32_t position : targets()) {
        if (!m_workbench.documents()[position]->source().path.empty())
            m_workbench.reload(position, encoding);
    }
}

void FileCommands::removeSelected()
{
    m_workbench.removeDocuments(targets());
}

void FileCommands::startWith(const QString &configFile, const QStringList &documents)
{
    if (configFile.isEmpty()) {
        openPaths(documents);
        return;
    }
    m_documentsToStart = documents;
    importConfig(configFile);
}

void FileCommands::importConfig(const QString &path)
{
    m_importPath = path;
    QTimer::singleShot(longRead, this, [this, path] {
        if (m_importing.isBusy() && m_importPath == path)
            m_messages.add(Severity::Info, tr("Reading the configuration in %1 and its tokenizer…").arg(path),
                           configKey);
    });
    m_importing.start(
        [path](std::stop_token) -> Outcome<RunConfig> {
            auto read = readConfigFile(path);
            if (!read)
                return read.error();
            return std::move(read->config);
        },
        ChangeKind::Settled);
}

void FileCommands::takeOver(const Outcome<RunConfig> &config)
{
    if (config.isCancelled())
        return;
    if (!config) {
        m_messages.add(
            Severity::Error,
            tr("The configuration in %1 was not taken over. %2").arg(m_importPath, fromError(config.error())),
            configKey);
    } else {
        m_messages.dismiss(configKey);
        m_workbench.setConfig(*config, ChangeKind::Settled, tr("Import Configuration"));
        tellUnusedOverrides(*config);
    }
    if (const auto documents = std::exchange(m_documentsToStart, std::nullopt)) {
        m_workbench.undoStack().clear();
        openPaths(*documents);
    }
}

void FileCommands::tellUnusedOverrides(const RunConfig &config)
{
    const QString key = QStringLiteral("unused-overrides");
    QStringList unused;
    const std::vector<std::size_t> documents = documentsOfOverrides(config, m_workbench.documents());
    for (std::size_t number = 0; number < documents.size(); ++number) {
        if (documents[number] == 0)
            unused << overrideTarget(config.overrides[number]);
    }
    if (unused.isEmpty() || m_workbench.documents().empty()) {
        m_messages.dismiss(key);
        return;
    }
    constexpr qsizetype namedAtMost = 3;
    const qsizetype more = unused.size() - namedAtMost;
    QString names = unused.mid(0, namedAtMost).join(QStringLiteral(", "));
    if (more > 0)
        names = tr("%1 and %Ln more", nullptr, static_cast<int>(more)).arg(names);
    m_messages.add(Severity::Info, tr("No open document is chunked with the overrides for %1.").arg(names), key);
}

bool FileCommands::exportConfig(const QString &path)
{
    const Result<QByteArray> json = configToJson(m_workbench.config());
    if (!json) {
        m_messages.add(Severity::Error, fromError(json.error()), configKey);
        return false;
    }
    if (const Result<void> written = writeFileAtomically(path, *json); !written) {
        m_messages.add(Severity::Error, fromError(written.error()), configKey);
        return false;
    }
    m_messages.add(Severity::Info, tr("Wrote the configuration to %1.").arg(path), configKey);
    return true;
}

void FileCommands::chooseConfigToImport()
{
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Import Configuration"), m_settings.lastFolder(),
                                                      tr("Configurations (*.json);;All files (*)"));
    if (!path.isEmpty())
        importConfig(path);
}

void FileCommands::chooseConfigToExport()
{
    const QString proposal = QDir(m_settings.exportFolder()).filePath(QStringLiteral("chunk-config.json"));
    QString path = QFileDialog::getSaveFileName(&m_window, tr("Export Configuration"), proposal,
                                                tr("Configurations (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".json");
    exportConfig(path);
}

void FileCommands::copyFingerprint()
{
    const Result<QString> fingerprint = configFingerprint(m_workbench.config());
    if (!fingerprint) {
        m_messages.add(Severity::Error, fromError(fingerprint.error()), configKey);
        return;
    }
    QGuiApplication::clipboard()->setText(*fingerprint);
    m_messages.add(Severity::Info, tr("Copied the fingerprint %1.").arg(*fingerprint), configKey);
}

void FileCommands::exportChunks()
{
    ExportDialog dialog(m_workbench, m_settings, targets(), &m_window);
    connect(&dialog, &ExportDialog::exported, this,
            [this](const QString &message) { m_messages.add(Severity::Info, message, QStringLiteral("export")); });
    dialog.exec();
}

void FileCommands::fillRecentMenu()
{
    m_recentMenu.clear();
    const QStringList paths = m_settings.recentPaths();
    int number = 1;
    for (const QString &path : paths) {
        const QString shown = forMenu(QDir::toNativeSeparators(path));
        const QString text = number < 10 ? QStringLiteral("&%1 %2").arg(number).arg(shown) : shown;
        ++number;
        QAction *action = m_recentMenu.addAction(text);
        const bool exists = QFileInfo::exists(path);
        action->setEnabled(exists);
        action->setToolTip(exists ? tr("Open this file or folder again.") : tr("It is no longer there."));
        connect(action, &QAction::triggered, this, [this, path] { openPaths({path}); });
    }
    if (paths.isEmpty()) {
        m_recentMenu.addAction(tr("Nothing was opened yet"))->setEnabled(false);
        return;
    }
    m_recentMenu.addSeparator();
    QAction *clear = m_recentMenu.addAction(tr("&Forget These"));
    connect(clear, &QAction::triggered, this, [this] { m_settings.clearRecentPaths(); });
}

void FileCommands::fillEncodingMenu()
{
    for (const QString &encoding : supportedEncodings()) {
        QAction *action = m_encodingMenu.addAction(encoding);
        connect(action, &QAction::triggered, this, [this, encoding] { reloadTargets(encoding); });
    }
}

void FileCommands::askAboutChange(std::uint32_t document)
{
    const std::string id = m_workbench.documents()[document]->id();
    const QString name = QString::fromStdString(id);
    const auto reload = [this, id] {
        const auto &documents = m_workbench.documents();
        for (std::size_t i = 0; i < documents.size(); ++i) {
            if (documents[i]->id() == id)
                m_workbench.reload(static_cast<std::uint32_t>(i));
        }
    };
    m_messages.add(Severity::Warning,
                   tr("%1 changed on disk, and reading it again would move what you have selected.").arg(name),
                   QStringLiteral("disk:") + name, {{tr("Reload"), reload}, {tr("Keep"), {}}});
}

bool FileCommands::canOpen(const QMimeData &data)
{
    if (!data.hasUrls())
        return data.hasText();
    const QList<QUrl> urls = data.urls();
    return std::any_of(urls.begin(), urls.end(), [](const QUrl &url) { return url.isLocalFile(); });
}

void FileCommands::openDropped(const QMimeData &data)
{
    if (!data.hasUrls()) {
        m_workbench.addText(tr("Dropped text"), data.text());
        return;
    }
    QStringList paths;
    const QList<QUrl> urls = data.urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
        else
            m_messages.add(Severity::Warning,
                           tr("%1 is not a file on this computer. Save it here first.").arg(url.toDisplayString()));
    }
    openPaths(paths);
}

} // namespace cw
