// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of data: comma-separated values and their relatives.
#include "formats/format.h"
#include "formats/recordblocks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 3> suffixes{"csv", "tsv", "psv"};

constexpr std::array delimiterChoices{
    ParameterChoice{"auto", "Automatic", "The mark that cuts the first records into equally many fields."},
    ParameterChoice{"comma", "Comma", "Fields end with a comma."},
    ParameterChoice{"semicolon", "Semicolon", "Fields end with a semicolon."},
    ParameterChoice{"tab", "Tab", "Fields end with a tab."},
    ParameterChoice{"bar", "Bar", "Fields end with a vertical bar."},
};

constexpr ParameterSpec delimiterOption{
    .id = "delimiter",
    .title = "Delimiter",
    .help = "What stands between two fields.",
    .kind = ParameterKind::Choice,
    .defaultChoice = "auto",
    .choices = delimiterChoices,
};

constexpr ParameterSpec headerOption{
    .id = "header",
    .title = "Header",
    .help = "Whether the first record names the columns.",
    .kind = ParameterKind::Boolean,
    .defaultInteger = 1,
};

constexpr std::array options{delimiterOption, headerOption};

char delimiterOfChoice(std::string_view choice, std::string_view text)
{
    if (choice == "comma")
        return ',';
    if (choice == "semicolon")
        return ';';
    if (choice == "tab")
        return '\t';
    if (choice == "bar")
        return '|';
    constexpr std::size_t looksAt = std::size_t{64} * 1024;
    return records::delimiterOf(text.substr(0, looksAt)).value_or(',');
}

/// Whether lines are sentences or verses, or items of a list with blank lines between, that happen to have as many
/// delimiters each: most end where a sentence does, and a blank stands behind every delimiter; or lines are blank.
bool areSentences(std::string_view beginning, char delimiter)
{
    constexpr std::size_t looksAt = 40;
    std::size_t lines = 0;
    std::size_t blankLines = 0;
    std::size_t sentenceEnds = 0;
    bool isSpaced = true;
    while (!beginning.empty() && lines + blankLines < looksAt) {
        const std::size_t end = std::min(beginning.find('\n'), beginning.size());
        std::string_view line = beginning.substr(0, end);
        beginning.remove_prefix(std::min(end + 1, beginning.size()));
        line = line.substr(0, line.find_last_not_of(" \r") + 1);
        if (line.empty()) {
            ++blankLines;
            continue;
        }
        ++lines;
        sentenceEnds += std::string_view(".!?").find(line.back()) != std::string_view::npos ? 1 : 0;
        for (std::size_t at = line.find(delimiter); at != std::string_view::npos; at = line.find(delimiter, at + 1))
            isSpaced = isSpaced && line.substr(at + 1).starts_with(' ');
    }
    return 4 * blankLines > lines || (isSpaced && 2 * sentenceEnds > lines);
}

/// Prose has commas, too, but hardly ever the same number of them in every line.
unsigned sniff(std::string_view beginning) noexcept
{
    constexpr std::ptrdiff_t fewestLines = 5;
    const auto delimiter = records::delimiterOf(beginning);
    if (!delimiter || std::ranges::count(beginning, '\n') < fewestLines || areSentences(beginning, *delimiter))
        return 0;
    return *delimiter == '\t' || *delimiter == ';' ? 60 : 55;
}

Outcome<DocumentParts> read(FormatRequest request)
{
    const records::TableLayout layout{delimiterOfChoice(request.options.choice(delimiterOption), request.input),
                                      request.options.boolean(headerOption)};
    auto table = records::readTable(request.input, layout, request.stop);
    return records::partsOf(std::move(request.input), "csv", std::move(table));
}

} // namespace

const FormatDescriptor &csv()
{
    static constexpr FormatDescriptor descriptor{
        .id = "csv",
        .title = "Comma-Separated Values",
        .help
        = "One table with its header and a row for each record, quoted fields over several lines included. Comma, "
          "semicolon, tab and bar are told apart by themselves. The text is the file as it stands.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .options = options,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
