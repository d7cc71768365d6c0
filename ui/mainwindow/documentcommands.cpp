// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/documentcommands.h"

#include "actions/actions.h"
#include "formats/format.h"
#include "models/texts.h"
#include "pages/documentspanel.h"
#include "workbench/overrides.h"

#include <QActionGroup>

#include <algorithm>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t overriddenAtOnce = 1000; ///< every change of the configuration copies its overrides

bool haveOneFormat(const std::vector<std::shared_ptr<const Document>> &documents)
{
    return std::ranges::all_of(documents,
                               [&](const auto &document) { return document->format() == documents.front()->format(); });
}

} // namespace

DocumentCommands::DocumentCommands(Workbench &workbench, Actions &actions, DocumentsPanel &documents, Targets targets,
                                   QObject *parent)
    : QObject(parent), m_workbench(workbench), m_actions(actions), m_targets(std::move(targets)),
      m_readAsMenu(tr("Read &As"))
{
    m_readAsMenu.setToolTipsVisible(true);
    connect(&m_readAsMenu, &QMenu::aboutToShow, this, &DocumentCommands::fillReadAsMenu);
    m_actions.on(ActionId::OverrideDocument, this, &DocumentCommands::overrideDocuments);
    m_actions.on(ActionId::OverrideFormat, this, &DocumentCommands::overrideFormat);
    m_actions.on(ActionId::ResetToConfig, this, &DocumentCommands::resetToConfig);
    connect(&m_workbench, &Workbench::documentsChanged, this, &DocumentCommands::updateActions);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &DocumentCommands::updateActions);
    connect(&m_workbench, &Workbench::configChanged, this, &DocumentCommands::updateActions);
    connect(&m_workbench.selection(), &Selection::selected, this, &DocumentCommands::updateActions);
    connect(&documents, &DocumentsPanel::selectedDocumentsChanged, this, &DocumentCommands::updateActions);
    updateActions();
}

std::vector<std::shared_ptr<const Document>> DocumentCommands::targetDocuments() const
{
    std::vector<std::shared_ptr<const Document>> documents;
    for (const std::uint32_t position : m_targets())
        documents.push_back(m_workbench.documents()[position]);
    return documents;
}

std::vector<std::uint32_t> DocumentCommands::targetFiles() const
{
    std::vector<std::uint32_t> positions = m_targets();
    std::erase_if(positions,
                  [this](std::uint32_t position) { return m_workbench.documents()[position]->source().path.empty(); });
    return positions;
}

std::vector<std::size_t> DocumentCommands::overridesOfTargets() const
{
    std::vector<std::size_t> numbers;
    if (m_workbench.config().overrides.empty())
        return numbers;
    const OverrideFinder finder(m_workbench.config());
    for (const auto &document : targetDocuments()) {
        const std::size_t number = finder.overrideFor(*document);
        if (number != RunSnapshot::noOverride && std::ranges::find(numbers, number) == numbers.end())
            numbers.push_back(number);
    }
    std::ranges::sort(numbers);
    return numbers;
}

void DocumentCommands::updateActions()
{
    const std::vector<std::shared_ptr<const Document>> targets = targetDocuments();
    const RunConfig &config = m_workbench.config();
    const QString noSelection = tr("No document is selected.");
    const auto hasNone
        = [&](const auto &document) { return !hasOverride(config, OverrideScope::Document, document->id()); };
    const bool areTooMany = targets.size() > overriddenAtOnce;
    const int count = static_cast<int>(targets.size());
    m_actions[ActionId::OverrideDocument].setText(count > 1
                                                      ? tr("Chunk These %Ln &Documents Differently", nullptr, count)
                                                      : tr("Chunk This &Document Differently"));
    m_actions.setAvailable(ActionId::OverrideDocument, !areTooMany && std::ranges::any_of(targets, hasNone),
                           targets.empty()  ? noSelection
                               : areTooMany ? tr("Select at most %Ln documents, or override their format.", nullptr,
                                                 static_cast<int>(overriddenAtOnce))
                                            : tr("There is an override already; Parameters shows it."));

    const bool isOneFormat = !targets.empty() && haveOneFormat(targets);
    m_actions[ActionId::OverrideFormat].setText(
        isOneFormat ? tr("Chunk &All %1 Documents Differently").arg(forMenu(formatTitle(targets.front()->format())))
                    : tr("Chunk &All Documents of This Format Differently"));
    m_actions.setAvailable(ActionId::OverrideFormat,
                           isOneFormat && !hasOverride(config, OverrideScope::Format, targets.front()->format()),
                           targets.empty()    ? noSelection
                               : !isOneFormat ? tr("The selected documents are of several formats.")
                                              : tr("There is an override for this format already."));

    const std::vector<std::size_t> used = overridesOfTargets();
    const bool isFormats = used.size() == 1 && config.overrides[used.front()].scope == OverrideScope::Format;
    m_actions[ActionId::ResetToConfig].setText(
        isFormats ? tr("Re&set All %1 Documents to Configuration")
                        .arg(forMenu(formatTitle(config.overrides[used.front()].target)))
                  : tr("Re&set to Configuration"));
    m_actions.setAvailable(ActionId::ResetToConfig, !used.empty(),
                           targets.empty() ? noSelection : tr("The configuration chunks this document already."));
    m_readAsMenu.setEnabled(!targetFiles().empty());
}

