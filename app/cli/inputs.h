// SPDX-License-Identifier: GPL-3.0-or-later
// The documents named on the command line, one after another, not yet parsed or decoded.
#pragma once

#include "linereader.h"
#include "options.h"

#include "base/result.h"
#include "io/documentloader.h"
#include "text/document.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace cw::cli {

/// How all documents are read.
struct Reading
{
    QString format; ///< empty: by content and name
    std::map<std::string, ParameterValues, std::less<>> formatOptions;
};

/// One document to come.
struct Item
{
    enum class Kind : std::uint8_t { Record, File, Bytes, Unusable };
    Kind kind = Kind::Record;
    std::string place; ///< for messages: "docs.jsonl, line 3" or the file's path
    std::string content; ///< Record: the line; Bytes: a text from standard input
    FoundFile file; ///< File
    bool allowsBinary = false; ///< File, Bytes: what looks binary is text all the same
    std::shared_ptr<const Reading> reading; ///< File, Bytes
    std::size_t bytes = 0; ///< about what it will take in memory
    Error error = {}; ///< Unusable: why it cannot even be begun
};

struct LoadedItem
{
    std::shared_ptr<const Document> document;
    std::vector<std::string> remarks; ///< what had to be repaired or guessed, in whole sentences
};

/// Parses or decodes. May be called from any thread. Cancelled when `stop` was requested.
[[nodiscard]] Outcome<LoadedItem> loadItem(Item item, std::stop_token stop);

/// Files (folders are searched), or standard input. Record files named outright come first, in the order given; the
/// other files follow in the order of their document ids, as on the desktop. Used from one thread.
class Inputs final
{
public:
    /// Errors: Usage, also when the output is one of the files; Io when a file or folder cannot be found or read, or
    /// none is left. With Options::keepsGoing what cannot be found or read is no error here, but comes as an item whose
    /// loading fails.
    [[nodiscard]] static Result<std::unique_ptr<Inputs>> open(const Options &options, int wakeDescriptor,
                                                              std::stop_token stop);

    /// True when no input holds JSONL records.
    [[nodiscard]] bool areAllTexts() const noexcept { return m_areAllTexts; }
    /// The next document; empty at the end and when a stop was requested.
    [[nodiscard]] Result<std::optional<Item>> next();

private:
    Inputs(const Options &options, int wakeDescriptor, std::stop_token stop);
    Result<void> openStandardInput();
    Result<void> findOperands(const Options &options);
    [[nodiscard]] bool holdsRecords(const QString &path) const;
    Result<std::optional<Item>> nextRecord();
    [[nodiscard]] Result<std::optional<Item>> unusable(Error error);
    Result<void> openRecords(const FoundFile &file);

    InputKind m_kind;
    bool m_keepsGoing;
    std::deque<Error> m_unusable; ///< files and folders that cannot be begun, told before all others
    int m_wakeDescriptor;
    std::stop_token m_stop;
    bool m_areAllTexts = true;
    std::vector<FoundFile> m_files;
    std::size_t m_nextFile = 0;
    std::unique_ptr<LineReader> m_reader; ///< of the records being read, or standard input
    std::string m_readerName;
    std::shared_ptr<const Reading> m_reading;
    bool m_readsTextFromReader = false;
};

} // namespace cw::cli
