// SPDX-License-Identifier: GPL-3.0-or-later
// Books: the package document first, then the other parts.
#include "fuzz/archive.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::string parts(cw::fuzz::bytesOf(data, size));
    if (parts.find("META-INF/container.xml") == std::string::npos)
        parts += "\n=== META-INF/container.xml\n<c xmlns='urn:oasis:names:tc:opendocument:xmlns:container'>"
                 "<rootfile full-path='book.opf'/></c>";
    cw::fuzz::readDocument("epub", cw::fuzz::archiveOf(parts, "book.opf"));
    return 0;
}
