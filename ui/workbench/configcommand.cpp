// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/configcommand.h"

#include <utility>

namespace cw {

ConfigCommand::ConfigCommand(const RunConfig &before, const RunConfig &after, ChangeKind kind, const QString &text,
                             Apply apply)
    : QUndoCommand(text), m_before(before), m_after(after), m_kind(kind), m_isOpen(kind == ChangeKind::Preview),
      m_apply(std::move(apply))
{
}

void ConfigCommand::undo()
{
    m_isOpen = false;
    m_apply(m_before, ChangeKind::Settled);
}

void ConfigCommand::redo()
{
    m_apply(m_after, std::exchange(m_kind, ChangeKind::Settled));
}

bool ConfigCommand::mergeWith(const QUndoCommand *other)
{
    const auto *next = dynamic_cast<const ConfigCommand *>(other);
    if (!next || !m_isOpen || next->text() != text())
        return false;
    m_after = next->m_after;
    m_isOpen = next->m_isOpen;
    if (!m_isOpen && m_after == m_before)
        setObsolete(true);
    return true;
}

} // namespace cw
