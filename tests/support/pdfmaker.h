// SPDX-License-Identifier: GPL-3.0-or-later
// Small PDF files, written by tests object by object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {

/// Objects, cross-reference table and trailer. Strings are PDF source.
class PdfFile final
{
public:
    /// The number of an object whose text is set later.
    [[nodiscard]] int reserve();
    void set(int object, std::string source);
    int add(std::string source);
    int addStream(std::string_view entries, std::string_view data);
    [[nodiscard]] std::string finish(int root, std::string_view trailerEntries = {}) const;

private:
    std::vector<std::string> m_objects;
};

/// Pages of US letter size (612 x 792 points) with lines of text.
class PdfPages final
{
public:
    enum Font { Regular = 1, Bold, Monospaced, Mapped, MappedMonospaced };

    void beginPage();
    /// Baseline at `fromTop` points under the upper edge. `text` is source inside a string: escapes are kept.
    void show(double left, double fromTop, double size, std::string_view text, Font font = Regular);
    /// Raw content of the page.
    void content(std::string_view source);
    /// An entry of the outline, below the last one of a smaller level.
    void outline(unsigned level, std::string_view title, std::size_t page, double fromTop);
    /// Labels as PDF source of the number tree's array, such as "0 <</S/r>> 2 <</S/D>>".
    void labels(std::string_view numbers);
    /// What the codes of Font::Mapped and MappedMonospaced stand for: source of bfchar lines such as "<61> <FB01>".
    void mapped(std::vector<std::string> pairs);

    [[nodiscard]] std::string make() const;

private:
    struct Entry
    {
        unsigned level = 1;
        std::string title;
        std::size_t page = 0;
        double fromTop = 0;
    };

    std::vector<std::string> m_contents;
    std::vector<Entry> m_entries;
    std::vector<std::string> m_pairs;
    std::string m_labels;
};

} // namespace cw::testing
