// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/pincommands.h"

#include "chunkview/chunkview.h"
#include "mainwindow/messagearea.h"
#include "models/texts.h"
#include "workbench/pinediting.h"

#include <QContextMenuEvent>
#include <QMenu>

#include <algorithm>

namespace cw {

PinCommands::PinCommands(Workbench &workbench, Actions &actions, ChunkView &view, MessageArea &messages,
                         QObject *parent)
    : QObject(parent), m_workbench(workbench), m_actions(actions), m_view(view), m_messages(messages)
{
    m_actions.on(ActionId::PinBreak, this, [this] { pin(PinKind::Break); });
    m_actions.on(ActionId::PinKeep, this, [this] { pin(PinKind::Keep); });
    m_actions.on(ActionId::RemovePin, this, &PinCommands::removePin);
    m_actions.on(ActionId::RemovePins, this, &PinCommands::removePins);
    m_view.installEventFilter(this);
    m_view.viewport()->installEventFilter(this);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &PinCommands::sayWhatDoesNotHold);
    connect(&m_workbench, &Workbench::configChanged, this, &PinCommands::updateActions);
}

std::optional<PinCommands::Here> PinCommands::here() const
{
    const auto &snapshot = m_workbench.snapshot();
    const std::optional<Place> &place = m_workbench.selection().current();
    if (!snapshot || !place || place->document >= snapshot->documents.size()
        || snapshot->documents != m_workbench.documents())
        return std::nullopt;
    const std::string_view text = snapshot->documents[place->document]->text();
    const ByteRange marked = m_view.selectedBytes();
    const std::size_t pointed = marked.isEmpty() ? place->bytes.begin : marked.begin;
    // A chunk's begin is meant as it is, whatever stands there.
    const bool isExact = !marked.isEmpty() || !place->bytes.isEmpty();
    return Here{place->document, isExact ? pointed : pinnablePlace(text, pointed), pointed};
}

const Document *PinCommands::documentHere() const
{
    const std::optional<Here> at = here();
    return at ? m_workbench.snapshot()->documents[at->document].get() : nullptr;
}

void PinCommands::updateActions()
{
    const std::optional<Here> at = here();
    const QString noPlace = tr("No place in a document is selected.");
    const QString atEdge = tr("The document begins or ends here.");
    const bool isInside = at && at->byte > 0 && at->byte < documentHere()->text().size();
    for (const ActionId id : {ActionId::PinBreak, ActionId::PinKeep})
        m_actions.setAvailable(id, isInside, at ? atEdge : noPlace);
    const RunConfig &config = m_workbench.config();
    const bool hasPin = at && pinAtPlace(config, *m_workbench.snapshot(), at->document, at->pointed).has_value();
    m_actions.setAvailable(ActionId::RemovePin, hasPin, at ? tr("There is no pin at this place.") : noPlace);
    const bool hasPins = at && !pinsOf(config.pins, documentHere()->id()).empty();
    m_actions.setAvailable(ActionId::RemovePins, hasPins, at ? tr("This document has no pins.") : noPlace);
}

void PinCommands::pin(PinKind kind)
{
    const std::optional<Here> at = here();
    if (!at)
        return;
    RunConfig config = m_workbench.config();
    // A pin of the other kind at this word gives way.
    if (const auto other = pinAtPlace(config, *m_workbench.snapshot(), at->document, at->byte))
        config = withoutPin(std::move(config), *other);
    config = withPin(std::move(config), pinAt(*documentHere(), kind, at->byte));
    m_workbench.setConfig(config, ChangeKind::Settled,
                          kind == PinKind::Break ? tr("Pinned Break") : tr("Forbidden Break"));
}

void PinCommands::removePin()
{
    const std::optional<Here> at = here();
    if (!at)
        return;
    const RunConfig &config = m_workbench.config();
    if (const auto number = pinAtPlace(config, *m_workbench.snapshot(), at->document, at->pointed))
        m_workbench.setConfig(withoutPin(config, *number), ChangeKind::Settled, tr("Removal of a Pin"));
}

void PinCommands::removePins()
{
    if (const Document *document = documentHere()) {
        m_workbench.setConfig(withoutPinsOf(m_workbench.config(), document->id()), ChangeKind::Settled,
                              tr("Removal of All Pins"));
    }
}

bool PinCommands::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    const auto &menu = static_cast<const QContextMenuEvent &>(*event);
    const QPoint point = m_view.viewport()->mapFromGlobal(menu.globalPos());
    if (menu.reason() != QContextMenuEvent::Keyboard)
        selectAt(point);
    showMenu(menu.reason() == QContextMenuEvent::Keyboard ? pointOfPlace() : point);
    event->accept();
    return true;
}

/// As a click does, but a marked text stays.
void PinCommands::selectAt(QPoint point)
{
    const auto &snapshot = m_workbench.snapshot();
    const std::optional<Place> place = m_view.placeAt(point);
    // What the view shows may be the beginning of a document that is not in the snapshot yet.
    if (snapshot && m_view.snapshot() == snapshot && place && m_view.selectedBytes().isEmpty())
        m_workbench.selection().select(*place);
}

QPoint PinCommands::pointOfPlace() const
{
    const std::optional<Here> at = here();
    const QRect rect = at ? m_view.rectOf(at->pointed) : QRect();
    return rect.isEmpty() ? m_view.viewport()->rect().center() : rect.bottomLeft();
}

void PinCommands::showMenu(QPoint point)
{
    updateActions();
    auto *menu = new QMenu(&m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    for (const ActionId id : {ActionId::PinBreak, ActionId::PinKeep, ActionId::RemovePin, ActionId::RemovePins})
        menu->addAction(&m_actions[id]);
    menu->addSeparator();
    for (const ActionId id : {ActionId::Copy, ActionId::CopyChunk})
        menu->addAction(&m_actions[id]);
    if (m_actions[ActionId::GoToSameText].isEnabled()) {
        menu->addSeparator();
        menu->addAction(&m_actions[ActionId::GoToSameText]);
    }
    menu->popup(m_view.viewport()->mapToGlobal(point));
}

void PinCommands::sayWhatDoesNotHold()
{
    const QString key = QStringLiteral("pins");
    const RunSnapshot &snapshot = *m_workbench.snapshot();
    const auto count = std::ranges::count_if(snapshot.pinPlaces, [](const PinPlace &place) { return !place.holds(); });
    if (count == 0) {
        m_messages.dismiss(key);
        return;
    }
    const auto first = std::ranges::find_if(snapshot.pinPlaces, [](const PinPlace &place) { return !place.holds(); });
    m_messages.add(Severity::Warning,
                   tr("%n pin(s) could not be kept, the first in %1. The Outline panel lists the reasons.", nullptr,
                      static_cast<int>(count))
                       .arg(QString::fromStdString(snapshot.documents[first->document]->id())),
                   key);
}

} // namespace cw
