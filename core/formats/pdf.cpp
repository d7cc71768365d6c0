// SPDX-License-Identifier: GPL-3.0-or-later
// PDF: text with its pages, the outline as headings, without what pages repeat at their edges.
#include "formats/format.h"
#include "formats/pdfcaptions.h"
#include "formats/pdffile.h"
#include "formats/pdfheadings.h"
#include "formats/pdflayout.h"
#include "formats/pdflists.h"
#include "formats/pdfrunning.h"
#include "formats/pdftext.h"
#include "formats/pdfunpack.h"
#include "text/sourcemap.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cw::formatlist {

namespace {

constexpr std::size_t mostTextBytes = std::size_t{1} << 30U;
constexpr std::array<std::string_view, 1> suffixes{"pdf"};

constexpr std::array runningChoices{
    ParameterChoice{"drop", "Leave Out", "What pages repeat at their edges, and page numbers, are no text."},
    ParameterChoice{"keep", "Keep", "They stay where they stand, each a paragraph."},
};

constexpr ParameterSpec runningParameter{
    .id = "headers",
    .title = "Headers and Footers",
    .help = "What becomes of lines that pages repeat at their upper and lower edge.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Segmentation,
    .defaultChoice = "drop",
    .choices = runningChoices,
};

constexpr ParameterSpec hyphenParameter{
    .id = "join-hyphens",
    .title = "Join Hyphenated Words",
    .help = "Whether a word that is parted at the end of a line is put together, without its hyphen.",
    .kind = ParameterKind::Boolean,
    .affects = Affects::Segmentation,
    .defaultInteger = 1,
};

constexpr std::array options{runningParameter, hyphenParameter};

unsigned sniff(std::string_view beginning) noexcept
{
    if (beginning.starts_with("%PDF-"))
        return 100;
    return beginning.substr(0, 1024).find("%PDF-") != std::string_view::npos ? 60 : 0;
}

std::string counted(std::size_t number, std::string_view one, std::string_view many)
{
    return std::to_string(number) + ' ' + std::string(number == 1 ? one : many);
}

/// "3, 4, 9 and 12 more".
std::string listed(const std::vector<std::string> &names)
{
    constexpr std::size_t most = 6;
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        list += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most)
        list += " and " + std::to_string(names.size() - most) + " more";
    return list;
}

class ProblemList final
{
public:
    ProblemList(DocumentParts &parts, const std::vector<pdf::PageText> &pages, const std::vector<std::string> &labels)
        : m_parts(parts), m_pages(pages), m_labels(labels)
    {
    }

    void addRunning(const std::vector<pdf::RunningLine> &lines, bool areKept)
    {
        if (lines.empty())
            return;
        std::size_t all = 0;
        std::map<std::pair<bool, std::string>, std::size_t> alike; // at the top or not, numbers being one
        for (const pdf::RunningLine &line : lines) {
            all += line.pages;
            alike[{line.isAtTop, withoutNumbers(line.text)}] += line.pages;
        }
        std::vector<std::pair<std::size_t, std::string>> sorted;
        for (const auto &[key, count] : alike)
            sorted.emplace_back(count,
                                '"' + key.second + "\" " + (key.first ? "at the top" : "at the bottom") + " of "
                                    + counted(count, "page", "pages"));
        std::ranges::stable_sort(sorted, std::greater<>(), [](const auto &each) { return each.first; });
        std::vector<std::string> names;
        for (auto &[count, name] : sorted)
            names.push_back(std::move(name));
        std::uint32_t first = lines.front().firstPage;
        for (const pdf::RunningLine &line : lines)
            first = std::min(first, line.firstPage);
        add((areKept ? "Kept " : "Left out ") + counted(all, "running header or footer", "running headers and footers")
                + ": " + listed(names) + ".",
            first, ProblemSeverity::Note);
    }

    void addRepeatedHeaders(const std::vector<std::uint32_t> &pages)
    {
        if (pages.empty())
            return;
        std::vector<std::string> names;
        for (const std::uint32_t page : pages)
            names.push_back(m_labels[page]);
        add("Left out header rows of tables where they come again, on " + counted(pages.size(), "page", "pages") + ": "
                + listed(names) + ".",
            pages.front(), ProblemSeverity::Note);
    }

