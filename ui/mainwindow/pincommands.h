// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands for pins do, and the menu of the chunk view.
#pragma once

#include "actions/actions.h"
#include "run/pins.h"
#include "workbench/workbench.h"

#include <QObject>
#include <QPoint>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cw {

class ChunkView;
class MessageArea;

/// Pins are set and removed at the place that is selected: where a person clicked, or where the current chunk begins.
class PinCommands final : public QObject
{
    Q_OBJECT

public:
    PinCommands(Workbench &workbench, Actions &actions, ChunkView &view, MessageArea &messages, QObject *parent);

    void updateActions();

    bool eventFilter(QObject *watched, QEvent *event) override; ///< the view's menu

private:
    struct Here
    {
        std::uint32_t document = 0; ///< of the snapshot
        std::size_t byte = 0; ///< where a pin would go
        std::size_t pointed = 0; ///< where the person pointed
    };

    /// Nothing as long as the snapshot is not of the present documents.
    [[nodiscard]] std::optional<Here> here() const;
    [[nodiscard]] const Document *documentHere() const;
    void pin(PinKind kind);
    void removePin();
    void removePins();
    void selectAt(QPoint point); ///< of the viewport
    [[nodiscard]] QPoint pointOfPlace() const;
    void showMenu(QPoint point);
    void sayWhatDoesNotHold();

    Workbench &m_workbench;
    Actions &m_actions;
    ChunkView &m_view;
    MessageArea &m_messages;
};

} // namespace cw
