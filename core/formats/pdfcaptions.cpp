// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfcaptions.h"

#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::pdf {

namespace {

constexpr std::array<std::string_view, 14> tableWords{"table",
                                                      "tab.",
                                                      "tabelle",
                                                      "tableau",
                                                      "tabla",
                                                      "tabella",
                                                      "tabela",
                                                      "tabel",
                                                      "tabell",
                                                      "taulukko",
                                                      "tabulka",
                                                      "\u0442\u0430\u0431\u043B\u0438\u0446\u0430",
                                                      "\u0422\u0430\u0431\u043B\u0438\u0446\u0430",
                                                      "\u8868"};
constexpr std::array<std::string_view, 12> pictureWords{"figure",
                                                        "fig.",
                                                        "abbildung",
                                                        "abb.",
                                                        "figura",
                                                        "figuur",
                                                        "chart",
                                                        "listing",
                                                        "algorithm",
                                                        "\u0420\u0438\u0441.",
                                                        "\u0420\u0438\u0441\u0443\u043D\u043E\u043A",
                                                        "\u56F3"};

char small(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Bytes of the word, which a capital begins where it has any, and of blanks behind it; 0: it is not there.
std::size_t wordAt(std::string_view text, std::string_view word) noexcept
{
    if (text.size() <= word.size() || (text.front() >= 'a' && text.front() <= 'z')
        || !std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == small(b); }))
        return 0;
    std::size_t end = word.size();
    while (end < text.size() && (text[end] == ' ' || text[end] == '\t' || text.substr(end).starts_with("\u00A0")))
        end += text[end] == ' ' || text[end] == '\t' ? 1 : 2;
    return end;
}

/// Bytes of "3", "2.1", "A-3", "IV" and the like.
std::size_t numberAt(std::string_view text) noexcept
{
    constexpr std::size_t longest = 8;
    std::size_t end = 0;
    bool hasDigit = false;
    while (end < text.size() && end < longest) {
        const char c = text[end];
        const bool isDigit = c >= '0' && c <= '9';
        const bool isMark
            = (c == '.' || c == '-') && end + 1 < text.size() && text[end + 1] >= '0' && text[end + 1] <= '9';
        const bool isCapital = c >= 'A' && c <= 'Z';
        if (!isDigit && !isMark && !isCapital)
            break;
        hasDigit = hasDigit || isDigit;
        ++end;
    }
    const bool isRoman = text.substr(0, end).find_first_not_of("IVXL") == std::string_view::npos;
    return hasDigit || isRoman ? end : 0;
}

enum class CaptionText : std::uint8_t { None, Named, Parted }; ///< Parted: with a mark behind the number

template<std::size_t Count>
CaptionText captionText(std::string_view text, const std::array<std::string_view, Count> &words) noexcept
{
    for (const std::string_view word : words) {
        const std::size_t begin = wordAt(text, word);
        if (begin == 0)
            continue;
        const std::string_view rest = text.substr(begin);
        const std::size_t end = numberAt(rest);
        if (end == 0)
            continue;
        const std::string_view behind = rest.substr(end);
        if (behind.empty() || behind.front() == ':' || behind.front() == '.' || behind.starts_with(" \u2014")
            || behind.starts_with(" \u2013") || behind.starts_with("\uFF1A"))
            return CaptionText::Parted;
        if (behind.front() == ' ' || behind.front() == '\t')
            return CaptionText::Named;
    }
    return CaptionText::None;
}

class CaptionMarker final
{
public:
    CaptionMarker(Layout &layout, std::span<const PageText> pages) : m_layout(layout), m_pages(pages) { }

    void mark()
    {
        for (std::size_t i = 0; i < m_layout.paragraphs.size(); ++i)
            m_layout.paragraphs[i].isCaption = isCaption(i);
    }

private:
    static constexpr std::size_t mostBytes = 600;

    std::string_view textOf(std::uint32_t row) const
    {
        const PlacedRow &placed = m_layout.rows[row];
        const PageText &page = m_pages[placed.page];
        return page.textOf(page.rows[placed.row]);
    }

