// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/documentloader.h"

#include "formats/format.h"
#include "text/utf8.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>

namespace cw {

namespace {

/// Walks folders and keeps what matches, with document ids relative to the folder named by the caller.
class Searcher final
{
public:
    Searcher(const QStringList &patterns, std::stop_token stop) : m_stop(std::move(stop))
    {
        for (const QString &pattern : patterns) {
            if (isPlainSuffix(pattern))
                m_suffixes.insert(pattern.mid(1).toLower());
            else
                m_patterns.push_back(QRegularExpression::fromWildcard(pattern, Qt::CaseInsensitive));
        }
    }

    void add(const QString &path)
    {
        const QFileInfo info(path);
        if (info.isDir()) {
            m_openFolders.clear();
            addFolder(info, QString());
        } else if (info.isFile()) {
            m_result.files.push_back({path, info.fileName()});
        } else {
            problem(whyUnusable(info));
        }
    }

    FileSearch take()
    {
        std::ranges::stable_sort(m_result.files, {}, &FoundFile::documentId);
        makeUnique();
        return std::move(m_result);
    }

private:
    void addFolder(const QFileInfo &folder, const QString &prefix)
    {
        const QString canonical = folder.canonicalFilePath();
        if (m_openFolders.contains(canonical))
            return;
        m_openFolders.insert(canonical);
        for (const QString &name : entryNames(folder)) {
            if (m_stop.stop_requested())
                return;
            const QFileInfo entry(QDir(folder.filePath()).filePath(name));
            if (entry.isDir())
                addFolder(entry, prefix + name + QLatin1Char('/'));
            else if (!matches(name))
                leaveOut(name);
            else if (entry.isFile())
                m_result.files.push_back({entry.filePath(), prefix + name});
            else
                m_result.skipped.push_back(whyUnusable(entry));
        }
        m_openFolders.erase(canonical);
    }

    /// Not by QDir, which passes over names that are not valid UTF-8 without a word.
    QStringList entryNames(const QFileInfo &folder)
    {
        QStringList names;
        std::error_code error;
        auto entry = std::filesystem::directory_iterator(QFile::encodeName(folder.filePath()).toStdString(), error);
        for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
            const std::string name = entry->path().filename().string();
            if (name.starts_with('.'))
                continue;
            const QString decoded = QString::fromStdString(name);
            if (isValidUtf8(name))
                names << decoded;
            else
                problem(QStringLiteral("The name of %1 in %2 is not valid UTF-8; rename it to use it.")
                            .arg(decoded, folder.filePath()));
        }
        if (error)
            problem(QStringLiteral("The folder %1 could not be read: %2.")
                        .arg(folder.filePath(), QString::fromStdString(error.message())));
        names.sort();
        return names;
    }

    void leaveOut(const QString &name)
    {
        constexpr qsizetype longestEnding = 12; // what is longer is a part of the name
        const qsizetype dot = name.lastIndexOf(QLatin1Char('.'));
        const bool hasEnding = dot >= 0 && dot + 1 < name.size() && name.size() - dot <= longestEnding;
        ++m_result.leftOut;
        ++m_result.leftOutByEnding[hasEnding ? name.mid(dot).toLower() : QString()];
    }

    static QString whyUnusable(const QFileInfo &entry)
    {
        const QString path = entry.filePath();
        if (entry.isSymLink() && !entry.exists())
            return QStringLiteral("The link %1 leads nowhere.").arg(path);
        if (!entry.exists())
            return QStringLiteral("There is no file or folder %1.").arg(path);
        return QStringLiteral("%1 is a device, pipe or socket, not a file.").arg(path);
    }

    /// "*.md": found by looking the end of a name up, since there are a hundred such patterns and may be as many
    /// thousands of names.
    static bool isPlainSuffix(const QString &pattern)
    {
        const auto isPlain
            = [](QChar c) { return c.unicode() < 0x80 && (c.isLetterOrNumber() || c == QLatin1Char('.')); };
        return pattern.startsWith(QLatin1String("*.")) && std::all_of(pattern.begin() + 1, pattern.end(), isPlain);
    }

