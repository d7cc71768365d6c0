// SPDX-License-Identifier: GPL-3.0-or-later
#include "help.h"

#include <algorithm>
#include <string_view>

namespace cw::cli {

namespace {

constexpr std::size_t helpColumn = 26;
constexpr std::size_t lineWidth = 100;

void appendWrapped(std::string &out, std::string_view text, std::size_t indent)
{
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (column + end > lineWidth && column > indent) {
            out += '\n';
            out.append(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += text.substr(0, end);
        column += end;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    out += '\n';
}

void appendOptions(std::string &out, Command command)
{
    out += "\nOptions:\n";
    for (const OptionSpec &spec : optionTable()) {
        if ((spec.commands & bitOf(command)) == 0)
            continue;
        std::string left = "  --";
        left += spec.name;
        if (!spec.argument.empty()) {
            left += ' ';
            left += spec.argument;
        }
        if (left.size() < helpColumn)
            left.resize(helpColumn, ' ');
        else
            left += '\n' + std::string(helpColumn, ' ');
        out += left;
        appendWrapped(out, spec.help, helpColumn);
    }
}

constexpr std::string_view exitCodes = R"(
Exit codes:
  0 done   1 internal error   2 wrong command line   3 wrong configuration or profile file
  4 unusable record or document   5 resource missing or not the one the configuration names
  6 reading or writing failed   10 findings reached --fail-on   129, 130, 143 stopped by a signal
)";

constexpr std::string_view inputHelp = R"(
Input:
  FILES may be files and folders; folders are searched for known kinds of documents. Without FILES,
  or with -, standard input is read. With --input auto, files named *.jsonl or *.ndjson, and
  standard input that begins with {, hold one JSON object a line:
    {"doc_id": "handbook", "text": "..."}
  Other keys are ignored. Without doc_id the SHA-256 of the text names the document; ids may repeat.
  Lone surrogates become U+FFFD, which is reported. Everything else is a document of one of the
  formats that "list formats" shows, text in UTF-8, UTF-16 or a legacy encoding; what a reader
  could not read is told. Offsets are those of the text that is read, not of the file.
  JSONL files are read in the order given, then the other files in the order of their document ids.
  At a document or record that cannot be read the program stops, unless --keep-going is given.
)";

constexpr std::string_view memoryHelp = R"(
Memory:
  Documents are read, cut and written one by one, at most 64 for each job. Three things hold all
  documents at once: --format json, an audit of text files, and --audit-scope run.
)";

constexpr std::string_view generalText
    = R"(chunkwright-cli - cut documents into chunks for retrieval, and audit the chunks

Usage:
  chunkwright-cli chunk    [OPTIONS] [FILES... | -]  chunks as JSON, one a line
  chunkwright-cli audit    [OPTIONS] [FILES... | -]  findings as JSON, then a summary
  chunkwright-cli limits   [OPTIONS] [FILES... | -]  what embedding models would cut off
  chunkwright-cli tokenize [OPTIONS] [FILES... | -]  tokens, their ids and places
  chunkwright-cli config   show|check|fingerprint [OPTIONS] [FILE]
  chunkwright-cli list     strategies|tokenizers|models|formats|rules [--json]
  chunkwright-cli vectors  list|forget [MODEL...]    vectors kept of embedding servers
  chunkwright-cli bench    [OPTIONS] [FILES... | -]  how fast the engine is on these files
  chunkwright-cli --version | --help

chunkwright-cli COMMAND --help tells more.

Examples:
  chunkwright-cli chunk --max 300 --overlap 45 docs/ > chunks.jsonl
  chunkwright-cli chunk --model bge-base-en-v1.5 --max 512 --set prefix=heading-path docs/
  chunkwright-cli audit --max 300 --overlap 45 --fail-on error docs/
  chunkwright-cli limits --models bge-base-en-v1.5,text-embedding-3-small docs/
  chunkwright-cli tokenize --tokenizer qwen3/tokenizer.json --ids --offsets notes.md
  chunkwright-cli config show --strategy token-window --max 512 --overlap 64 > config.json
  zcat corpus.jsonl.gz | chunkwright-cli chunk --config config.json --jobs 1 > chunks.jsonl
)";

constexpr std::string_view chunkText = R"(Usage: chunkwright-cli chunk [OPTIONS] [FILES... | -]

Cuts documents and writes one chunk a line, documents in input order. The same documents and
configuration give the same bytes on any machine, in any locale and with any --jobs, and the same
bytes as an export from the desktop program (one with findings: --audit config).
)";

