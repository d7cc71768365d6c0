// SPDX-License-Identifier: GPL-3.0-or-later
// What is returned when a chunk is found: the chunk, its parent, or the chunk with its neighbours.
#pragma once

#include "workbench/workbench.h"

#include <QWidget>

#include <memory>
#include <string>

namespace cw {

class ChoiceControl;
class IntegerControl;
class PlainLabel;

/// The choice with the size that belongs to it, and what that comes to in the last run. Values that are edited are for
/// the panel around it to apply.
class ReturnedPicker final : public QWidget
{
    Q_OBJECT

public:
    explicit ReturnedPicker(QWidget *parent = nullptr);

    [[nodiscard]] ChoiceControl *kind() const noexcept { return m_kind; }
    [[nodiscard]] IntegerControl *parentMax() const noexcept { return m_parentMax; }
    [[nodiscard]] IntegerControl *neighbours() const noexcept { return m_neighbours; }
    [[nodiscard]] PlainLabel *figures() const noexcept { return m_figures; }

    void showConfig(const RunConfig &config);
    void showSnapshot(const std::shared_ptr<const RunSnapshot> &snapshot);
    /// "12 parents with 3.5 chunks on average; the largest has 1,180 tokens." Empty when chunks alone are returned.
    [[nodiscard]] static QString figuresOf(const RunSnapshot &snapshot);

    /// By id; parents get a size that suits max when theirs does not.
    static void setKind(RunConfig &config, const std::string &id);
    /// Four times max: as far as parents are usually from their chunks.
    [[nodiscard]] static std::int64_t usualParentMax(const RunConfig &config);

private:
    ChoiceControl *m_kind;
    IntegerControl *m_parentMax;
    IntegerControl *m_neighbours;
    PlainLabel *m_figures;
};

} // namespace cw
