// SPDX-License-Identifier: GPL-3.0-or-later
// EPUB 2 and 3: the documents of a book in reading order.
#include "formats/epubfonts.h"
#include "formats/epubpackage.h"
#include "formats/format.h"
#include "formats/html.h"
#include "formats/officepackage.h"
#include "formats/partname.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace cw::formatlist {

namespace {

using namespace epub;

constexpr std::array<std::string_view, 1> suffixes{"epub"};

constexpr std::array<ParameterSpec, 1> options{{
    {.id = "navigation",
     .title = "Cover and contents",
     .help = "Keeps the documents that are the book's cover or table of contents.",
     .kind = ParameterKind::Boolean},
}};

constexpr std::size_t leastForHeadings = 1000; // bytes of a book whose lack of headings is worth a word
constexpr std::size_t mostText = std::size_t{1} << 30U;

unsigned sniff(std::string_view beginning) noexcept
{
    return zipKindOf(beginning) == ZipKind::Epub ? 95 : 0;
}

Error badInput(std::string message)
{
    return Error{ErrorCode::BadInput, std::move(message), {}};
}

/// UTF-8 of a document: from UTF-16 by its byte-order mark, from ISO-8859-1 where it says so; else what is not UTF-8
/// becomes U+FFFD.
std::string decode(std::string bytes, std::uint64_t &replaced)
{
    const bool isLittle = bytes.starts_with("\xFF\xFE");
    if (isLittle || bytes.starts_with("\xFE\xFF")) {
        std::string text;
        char32_t high = 0;
        for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
            const auto first = static_cast<unsigned char>(bytes[i + (isLittle ? 0 : 1)]);
            const auto second = static_cast<unsigned char>(bytes[i + (isLittle ? 1 : 0)]);
            const char32_t unit = static_cast<char32_t>(first | (second << 8U));
            if (unit >= 0xD800 && unit < 0xDC00) {
                high = unit;
            } else if (unit >= 0xDC00 && unit < 0xE000) {
                appendUtf8(text, high ? 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00) : 0xFFFD);
                high = 0;
            } else {
                appendUtf8(text, unit);
                high = 0;
            }
        }
        return text;
    }
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.erase(0, 3);
    if (isValidUtf8(bytes))
        return bytes;
    const std::string_view declaration = std::string_view(bytes).substr(0, bytes.find('>'));
    constexpr std::array<std::string_view, 4> latin{"iso-8859-1", "ISO-8859-1", "windows-1252", "Windows-1252"};
    const bool isLatin = declaration.starts_with("<?xml") && std::ranges::any_of(latin, [&](std::string_view name) {
                             return declaration.find(name) != std::string_view::npos;
                         });
    if (!isLatin) {
        RepairedText repaired = repairUtf8(bytes);
        replaced += repaired.replacedSequences;
        return std::move(repaired.text);
    }
    std::string text;
    for (const char c : bytes)
        appendUtf8(text, static_cast<unsigned char>(c));
    return text;
}

bool isEqualTitle(std::string_view a, std::string_view b)
{
    return headingTitle(a, {0, a.size()}) == headingTitle(b, {0, b.size()});
}

class BookReader final
{
public:
    BookReader(const FormatRequest &request, ZipArchive archive) : m_request(request), m_archive(std::move(archive)) { }

    Outcome<DocumentParts> read()
    {
        auto encrypted = encryptedParts(m_archive, m_request.stop);
        if (encrypted.isCancelled())
            return Cancelled{};
        if (!encrypted)
            return encrypted.error();
        m_encrypted = std::move(*encrypted);
        auto package = readPackage(m_archive, m_request.stop);
        if (package.isCancelled())
            return Cancelled{};
        if (!package)
            return m_encrypted.empty() ? package.error() : isProtected();
        m_package = std::move(*package);
        if (!readContentsIfAny())
            return Cancelled{};
        for (std::size_t i = 0; i < m_package.spine.size(); ++i) {
            const SpineItem &item = m_package.spine[i];
            if (m_request.progress)
                m_request.progress(i, m_package.spine.size());
            if (item.isNavigation && !m_request.options.boolean(options[0]))
                continue;
            if (m_encrypted.contains(item.part))
                return isProtected();
            const auto error = readDocument(item.part);
            if (m_isCancelled)
                return Cancelled{};
            if (error)
                return *error;
        }
        return finish();
    }

private:
    [[nodiscard]] Error isProtected() const
    {
        const std::string owner = protectionOf(m_archive);
        return badInput("The book is protected by DRM" + (owner.empty() ? std::string() : " (" + owner + ")")
                        + ": its text is encrypted and can only be read by the programs that its seller allows.");
    }

