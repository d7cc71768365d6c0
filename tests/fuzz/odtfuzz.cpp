// SPDX-License-Identifier: GPL-3.0-or-later
// OpenDocument texts: content.xml first, then styles.xml; or one flat document.
#include "fuzz/archive.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view parts = cw::fuzz::bytesOf(data, size);
    cw::fuzz::readDocument("odt", cw::fuzz::archiveOf(parts, "content.xml"));
    cw::fuzz::readDocument("odt", std::string(parts));
    return 0;
}