    void addOutline(const pdf::OutlineMatches &matches, const pdf::FileOutline &outline)
    {
        const auto named = [&](const std::vector<std::size_t> &numbers) {
            std::vector<std::string> names;
            for (const std::size_t entry : numbers)
                names.push_back('"' + outline.entries[entry].title + '"');
            return listed(names);
        };
        if (!matches.byOrder.empty())
            add("The outline gives no more than the page of " + counted(matches.byOrder.size(), "heading", "headings")
                    + ", which were told from the order and the words of lines that are set as headings there: "
                    + named(matches.byOrder) + ".",
                outline.entries[matches.byOrder.front()].page, ProblemSeverity::Note);
        if (!matches.missed.empty())
            add(counted(matches.missed.size(), "entry", "entries") + " of the outline's "
                    + std::to_string(outline.entries.size()) + (matches.missed.size() == 1 ? " leads" : " lead")
                    + " to no heading of the text and are left out of the headings: " + named(matches.missed) + '.'
                    + (matches.isCut ? " There are too many to look for all of them." : ""),
                outline.entries[matches.missed.front()].page);
        if (outline.isCut)
            add("The outline has more than the " + std::to_string(pdf::mostOutlineEntries) + " entries or "
                    + std::to_string(pdf::deepestOutlineLevel)
                    + " levels that are read; what is beyond them is left out of the headings.",
                static_cast<std::uint32_t>(m_pages.size()));
    }

    void addPages()
    {
        each([](const pdf::PageText &page) { return page.isUnread; },
             [](const std::string &count, const std::string &list) {
                 return count + " that cannot be read: " + list
                     + ". All of their text is missing: the file does not hold them, or their content unpacks to more "
                       "than "
                     + std::to_string(pdf::mostContentBytesOfPage >> 20U) + " MiB.";
             });
        each([](const pdf::PageText &page) { return page.rows.empty() && !page.isCut && !page.isUnread; },
             [](const std::string &count, const std::string &list) {
                 return count + " without text: " + list + ". If they are pictures of text, run OCR on the file first.";
             });
        each([](const pdf::PageText &page) { return page.isCut; },
             [](const std::string &count, const std::string &list) {
                 return count + " with more than the " + std::to_string(pdf::mostCharactersOfPage)
                     + " characters, or steps of drawing, that are read of one page: " + list
                     + ". What their content shows after that is missing.";
             });
        each([](const pdf::PageText &page) { return page.isInFileOrder; },
             [](const std::string &count, const std::string &list) {
                 return count + " with too many pieces of text to be put in reading order: " + list
                     + ". The text stands as the file has it.";
             });
        each([](const pdf::PageText &page) { return page.isRuledTooMuch; },
             [](const std::string &count, const std::string &list) {
                 return count + " with more ruled lines than are looked at for tables: " + list
                     + ". Tables there may stand as paragraphs.";
             });
        std::size_t unknown = 0;
        std::size_t slanted = 0;
        for (const pdf::PageText &page : m_pages) {
            unknown += page.unknownCharacters;
            slanted += page.slantedCharacters;
        }
        if (unknown > 0)
            each([](const pdf::PageText &page) { return page.unknownCharacters > 0; },
                 [&](const std::string &count, const std::string &list) {
                     return "Left out " + counted(unknown, "character", "characters")
                         + " that the file does not say the meaning of, on " + count + ": " + list + ".";
                 });
        if (slanted > 0)
            each([](const pdf::PageText &page) { return page.slantedCharacters > 0; },
                 [&](const std::string &count, const std::string &list) {
                     return "Left out " + counted(slanted, "character", "characters")
                         + " of text that stands aslant, such as watermarks, on " + count + ": " + list + ".";
                 },
                 ProblemSeverity::Note);
    }

    void add(std::string message, std::uint32_t page, ProblemSeverity severity = ProblemSeverity::Warning)
    {
        const std::size_t at = page < m_pages.size() ? m_parts.sourceMap->pages()[page].textBegin : 0U;
        m_parts.problems.push_back({std::move(message), ByteRange{at, at}, severity});
    }

private:
    static std::string withoutNumbers(const std::string &text)
    {
        std::string shape;
        for (const char c : text) {
            const bool isNumber = c >= '0' && c <= '9';
            if (!isNumber)
                shape += c == '\t' ? ' ' : c;
            else if (shape.empty() || shape.back() != '#')
                shape += '#';
        }
        return shape;
    }