void DocumentCommands::open(const RunConfig &config, const QString &undoText)
{
    const std::vector<std::shared_ptr<const Document>> targets = targetDocuments();
    m_workbench.setConfig(config, ChangeKind::Settled, undoText);
    const auto &snapshot = m_workbench.snapshot();
    const std::shared_ptr<const Document> shown = shownDocument(m_workbench);
    const auto isShown = [&](const auto &document) { return shown && document->id() == shown->id(); };
    if (snapshot && !targets.empty() && std::ranges::none_of(targets, isShown)) {
        const auto first = std::ranges::find(snapshot->documents, targets.front());
        if (first != snapshot->documents.end())
            m_workbench.selectByte(static_cast<std::uint32_t>(first - snapshot->documents.begin()), 0);
    }
    Q_EMIT overrideOpened();
}

void DocumentCommands::overrideDocuments()
{
    const std::vector<std::shared_ptr<const Document>> targets = targetDocuments();
    RunConfig config = m_workbench.config();
    for (const auto &document : targets)
        config = withDocumentOverride(std::move(config), *document);
    if (targets.empty())
        return;
    open(config,
         targets.size() == 1 ? tr("Override for %1").arg(toQString(targets.front()->id()))
                             : tr("Overrides for %Ln documents", nullptr, static_cast<int>(targets.size())));
}

void DocumentCommands::overrideFormat()
{
    const std::vector<std::shared_ptr<const Document>> targets = targetDocuments();
    if (targets.empty() || !haveOneFormat(targets))
        return;
    const Document &document = *targets.front();
    open(withFormatOverride(m_workbench.config(), document),
         tr("Override for all %1 documents").arg(formatTitle(document.format())));
}

void DocumentCommands::resetToConfig()
{
    const std::vector<std::size_t> numbers = overridesOfTargets();
    RunConfig config = m_workbench.config();
    for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
        config = withoutOverride(std::move(config), *number);
    if (!numbers.empty())
        m_workbench.setConfig(config, ChangeKind::Settled, tr("Reset to Configuration"));
}

void DocumentCommands::fillReadAsMenu()
{
    qDeleteAll(m_readAsMenu.findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly));
    qDeleteAll(m_readAsMenu.findChildren<QActionGroup *>(QString(), Qt::FindDirectChildrenOnly));
    m_readAsMenu.clear();
    const std::vector<std::uint32_t> files = targetFiles();
    if (files.empty())
        return;
    const Document &first = *m_workbench.documents()[files.front()];
    const LoadOptions chosen = m_workbench.loadOptions(files.front());
    auto *group = new QActionGroup(&m_readAsMenu);
    const auto add = [&](const QString &text, const QString &tip, const QString &id) {
        QAction *action = m_readAsMenu.addAction(text);
        action->setToolTip(tip);
        action->setCheckable(true);
        action->setChecked(chosen.format == id);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, id] { readAs(id); });
    };
    add(chosen.format.isEmpty() ? tr("&By Content and Name (%1)").arg(forMenu(formatTitle(first.format())))
                                : tr("&By Content and Name"),
        tr("Take the format that the file's content and name show."), QString());
    m_readAsMenu.addSeparator();
    for (const FormatDescriptor *format : formats())
        add(forMenu(toQString(format->title)), toQString(format->help), toQString(format->id));

    const FormatDescriptor *format = findFormat(first.format());
    if (!format || format->options.empty())
        return;
    m_readAsMenu.addSection(toQString(format->title));
    for (const ParameterSpec &spec : format->options)
        addOption(m_readAsMenu, std::string(format->id), spec, first.source().formatOptions);
}

void DocumentCommands::addOption(QMenu &menu, const std::string &format, const ParameterSpec &spec,
                                 const ParameterValues &set)
{
    const auto prepare = [&](QAction *action, std::string_view tip, bool isChecked, const ParameterValue &value) {
        action->setToolTip(toQString(tip));
        action->setCheckable(true);
        action->setChecked(isChecked);
        connect(action, &QAction::triggered, this, [this, format, &spec, value] { setOption(format, spec, value); });
    };
    if (spec.kind == ParameterKind::Boolean) {
        const bool isOn = set.boolean(spec);
        prepare(menu.addAction(forMenu(toQString(spec.title))), spec.help, isOn, !isOn);
    } else if (spec.kind == ParameterKind::Choice) {
        QMenu *choices = menu.addMenu(forMenu(toQString(spec.title)));
        choices->setToolTipsVisible(true);
        auto *group = new QActionGroup(choices);
        for (const ParameterChoice &choice : spec.choices) {
            QAction *action = choices->addAction(forMenu(toQString(choice.title)));
            group->addAction(action);
            prepare(action, choice.help, set.choice(spec) == choice.id, std::string(choice.id));
        }
    }
}

void DocumentCommands::readAs(const QString &format)
{
    for (const std::uint32_t position : targetFiles()) {
        LoadOptions options = m_workbench.loadOptions(position);
        options.format = format;
        m_workbench.readAs(position, options);
    }
}

void DocumentCommands::setOption(const std::string &format, const ParameterSpec &spec, const ParameterValue &value)
{
    for (const std::uint32_t position : targetFiles()) {
        if (m_workbench.documents()[position]->format() != format)
            continue;
        LoadOptions options = m_workbench.loadOptions(position);
        options.formatOptions[format].set(spec.id, value);
        m_workbench.readAs(position, options);
    }
}

} // namespace cw