    /// False when it was stopped. A table of contents that cannot be read is a problem, no error. Pages of the NCX
    /// count where the navigation document lists none.
    bool readContentsIfAny()
    {
        const bool hasNavigation = !m_package.navigationPart.empty();
        if (hasNavigation && !readContentsOf(m_package.navigationPart, "The table of contents", true))
            return false;
        if (!m_pages.empty())
            return true;
        return readContentsOf(m_package.ncxPart, hasNavigation ? "The list of pages" : "The table of contents",
                              !hasNavigation);
    }

    bool readContentsOf(const std::string &part, const std::string &what, bool hasSections)
    {
        if (!m_archive.has(part) || m_encrypted.contains(part))
            return true;
        auto contents = readContents(m_archive, part, m_request.stop);
        if (contents.isCancelled())
            return false;
        if (!contents) {
            m_problems.push_back({what + " could not be read: " + contents.error().message, {}});
            return true;
        }
        for (Entry &entry : contents->sections) {
            if (hasSections)
                m_sections[entry.part].push_back(std::move(entry));
        }
        for (Entry &entry : contents->pages)
            m_pages[entry.part].push_back(std::move(entry));
        return true;
    }

    std::optional<Error> readDocument(const std::string &part)
    {
        if (!m_archive.has(part)) {
            m_problems.push_back({"The book names the document " + quotedPart(part) + ", which is not in it.", {}});
            return std::nullopt;
        }
        auto bytes = m_archive.read(part, m_request.stop);
        m_isCancelled = bytes.isCancelled();
        if (!bytes)
            return m_isCancelled ? std::nullopt : std::optional(bytes.error());
        std::uint64_t replaced = 0;
        const std::string source = decode(std::move(*bytes), replaced);
        if (m_text.bytes() + source.size() > mostText)
            return badInput("The book has more than 1 GiB of text. Split it.");
        const std::size_t begin = m_text.bytes();
        std::vector<html::Anchor> anchors;
        std::vector<html::PageBreak> breaks;
        html::Target target{m_text, m_blocks, m_headings, m_problems, &anchors, &breaks};
        const std::size_t firstHeading = m_headings.size();
        const std::size_t firstBlock = m_blocks.size();
        m_isCancelled = !html::append(source, m_text.part(part),
                                      {.keepsNavigation = m_request.options.boolean(options[0]), .isXml = true}, target,
                                      m_request.stop);
        if (m_isCancelled)
            return std::nullopt;
        ++m_documents;
        m_marksHeadings |= std::any_of(m_blocks.begin() + static_cast<std::ptrdiff_t>(firstBlock), m_blocks.end(),
                                       [](const Block &block) { return block.kind == BlockKind::Heading; });
        if (replaced > 0)
            m_problems.push_back({"In " + quotedPart(part) + ' ' + std::to_string(replaced)
                                      + " sequences of bytes are no UTF-8 and were replaced by U+FFFD.",
                                  ByteRange{begin, m_text.bytes()}});
        std::unordered_map<std::string_view, std::size_t> places;
        for (const html::Anchor &anchor : anchors)
            places.emplace(anchor.name, anchor.textByte);
        checkSections(part, places, begin, firstBlock, firstHeading);
        if (m_pages.empty())
            html::beginPages(std::move(breaks), m_text, m_unnamedPages);
        else
            beginPages(part, places, begin);
        return std::nullopt;
    }

    using Places = std::unordered_map<std::string_view, std::size_t>;

    static std::size_t placeOf(const Entry &entry, const Places &places, std::size_t begin)
    {
        const auto found = places.find(entry.fragment);
        return entry.fragment.empty() || found == places.end() ? begin : found->second;
    }

