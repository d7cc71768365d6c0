// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs.h"

#include "record.h"
#include "report.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <unistd.h>

namespace cw::cli {

namespace {

/// "7 .png, 3 .zip, 2 without an ending"
std::string endingsText(const FileSearch &search)
{
    constexpr std::size_t namedAtMost = 6;
    std::string text;
    std::size_t named = 0;
    std::size_t others = 0;
    for (const auto &[ending, count] : endingsByCount(search)) {
        if (named++ < namedAtMost)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + ' '
                + (ending.isEmpty() ? "without an ending" : ending.toStdString());
        else
            others += count;
    }
    return others > 0 ? text + ", " + std::to_string(others) + " others" : text;
}

constexpr std::size_t textLimit = std::numeric_limits<std::uint32_t>::max();

std::vector<std::string> remarksOn(const Document &document, const std::string &place)
{
    std::vector<std::string> remarks;
    const DocumentSource &source = document.source();
    if (source.encodingIsGuess)
        remarks.push_back(place + " was read as " + source.encoding + ", which is a guess.");
    if (source.replacedSequences > 0) {
        std::string remark
            = place + ": " + std::to_string(source.replacedSequences) + " undecodable sequence(s) became U+FFFD";
        if (!source.replacedAt.empty())
            remark += ", the first at byte " + std::to_string(source.replacedAt.front()) + " of the decoded text";
        remarks.push_back(remark + '.');
    }
    for (const FormatProblem &problem : document.problems())
        remarks.push_back(place + (problem.severity == ProblemSeverity::Note ? ": Note: " : ": ") + problem.message);
    return remarks;
}

Outcome<LoadedItem> loadRecord(Item item)
{
    auto record = parseRecord(std::move(item.content), item.place);
    if (!record)
        return record.error();
    LoadedItem loaded{std::move(record->document), {}};
    if (record->replacedSurrogates > 0) {
        loaded.remarks.push_back(item.place + ": " + std::to_string(record->replacedSurrogates)
                                 + " lone surrogate(s) became U+FFFD.");
    }
    return loaded;
}

} // namespace

Outcome<LoadedItem> loadItem(Item item, std::stop_token stop)
{
    if (item.kind == Item::Kind::Unusable)
        return std::move(item.error);
    if (item.kind == Item::Kind::Record)
        return loadRecord(std::move(item));
    LoadOptions options;
    options.allowBinary = item.allowsBinary;
    if (item.reading) {
        options.format = item.reading->format;
        options.formatOptions = item.reading->formatOptions;
    }
    if (item.kind == Item::Kind::Bytes) {
        QByteArray bytes = QByteArray::fromStdString(item.content);
        item.content = std::string();
        auto decoded = decodeDocument(std::move(bytes), QString::fromStdString(item.place), options);
        if (!decoded)
            return decoded.error();
        return LoadedItem{*decoded, remarksOn(**decoded, item.place)};
    }
    auto loaded = loadDocument(item.file.path, item.file.documentId, options, stop);
    if (loaded.isCancelled())
        return Cancelled{};
    if (!loaded)
        return loaded.error();
    return LoadedItem{*loaded, remarksOn(**loaded, item.place)};
}

Inputs::Inputs(const Options &options, int wakeDescriptor, std::stop_token stop)
    : m_kind(options.input), m_keepsGoing(options.keepsGoing), m_wakeDescriptor(wakeDescriptor), m_stop(std::move(stop))
{
}

Result<std::unique_ptr<Inputs>> Inputs::open(const Options &options, int wakeDescriptor, std::stop_token stop)
{
    std::unique_ptr<Inputs> inputs(new Inputs(options, wakeDescriptor, std::move(stop)));
    inputs->m_reading = std::make_shared<const Reading>(
        Reading{QString::fromStdString(options.documentFormat), options.formatOptions});
    const bool namesStandardInput = std::ranges::find(options.operands, "-") != options.operands.end();
    if (namesStandardInput && options.operands.size() > 1)
        return Error{ErrorCode::Usage, "Standard input (-) cannot be combined with files.", "-"};
    const bool namesNothing = options.operands.empty() && options.brokenOperands.empty();
    if (namesNothing && ::isatty(STDIN_FILENO) == 1) {
        return Error{ErrorCode::Usage, "Name the files or folders to read, or give - to read standard input.", "FILES"};
    }
    const auto opened
        = namesStandardInput || namesNothing ? inputs->openStandardInput() : inputs->findOperands(options);
    if (!opened)
        return opened.error();
    const QString output = QFileInfo(QString::fromStdString(options.output)).canonicalFilePath(); // empty if not there
    const auto isOutput
        = [&output](const FoundFile &file) { return QFileInfo(file.path).canonicalFilePath() == output; };
    if (options.output != "-" && !output.isEmpty() && std::ranges::any_of(inputs->m_files, isOutput)) {
        return Error{ErrorCode::Usage,
                     "Option --output names " + options.output
                         + ", which is also a document to read and would be overwritten. Choose another file.",
                     "output"};
    }
    return inputs;
}

Result<void> Inputs::openStandardInput()
{
    m_readerName = "standard input";
    m_reader = std::make_unique<LineReader>(STDIN_FILENO, m_wakeDescriptor, m_readerName, false);
    const bool isDocument
        = m_kind == InputKind::Document || (!m_reading->format.isEmpty() && m_kind == InputKind::Auto);
    m_readsTextFromReader = m_kind == InputKind::Text || isDocument;
    if (m_kind == InputKind::Auto && !isDocument) {
        const auto first = m_reader->firstVisibleByte();
        if (!first)
            return first.error();
        m_readsTextFromReader = *first && **first != '{';
    }
    m_areAllTexts = m_readsTextFromReader;
    return {};
}

Result<void> Inputs::findOperands(const Options &options)
{
    QStringList paths;
    for (const std::string &operand : options.operands) {
        const QString path = QString::fromStdString(operand);
        if (holdsRecords(path) && QFileInfo(path).isFile())
            m_files.push_back({path, QString()});
        else
            paths.append(path);
    }
    const QStringList patterns = m_kind == InputKind::Jsonl
        ? QStringList{QStringLiteral("*.jsonl"), QStringLiteral("*.ndjson")}
        : QStringList();
    FileSearch search = findFiles(paths, patterns, m_stop);
    if (search.leftOut > 0) {
        say(std::to_string(search.leftOut) + (search.leftOut == 1 ? " file in a folder was" : " files in folders were")
            + " left out, as the name is not that of a known kind of document: " + endingsText(search)
            + ". Name such files themselves to use them.");
    }
    for (const QString &skipped : search.skipped)
        say(skipped.toStdString() + " It was left out.");
    for (const std::string &broken : options.brokenOperands) {
        m_unusable.push_back(
            {ErrorCode::Io, "The name " + broken + " is not valid UTF-8; rename the file to use it.", broken});
    }
    for (const QString &problem : search.problems)
        m_unusable.push_back({ErrorCode::Io, problem.toStdString(), "FILES"});
    if (!m_keepsGoing && !m_unusable.empty())
        return Error{ErrorCode::Io, search.problems.join(QLatin1Char(' ')).toStdString(), "FILES"};
    m_files.insert(m_files.end(), search.files.begin(), search.files.end());
    if (m_files.empty() && m_unusable.empty() && !m_stop.stop_requested()) {
        return Error{ErrorCode::Io,
                     "There are no documents in " + paths.join(QStringLiteral(", ")).toStdString()
                         + ": folders are searched for known kinds of documents. Name the files themselves.",
                     "FILES"};
    }
    m_areAllTexts = std::ranges::none_of(m_files, [&](const FoundFile &file) { return holdsRecords(file.path); });
    return {};
}

bool Inputs::holdsRecords(const QString &path) const
{
    if (m_kind != InputKind::Auto)
        return m_kind == InputKind::Jsonl;
    return path.endsWith(QLatin1String(".jsonl"), Qt::CaseInsensitive)
        || path.endsWith(QLatin1String(".ndjson"), Qt::CaseInsensitive);
}

Result<void> Inputs::openRecords(const FoundFile &file)
{
    m_readerName = file.path.toStdString();
    const int descriptor = ::open(QFile::encodeName(file.path).constData(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return Error{ErrorCode::Io, "Could not read " + m_readerName + ": " + std::strerror(errno) + '.', m_readerName};
    }
    m_reader = std::make_unique<LineReader>(descriptor, m_wakeDescriptor, m_readerName, true);
    return {};
}

Result<std::optional<Item>> Inputs::nextRecord()
{
    while (true) {
        auto line = m_reader->nextLine();
        if (!line)
            return line.error();
        if (!*line)
            return std::optional<Item>();
        if (isBlank(**line))
            continue;
        Item item;
        item.place = m_readerName + ", line " + std::to_string(m_reader->lineNumber());
        item.content = std::move(**line);
        item.bytes = item.content.size();
        return std::optional(std::move(item));
    }
}

/// An item whose loading fails, so that it is told in its turn, or else the end of all.
Result<std::optional<Item>> Inputs::unusable(Error error)
{
    if (!m_keepsGoing)
        return error;
    Item item;
    item.kind = Item::Kind::Unusable;
    item.place = error.subject;
    item.error = std::move(error);
    return std::optional(std::move(item));
}

Result<std::optional<Item>> Inputs::next()
{
    if (!m_unusable.empty()) {
        Error error = std::move(m_unusable.front());
        m_unusable.pop_front();
        return unusable(std::move(error));
    }
    if (m_readsTextFromReader) {
        m_readsTextFromReader = false;
        auto text = m_reader->readAll(textLimit);
        if (!text)
            return text.error();
        const bool wasWoken = m_reader->wasWoken();
        m_reader.reset();
        if (wasWoken)
            return std::optional<Item>();
        Item item;
        item.kind = Item::Kind::Bytes;
        item.place = "stdin";
        item.reading = m_reading;
        item.allowsBinary = m_kind == InputKind::Text;
        item.content = std::move(*text);
        item.bytes = item.content.size();
        return std::optional(std::move(item));
    }
    while (!m_stop.stop_requested()) {
        if (m_reader) {
            auto item = nextRecord();
            if (item && *item)
                return item;
            m_reader.reset();
            if (!item)
                return unusable(item.error());
        }
        if (m_nextFile == m_files.size())
            break;
        const FoundFile &file = m_files[m_nextFile++];
        if (!holdsRecords(file.path)) {
            Item item;
            item.kind = Item::Kind::File;
            item.reading = m_reading;
            item.file = file;
            item.allowsBinary = m_kind == InputKind::Text;
            item.place = file.path.toStdString();
            item.bytes = static_cast<std::size_t>(std::max<qint64>(QFileInfo(file.path).size(), 0));
            return std::optional(std::move(item));
        }
        if (const auto opened = openRecords(file); !opened)
            return unusable(opened.error());
    }
    return std::optional<Item>();
}

} // namespace cw::cli
