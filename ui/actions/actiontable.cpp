// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actiontable.h"

#include <QtGlobal>

#include <array>

namespace cw {

namespace {

constexpr std::array menus{
    MenuSpec{MenuId::File, QT_TRANSLATE_NOOP("Actions", "&File")},
    MenuSpec{MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Edit")},
    MenuSpec{MenuId::View, QT_TRANSLATE_NOOP("Actions", "&View")},
    MenuSpec{MenuId::Go, QT_TRANSLATE_NOOP("Actions", "&Go")},
    MenuSpec{MenuId::Help, QT_TRANSLATE_NOOP("Actions", "&Help")},
};

constexpr const char *themeMenu = QT_TRANSLATE_NOOP("Actions", "&Theme");

constexpr std::array table{
    ActionSpec{ActionId::OpenFiles, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "&Open Files…"), "Ctrl+O",
               QT_TRANSLATE_NOOP("Actions", "Open one or more text or source files.")},
    ActionSpec{ActionId::OpenFolder, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Open &Folder…"), "Ctrl+Shift+O",
               QT_TRANSLATE_NOOP("Actions", "Open the files of a folder and its folders that match a filter.")},
    ActionSpec{ActionId::OpenAsText, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Open as &Text…"), "",
               QT_TRANSLATE_NOOP("Actions", "Open a file as text even when it looks binary, in a chosen encoding.")},
    ActionSpec{ActionId::TrySamples, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Try the &Samples"), "",
               QT_TRANSLATE_NOOP("Actions", "Open the sample documents that come with the program.")},
    ActionSpec{ActionId::PasteDocument, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "&Paste Text as Document"),
               "Ctrl+Shift+V", QT_TRANSLATE_NOOP("Actions", "Make a new document of the text on the clipboard.")},
    ActionSpec{ActionId::Reload, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "&Reload"), "F5",
               QT_TRANSLATE_NOOP("Actions", "Read the selected documents from disk again.")},
    ActionSpec{
        ActionId::RemoveDocuments, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "Re&move"), "Ctrl+W",
        QT_TRANSLATE_NOOP("Actions", "Take the selected documents out of the workbench; files stay as they are.")},
    ActionSpec{ActionId::CloseAll, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "C&lose All"), "Ctrl+Shift+W",
               QT_TRANSLATE_NOOP("Actions", "Take all documents out of the workbench.")},
    ActionSpec{ActionId::ImportConfig, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "&Import Configuration…"), "",
               QT_TRANSLATE_NOOP("Actions", "Read strategy, sizes, parameters and audit settings from a JSON file.")},
    ActionSpec{ActionId::ExportConfig, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Export &Configuration…"),
               "Ctrl+Shift+S",
               QT_TRANSLATE_NOOP("Actions", "Write the present configuration to a JSON file that both programs read.")},
    ActionSpec{
        ActionId::CopyFingerprint, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Cop&y Fingerprint"), "",
        QT_TRANSLATE_NOOP("Actions",
                          "Copy the fingerprint of everything that decides a chunk; equal fingerprints cut alike.")},
    ActionSpec{ActionId::ExportChunks, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "&Export Chunks…"), "Ctrl+E",
               QT_TRANSLATE_NOOP("Actions", "Write the chunks with their exact places to a file.")},
    ActionSpec{ActionId::Quit, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q",
               QT_TRANSLATE_NOOP("Actions", "Close the program.")},

    ActionSpec{ActionId::Undo, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z",
               QT_TRANSLATE_NOOP("Actions", "Take back the last change of the configuration.")},
    ActionSpec{ActionId::Redo, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z;Ctrl+Y",
               QT_TRANSLATE_NOOP("Actions", "Do the change again that was taken back.")},
    ActionSpec{ActionId::OverrideDocument, MenuId::Edit, true,
               QT_TRANSLATE_NOOP("Actions", "Chunk This &Document Differently"), "",
               QT_TRANSLATE_NOOP("Actions",
                                 "Give the selected documents a strategy, sizes and parameters of their own; "
                                 "Parameters then edits them.")},
    ActionSpec{ActionId::OverrideFormat, MenuId::Edit, false,
               QT_TRANSLATE_NOOP("Actions", "Chunk &All Documents of This Format Differently"), "",
               QT_TRANSLATE_NOOP("Actions",
                                 "Give all documents of the selected one's format a strategy, sizes and "
                                 "parameters of their own; Parameters then edits them.")},
    ActionSpec{ActionId::ResetToConfig, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "Re&set to Configuration"),
               "", QT_TRANSLATE_NOOP("Actions", "Chunk the selected documents by the configuration again.")},
    ActionSpec{ActionId::Copy, MenuId::Edit, true, QT_TRANSLATE_NOOP("Actions", "&Copy"), "Ctrl+C",
               QT_TRANSLATE_NOOP("Actions", "Copy the text that is marked in the chunk view.")},
    ActionSpec{ActionId::CopyChunk, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "Copy C&hunk"), "Ctrl+Shift+C",
               QT_TRANSLATE_NOOP("Actions", "Copy the exact text of the current chunk.")},
    ActionSpec{ActionId::Find, MenuId::Edit, true, QT_TRANSLATE_NOOP("Actions", "&Find…"), "Ctrl+F",
               QT_TRANSLATE_NOOP("Actions", "Find text in the document that is shown.")},
    ActionSpec{ActionId::FindNext, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "Find &Next"), "F3",
               QT_TRANSLATE_NOOP("Actions", "Go to the next place where the text is found.")},
    ActionSpec{ActionId::FindPrevious, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "Find &Previous"), "Shift+F3",
               QT_TRANSLATE_NOOP("Actions", "Go to the place before where the text is found.")},
    ActionSpec{ActionId::PinBreak, MenuId::Edit, true, QT_TRANSLATE_NOOP("Actions", "Pin &Break Here"), "Ctrl+B",
               QT_TRANSLATE_NOOP("Actions", "Let a chunk end before the word that is selected, whatever the sizes.")},
    ActionSpec{
        ActionId::PinKeep, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "F&orbid Break Here"), "Ctrl+Shift+B",
        QT_TRANSLATE_NOOP("Actions", "Let no chunk end before the word that is selected, as long as max allows.")},
    ActionSpec{ActionId::RemovePin, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "Re&move Pin"), "Ctrl+Alt+B",
               QT_TRANSLATE_NOOP("Actions", "Take away the pin at the word that is selected.")},
    ActionSpec{ActionId::RemovePins, MenuId::Edit, false, QT_TRANSLATE_NOOP("Actions", "Remove A&ll Pins of Document"),
               "", QT_TRANSLATE_NOOP("Actions", "Take away all pins of the document that is shown.")},

    ActionSpec{ActionId::SourceView, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Source"), "Ctrl+1",
               QT_TRANSLATE_NOOP("Actions", "Show the document's text with its chunks marked."), nullptr, true},
    ActionSpec{ActionId::CardsView, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Cards"), "Ctrl+2",
               QT_TRANSLATE_NOOP("Actions", "Show each chunk on a card of its own, as it will be embedded."), nullptr,
               true},
    ActionSpec{ActionId::WordWrap, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "&Wrap Lines"), "Alt+Z",
               QT_TRANSLATE_NOOP("Actions", "Break lines that are wider than the view."), nullptr, true},
    ActionSpec{ActionId::ShowStructure, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Show Str&ucture"), "Alt+S",
               QT_TRANSLATE_NOOP("Actions",
                                 "Draw headings larger, code in a font of fixed width, and frames around "
                                 "tables and code."),
               nullptr, true},
    ActionSpec{ActionId::ZoomIn, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Larger Te&xt"),
               "Ctrl++;Ctrl+=", QT_TRANSLATE_NOOP("Actions", "Show the text one point larger.")},
    ActionSpec{ActionId::ZoomOut, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "S&maller Text"), "Ctrl+-",
               QT_TRANSLATE_NOOP("Actions", "Show the text one point smaller.")},
    ActionSpec{ActionId::ZoomReset, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Normal Text Size"), "Ctrl+0",
               QT_TRANSLATE_NOOP("Actions", "Show the text in its normal size.")},
    ActionSpec{ActionId::ShowTokens, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "Show To&kens"), "Alt+T",
               QT_TRANSLATE_NOOP("Actions", "Mark each token of the text; point at one to read its number and id."),
               nullptr, true},
    ActionSpec{ActionId::ShowWhiteSpace, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Show Wh&ite Space"),
               "Alt+W", QT_TRANSLATE_NOOP("Actions", "Draw spaces, tabs, line ends and characters without width."),
               nullptr, true},
    ActionSpec{ActionId::ThemeSystem, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "&System"), "",
               QT_TRANSLATE_NOOP("Actions", "Follow the colours of the desktop."), themeMenu, true},
    ActionSpec{ActionId::ThemeLight, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Light"), "",
               QT_TRANSLATE_NOOP("Actions", "Dark text on a light background."), themeMenu, true},
    ActionSpec{ActionId::ThemeDark, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Dark"), "",
               QT_TRANSLATE_NOOP("Actions", "Light text on a dark background."), themeMenu, true},
    ActionSpec{
        ActionId::FloatPanel, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "&Float Panel"), "Ctrl+Shift+F",
        QT_TRANSLATE_NOOP("Actions", "Give the panel that has the keyboard a window of its own, or put it back.")},
    ActionSpec{ActionId::ResetLayout, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Reset Layout"), "",
               QT_TRANSLATE_NOOP("Actions", "Put all panels back to where they were at first.")},
    ActionSpec{ActionId::CommandPalette, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "Command &Palette…"),
               "Ctrl+K", QT_TRANSLATE_NOOP("Actions", "Find any command by typing a part of its name.")},

    ActionSpec{ActionId::Back, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "&Back"), "Alt+Left",
               QT_TRANSLATE_NOOP("Actions", "Go back to the place visited before.")},
    ActionSpec{ActionId::Forward, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "&Forward"), "Alt+Right",
               QT_TRANSLATE_NOOP("Actions", "Go to the place visited after this one.")},
    ActionSpec{ActionId::NextChunk, MenuId::Go, true, QT_TRANSLATE_NOOP("Actions", "Next &Chunk"), "]",
               QT_TRANSLATE_NOOP("Actions", "Go to the next chunk, in the next document after the last one.")},
    ActionSpec{ActionId::PreviousChunk, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "Previous C&hunk"), "[",
               QT_TRANSLATE_NOOP("Actions", "Go to the chunk before this one.")},
    ActionSpec{ActionId::GoToChunk, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "&Go to Chunk…"), "Ctrl+G",
               QT_TRANSLATE_NOOP("Actions", "Go to a chunk of this document by its number.")},
    ActionSpec{ActionId::GoToSameText, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "Go to &Same Text"), "Ctrl+D",
               QT_TRANSLATE_NOOP("Actions", "Go to the first chunk that has the same text as this one.")},
    ActionSpec{ActionId::NextToken, MenuId::Go, true, QT_TRANSLATE_NOOP("Actions", "Next &Token"), "Ctrl+Right",
               QT_TRANSLATE_NOOP("Actions", "Go to the next token of this chunk, in the next chunk after the last.")},
    ActionSpec{ActionId::PreviousToken, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "Previous Tok&en"), "Ctrl+Left",
               QT_TRANSLATE_NOOP("Actions", "Go to the token before this one.")},
    ActionSpec{ActionId::NextFinding, MenuId::Go, true, QT_TRANSLATE_NOOP("Actions", "&Next Finding"), "F8",
               QT_TRANSLATE_NOOP("Actions", "Go to the next place an audit rule complains about.")},
    ActionSpec{ActionId::PreviousFinding, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "&Previous Finding"),
               "Shift+F8", QT_TRANSLATE_NOOP("Actions", "Go to the finding before this place.")},
    ActionSpec{ActionId::NextDocument, MenuId::Go, true, QT_TRANSLATE_NOOP("Actions", "Next &Document"), "Ctrl+PgDown",
               QT_TRANSLATE_NOOP("Actions", "Show the next document.")},
    ActionSpec{ActionId::PreviousDocument, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "Previous D&ocument"),
               "Ctrl+PgUp", QT_TRANSLATE_NOOP("Actions", "Show the document before this one.")},
    ActionSpec{
        ActionId::NextPanel, MenuId::Go, true, QT_TRANSLATE_NOOP("Actions", "Next Pane&l"), "F6",
        QT_TRANSLATE_NOOP("Actions", "Move the keyboard to the next panel: text, lists, parameters, documents.")},
    ActionSpec{ActionId::PreviousPanel, MenuId::Go, false, QT_TRANSLATE_NOOP("Actions", "Previous P&anel"), "Shift+F6",
               QT_TRANSLATE_NOOP("Actions", "Move the keyboard to the panel before this one.")},

    ActionSpec{ActionId::Help, MenuId::Help, false, QT_TRANSLATE_NOOP("Actions", "&Help"), "F1",
               QT_TRANSLATE_NOOP("Actions", "Explain what has the focus.")},
    ActionSpec{ActionId::Shortcuts, MenuId::Help, false, QT_TRANSLATE_NOOP("Actions", "&Keyboard Shortcuts"), "",
               QT_TRANSLATE_NOOP("Actions", "List all keyboard shortcuts.")},
    ActionSpec{ActionId::WhatsNew, MenuId::Help, true, QT_TRANSLATE_NOOP("Actions", "&What's New"), "",
               QT_TRANSLATE_NOOP("Actions", "Show what changed in this version.")},
    ActionSpec{ActionId::About, MenuId::Help, false, QT_TRANSLATE_NOOP("Actions", "&About Chunkwright"), "",
               QT_TRANSLATE_NOOP("Actions", "Show version, licence and where the parts come from.")},
};

} // namespace

std::span<const ActionSpec> actionTable() noexcept
{
    return table;
}

std::span<const MenuSpec> menuTable() noexcept
{
    return menus;
}

} // namespace cw