    template<class Takes, class Says>
    void each(Takes takes, Says says, ProblemSeverity severity = ProblemSeverity::Warning)
    {
        std::vector<std::string> labels;
        std::uint32_t first = 0;
        for (std::uint32_t page = 0; page < m_pages.size(); ++page) {
            if (!takes(m_pages[page]))
                continue;
            if (labels.empty())
                first = page;
            labels.push_back(m_labels[page]);
        }
        if (!labels.empty())
            add(says(counted(labels.size(), "page", "pages"), listed(labels)), first, severity);
    }

    DocumentParts &m_parts;
    const std::vector<pdf::PageText> &m_pages;
    const std::vector<std::string> &m_labels;
};

Outcome<DocumentParts> read(FormatRequest request)
{
    const auto sizes = pdf::checkUnpackedSizes(request.input, request.stop);
    if (sizes.isCancelled())
        return Cancelled{};
    if (sizes.hasError())
        return sizes.error();
    auto opened = pdf::File::open(std::move(request.input));
    if (!opened)
        return opened.error();
    pdf::File &file = *opened;
    std::vector<pdf::PageText> pages;
    std::vector<std::string> labels;
    pages.reserve(file.pageCount());
    labels.reserve(file.pageCount());
    std::size_t bytes = 0;
    for (std::size_t page = 0; page < file.pageCount(); ++page) {
        auto text = file.page(page, request.stop);
        if (!text)
            return Cancelled{};
        bytes += text->text.size();
        if (bytes >= mostTextBytes)
            return Error{
                ErrorCode::BadInput, "The PDF holds more than 1 GiB of text; split it into smaller files.", {}};
        pages.push_back(std::move(*text));
        labels.push_back(file.label(page));
        if (request.progress)
            request.progress(page + 1, file.pageCount());
    }
    if (bytes == 0)
        return Error{
            ErrorCode::BadInput,
            "The PDF has no text layer, its pages are pictures or blank: run OCR on it first, for example with "
            "ocrmypdf.",
            {}};

    const float textSize = pdf::commonSize(pages);
    const bool keepsRunning = request.options.choice(runningParameter) == "keep";
    const std::vector<pdf::RunningLine> running = pdf::markRunningRows(pages, textSize);
    pdf::Layout layout = pdf::layOut(pages, keepsRunning);
    pdf::markCaptions(layout, pages);
    const pdf::FileOutline outline = file.outline();
    pdf::OutlineMatches matches;
    if (outline.entries.empty())
        pdf::markByFont(layout, pages, textSize);
    else
        matches = pdf::markOutline(layout, pages, outline.entries, textSize);
    pdf::markLists(layout, pages);
    pdf::joinScattered(layout, pages);
    if (request.stop.stop_requested())
        return Cancelled{};
    DocumentParts parts
        = pdf::makeText(layout, pages, labels, {.joinsHyphenated = request.options.boolean(hyphenParameter)});

    ProblemList problems(parts, pages, labels);
    problems.addPages();
    problems.addRunning(running, keepsRunning);
    problems.addRepeatedHeaders(layout.repeatedHeaders);
    problems.addOutline(matches, outline);
    if (!file.missingEncoding().empty())
        problems.add("Text is missing: fonts of the file name an encoding that this computer does not have (install "
                     "poppler-data).",
                     static_cast<std::uint32_t>(pages.size()));
    return parts;
}

} // namespace

const FormatDescriptor &pdf()
{
    static constexpr FormatDescriptor descriptor{
        .id = "pdf",
        .title = "PDF",
        .help = "The text layer with its pages: paragraphs, tables and lists in reading order, wrapped lines and "
                "hyphenated words joined, "
                "headings from the outline or, without one, from sizes of print. Running headers and footers are left "
                "out.",
        .input = FormatInput::Bytes,
        .suffixes = suffixes,
        .options = options,
        .isTextExtracted = true,
        .headings = HeadingSigns::Blocks,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
