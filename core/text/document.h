// SPDX-License-Identifier: GPL-3.0-or-later
// A loaded document: valid UTF-8 text with the record of where it came from.
#pragma once

#include "base/byterange.h"
#include "text/offsetmap.h"

#include <cstdint>
#include <memory>
#include <mutex>
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
    std::string encoding = "utf-8"; ///< IANA-style lower-case name, for example "utf-8", "utf-16le", "windows-1252"
    bool encodingIsGuess = false; ///< true when a detector chose `encoding`
    bool hadBom = false;
    NewlineStyle newline = NewlineStyle::None;
    std::uint64_t sourceBytes = 0; ///< size of the file before decoding
    std::string sha256; ///< hex SHA-256 of the file's own bytes; empty when they are the text's
    std::uint64_t replacedSequences = 0; ///< undecodable sequences that became U+FFFD
    std::vector<std::uint64_t> replacedAt; ///< byte offsets of the first of them in the decoded text (at most 100)
};

/// Immutable. Offsets of every kind refer to `text()`: the decoded UTF-8 text after BOM removal.
class Document final
{
public:
    /// Precondition: `text` is valid UTF-8 of less than 4 GiB. `id` names the document in results and exports.
    [[nodiscard]] static std::shared_ptr<const Document> create(std::string id, std::string text,
                                                                DocumentSource source);
    /// As above with the newline style detected and sourceBytes taken from the text: for pasted and streamed text.
    [[nodiscard]] static std::shared_ptr<const Document> fromText(std::string id, std::string text);

    [[nodiscard]] const std::string &id() const noexcept { return m_id; }
    [[nodiscard]] std::string_view text() const noexcept { return *m_text; }
    [[nodiscard]] const SharedText &sharedText() const noexcept { return m_text; }
    [[nodiscard]] std::string_view slice(ByteRange range) const noexcept
    {
        return std::string_view(*m_text).substr(range.begin, range.size());
    }
    /// Made when first asked for, O(bytes), and kept.
    [[nodiscard]] const OffsetMap &offsets() const;
    [[nodiscard]] const DocumentSource &source() const noexcept { return m_source; }

private:
    Document(std::string id, SharedText text, DocumentSource source);

    std::string m_id;
    SharedText m_text;
    DocumentSource m_source;
    mutable std::once_flag m_offsetsMade;
    mutable OffsetMap m_offsets;
};

} // namespace cw
