// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of a PDF file ("bookmarks") through Poppler: a part of File, see formats/pdffile.h.
#pragma once

#include "formats/pdfpage.h"

class PDFDoc;

namespace cw::pdf {

/// Entries in reading order up to mostOutlineEntries and deepestOutlineLevel; what is beyond them makes it cut. The
/// caller listens to what the library says meanwhile.
[[nodiscard]] FileOutline readOutline(PDFDoc &document);

} // namespace cw::pdf
