// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfoutline.h"

#include "formats/pdffile.h"
#include "text/utf8.h"

#include <Link.h>
#include <Outline.h>
#include <PDFDoc.h>
#include <Page.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cw::pdf {

namespace {

std::string utf8Of(const Unicode *title, int length)
{
    std::string text;
    for (int i = 0; i < length; ++i) {
        const char32_t character = title[i];
        const bool isCharacter
            = character >= 0x20 && character < 0x110000 && (character < 0xD800 || character > 0xDFFF);
        appendUtf8(text, isCharacter ? character : U' ');
    }
    return text;
}

class OutlineReader final
{
public:
    OutlineReader(PDFDoc &document, FileOutline &outline) : m_document(document), m_outline(outline) { }

    void read(const std::vector<OutlineItem *> *items, unsigned level)
    {
        if (!items || items->empty())
            return;
        if (level > deepestOutlineLevel) {
            m_outline.isCut = true;
            return;
        }
        for (OutlineItem *item : *items) {
            if (m_outline.entries.size() >= mostOutlineEntries) {
                m_outline.isCut = true;
                return;
            }
            add(*item, level);
            item->open();
            read(item->getKids(), level + 1);
        }
    }

private:
    void add(const OutlineItem &item, unsigned level)
    {
        OutlineEntry entry;
        entry.title = utf8Of(item.getTitle(), item.getTitleLength());
        entry.level = static_cast<std::uint8_t>(level);
        entry.page = OutlineEntry::nowhere;
        const LinkAction *action = item.getAction();
        if (action && action->getKind() == actionGoTo) {
            const auto &goTo = static_cast<const LinkGoTo &>(*action);
            std::unique_ptr<LinkDest> named;
            const LinkDest *place = goTo.getDest();
            if (!place && goTo.getNamedDest()) {
                named = m_document.findDest(goTo.getNamedDest());
                place = named.get();
            }
            if (place)
                setPlace(entry, *place);
        }
        m_outline.entries.push_back(std::move(entry));
    }

    void setPlace(OutlineEntry &entry, const LinkDest &place)
    {
        const int number = place.isPageRef() ? m_document.findPage(place.getPageRef()) : place.getPageNum();
        Page *const page = number >= 1 ? m_document.getPage(number) : nullptr;
        if (!page)
            return;
        entry.page = static_cast<std::uint32_t>(number - 1);
        const LinkDestKind kind = place.getKind();
        const bool hasTop
            = kind == destFitR || ((kind == destXYZ || kind == destFitH || kind == destFitBH) && place.getChangeTop());
        if (!hasTop)
            return;
        std::array<double, 6> matrix{};
        page->getDefaultCTM(matrix.data(), 72, 72, 0, false, true);
        const bool hasLeft = kind == destFitR || (kind == destXYZ && place.getChangeLeft());
        const double x = hasLeft ? place.getLeft() : 0;
        const double y = place.getTop();
        const double left = matrix[0] * x + matrix[2] * y + matrix[4];
        const double top = matrix[1] * x + matrix[3] * y + matrix[5];
        if (!std::isfinite(left) || !std::isfinite(top))
            return;
        entry.left = static_cast<float>(std::clamp(left, -1e6, 1e6));
        entry.top = static_cast<float>(std::clamp(top, -1e6, 1e6));
        entry.hasPlace = true;
    }

    PDFDoc &m_document;
    FileOutline &m_outline;
};

} // namespace

FileOutline readOutline(PDFDoc &document)
{
    FileOutline entries;
    if (Outline *outline = document.getOutline())
        OutlineReader(document, entries).read(outline->getItems(), 1);
    return entries;
}

} // namespace cw::pdf
