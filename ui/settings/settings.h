// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers between sessions, by name and type, in one place.
#pragma once

#include "chunkview/chunkview.h"
#include "theme/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

class QTemporaryDir;

namespace cw {

class Settings final
{
public:
    /// The user's own settings.
    [[nodiscard]] static std::unique_ptr<Settings> forUser();
    /// Settings that begin empty and vanish with the object: for pictures and tests.
    [[nodiscard]] static std::unique_ptr<Settings> temporary();
    explicit Settings(const QString &iniPath);
    ~Settings();
    Settings(const Settings &) = delete;
    Settings &operator=(const Settings &) = delete;

    [[nodiscard]] ThemeMode theme() const;
    void setTheme(ThemeMode mode);
    [[nodiscard]] ChunkViewMode viewMode() const;
    void setViewMode(ChunkViewMode mode);
    [[nodiscard]] bool wordWrap() const;
    void setWordWrap(bool wrap);
    [[nodiscard]] bool structureShown() const;
    void setStructureShown(bool shown);
    [[nodiscard]] bool tokensShown() const;
    void setTokensShown(bool shown);
    [[nodiscard]] bool whiteSpaceShown() const;
    void setWhiteSpaceShown(bool shown);
    [[nodiscard]] int textPointSize() const; ///< 0: the view's own size
    void setTextPointSize(int points);

    [[nodiscard]] QByteArray windowGeometry() const;
    [[nodiscard]] QByteArray windowState() const;
    void setWindow(const QByteArray &geometry, const QByteArray &state);

    /// Newest first, without repetition.
    [[nodiscard]] QStringList recentPaths() const;
    void addRecentPath(const QString &path);
    void clearRecentPaths();
    static constexpr int recentLimit = 12;

    /// Where file dialogs begin; the home folder at first.
    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString &folder);
    /// Where exports are proposed: the last folder, or the one above it when it was opened as a whole, because what is
    /// written into such a folder would be among its documents the next time.
    [[nodiscard]] QString exportFolder() const;
    [[nodiscard]] QString folderPatterns() const; ///< the last filter of Open Folder, as typed
    void setFolderPatterns(const QString &patterns);
    [[nodiscard]] QString exportFormat() const; ///< an exporter's id; empty at first
    void setExportFormat(const QString &id);

    /// Models and tokenizers that the limits page counts under; unset: the page's own choice.
    [[nodiscard]] std::optional<QStringList> comparedModels() const;
    void setComparedModels(const QStringList &references);
    /// Tokenizer files chosen lately, newest first.
    [[nodiscard]] QStringList tokenizerFiles() const;
    void addTokenizerFile(const QString &path);
    /// Embedding server and model used last; empty at first.
    [[nodiscard]] QString embeddingServer() const;
    [[nodiscard]] QString embeddingModel() const;
    void setEmbedding(const QString &server, const QString &model);

private:
    Settings();
    std::unique_ptr<QTemporaryDir> m_folder; ///< of temporary settings
    std::unique_ptr<QSettings> m_store;
};

} // namespace cw
