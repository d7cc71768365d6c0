// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "concurrency/changekind.h"
#include "run/runconfig.h"

#include <QUndoCommand>

#include <functional>

namespace cw {

/// One step of the configuration. Preview changes of one drag and the settled change that ends it merge into one step;
/// a drag that ends where it began leaves none.
class ConfigCommand final : public QUndoCommand
{
public:
    using Apply = std::function<void(const RunConfig &, ChangeKind)>;

    ConfigCommand(const RunConfig &before, const RunConfig &after, ChangeKind kind, const QString &text, Apply apply);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return 1; }
    [[nodiscard]] bool mergeWith(const QUndoCommand *other) override;

    /// The drag this step belongs to has not ended.
    [[nodiscard]] bool isOpen() const noexcept { return m_isOpen; }
    void close() noexcept { m_isOpen = false; }

private:
    RunConfig m_before;
    RunConfig m_after;
    ChangeKind m_kind;
    bool m_isOpen;
    Apply m_apply;
};

} // namespace cw