constexpr std::string_view auditText = R"(Usage: chunkwright-cli audit [OPTIONS] [FILES... | -]

Cuts documents as chunk does and writes what would hurt retrieval, one finding a line. A summary
follows on standard error.
)";

constexpr std::string_view configText = R"(Usage: chunkwright-cli config show|check|fingerprint [OPTIONS] [FILE]

show         prints the configuration file that the options make
check        reads a configuration file and says OK, or what is wrong with it
fingerprint  prints the fingerprint: equal fingerprints cut alike

FILE is the same as --config FILE.

A file is one JSON object, as show prints it. By hand come to it what show cannot know:
  "overrides": [{"document": "guide/tables.md" (or "format": "pdf"), "strategy": {"kind": "..."},
                 "size": {"unit": "tokens", "max": 500}, "overlap": {"unit": "tokens", "max": 0}}]
  "pins": [{"document": "guide/install.md", "kind": "break" (or "keep"), "byte": 1200,
            "before": "up to 48 bytes before it", "after": "up to 48 bytes behind it"}]
  "returned": {"kind": "parent", "unit": "tokens", "parent_max": 1200}
           or {"kind": "neighbours", "neighbours": 2}
The manual page describes every member, and those of chunks.
)";

constexpr std::string_view listText = R"(Usage: chunkwright-cli list strategies|tokenizers|models|formats|rules [--json]

Prints what there is to choose from, with parameters or thresholds, their ranges and defaults.
)";

constexpr std::string_view vectorsText = R"(Usage: chunkwright-cli vectors list
       chunkwright-cli vectors forget MODEL...

list    prints the models of which vectors of sentences are kept, with the number of sentences and
        of numbers in a vector, the size in bytes, and the file
forget  removes what is kept of these models; it is fetched again when it is needed

What an embedding server answered is kept in the user's cache, so that it is asked about a sentence
once. Forget it when another model stands behind the same name.
)";

constexpr std::string_view limitsText = R"(Usage: chunkwright-cli limits [OPTIONS] [FILES... | -]

Cuts documents as chunk does and counts the chunks under several models and tokenizers: tokens as
each of them sees a chunk, chunks over its limit, and what it would cut off. All documents are held
in memory. The median of an even number of chunks is the mean of the two in the middle, so it may end
in .5, in the table as in tokens_median of --json.
)";

constexpr std::string_view tokenizeText = R"(Usage: chunkwright-cli tokenize [OPTIONS] [FILES... | -]

Writes a line for each document: its doc_id and format, the tokenizer, the number of its tokens
and, when asked for, their ids and places. Special tokens that a model adds around a text are not
among them.
)";

constexpr std::string_view benchText = R"(Usage: chunkwright-cli bench [OPTIONS] [FILES... | -]

Measures the engine on documents: reading, loading a vocabulary, indexing cold, warm and on several
threads, counting ranges, segmentation, and for each pair of sizes the parts of a slider tick.

Every figure is the smallest, the median and the largest of --repeat measurements; the median of an
even number is the mean of the two in the middle. CPU time is that of the measuring thread, or of all
threads where several work, and what to compare on a busy machine. Ticks go round the sizes; none
repeats the one before it. Everything is held in memory. The findings of the default profile are
made, but not written.
)";

} // namespace

std::string generalHelp()
{
    return std::string(generalText) + std::string(exitCodes);
}

std::string commandHelp(Command command)
{
    std::string text(command == Command::Chunk          ? chunkText
                         : command == Command::Audit    ? auditText
                         : command == Command::Config   ? configText
                         : command == Command::Bench    ? benchText
                         : command == Command::Limits   ? limitsText
                         : command == Command::Tokenize ? tokenizeText
                         : command == Command::Vectors  ? vectorsText
                                                        : listText);
    appendOptions(text, command);
    const bool isProcessing = command == Command::Chunk || command == Command::Audit;
    if (isProcessing || command == Command::Tokenize || command == Command::Limits)
        text += inputHelp;
    if (isProcessing)
        text += memoryHelp;
    return text + std::string(exitCodes);
}

} // namespace cw::cli
