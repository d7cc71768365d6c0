// SPDX-License-Identifier: GPL-3.0-or-later
// DOCX: Word documents in Office Open XML, transitional and strict.
#include "formats/docxreader.h"
#include "formats/format.h"
#include "formats/officepackage.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

using namespace docx;

constexpr std::array<std::string_view, 4> suffixes{"docx", "docm", "dotx", "dotm"};

constexpr std::array<ParameterSpec, 2> options{{
    {.id = "contents",
     .title = "Table of contents",
     .help = "Keeps the table of contents, which says again what the headings say.",
     .kind = ParameterKind::Boolean},
    {.id = "headers",
     .title = "Headers and footers",
     .help = "Keeps the text of page headers before the document and of page footers behind it, each once.",
     .kind = ParameterKind::Boolean},
}};

unsigned sniff(std::string_view beginning) noexcept
{
    switch (zipKindOf(beginning)) {
    case ZipKind::Word:
        return 95;
    case ZipKind::Office:
        return 60;
    default:
        return 0;
    }
}

/// Reads what belongs to one document, part by part; the first error ends it.
class DocumentReader final
{
public:
    explicit DocumentReader(const FormatRequest &request, ZipArchive archive)
        : m_request(request), m_archive(std::move(archive))
    {
    }

    Outcome<DocumentParts> read()
    {
        auto package = office::readRelationships(m_archive, {}, m_request.stop);
        if (!take(package))
            return outcome();
        const std::string main = office::targetOf(*package, "officeDocument").value_or("word/document.xml");
        if (main.starts_with("xl/"))
            return wrongKind("an Excel workbook", "save its sheets as CSV");
        if (main.starts_with("ppt/"))
            return wrongKind("a PowerPoint presentation", "export it as PDF");
        auto relationships = office::readRelationships(m_archive, main, m_request.stop);
        if (!take(relationships))
            return outcome();
        m_relationships = std::move(*relationships);
        m_sources.keepsContents = m_request.options.boolean(options[0]);
        if (!readStyles() || !readNumbering() || !readNotes("footnotes", m_sources.footnotes)
            || !readNotes("endnotes", m_sources.endnotes))
            return outcome();

        BlockWriter blocks;
        const bool keepsHeaders = m_request.options.boolean(options[1]);
        if (keepsHeaders && !readHeaders("header", blocks))
            return outcome();
        auto bytes = m_archive.read(main, m_request.stop);
        if (!take(bytes))
            return outcome();
        m_sources.knowsPages = bytes->find("lastRenderedPageBreak") != std::string::npos;
        Reader reader(m_sources, addPart(main));
        if (m_request.progress)
            reader.progress = [this, total = bytes->size()](std::size_t done) { report(done, total); };
        if (m_sources.knowsPages)
            blocks.beginPage("1");
        auto read = readXml(*bytes, main, vocabulary(), reader, m_request.stop);
        if (!take(read))
            return outcome();
        if (!reader.isDocument())
            return Error{ErrorCode::BadInput, "Its main part \"" + main + "\" is no Word document.", {}};
        *bytes = {};
        blocks.append(std::move(reader.blocks()));
        for (const int id : reader.endnotes())
            blocks.append(noteBlocks(m_sources.endnotes[id]));
        takeProblems(reader);
        if (keepsHeaders && !readHeaders("footer", blocks))
            return outcome();
        DocumentParts parts = std::move(blocks).finish("docx", m_partNames);
        parts.problems = std::move(m_problems);
        return parts;
    }

private:
    static Error wrongKind(std::string_view kind, std::string_view advice)
    {
        return Error{ErrorCode::BadInput,
                     "This is " + std::string(kind) + ", which is not read here; " + std::string(advice)
                         + " and open that.",
                     {}};
    }

    template<class T>
    bool take(const Outcome<T> &result)
    {
        if (result.isCancelled())
            m_isCancelled = true;
        else if (!result)
            m_error = result.error();
        return result.hasValue();
    }
    [[nodiscard]] Outcome<DocumentParts> outcome() const
    {
        if (m_isCancelled)
            return Cancelled{};
        return m_error;
    }

    std::uint32_t addPart(std::string name)
    {
        m_partNames.push_back(std::move(name));
        return static_cast<std::uint32_t>(m_partNames.size()) - 1;
    }

    void report(std::size_t done, std::size_t total)
    {
        constexpr std::size_t step = std::size_t{1} << 20U;
        if (done < m_reported + step)
            return;
        m_reported = done;
        m_request.progress(done, total);
    }

    void takeProblems(Reader &reader) { std::ranges::move(reader.takeProblems(), std::back_inserter(m_problems)); }

    bool readStyles()
    {
        const auto part = office::targetOf(m_relationships, "styles");
        if (!part || !m_archive.has(*part))
            return true;
        const auto bytes = m_archive.read(*part, m_request.stop);
        if (!take(bytes))
            return false;
        auto styles = Styles::read(*bytes, *part, m_request.stop);
        if (!take(styles))
            return false;
        m_sources.styles = std::move(*styles);
        return true;
    }

    bool readNumbering()
    {
        const auto part = office::targetOf(m_relationships, "numbering");
        if (!part || !m_archive.has(*part))
            return true;
        const auto bytes = m_archive.read(*part, m_request.stop);
        if (!take(bytes))
            return false;
        auto numbering = NumberingLists::read(*bytes, *part, m_request.stop);
        if (!take(numbering))
            return false;
        m_sources.numbering = std::move(*numbering);
        m_sources.numbering.resolveStyles(m_sources.styles);
        return true;
    }

    bool readNotes(std::string_view type, Notes &notes)
    {
        const auto part = office::targetOf(m_relationships, type);
        if (!part || !m_archive.has(*part))
            return true;
        const auto bytes = m_archive.read(*part, m_request.stop);
        if (!take(bytes))
            return false;
        Reader reader(m_sources, addPart(*part));
        if (!take(readXml(*bytes, *part, vocabulary(), reader, m_request.stop)))
            return false;
        notes = std::move(reader.notes());
        takeProblems(reader);
        return true;
    }

    bool readHeaders(std::string_view type, BlockWriter &blocks)
    {
        for (const office::Relationship &one : m_relationships) {
            if (one.type != type || !m_archive.has(one.target))
                continue;
            const auto bytes = m_archive.read(one.target, m_request.stop);
            if (!take(bytes))
                return false;
            Reader reader(m_sources, addPart(one.target));
            if (!take(readXml(*bytes, one.target, vocabulary(), reader, m_request.stop)))
                return false;
            blocks.append(reader.blocks());
            takeProblems(reader);
        }
        return true;
    }

    const FormatRequest &m_request;
    ZipArchive m_archive;
    std::vector<office::Relationship> m_relationships;
    Sources m_sources;
    std::vector<std::string> m_partNames;
    std::vector<FormatProblem> m_problems;
    std::size_t m_reported = 0;
    bool m_isCancelled = false;
    Error m_error;
};

} // namespace

const FormatDescriptor &docx()
{
    static constexpr FormatDescriptor descriptor{
        .id = "docx",
        .title = "Word (DOCX)",
        .help = "Headings by their styles, paragraphs, numbered and bulleted lists, tables with header rows, footnotes "
                "and, where Word has left them, pages. Deleted and hidden text is left out.",
        .input = FormatInput::Bytes,
        .suffixes = suffixes,
        .options = options,
        .isTextExtracted = true,
        .headings = HeadingSigns::Blocks,
        .sniff = sniff,
        .read = &office::readArchived<DocumentReader>,
    };
    return descriptor;
}

} // namespace cw::formatlist
