// SPDX-License-Identifier: GPL-3.0-or-later
// Paints rules and findings in one line each, plain text only.
#pragma once

#include <QStyledItemDelegate>

namespace cw {

class FindingsModel;

/// Rules: icon, title, "56 of 66 chunks", and a sparkline of where in the corpus. Findings: place and message,
/// and the offending words in their context.
class FindingDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit FindingDelegate(const FindingsModel &model, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintRule(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintFinding(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintSparkline(QPainter &painter, const QRect &rect, std::size_t rule, const QColor &color) const;

    const FindingsModel &m_model;
};

} // namespace cw
