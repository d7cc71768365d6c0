// SPDX-License-Identifier: GPL-3.0-or-later
// A loaded document: valid UTF-8 text with the record of where it came from.
#pragma once

#include "base/byterange.h"
#include "base/result.h"
#include "run/parameters.h"
#include "text/blocktree.h"
#include "text/offsetmap.h"
#include "text/sourcemap.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Text shared between documents, indices and chunk sets. Always valid UTF-8.
using SharedText = std::shared_ptr<const std::string>;

enum class NewlineStyle : std::uint8_t { None, Lf, CrLf, Cr, Mixed };

/// "none", "lf", "crlf", "cr" or "mixed".
[[nodiscard]] std::string_view newlineStyleId(NewlineStyle style) noexcept;

/// The style of all line ends (LF, CRLF, CR) in `text`. O(bytes).
[[nodiscard]] NewlineStyle detectNewlineStyle(std::string_view text) noexcept;

/// Where the text came from and what was done to decode it.
struct DocumentSource
{
    std::string path; ///< file path as given; empty for pasted or streamed text
    ParameterValues formatOptions; ///< what the format's reader was told, beside its defaults
    std::string encoding
        = "utf-8"; ///< IANA-style lower-case name ("utf-8", "utf-16le", "windows-1252"); empty: no text file
    bool encodingIsGuess = false; ///< true when a detector chose `encoding`
    bool hadBom = false;
    NewlineStyle newline = NewlineStyle::None;
    std::uint64_t sourceBytes = 0; ///< size of the file before decoding
    std::string sha256; ///< hex SHA-256 of the file's own bytes; empty when they are the text's
    std::uint64_t replacedSequences = 0; ///< undecodable sequences that became U+FFFD
    std::vector<std::uint64_t> replacedAt; ///< byte offsets of the first of them in the decoded text (at most 100)
};

/// Finds the blocks of a document's text. O(bytes).
using BlockReader
    = std::function<Outcome<std::shared_ptr<const BlockTree>>(std::string_view text, std::stop_token stop)>;

/// Blocks of plain text: paragraphs are what stands between blank lines, and their lines the author's where they do not
/// look like prose that was wrapped at a width. A line at the margin behind a blank one or a heading, with a line of
/// `=` (level 1), `-` (level 2) or `~` (level 3) under it that has as many characters, is a heading, unless it has
/// several wide gaps, as heads of tables do.
[[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> readParagraphs(std::string_view text, std::stop_token stop);

enum class ProblemSeverity : std::uint8_t {
    Note, ///< what was done is what a reader of the file would want: nothing is missing, nothing is to be mended
    Warning ///< something may be missing or in the wrong place
};
/// "note" or "warning".
[[nodiscard]] std::string_view problemSeverityId(ProblemSeverity severity) noexcept;

/// Something about a file that whoever reads its chunks should know: what was left out, or could not be read.
struct FormatProblem
{
    std::string message; ///< whole sentences that do not name the file
    ByteRange where; ///< of the text; empty when it is no one place
    ProblemSeverity severity = ProblemSeverity::Warning;
};

/// What a format makes of a file.
struct DocumentParts
{
    std::string text; ///< valid UTF-8 of less than 4 GiB
    std::string_view format = "text"; ///< id of the format's descriptor
    BlockReader readBlocks = &readParagraphs; ///< called when blocks are first asked for, unless `blocks` is set
    std::shared_ptr<const BlockTree> blocks = nullptr; ///< where they are known with the text
    /// Blocks of a beginning of the text may differ from those of the whole, further back than in its last block.
    bool needsWholeText = false;
    std::shared_ptr<const SourceMap> sourceMap = nullptr; ///< null when the text is the decoded file, byte for byte
    std::vector<FormatProblem> problems = {};
};

/// Immutable. Offsets of every kind refer to `text()`: the decoded UTF-8 text after BOM removal.
class Document final
{
public:
    /// Precondition: `text` is valid UTF-8 of less than 4 GiB. `id` names the document in results and exports.
    [[nodiscard]] static std::shared_ptr<const Document> create(std::string id, std::string text,
                                                                DocumentSource source);
    [[nodiscard]] static std::shared_ptr<const Document> create(std::string id, DocumentParts parts,
                                                                DocumentSource source);
    /// As above with the newline style detected and sourceBytes taken from the text: for pasted and streamed text.
    [[nodiscard]] static std::shared_ptr<const Document> fromText(std::string id, std::string text);

    /// The first `bytes` of the text, on a character boundary, as a document of the same name, format and source.
    [[nodiscard]] std::shared_ptr<const Document> beginning(std::size_t bytes) const;

    [[nodiscard]] const std::string &id() const noexcept { return m_id; }
    [[nodiscard]] std::string_view format() const noexcept { return m_format; }
    [[nodiscard]] std::string_view text() const noexcept { return *m_text; }
    [[nodiscard]] const SharedText &sharedText() const noexcept { return m_text; }
    [[nodiscard]] std::string_view slice(ByteRange range) const noexcept
    {
        return std::string_view(*m_text).substr(range.begin, range.size());
    }
    /// Made when first asked for, O(bytes), and kept.
    [[nodiscard]] const OffsetMap &offsets() const;
    /// The author's structure: found when first asked for, O(bytes), and kept (see BlockTree for its size). Positions
    /// are those of text().
    [[nodiscard]] const BlockTree &blocks() const;
    /// The same, but ends early when asked to; then nothing is kept.
    [[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> blocks(std::stop_token stop) const;
    [[nodiscard]] const DocumentSource &source() const noexcept { return m_source; }
    /// Null when the text is the decoded file, byte for byte.
    [[nodiscard]] const SourceMap *sourceMap() const noexcept { return m_sourceMap.get(); }
    /// What the format's reader met; problems of the structure are those of blocks().
    [[nodiscard]] const std::vector<FormatProblem> &problems() const noexcept { return m_problems; }

private:
    Document(std::string id, DocumentParts parts, DocumentSource source);

    std::string m_id;
    SharedText m_text;
    std::string_view m_format;
    BlockReader m_readBlocks;
    bool m_needsWholeText = false;
    DocumentSource m_source;
    std::shared_ptr<const SourceMap> m_sourceMap;
    std::vector<FormatProblem> m_problems;
    mutable std::once_flag m_offsetsMade;
    mutable OffsetMap m_offsets;
    mutable std::mutex m_blocksMutex;
    mutable std::shared_ptr<const BlockTree> m_blocks; ///< null until they were asked for
};

} // namespace cw
