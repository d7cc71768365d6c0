// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include <array>

namespace cw {

namespace {

const QString themeKey = QStringLiteral("view/theme");
const QString modeKey = QStringLiteral("view/mode");
const QString wrapKey = QStringLiteral("view/wrap");
const QString structureKey = QStringLiteral("view/structure");
const QString tokensKey = QStringLiteral("view/tokens");
const QString whiteSpaceKey = QStringLiteral("view/whiteSpace");
const QString textSizeKey = QStringLiteral("view/textPointSize");
const QString geometryKey = QStringLiteral("window/geometry");
const QString stateKey = QStringLiteral("window/state");
const QString recentKey = QStringLiteral("documents/recent");
const QString folderKey = QStringLiteral("documents/folder");
const QString patternsKey = QStringLiteral("documents/patterns");
const QString exportFormatKey = QStringLiteral("export/format");
const QString comparedKey = QStringLiteral("models/compared");
const QString embeddingServerKey = QStringLiteral("models/embeddingServer");
const QString embeddingModelKey = QStringLiteral("models/embeddingModel");
const QString tokenizerFilesKey = QStringLiteral("models/tokenizerFiles");

const std::array<QString, 3> themeNames{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};
const QString cardsName = QStringLiteral("cards");
const QString sourceName = QStringLiteral("source");

} // namespace

Settings::Settings() = default;
Settings::~Settings() = default;

Settings::Settings(const QString &iniPath) : m_store(std::make_unique<QSettings>(iniPath, QSettings::IniFormat)) { }

std::unique_ptr<Settings> Settings::forUser()
{
    std::unique_ptr<Settings> settings(new Settings);
    settings->m_store = std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                                    QStringLiteral("chunkwright"), QStringLiteral("chunkwright"));
    return settings;
}

std::unique_ptr<Settings> Settings::temporary()
{
    std::unique_ptr<Settings> settings(new Settings);
    settings->m_folder = std::make_unique<QTemporaryDir>();
    settings->m_store = std::make_unique<QSettings>(settings->m_folder->filePath(QStringLiteral("settings.ini")),
                                                    QSettings::IniFormat);
    return settings;
}

ThemeMode Settings::theme() const
{
    const QString name = m_store->value(themeKey).toString();
    for (std::size_t i = 0; i < themeNames.size(); ++i) {
        if (themeNames[i] == name)
            return static_cast<ThemeMode>(i);
    }
    return ThemeMode::System;
}

void Settings::setTheme(ThemeMode mode)
{
    m_store->setValue(themeKey, themeNames[static_cast<std::size_t>(mode)]);
}

ChunkViewMode Settings::viewMode() const
{
    return m_store->value(modeKey).toString() == cardsName ? ChunkViewMode::Cards : ChunkViewMode::Source;
}

void Settings::setViewMode(ChunkViewMode mode)
{
    m_store->setValue(modeKey, mode == ChunkViewMode::Cards ? cardsName : sourceName);
}

bool Settings::wordWrap() const
{
    return m_store->value(wrapKey, true).toBool();
}

void Settings::setWordWrap(bool wrap)
{
    m_store->setValue(wrapKey, wrap);
}

bool Settings::structureShown() const
{
    return m_store->value(structureKey, true).toBool();
}

void Settings::setStructureShown(bool shown)
{
    m_store->setValue(structureKey, shown);
}

bool Settings::tokensShown() const
{
    return m_store->value(tokensKey, false).toBool();
}

void Settings::setTokensShown(bool shown)
{
    m_store->setValue(tokensKey, shown);
}

bool Settings::whiteSpaceShown() const
{
    return m_store->value(whiteSpaceKey, false).toBool();
}

void Settings::setWhiteSpaceShown(bool shown)
{
    m_store->setValue(whiteSpaceKey, shown);
}

int Settings::textPointSize() const
{
    const int points = m_store->value(textSizeKey, 0).toInt();
    return points >= 4 && points <= 96 ? points : 0;
}

void Settings::setTextPointSize(int points)
{
    m_store->setValue(textSizeKey, points);
}

QByteArray Settings::windowGeometry() const
{
    return m_store->value(geometryKey).toByteArray();
}

QByteArray Settings::windowState() const
{
    return m_store->value(stateKey).toByteArray();
}

void Settings::setWindow(const QByteArray &geometry, const QByteArray &state)
{
    m_store->setValue(geometryKey, geometry);
    m_store->setValue(stateKey, state);
}

QStringList Settings::recentPaths() const
{
    return m_store->value(recentKey).toStringList();
}

void Settings::addRecentPath(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList paths = recentPaths();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    while (paths.size() > recentLimit)
        paths.removeLast();
    m_store->setValue(recentKey, paths);
}

void Settings::clearRecentPaths()
{
    m_store->remove(recentKey);
}

QString Settings::lastFolder() const
{
    const QString folder = m_store->value(folderKey).toString();
    return folder.isEmpty() || !QFileInfo::exists(folder) ? QDir::homePath() : folder;
}

void Settings::setLastFolder(const QString &folder)
{
    m_store->setValue(folderKey, folder);
}

QString Settings::exportFolder() const
{
    const QString folder = lastFolder();
    const QFileInfo above(QFileInfo(folder).absolutePath());
    return recentPaths().contains(folder) && above.isWritable() ? above.absoluteFilePath() : folder;
}

QString Settings::folderPatterns() const
{
    return m_store->value(patternsKey).toString();
}

void Settings::setFolderPatterns(const QString &patterns)
{
    m_store->setValue(patternsKey, patterns);
}

std::optional<QStringList> Settings::comparedModels() const
{
    if (!m_store->contains(comparedKey))
        return std::nullopt;
    return m_store->value(comparedKey).toStringList();
}

void Settings::setComparedModels(const QStringList &references)
{
    m_store->setValue(comparedKey, references);
}

QStringList Settings::tokenizerFiles() const
{
    return m_store->value(tokenizerFilesKey).toStringList();
}

void Settings::addTokenizerFile(const QString &path)
{
    QStringList paths = tokenizerFiles();
    paths.removeAll(path);
    paths.prepend(path);
    while (paths.size() > recentLimit)
        paths.removeLast();
    m_store->setValue(tokenizerFilesKey, paths);
}

QString Settings::embeddingServer() const
{
    return m_store->value(embeddingServerKey).toString();
}

QString Settings::embeddingModel() const
{
    return m_store->value(embeddingModelKey).toString();
}

void Settings::setEmbedding(const QString &server, const QString &model)
{
    m_store->setValue(embeddingServerKey, server);
    m_store->setValue(embeddingModelKey, model);
}

QString Settings::exportFormat() const
{
    return m_store->value(exportFormatKey).toString();
}

void Settings::setExportFormat(const QString &id)
{
    m_store->setValue(exportFormatKey, id);
}

} // namespace cw
