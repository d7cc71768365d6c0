// SPDX-License-Identifier: GPL-3.0-or-later
// JSON lines: a record a line.
#include "formats/format.h"
#include "formats/recordblocks.h"
#include "text/lines.h"

#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 2> suffixes{"jsonl", "ndjson"};

unsigned sniff(std::string_view beginning) noexcept
{
    const LineReader lines(beginning);
    Line line;
    unsigned records = 0;
    while (records < 20 && lines.read(line.next, line)) {
        const std::string_view text = beginning.substr(line.begin, line.end - line.begin);
        if (text.empty())
            continue;
        if (line.next == beginning.size() && records > 1)
            break; // the line may go on
        if (!text.starts_with("{\"") || !text.ends_with('}'))
            return 0;
        ++records;
    }
    return records >= 2 ? 90 : 0;
}

Outcome<DocumentParts> read(FormatRequest request)
{
    auto found = records::readJsonLines(request.input, request.stop);
    return records::partsOf(std::move(request.input), "jsonl", std::move(found));
}

} // namespace

const FormatDescriptor &jsonlines()
{
    static constexpr FormatDescriptor descriptor{
        .id = "jsonl",
        .title = "JSON Lines",
        .help = "Every line is a record. The text is the file as it stands; to chunk a text inside each record, give "
                "the file to the command line with --input jsonl.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