    bool matches(const QString &fileName) const
    {
        for (qsizetype dot = fileName.indexOf(QLatin1Char('.')); dot >= 0;
             dot = fileName.indexOf(QLatin1Char('.'), dot + 1)) {
            if (m_suffixes.contains(fileName.mid(dot).toLower()))
                return true;
        }
        return std::ranges::any_of(
            m_patterns, [&](const QRegularExpression &pattern) { return pattern.match(fileName).hasMatch(); });
    }

    /// "a.md", "a.md (2)", "a.md (3)", in the order of the caller's paths.
    void makeUnique()
    {
        std::set<QString> taken;
        for (const FoundFile &file : m_result.files)
            taken.insert(file.documentId);
        std::set<QString> used;
        for (FoundFile &file : m_result.files) {
            const QString plain = file.documentId;
            for (int number = 2; used.contains(file.documentId); ++number) {
                const QString numbered = QStringLiteral("%1 (%2)").arg(plain).arg(number);
                if (!taken.contains(numbered))
                    file.documentId = numbered;
            }
            used.insert(file.documentId);
            taken.insert(file.documentId);
        }
        std::ranges::stable_sort(m_result.files, {}, &FoundFile::documentId);
    }

    void problem(const QString &sentence) { m_result.problems.push_back(sentence); }

    QSet<QString> m_suffixes; ///< with their dots
    std::vector<QRegularExpression> m_patterns;
    std::stop_token m_stop;
    std::set<QString> m_openFolders; ///< canonical paths from the root down to here: a link to one of them is a loop
    FileSearch m_result;
};

} // namespace

FileSearch findFiles(const QStringList &paths, const QStringList &patterns, std::stop_token stop)
{
    Searcher searcher(patterns.isEmpty() ? defaultFilePatterns() : patterns, std::move(stop));
    for (const QString &path : paths)
        searcher.add(path);
    return searcher.take();
}

std::vector<std::pair<QString, std::size_t>> endingsByCount(const FileSearch &search)
{
    std::vector<std::pair<QString, std::size_t>> endings(search.leftOutByEnding.begin(), search.leftOutByEnding.end());
    // By name where there are as many; names without an ending come last of these.
    std::ranges::sort(endings, [](const auto &a, const auto &b) {
        return std::tuple(b.second, a.first.isEmpty(), a.first) < std::tuple(a.second, b.first.isEmpty(), b.first);
    });
    return endings;
}

const QStringList &defaultFilePatterns()
{
    static const QStringList patterns = [] {
        const QString suffixes = QStringLiteral(
            "txt text md markdown mdown mkd mdx rst adoc asciidoc org tex bib typ textile wiki html htm xhtml xml svg "
            "json jsonl ndjson csv tsv yaml yml toml ini cfg conf properties log srt vtt eml po pot sql graphql proto "
            "c h cc cpp cxx hh hpp hxx ipp m mm cs java kt kts scala groovy gradle go rs swift dart zig nim d pas "
            "py pyi pyx ipynb rb php pl pm lua r jl hs ml mli fs fsx clj cljs ex exs erl elm lisp scm "
            "js mjs cjs jsx ts mts cts tsx vue svelte css scss sass less "
            "sh bash zsh fish ps1 bat cmd awk cmake mk tf sol");
        QStringList list;
        for (const QString &suffix : suffixes.split(QLatin1Char(' ')))
            list << QStringLiteral("*.") + suffix;
        for (const FormatDescriptor *format : formats())
            for (const std::string_view suffix : format->suffixes)
                list << QStringLiteral("*.") + QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
        list.removeDuplicates();
        list << QStringLiteral("README") << QStringLiteral("LICENSE") << QStringLiteral("COPYING")
             << QStringLiteral("CHANGELOG") << QStringLiteral("Makefile") << QStringLiteral("Dockerfile");
        return list;
    }();
    return patterns;
}

} // namespace cw
