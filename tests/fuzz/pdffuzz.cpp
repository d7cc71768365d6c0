// SPDX-License-Identifier: GPL-3.0-or-later
// PDF files: text, blocks and the map back.
#include "formats/format.h"
#include "fuzz/fuzz.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cw;
    const ParameterValues options;
    const auto parts
        = findFormat("pdf")->read({.input = std::string(fuzz::bytesOf(data, size)), .options = options, .stop = {}});
    if (parts.hasError()) {
        fuzz::require(parts.error().code == ErrorCode::BadInput && !parts.error().message.empty(),
                      "An error says nothing.");
        return 0;
    }
    const std::string &text = parts->text;
    fuzz::require(isValidUtf8(text), "The text is not valid UTF-8.");
    fuzz::checkBlocks(*parts->blocks, text);
    std::size_t before = 0;
    for (const SourceMap::Page &page : parts->sourceMap->pages()) {
        fuzz::require(page.textBegin >= before && page.textBegin <= text.size()
                          && isCharacterBoundary(text, page.textBegin),
                      "A page begins at no place of the text.");
        before = page.textBegin;
    }
    for (const SourceRange &source : parts->sourceMap->sourcesOf({0, text.size()}))
        fuzz::require(source.part < parts->sourceMap->parts().size() && source.begin <= source.end,
                      "Text comes from nowhere.");
    for (const FormatProblem &problem : parts->problems)
        fuzz::require(problem.where.begin <= problem.where.end && problem.where.end <= text.size()
                          && problem.message.ends_with('.'),
                      "A problem is told badly.");
    return 0;
}
