// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workbench/workbench.h"

#include <QMenu>
#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cw {

class Actions;
class DocumentsPanel;

/// What is done with single documents: chunking them differently, and reading them as another format.
class DocumentCommands final : public QObject
{
    Q_OBJECT

public:
    /// Positions in Workbench::documents() that commands are about.
    using Targets = std::function<std::vector<std::uint32_t>()>;

    DocumentCommands(Workbench &workbench, Actions &actions, DocumentsPanel &documents, Targets targets,
                     QObject *parent);

    /// Formats, and the options of the format that the targets have; filled when it is about to be shown.
    [[nodiscard]] QMenu &readAsMenu() noexcept { return m_readAsMenu; }
    void updateActions();

signals:
    /// The override is there and the document is shown: now it can be edited.
    void overrideOpened();

private:
    [[nodiscard]] std::vector<std::shared_ptr<const Document>> targetDocuments() const;
    /// Positions of targets that come from a file.
    [[nodiscard]] std::vector<std::uint32_t> targetFiles() const;
    void overrideDocuments();
    void overrideFormat();
    void resetToConfig();
    /// The overrides that chunk the targets.
    [[nodiscard]] std::vector<std::size_t> overridesOfTargets() const;
    void open(const RunConfig &config, const QString &undoText);
    void fillReadAsMenu();
    void addOption(QMenu &menu, const std::string &format, const ParameterSpec &spec, const ParameterValues &set);
    void readAs(const QString &format);
    void setOption(const std::string &format, const ParameterSpec &spec, const ParameterValue &value);

    Workbench &m_workbench;
    Actions &m_actions;
    Targets m_targets;
    QMenu m_readAsMenu;
};

} // namespace cw