    /// Where the list of pages says. What stands before the first page that is listed is told by that.
    void beginPages(const std::string &part, const Places &places, std::size_t begin)
    {
        const auto pages = m_pages.find(part);
        if (pages == m_pages.end())
            return;
        std::vector<html::PageBreak> begun;
        for (const Entry &page : pages->second) {
            if (page.fragment.empty() || places.contains(page.fragment))
                begun.push_back({headingTitle(page.label, {0, page.label.size()}), placeOf(page, places, begin)});
            else if (m_lostPages++ == 0)
                m_firstLostPage = headingTitle(page.label, {0, page.label.size()});
        }
        std::ranges::stable_sort(begun, {}, &html::PageBreak::textByte);
        html::beginPages(std::move(begun), m_text, m_unnamedPages);
    }

    /// Each line of the table of contents wants a heading between its place and the next line's; where there is none, a
    /// paragraph with its words becomes one.
    void checkSections(const std::string &part, const Places &places, std::size_t begin, std::size_t firstBlock,
                       std::size_t firstHeading)
    {
        const auto lines = m_sections.find(part);
        if (lines == m_sections.end())
            return;
        struct Wanted
        {
            std::size_t begin = 0;
            const Entry *entry = nullptr;
        };
        std::vector<Wanted> wanted;
        for (const Entry &entry : lines->second)
            wanted.push_back({placeOf(entry, places, begin), &entry});
        std::ranges::stable_sort(wanted, {}, &Wanted::begin);
        std::vector<BlockTree::TitledHeading> found(m_headings.begin() + static_cast<std::ptrdiff_t>(firstHeading),
                                                    m_headings.end());
        const std::size_t known = found.size();
        std::size_t heading = 0;
        std::size_t block = firstBlock;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const std::size_t from = wanted[i].begin;
            const std::size_t to = i + 1 < wanted.size() ? std::max(wanted[i + 1].begin, from + 1) : m_text.bytes();
            const auto beginOf = [&](std::size_t number) { return m_blocks[number].bytes.begin; };
            while (heading < known && beginOf(found[heading].block) < from)
                ++heading;
            if (heading < known && beginOf(found[heading].block) < to)
                continue;
            while (block < m_blocks.size() && beginOf(block) < from)
                ++block;
            if (!promote(block, to, *wanted[i].entry, found)) {
                if (m_missing++ == 0)
                    m_firstMissing = wanted[i].entry->label;
            }
        }
        std::ranges::stable_sort(found, {}, &BlockTree::TitledHeading::block);
        m_headings.resize(firstHeading);
        m_headings.insert(m_headings.end(), found.begin(), found.end());
    }

    /// Looks at a few blocks only: titles stand at the beginning of what they name.
    bool promote(std::size_t block, std::size_t end, const Entry &entry,
                 std::vector<BlockTree::TitledHeading> &headings)
    {
        constexpr std::size_t looked = 4;
        const std::size_t last = std::min(m_blocks.size(), block + looked);
        for (; block < last && m_blocks[block].bytes.begin < end; ++block) {
            Block &candidate = m_blocks[block];
            const std::string_view text
                = m_text.text().substr(candidate.bytes.begin, candidate.bytes.end - candidate.bytes.begin);
            if (candidate.kind != BlockKind::Paragraph || candidate.parent != Block::none
                || !isEqualTitle(text, entry.label))
                continue;
            candidate.kind = BlockKind::Heading;
            candidate.level = entry.level;
            headings.push_back({.block = static_cast<std::uint32_t>(block), .title = candidate.bytes});
            return true;
        }
        return false;
    }

    /// In a book that marks none. False when it was stopped.
    bool markHeadings(const SourceMap &sources)
    {
        std::vector<std::vector<LookedText>> looks;
        LookSheet sheet;
        std::set<std::string, std::less<>> sheets;
        for (const std::string &part : sources.parts()) {
            auto bytes = m_archive.read(part, m_request.stop);
            if (bytes.isCancelled())
                return false;
            std::uint64_t replaced = 0;
            const std::string source = bytes ? decode(std::move(*bytes), replaced) : std::string();
            for (const std::string &link : styleLinksOf(source)) {
                const std::string name = office::resolvePart(office::folderOf(part), decodePercent(link));
                if (!m_archive.has(name) || m_encrypted.contains(name) || !sheets.insert(name).second)
                    continue;
                const auto css = m_archive.read(name, m_request.stop);
                if (css.isCancelled())
                    return false;
                if (css)
                    sheet.add(*css);
                else
                    m_problems.push_back({"A style sheet could not be read: " + css.error().message, {}});
            }
            looks.push_back(looksOf(source, sheet));
        }
        const std::size_t found = markHeadingsByLooks(m_text.text(), sources, looks, m_blocks, m_headings);
        if (found == 0 && m_text.bytes() < leastForHeadings)
            return true;
        std::string told = "The book marks no headings (h1 to h6)";
        if (found > 0)
            told += ", so " + std::to_string(found)
                + (found == 1 ? " paragraph that its styles set" : " paragraphs that its styles set")
                + " larger or bolder than most text count as such";
        else if (!m_headings.empty())
            told += ", so only lines of its table of contents are headings";
        else
            told += ", and none could be told from its styles or table of contents, so chunks have no heading path";
        m_problems.push_back({told + ". Lists and code that only styles show were read as paragraphs.",
                              {},
                              found > 0 ? ProblemSeverity::Note : ProblemSeverity::Warning});
        return true;
    }

    Outcome<DocumentParts> finish()
    {
        if (m_documents == 0 && !m_package.spine.empty() && !m_problems.empty())
            return badInput("The book has no document that could be read. " + m_problems.back().message);
        if (m_missing > 0)
            m_problems.push_back(
                {"The table of contents has "
                     + (m_missing == 1 ? std::string("a line that no heading stands for in the text: \"")
                                       : std::to_string(m_missing)
                                + " lines that no headings stand for in the text; the first is \"")
                     + headingTitle(m_firstMissing, {0, m_firstMissing.size()}) + "\".",
                 {}});
        if (m_lostPages > 0)
            m_problems.push_back({"The list of pages names " + std::to_string(m_lostPages)
                                      + (m_lostPages == 1 ? " place that is" : " places that are")
                                      + " not in the book, so text of such pages counts for the page before; the first "
                                        "is page \""
                                      + m_firstLostPage + "\".",
                                  {}});
        html::tellUnnamedPages(m_unnamedPages, m_problems);
        if (!m_package.otherParts.empty())
            m_problems.push_back(
                {std::to_string(m_package.otherParts.size())
                     + " parts of the book are pictures or in other formats and were not read; the first "
                       "is "
                     + quotedPart(m_package.otherParts.front()) + '.',
                 {}});
        DocumentParts parts;
        parts.format = "epub";
        parts.sourceMap = m_text.build();
        if (!m_marksHeadings && !m_blocks.empty() && !markHeadings(*parts.sourceMap))
            return Cancelled{};
        parts.blocks = std::make_shared<const BlockTree>(std::move(m_blocks), m_headings,
                                                         std::vector<StructureProblem>{}, m_text.bytes());
        parts.text = m_text.takeText();
        parts.problems = std::move(m_problems);
        return parts;
    }

    const FormatRequest &m_request;
    ZipArchive m_archive;
    Package m_package;
    std::set<std::string, std::less<>> m_encrypted;
    std::unordered_map<std::string, std::vector<Entry>> m_sections; ///< by part
    std::unordered_map<std::string, std::vector<Entry>> m_pages; ///< by part
    SourceMapBuilder m_text;
    std::vector<Block> m_blocks;
    std::vector<BlockTree::TitledHeading> m_headings;
    std::vector<FormatProblem> m_problems;
    std::size_t m_documents = 0;
    bool m_marksHeadings = false; ///< by elements
    std::size_t m_missing = 0;
    std::string m_firstMissing;
    std::size_t m_lostPages = 0;
    std::string m_firstLostPage;
    std::size_t m_unnamedPages = 0;
    bool m_isCancelled = false;
};

} // namespace

const FormatDescriptor &epub()
{
    static constexpr FormatDescriptor descriptor{
        .id = "epub",
        .title = "EPUB book",
        .help
        = "The book's documents in reading order, with what HTML has: headings, paragraphs, lists, tables, "
          "quotations. Headings are held against the table of contents, and chunks carry the pages of the printed "
          "book where it lists them.",
        .input = FormatInput::Bytes,
        .suffixes = suffixes,
        .options = options,
        .isTextExtracted = true,
        .headings = HeadingSigns::Blocks,
        .sniff = sniff,
        .read = &office::readArchived<BookReader>,
    };
    return descriptor;
}

} // namespace cw::formatlist
