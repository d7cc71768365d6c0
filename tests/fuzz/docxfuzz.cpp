// SPDX-License-Identifier: GPL-3.0-or-later
// Word documents: word/document.xml first, then the parts beside it.
#include "fuzz/archive.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::string parts(cw::fuzz::bytesOf(data, size));
    const auto relation = [](const char *name) {
        return std::string("<Relationship Id='") + name + "' Type='http://example.org/" + name + "' Target='" + name
            + ".xml'/>";
    };
    if (parts.find("word/_rels/document.xml.rels") == std::string::npos)
        parts += "\n=== word/_rels/document.xml.rels\n<Relationships "
                 "xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
            + relation("styles") + relation("numbering") + relation("footnotes") + relation("endnotes")
            + relation("header") + relation("footer") + "</Relationships>";
    cw::fuzz::readDocument("docx", cw::fuzz::archiveOf(parts, "word/document.xml"));
    return 0;
}
