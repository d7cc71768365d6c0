// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of pages and panels share.
#pragma once

#include "workbench/workbench.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>
#include <QWheelEvent>
#include <QWidget>

#include <string>
#include <vector>

namespace cw::uitest {

/// Any Qt warning fails the test, but for those the offscreen platform gives.
inline void failOnQtWarnings()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

/// `sentences` sentences of seven words, numbered so that none repeats, four to a paragraph.
inline QString numberedSentences(int sentences)
{
    QString text;
    for (int i = 1; i <= sentences; ++i) {
        text += QStringLiteral("Sentence %1 says one thing of six words.").arg(i);
        text += i % 4 == 0 ? QStringLiteral("\n\n") : QStringLiteral(" ");
    }
    return text;
}

inline bool isSettled(const Workbench &bench)
{
    return !bench.isBusy() && bench.isSnapshotCurrent();
}

inline std::vector<std::string> chunkTexts(const Workbench &bench)
{
    std::vector<std::string> texts;
    for (const auto &set : bench.snapshot()->chunkSets) {
        for (std::size_t i = 0; i < set->size(); ++i)
            texts.emplace_back(set->text(i));
    }
    return texts;
}

inline void sendMouse(QWidget *widget, QEvent::Type type, QPointF at, Qt::MouseButton button = Qt::LeftButton)
{
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, widget->mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button, held,
                      Qt::NoModifier);
    QApplication::sendEvent(widget, &event);
}

inline void sendWheel(QWidget *widget, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    const QPointF at = widget->rect().center();
    QWheelEvent event(at, widget->mapToGlobal(at), {}, QPoint(0, notches * QWheelEvent::DefaultDeltasPerStep),
                      Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

/// What the tooltip at `point` says, on the lines it has. Fails the test where Qt would take it for markup.
inline QString toolTipAt(QWidget *widget, QPoint point)
{
    QToolTip::hideText();
    QHelpEvent help(QEvent::ToolTip, point, widget->mapToGlobal(point));
    QApplication::sendEvent(widget, &help);
    const QString text = QToolTip::text();
    if (Qt::mightBeRichText(text))
        QTest::qFail(qPrintable(QStringLiteral("Shown as markup: ") + text), __FILE__, __LINE__);
    return QString(text).remove(QChar(0x2060));
}

/// Two documents with findings of several kinds: small chunks, references without a referent, a pointer.
inline void openTexts(Workbench &bench, std::int64_t max = 40, std::int64_t overlap = 9)
{
    QString risky = numberedSentences(60);
    risky += QStringLiteral("\n\nThis failed again last week for a reason nobody knows.\n\nSee above.\n\n");
    risky += numberedSentences(12);
    bench.addText(QStringLiteral("alpha"), risky);
    bench.addText(QStringLiteral("beta"), numberedSentences(50));
    RunConfig config = bench.config();
    config.strategy = "recursive-sentence";
    config.max = max;
    config.overlap = overlap;
    bench.setConfig(config, ChangeKind::Settled, QStringLiteral("sizes"));
    (void)QTest::qWaitFor([&bench] { return isSettled(bench); });
}

/// A page on a workbench of its own, in a window.
template<class Page>
struct Shown
{
    Workbench bench;
    Page page{bench};

    Shown()
    {
        failOnQtWarnings();
        page.resize(1100, 320);
        page.show();
        (void)QTest::qWaitForWindowExposed(&page);
    }
};

} // namespace cw::uitest
