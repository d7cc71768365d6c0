// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/statusline.h"

#include "models/texts.h"
#include "run/returning.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

#include <chrono>

namespace cw {

namespace {

constexpr int patienceMilliseconds = 500;

int pluralCount(std::uint64_t value)
{
    return static_cast<int>(std::min<std::uint64_t>(value, 1'000'000'000));
}

} // namespace

QString durationText(std::chrono::nanoseconds duration)
{
    const double milliseconds = std::chrono::duration<double, std::milli>(duration).count();
    const QLocale locale;
    if (milliseconds < 999.5)
        return QCoreApplication::translate("StatusLine", "%1 ms")
            .arg(locale.toString(milliseconds, 'f', milliseconds < 9.95 ? 1 : 0));
    return QCoreApplication::translate("StatusLine", "%1 s").arg(locale.toString(milliseconds / 1000, 'f', 1));
}

StatusLine::StatusLine(Workbench &workbench, QWidget *parent) : QWidget(parent), m_workbench(workbench)
{
    m_totals = new QLabel(this);
    m_totals->setTextFormat(Qt::PlainText);
    m_totals->setAccessibleName(tr("Totals"));
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_totals->setToolTip(tr("Totals of the documents in view: tokens count in each chunk that holds them; overlap is "
                            "what neighbouring chunks "
                            "really share, beside what was asked for; hard cuts are chunks that end inside a sentence "
                            "because it is larger than max; the time is "
                            "what the last run took to cut, count and audit."));
    m_totals->setMinimumWidth(0);
    m_totals->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note = new QLabel(this);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setAccessibleName(tr("Token"));
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note->hide();
    m_page = new QLabel(this);
    m_page->setTextFormat(Qt::PlainText);
    m_page->setAccessibleName(tr("Page"));
    m_page->setToolTip(tr("The page of the document that the current place is on."));
    m_page->hide();
    m_state = new QLabel(this);
    m_state->setTextFormat(Qt::PlainText);
    m_what = new QLabel(this);
    m_what->setTextFormat(Qt::PlainText);
    m_bar = new QProgressBar(this);
    m_bar->setFixedWidth(160);
    m_bar->setMaximumHeight(fontMetrics().height());
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress"));
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setToolTip(tr("Stop; what is there already stays."));

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->setSpacing(8);
    layout->addWidget(m_totals, 1);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_page);
    layout->addWidget(m_state);
    layout->addWidget(m_what);
    layout->addWidget(m_bar);
    layout->addWidget(m_cancel);

    m_patience.setSingleShot(true);
    m_patience.setInterval(patienceMilliseconds);
    connect(&m_patience, &QTimer::timeout, this, [this] { showProgress(tr("Working"), 0, 0); });
    connect(m_cancel, &QPushButton::clicked, &m_workbench, &Workbench::cancel);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &StatusLine::showTotals);
    connect(&m_workbench, &Workbench::documentsChanged, this, &StatusLine::showTotals);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &StatusLine::showPage);
    connect(&m_workbench.selection(), &Selection::selected, this, &StatusLine::showPage);
    connect(&m_workbench.selection(), &Selection::refreshed, this, &StatusLine::showPage);
    connect(&m_workbench, &Workbench::configChanged, this, &StatusLine::showTotals);
    connect(&m_workbench, &Workbench::configErrorChanged, this, &StatusLine::showTotals);
    connect(&m_workbench, &Workbench::busyChanged, this, &StatusLine::showBusy);
    connect(&m_workbench, &Workbench::progressChanged, this, [this](const QString &what, qint64 done, qint64 total) {
        if (!m_patience.isActive())
            showProgress(what, done, total);
    });
    showBusy(m_workbench.isBusy());
    showTotals();
    showPage();
}

QString StatusLine::totals(const RunSnapshot &snapshot)
{
    const RunMetrics &metrics = snapshot.metrics;
    const auto documents = static_cast<std::uint64_t>(snapshot.documents.size());
    QStringList parts{
        tr("%Ln document(s)", nullptr, pluralCount(documents)),
        tr("%Ln chunk(s)", nullptr, pluralCount(snapshot.chunkCount)),
        tr("%1 tokens").arg(formatCount(metrics.tokens.sum)),
        tr("overlap %1, asked %2")
            .arg(formatPercent(metrics.effectiveOverlapPercent), formatPercent(metrics.requestedOverlapPercent)),
        tr("%Ln hard cut(s)", nullptr, pluralCount(metrics.forcedEnds)),
        durationText(snapshot.elapsed),
    };
    if (hasParents(snapshot))
        parts.insert(2, tr("%Ln parent(s)", nullptr, pluralCount(parentCount(snapshot))));
    return parts.join(QStringLiteral(" · "));
}

QString StatusLine::text() const
{
    return m_totals->text();
}

QString StatusLine::pageText() const
{
    const std::optional<Place> &place = m_workbench.selection().current();
    const auto &snapshot = m_workbench.snapshot();
    if (!place || !snapshot || place->document >= snapshot->documents.size())
        return {};
    const SourceMap *map = snapshot->documents[place->document]->sourceMap();
    if (!map || map->pages().empty())
        return {};
    constexpr std::size_t longestLabel = 20;
    const std::size_t page = map->pageAt(place->bytes.begin);
    const QString label = oneLine(map->pages()[page].label, longestLabel);
    const QString number = formatCount(page + 1);
    const QString count = formatCount(map->pages().size());
    return label == QString::number(page + 1) || label.isEmpty() ? tr("page %1 of %2").arg(number, count)
                                                                 : tr("page %1, %2 of %3").arg(label, number, count);
}

void StatusLine::showPage()
{
    m_page->setText(pageText());
    m_page->setVisible(!m_page->text().isEmpty());
}

void StatusLine::setNote(const QString &note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void StatusLine::showTotals()
{
    const auto &snapshot = m_workbench.snapshot();
    if (m_workbench.documents().empty()) {
        m_totals->setText(tr("No documents"));
    } else if (snapshot) {
        m_totals->setText(totals(*snapshot));
    } else {
        m_totals->clear();
    }
    const bool isOlder = snapshot && !m_workbench.documents().empty() && !m_workbench.isBusy()
        && snapshot->config != m_workbench.config();
    m_state->setText(isOlder ? tr("shows the last configuration that ran") : QString());
}

void StatusLine::showBusy(bool busy)
{
    if (busy) {
        m_patience.start();
        return;
    }
    m_patience.stop();
    m_what->hide();
    m_bar->hide();
    m_cancel->hide();
    showTotals();
}

void StatusLine::showProgress(const QString &what, qint64 done, qint64 total)
{
    const bool isCountable = total > 0;
    const QLocale locale;
    m_what->setText(isCountable ? tr("%1: %2 of %3").arg(what, locale.toString(done), locale.toString(total)) : what);
    m_bar->setRange(0, isCountable ? 1000 : 0);
    m_bar->setValue(isCountable ? static_cast<int>(1000 * done / total) : 0);
    m_what->show();
    m_bar->show();
    m_cancel->show();
}

} // namespace cw
