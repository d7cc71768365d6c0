// SPDX-License-Identifier: GPL-3.0-or-later
// The window on small screens: it becomes as small as they are, and every control can be brought into sight.
#include "actions/actions.h"
#include "dialogs/exportdialog.h"
#include "dialogs/helpwindow.h"
#include "dialogs/openfolderdialog.h"
#include "mainwindow/centralview.h"
#include "models/chunktablemodel.h"
#include "models/documentsmodel.h"
#include "models/outlinemodel.h"
#include "pages/chunkspage.h"
#include "pages/documentdelegate.h"
#include "pages/documentspanel.h"
#include "pages/outlinepanel.h"
#include "support/openwindow.h"
#include "uisupport.h"

#include <QDockWidget>
#include <QHeaderView>
#include <QImage>
#include <QListView>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <array>

using namespace cw;
using namespace cw::uitest;

class SmallWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }
    void becomesAsSmallAsTheScreen_data();
    void becomesAsSmallAsTheScreen();
    void everyControlCanBeReached();
    void dialogsFit();
    void nothingScrollsSidewaysWhereThereIsRoom();
    void theChunkTableBeginsWithWhatIsLookedAtMost();
    void theOutlineLeavesItsRoomToTitles();
    void shortFiguresOfDocumentsAreTheSame();
    void rowsOfDocumentsKeepTheirFigures();

private:
    static void open(cw::testing::OpenWindow &open);
};

namespace {

constexpr std::array panelNames{"documents", "parameters", "chunks", "findings", "histogram", "limits", "outline"};

} // namespace

void SmallWindowTest::open(cw::testing::OpenWindow &open)
{
    openTexts(open.bench);
    RunConfig config = open.bench.config();
    config.returned.kind = ReturnedKind::Parent;
    config.returned.parentMax = 200;
    open.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("parents"));
    QTRY_VERIFY(isSettled(open.bench));
}

void SmallWindowTest::becomesAsSmallAsTheScreen_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("640 x 480") << QSize(640, 480);
    QTest::newRow("800 x 600") << QSize(800, 600);
    QTest::newRow("1024 x 700") << QSize(1024, 700);
}

void SmallWindowTest::becomesAsSmallAsTheScreen()
{
    QFETCH(const QSize, size);
    cw::testing::OpenWindow window(40);
    window.window->resize(size);
    QTRY_COMPARE(window.window->size(), size); // with nothing open
    open(window);
    window.window->resize(size - QSize(8, 8));
    QTRY_COMPARE(window.window->size(), size - QSize(8, 8));
    // The text, which all is about, keeps a part of the room.
    QVERIFY(window.window->centre().chunkView().width() >= size.width() / 6);
    QVERIFY(window.window->centre().chunkView().height() >= size.height() / 6);
}

void SmallWindowTest::everyControlCanBeReached()
{
    cw::testing::OpenWindow window(40);
    open(window);
    window.window->resize(640, 480);
    QTRY_COMPARE(window.window->size(), QSize(640, 480));
    for (const char *name : panelNames) {
        QVERIFY(window.window->showPanel(QString::fromLatin1(name)));
        auto *dock = window.window->findChild<QDockWidget *>(QString::fromLatin1(name));
        QVERIFY(dock);
        auto *scroll = qobject_cast<QScrollArea *>(dock->widget());
        QVERIFY(scroll);
        QTRY_VERIFY(scroll->widget()->isVisible() && !scroll->visibleRegion().isEmpty());
        QCoreApplication::processEvents(); // what was behind a tab is laid out when it comes to the front
        int reached = 0;
        for (QWidget *control : scroll->widget()->findChildren<QWidget *>()) {
            if (!control->isVisible() || !(control->focusPolicy() & Qt::TabFocus))
                continue;
            // As the keyboard does it: from the innermost area outwards.
            for (QWidget *around = control->parentWidget(); around && around != dock; around = around->parentWidget()) {
                if (auto *area = qobject_cast<QScrollArea *>(around))
                    area->ensureWidgetVisible(control, 0, 0);
            }
            const QRect room = scroll->viewport()->rect();
            const QRect seen = room.intersected(QRect(control->mapTo(scroll->viewport(), QPoint()), control->size()));
            const QSize whole = control->size().boundedTo(room.size());
            QVERIFY2(
                !seen.isEmpty() && 2 * seen.width() >= whole.width() && 2 * seen.height() >= whole.height(),
                qPrintable(QStringLiteral("%1: %2 %3")
                               .arg(QString::fromLatin1(name), QString::fromLatin1(control->metaObject()->className()),
                                    control->accessibleName())));
            ++reached;
        }
        QVERIFY2(reached > 0 || qstrcmp(name, "outline") == 0, name); // these texts have no headings
    }
}

void SmallWindowTest::dialogsFit()
{
    cw::testing::OpenWindow window(40);
    open(window);
    ExportDialog exporting(window.bench, *window.settings, {0});
    OpenFolderDialog opening(*window.settings);
    HelpWindow help(window.window->actions());
    for (QWidget *dialog : std::initializer_list<QWidget *>{&exporting, &opening, &help}) {
        dialog->show();
        const QSize least = dialog->minimumSizeHint().expandedTo(dialog->minimumSize());
        QVERIFY2(least.width() <= 640 && least.height() <= 480, dialog->metaObject()->className());
    }
}

