// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdfmaker.h"

#include <array>
#include <cstdio>
#include <utility>

namespace cw::testing {

namespace {

constexpr double pageHeight = 792;

std::string number(double value)
{
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.2f", value);
    return buffer.data();
}

std::string reference(int object)
{
    return std::to_string(object) + " 0 R";
}

} // namespace

int PdfFile::reserve()
{
    m_objects.emplace_back();
    return static_cast<int>(m_objects.size());
}

void PdfFile::set(int object, std::string source)
{
    m_objects[static_cast<std::size_t>(object - 1)] = std::move(source);
}

int PdfFile::add(std::string source)
{
    m_objects.push_back(std::move(source));
    return static_cast<int>(m_objects.size());
}

int PdfFile::addStream(std::string_view entries, std::string_view data)
{
    std::string source = "<<" + std::string(entries) + "/Length " + std::to_string(data.size()) + ">>\nstream\n";
    source += data;
    source += "\nendstream";
    return add(std::move(source));
}

std::string PdfFile::finish(int root, std::string_view trailerEntries) const
{
    std::string file = "%PDF-1.7\n";
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < m_objects.size(); ++i) {
        places.push_back(file.size());
        file += std::to_string(i + 1) + " 0 obj\n" + m_objects[i] + "\nendobj\n";
    }
    const std::size_t table = file.size();
    file += "xref\n0 " + std::to_string(m_objects.size() + 1) + "\n0000000000 65535 f \n";
    for (const std::size_t place : places) {
        std::array<char, 32> line{};
        std::snprintf(line.data(), line.size(), "%010zu 00000 n \n", place);
        file += line.data();
    }
    file += "trailer\n<</Size " + std::to_string(m_objects.size() + 1) + "/Root " + reference(root);
    file += trailerEntries;
    file += ">>\nstartxref\n" + std::to_string(table) + "\n%%EOF\n";
    return file;
}

void PdfPages::beginPage()
{
    m_contents.emplace_back();
}

void PdfPages::show(double left, double fromTop, double size, std::string_view text, Font font)
{
    content("BT /F" + std::to_string(font) + ' ' + number(size) + " Tf 1 0 0 1 " + number(left) + ' '
            + number(pageHeight - fromTop) + " Tm (" + std::string(text) + ") Tj ET\n");
}

void PdfPages::content(std::string_view source)
{
    m_contents.back() += source;
}

void PdfPages::outline(unsigned level, std::string_view title, std::size_t page, double fromTop)
{
    m_entries.push_back({level, std::string(title), page, fromTop});
}

void PdfPages::labels(std::string_view numbers)
{
    m_labels = numbers;
}

void PdfPages::mapped(std::vector<std::string> pairs)
{
    m_pairs = std::move(pairs);
}

std::string PdfPages::make() const
{
    PdfFile file;
    const int root = file.reserve();
    const int tree = file.reserve();
    const std::string encoding = "/Encoding/WinAnsiEncoding>>";
    const int regular = file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica" + encoding);
    const int bold = file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold" + encoding);
    const int monospaced = file.add("<</Type/Font/Subtype/Type1/BaseFont/Courier" + encoding);
    std::string map = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
                      "1 begincodespacerange <00> <FF> endcodespacerange\n";
    map += std::to_string(m_pairs.size()) + " beginbfchar\n";
    for (const std::string &pair : m_pairs)
        map += pair + '\n';
    map += "endbfchar\nendcmap end end";
    const int toUnicode = file.addStream("", map);
    const int mapped
        = file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode " + reference(toUnicode) + encoding);
    const int mappedMonospaced
        = file.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/ToUnicode " + reference(toUnicode) + encoding);
    const int resources
        = file.add("<</Font<</F1 " + reference(regular) + "/F2 " + reference(bold) + "/F3 " + reference(monospaced)
                   + "/F4 " + reference(mapped) + "/F5 " + reference(mappedMonospaced) + ">>>>");
    std::vector<int> pages;
    std::string kids;
    for (const std::string &content : m_contents) {
        const int stream = file.addStream("", content);
        pages.push_back(file.add("<</Type/Page/Parent " + reference(tree) + "/MediaBox[0 0 612 792]/Resources "
                                 + reference(resources) + "/Contents " + reference(stream) + ">>"));
        kids += reference(pages.back()) + ' ';
    }
    file.set(tree, "<</Type/Pages/Kids[" + kids + "]/Count " + std::to_string(pages.size()) + ">>");

    std::string catalog = "<</Type/Catalog/Pages " + reference(tree);
    if (!m_labels.empty())
        catalog += "/PageLabels<</Nums[" + m_labels + "]>>";
    if (!m_entries.empty()) {
        struct Item
        {
            int object = 0;
            std::vector<std::size_t> children;
            std::size_t parent = 0;
        };
        std::vector<Item> items(m_entries.size() + 1); // the first is the outline itself
        std::vector<std::size_t> open{0};
        for (Item &item : items)
            item.object = file.reserve();
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            open.resize(m_entries[i].level);
            items[i + 1].parent = open.back();
            items[open.back()].children.push_back(i + 1);
            open.push_back(i + 1);
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            std::string source = "<<";
            const Item &item = items[i];
            if (!item.children.empty())
                source += "/First " + reference(items[item.children.front()].object) + "/Last "
                    + reference(items[item.children.back()].object) + "/Count " + std::to_string(item.children.size());
            if (i > 0) {
                const Entry &entry = m_entries[i - 1];
                const std::vector<std::size_t> &siblings = items[item.parent].children;
                for (std::size_t at = 0; at + 1 < siblings.size(); ++at) {
                    if (siblings[at] == i)
                        source += "/Next " + reference(items[siblings[at + 1]].object);
                    if (siblings[at + 1] == i)
                        source += "/Prev " + reference(items[siblings[at]].object);
                }
                source += "/Parent " + reference(items[item.parent].object) + "/Title(" + entry.title + ")/Dest["
                    + reference(pages.at(entry.page)) + "/XYZ 72 " + number(pageHeight - entry.fromTop) + " null]";
            }
            file.set(item.object, source + ">>");
        }
        catalog += "/Outlines " + reference(items.front().object);
    }
    file.set(root, catalog + ">>");
    return file.finish(root);
}

} // namespace cw::testing
