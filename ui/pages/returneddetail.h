// SPDX-License-Identifier: GPL-3.0-or-later
// The text that is returned for one chunk, with what it is and its exact tokens.
#pragma once

#include "run/run.h"
#include "workbench/selection.h"

#include <QWidget>

#include <memory>
#include <optional>

class QPushButton;
class QScrollArea;

namespace cw {

class PlainLabel;

/// Shows the beginning of long texts and says so; all of it can be copied.
class ReturnedDetail final : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t mostShownBytes = 8000;

    explicit ReturnedDetail(QWidget *parent = nullptr);

    /// Hidden where chunks alone are returned, and without a chunk.
    void setPlace(const std::shared_ptr<const RunSnapshot> &snapshot, const std::optional<Place> &place);

    [[nodiscard]] PlainLabel *sentence() const noexcept { return m_sentence; }
    [[nodiscard]] PlainLabel *text() const noexcept { return m_text; }
    [[nodiscard]] QPushButton *copyButton() const noexcept { return m_copy; }

private:
    void copy() const;

    std::shared_ptr<const RunSnapshot> m_snapshot;
    std::uint32_t m_document = 0;
    std::uint32_t m_chunk = 0;
    PlainLabel *m_sentence;
    PlainLabel *m_text;
    PlainLabel *m_rest;
    QScrollArea *m_scroll;
    QPushButton *m_copy;
};

} // namespace cw
