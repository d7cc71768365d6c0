// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chunkview/chunkview.h"
#include "workbench/workbench.h"

#include <QStringList>
#include <QWidget>

class QMenu;
class QStackedWidget;

namespace cw {

class Actions;
class EmptyPage;
class FindBar;
class MenuButton;
class MessageArea;
class OpeningPage;
class PlainLabel;

/// The centre of the window: messages, the document's header, find bar and chunk view; or, without documents, an
/// invitation, progress, or why nothing could be opened.
class CentralView final : public QWidget
{
    Q_OBJECT

public:
    CentralView(Workbench &workbench, Actions &actions, QWidget *parent = nullptr);

    [[nodiscard]] ChunkView &chunkView() noexcept { return *m_view; }
    [[nodiscard]] FindBar &findBar() noexcept { return *m_findBar; }
    [[nodiscard]] MessageArea &messages() noexcept { return *m_messages; }
    void setEncodingMenu(QMenu *menu);
    void setDropHighlighted(bool isHighlighted);

private:
    [[nodiscard]] QWidget *makeHeader(Actions &actions);
    void showSnapshot();
    void showBeginning();
    void showPlace(bool reveal);
    void showHeader();
    void choosePage();

    Workbench &m_workbench;
    QStringList m_problems; ///< why nothing is open; emptied when opening begins anew or a document is open
    MessageArea *m_messages = nullptr;
    QStackedWidget *m_pages = nullptr;
    EmptyPage *m_empty = nullptr;
    OpeningPage *m_opening = nullptr;
    QWidget *m_documentPage = nullptr;
    PlainLabel *m_title = nullptr;
    PlainLabel *m_configuration = nullptr;
    MenuButton *m_encoding = nullptr;
    FindBar *m_findBar = nullptr;
    ChunkView *m_view = nullptr;
};

} // namespace cw
