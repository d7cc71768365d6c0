// SPDX-License-Identifier: GPL-3.0-or-later
// A parameters panel on a workbench of its own, and hands for it.
#pragma once

#include "controls/choicecontrol.h"
#include "controls/integercontrol.h"
#include "controls/overlapcontrol.h"
#include "pages/parameterspanel.h"
#include "uisupport.h"

#include <QAbstractSpinBox>
#include <QComboBox>

namespace cw::uitest {

struct PanelFixture
{
    Workbench bench;
    ParametersPanel panel{bench};

    explicit PanelFixture(const QString &text = numberedSentences(80))
    {
        failOnQtWarnings();
        if (!text.isEmpty())
            bench.addText(QStringLiteral("text"), text);
        panel.resize(300, 900);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
        (void)QTest::qWaitFor([this] { return isSettled(bench); });
    }

    IntegerControl &max() { return *qobject_cast<IntegerControl *>(panel.control("max")); }
    OverlapControl &overlap() { return *qobject_cast<OverlapControl *>(panel.control("overlap")); }
    QComboBox &combo(std::string_view id) { return *qobject_cast<ChoiceControl *>(panel.control(id))->comboBox(); }

    void choose(std::string_view id, const QString &choice)
    {
        QComboBox &box = combo(id);
        box.setFocus();
        while (box.currentData().toString() != choice && box.currentIndex() > 0)
            QTest::keyClick(&box, Qt::Key_Up);
        while (box.currentData().toString() != choice && box.currentIndex() + 1 < box.count())
            QTest::keyClick(&box, Qt::Key_Down);
    }

    void type(QAbstractSpinBox *box, const QString &text)
    {
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, text);
        QTest::keyClick(box, Qt::Key_Return);
    }
};

} // namespace cw::uitest
