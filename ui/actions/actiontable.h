// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the program in one table: menus, shortcuts page and command palette are made from it.
#pragma once

#include <span>

namespace cw {

enum class ActionId {
    OpenFiles,
    OpenFolder,
    OpenAsText,
    PasteDocument,
    Reload,
    RemoveDocuments,
    CloseAll,
    ImportConfig,
    ExportConfig,
    CopyFingerprint,
    ExportChunks,
    Quit,
    Undo,
    Redo,
    OverrideDocument,
    OverrideFormat,
    ResetToConfig,
    Copy,
    CopyChunk,
    Find,
    FindNext,
    FindPrevious,
    PinBreak,
    PinKeep,
    RemovePin,
    RemovePins,
    GoToChunk,
    GoToSameText,
    SourceView,
    CardsView,
    WordWrap,
    ShowStructure,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    ShowTokens,
    ShowWhiteSpace,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    FloatPanel,
    ResetLayout,
    CommandPalette,
    Back,
    Forward,
    NextToken,
    PreviousToken,
    NextChunk,
    PreviousChunk,
    NextFinding,
    PreviousFinding,
    NextDocument,
    PreviousDocument,
    NextPanel,
    PreviousPanel,
    TrySamples,
    Help,
    Shortcuts,
    WhatsNew,
    About
};

enum class MenuId { File, Edit, View, Go, Help };

struct ActionSpec
{
    ActionId id;
    MenuId menu;
    bool beginsGroup; ///< a separator stands before it
    const char *text; ///< Title Case, with its mnemonic; translated in context "Actions"
    const char *shortcut; ///< portable text, alternatives separated by ";"; may be empty
    const char *tip; ///< one sentence
    const char *submenu = nullptr; ///< title of the submenu it stands in
    bool isCheckable = false;
};

struct MenuSpec
{
    MenuId id;
    const char *title;
};

/// In menu order.
[[nodiscard]] std::span<const ActionSpec> actionTable() noexcept;
[[nodiscard]] std::span<const MenuSpec> menuTable() noexcept;

} // namespace cw