    std::uint32_t pageOf(const Paragraph &paragraph) const { return m_layout.rows[paragraph.firstRow].page; }

    bool isCaption(std::size_t number) const
    {
        const Paragraph &paragraph = m_layout.paragraphs[number];
        if (paragraph.isCode || paragraph.isTable || paragraph.firstRow == paragraph.endRow)
            return false;
        const std::string_view text = textOf(paragraph.firstRow);
        const CaptionText ofTable = captionText(text, tableWords);
        const CaptionText ofPicture = captionText(text, pictureWords);
        if (ofTable == CaptionText::None && ofPicture == CaptionText::None)
            return false;
        std::size_t bytes = 0;
        for (std::uint32_t row = paragraph.firstRow; row < paragraph.endRow && bytes <= mostBytes; ++row)
            bytes += textOf(row).size();
        return bytes <= mostBytes
            && (ofTable == CaptionText::Parted || ofPicture == CaptionText::Parted
                || (ofTable == CaptionText::Named && isBesideTable(number)));
    }

    bool isBesideTable(std::size_t number) const
    {
        const std::vector<Paragraph> &all = m_layout.paragraphs;
        return (number > 0 && all[number - 1].isTable)
            || (number + 1 < all.size() && all[number + 1].isTable && pageOf(all[number + 1]) == pageOf(all[number]));
    }

    Layout &m_layout;
    std::span<const PageText> m_pages;
};

class ScatteredJoiner final
{
public:
    ScatteredJoiner(Layout &layout, std::span<const PageText> pages) : m_layout(layout), m_pages(pages) { }

    void join()
    {
        constexpr std::size_t fewest = 5;
        std::vector<Paragraph> &all = m_layout.paragraphs;
        std::vector<Paragraph> kept;
        kept.reserve(all.size());
        for (std::size_t first = 0; first < all.size();) {
            std::size_t end = first;
            while (end < all.size() && isScattered(all[end]) && pageOf(all[end]) == pageOf(all[first]))
                ++end;
            if (end - first < fewest) {
                end = std::max(end, first + 1);
                kept.insert(kept.end(), all.begin() + static_cast<std::ptrdiff_t>(first),
                            all.begin() + static_cast<std::ptrdiff_t>(end));
            } else {
                for (std::uint32_t row = all[first].firstRow; row < all[end - 1].endRow; ++row)
                    m_layout.rows[row].end = RowEnd::Line;
                all[first].endRow = all[end - 1].endRow;
                kept.push_back(all[first]);
            }
            first = end;
        }
        all = std::move(kept);
    }

private:
    std::uint32_t pageOf(const Paragraph &paragraph) const { return m_layout.rows[paragraph.firstRow].page; }

    bool isScattered(const Paragraph &paragraph) const
    {
        constexpr std::size_t longest = 20; // bytes
        if (paragraph.headingLevel > 0 || paragraph.isTable || paragraph.isCode || paragraph.isCaption
            || paragraph.listDepth > 0)
            return false;
        for (std::uint32_t row = paragraph.firstRow; row < paragraph.endRow; ++row) {
            const PlacedRow &placed = m_layout.rows[row];
            const PageText &page = m_pages[placed.page];
            const std::string_view text = page.textOf(page.rows[placed.row]);
            const bool isPhrase = std::ranges::count(text, ' ') > 2;
            if (text.size() > longest || isPhrase || text.back() == '.' || text.back() == ':' || text.back() == ';')
                return false;
        }
        return true;
    }

    Layout &m_layout;
    std::span<const PageText> m_pages;
};

} // namespace

void markCaptions(Layout &layout, std::span<const PageText> pages)
{
    CaptionMarker(layout, pages).mark();
}

bool beginsAsCaption(std::string_view text) noexcept
{
    return captionText(text, tableWords) != CaptionText::None || captionText(text, pictureWords) != CaptionText::None;
}

void joinScattered(Layout &layout, std::span<const PageText> pages)
{
    ScatteredJoiner(layout, pages).join();
}

} // namespace cw::pdf
