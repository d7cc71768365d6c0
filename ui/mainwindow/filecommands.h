// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "concurrency/latesttask.h"
#include "settings/settings.h"
#include "workbench/workbench.h"

#include <QMenu>
#include <QObject>

#include <memory>
#include <optional>

class QMimeData;
class QWidget;

namespace cw {

class Actions;
class DocumentsPanel;
class MessageArea;

/// What the File menu does with documents, configurations and exports.
class FileCommands final : public QObject
{
    Q_OBJECT

public:
    FileCommands(Workbench &workbench, Settings &settings, Actions &actions, DocumentsPanel &documents,
                 MessageArea &messages, QWidget &window);

    /// Opens and remembers the paths for Open Recent.
    void openPaths(const QStringList &paths, const QStringList &patterns = {});
    /// What the program was started with: the documents are opened once the configuration, which may name a large
    /// tokenizer file, was read as importConfig() does. That is no step to undo. An empty path is no configuration.
    void startWith(const QString &configFile, const QStringList &documents);
    /// Reads a configuration, with the tokenizer file it may name, on a worker and makes it the present one; what is
    /// wrong with it is said in place.
    void importConfig(const QString &path);
    bool exportConfig(const QString &path);
    void pasteDocument(const QString &text);

    [[nodiscard]] QMenu &recentMenu() noexcept { return m_recentMenu; }
    [[nodiscard]] QMenu &encodingMenu() noexcept { return m_encodingMenu; }
    void updateActions();
    /// Positions in Workbench::documents(): what is selected in the panel, or the document that is shown.
    [[nodiscard]] std::vector<std::uint32_t> targets() const;

    /// True when the drop has files or text to open.
    [[nodiscard]] static bool canOpen(const QMimeData &data);
    void openDropped(const QMimeData &data);

private:
    void takeOver(const Outcome<RunConfig> &config);
    /// Overrides of a configuration that was just taken over which no open document is chunked with.
    void tellUnusedOverrides(const RunConfig &config);
    void connectActions();
    void openFiles();
    void openFolder();
    void openAsText();
    void openSamples();
    void reloadTargets(const QString &encoding = {});
    void removeSelected();
    void chooseConfigToImport();
    void chooseConfigToExport();
    void copyFingerprint();
    void exportChunks();
    void fillRecentMenu();
    void fillEncodingMenu();
    void askAboutChange(std::uint32_t document);

    Workbench &m_workbench;
    Settings &m_settings;
    Actions &m_actions;
    DocumentsPanel &m_documents;
    MessageArea &m_messages;
    QWidget &m_window;
    QMenu m_recentMenu;
    QMenu m_encodingMenu;
    QString m_importPath;
    std::optional<QStringList> m_documentsToStart; ///< they wait for the first configuration
    LatestTask<RunConfig> m_importing; ///< last: joined before the rest goes
};

/// The folder of the sample documents; empty when they were not installed.
[[nodiscard]] QString samplesFolder();

} // namespace cw