void SmallWindowTest::nothingScrollsSidewaysWhereThereIsRoom()
{
    cw::testing::OpenWindow window(40);
    open(window);
    for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
        window.window->resize(size);
        QTRY_COMPARE(window.window->size(), size);
        for (const char *name : panelNames) {
            QVERIFY(window.window->showPanel(QString::fromLatin1(name)));
            auto *dock = window.window->findChild<QDockWidget *>(QString::fromLatin1(name));
            auto *scroll = qobject_cast<QScrollArea *>(dock->widget());
            QTRY_VERIFY(!scroll->visibleRegion().isEmpty());
            QTRY_VERIFY2(scroll->widget()->width() <= scroll->viewport()->width()
                             && scroll->widget()->height() <= scroll->viewport()->height(),
                         qPrintable(QStringLiteral("%1 at %2").arg(QString::fromLatin1(name)).arg(size.width())));
        }
    }
}

void SmallWindowTest::theChunkTableBeginsWithWhatIsLookedAtMost()
{
    cw::testing::OpenWindow window(40);
    open(window);
    window.window->resize(1280, 800);
    QVERIFY(window.window->showPanel(QStringLiteral("chunks")));
    auto *table = window.window->findChild<ChunksPage *>()->findChild<QTableView *>();
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
    for (const int column : {ChunkTableModel::Number, ChunkTableModel::DocumentName, ChunkTableModel::Tokens})
        QVERIFY(table->columnViewportPosition(column) + table->columnWidth(column) <= table->viewport()->width());
}

void SmallWindowTest::theOutlineLeavesItsRoomToTitles()
{
    cw::testing::OpenWindow window(40);
    window.bench.open({window.write(QStringLiteral("a.md"), "# A\n\nText.\n\n## Title of a section\n\nMore.\n")});
    QVERIFY(window.settle());
    window.window->resize(1280, 800);
    const QTreeView *tree = window.window->findChild<OutlinePanel *>()->tree();
    QTRY_VERIFY(tree->isVisible() && tree->model()->rowCount() > 0);
    // two figures of two digits take no more than this
    const int figures = 2 * tree->fontMetrics().horizontalAdvance(QStringLiteral("0000"));
    QVERIFY(tree->columnWidth(OutlineModel::Title) >= tree->viewport()->width() - figures);
}

void SmallWindowTest::shortFiguresOfDocumentsAreTheSame()
{
    cw::testing::OpenWindow window(40);
    open(window);
    const auto *list = window.window->findChild<DocumentsPanel *>()->findChild<QListView *>();
    const QModelIndex row = list->model()->index(0, 0);
    const QString size = row.data(DocumentsModel::sizeRole).toString();
    QString figures = size;
    figures.remove(QRegularExpression(QStringLiteral(" (chunk|token)(s|\\(s\\))?")));
    QVERIFY(figures.contains(QStringLiteral(" · ")));
    const QStringList sayings = row.data(DocumentsModel::shortSizesRole).toStringList();
    QCOMPARE(sayings.last(), figures);
    QVERIFY(sayings.first().startsWith(figures + QStringLiteral(" token")));
    QVERIFY(row.data(Qt::ToolTipRole).toString().contains(size));
}

void SmallWindowTest::rowsOfDocumentsKeepTheirFigures()
{
    const DocumentDelegate delegate;
    QString widest; // what the row has room for
    const auto picture = [&](const QString &size, const QString &findings, Severity severity) {
        QStandardItemModel model(1, 1);
        const QModelIndex index = model.index(0, 0);
        model.setData(index, QStringLiteral("handbook.md"), Qt::DisplayRole);
        model.setData(index, size, DocumentsModel::sizeRole);
        QString figures = size;
        figures.remove(QStringLiteral(" chunks"));
        const QString both = QString(figures).remove(QStringLiteral(" tokens"));
        model.setData(index, QStringList{figures, both}, DocumentsModel::shortSizesRole);
        model.setData(index, QStringLiteral("%1 findings").arg(findings), DocumentsModel::findingsRole);
        model.setData(index, findings, DocumentsModel::findingsCountRole);
        model.setData(index, static_cast<int>(severity), DocumentsModel::severityRole);
        QStyleOptionViewItem option;
        option.font = QApplication::font();
        option.fontMetrics = QFontMetrics(option.font);
        option.rect = QRect(0, 0, option.fontMetrics.horizontalAdvance(widest), 60);
        QImage image(option.rect.size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        delegate.paint(&painter, option, index);
        return image;
    };
    const QString size = QStringLiteral("23 chunks · 1,405 tokens");
    // Not enough for all words, for some of them, and for figures and the findings' shape alone.
    for (const char *text : {"23 chunks · 1,405 tokens 00 fin", "23 chunks · 1,405 toke", "23 · 1,405  [00]  [00]"}) {
        widest = QString::fromUtf8(text);
        const QImage first = picture(size, QStringLiteral("11"), Severity::Warning);
        QCOMPARE(picture(size, QStringLiteral("11"), Severity::Warning), first);
        QVERIFY2(picture(QStringLiteral("23 chunks · 1,495 tokens"), QStringLiteral("11"), Severity::Warning) != first,
                 text);
        QVERIFY2(picture(QStringLiteral("28 chunks · 1,405 tokens"), QStringLiteral("11"), Severity::Warning) != first,
                 text);
        QVERIFY2(picture(size, QStringLiteral("17"), Severity::Warning) != first, text);
        QVERIFY2(picture(size, QStringLiteral("11"), Severity::Error) != first, text);
    }
}

QTEST_MAIN(SmallWindowTest)
#include "smallwindowtest.moc"
