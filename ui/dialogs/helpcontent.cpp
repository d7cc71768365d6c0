// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/helpcontent.h"

#include "actions/actions.h"
#include "audit/audit.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <QCoreApplication>
#include <QFile>
#include <QKeySequence>

#include <string_view>

namespace cw {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Help", text);
}

QString escaped(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toHtmlEscaped();
}

QString heading(const QString &text)
{
    return QStringLiteral("<h3>%1</h3>").arg(text);
}

QString paragraph(const QString &text)
{
    return QStringLiteral("<p>%1</p>").arg(text);
}

/// Term and explanation.
QString entry(const QString &term, const QString &text)
{
    return QStringLiteral("<p><b>%1</b><br>%2</p>").arg(term, text);
}

/// Without the mnemonic's mark.
QString withoutMark(QString text)
{
    return text.remove(QLatin1Char('&'));
}

QString startText()
{
    return paragraph(
               tr("Before text can be searched by meaning it is cut into chunks. Where the cuts fall decides what "
                  "can be found. Here you see the cuts on your own text, and change them by hand."))
        + QStringLiteral("<ol>")
        + tr("<li><b>Open</b> files or a folder, or drop them on the window. They are only read.</li>"
             "<li><b>Choose</b> your embedding model, or its tokenizer, and a strategy on the right.</li>"
             "<li><b>Move</b> max and overlap. Chunks, histogram and findings follow while you drag.</li>"
             "<li><b>Look</b> through the findings (F8): each says what is wrong with a chunk, why it matters, and "
             "what "
             "helps.</li>"
             "<li><b>Export</b> the chunks, or the configuration for the command line, which cuts exactly alike.</li>")
        + QStringLiteral("</ol>");
}

QString termsText()
{
    return entry(tr("Token"),
                 tr("The unit a model reads: a word, a part of one, or a sign. Limits and prices are in tokens. All "
                    "counts here are exact, made with the tokenizer you chose. The tokenizers Words and Characters "
                    "count just these, which is only a rough measure of what a model counts."))
        + entry(tr("Chunk"),
                tr("A stretch of a document that is embedded and found as one. Its text is exactly what is "
                   "exported; its range says where it stands in the document. On the screen, and in what findings say, "
                   "the first chunk of a document is chunk 1; the field <code>index</code> of exports, and of findings "
                   "in JSON, counts from 0, as programs do."))
        + entry(tr("Max"),
                tr("The ceiling of a chunk's size. Small chunks are found precisely but lack context; large "
                   "ones have context but say many things at once."))
        + entry(tr("Overlap"),
                tr("Text at the end of a chunk that is repeated at the start of the next, so that a thought "
                   "cut in two stands whole in one of them. It is hatched in the view."))
        + entry(
               tr("Asked and realised overlap"),
               tr("You ask for an overlap; only whole sentences that fit are carried. The realised overlap is measured "
                  "from what really is repeated, and often is less than asked."))
        + entry(tr("Boundary"),
                tr("The place between chunks, and the reason for it: heading, paragraph, sentence, line, or "
                   "forced because nothing better was within reach."))
        + entry(tr("Sentences"),
                tr("Where a sentence ends: as the strategy's recipe says, by Unicode's rules, or smart, which knows "
                   "abbreviations, initials, numbers, quotes, lists and wrapped lines."))
        + entry(tr("Prefix"),
                tr("What the model reads before a chunk's own text: the headings it stands under, the header of the "
                   "table it goes on with. It is no part of the document, so ranges leave it out, but it counts "
                   "against max. It takes at most half of max: outer headings are left out first, a table's header "
                   "last, and a finding says so."))
        + entry(tr("Tables, code and lists"),
                tr("By structure they are kept whole while they fit into a chunk. Longer ones are always cut, since no "
                   "chunk is over max: between rows, lines or items, and, if they are to stand apart, in chunks that "
                   "hold nothing else."))
        + entry(
               tr("Returned text"),
               tr("What a retriever hands on when a chunk is found. Small chunks are found well, larger texts are read "
                  "well (small to big): so a chunk may stand for its parent, or for itself with its neighbours."))
        + entry(tr("Parent"),
                tr("A larger chunk, made by the same strategy up to parent max and without overlap. Chunks are cut "
                   "inside parents, so each lies in exactly one. Where a strategy keeps sections apart, a parent ends "
                   "with its section as well, so a short section is a parent of one chunk; <b>Sections: Together</b> "
                   "(<code>sections=together</code>) lets a parent take in as many sections as fit. Parents are "
                   "exported beside the chunks, with ids both ways; they are not embedded, so neither special tokens "
                   "nor a model's limit concern them."))
        + entry(tr("Neighbours"),
                tr("The units before and behind a chunk that are returned with it (sentence window): sentences, table "
                   "rows and lines, or words with Fixed Words. A unit that the chunk begins or ends inside is "
                   "completed first and is one of them."))
        + entry(tr("Hard cut"), tr("A boundary inside a sentence or word, forced by max."))
        + entry(tr("Coverage"),
                tr("Every character that is not white space stands in some chunk. It is proven on each "
                   "run, not assumed."))
        + entry(tr("Fingerprint"),
                tr("A hash of everything that decides a chunk. Equal fingerprints cut equal documents "
                   "alike, here and on the command line."));
}

QString documentsText()
{
    return paragraph(tr("Plain text, Markdown, reStructuredText, AsciiDoc, web pages, Word documents, OpenDocument "
                        "texts, EPUB books, PDF, JSON, CSV, "
                        "subtitles and source code are read by what they hold: headings, paragraphs, lists, tables, "
                        "records, pages, declarations. Folders are searched with all folders inside for such files, or "
                        "for what the filter names; a file opened by itself may have any name. Opening a file that is "
                        "open selects it."))
        + paragraph(
               tr("Markdown, reStructuredText, AsciiDoc, JSON, JSON Lines and CSV stay the text they are: headings, "
                  "lists, tables, code and records are known with their places in it, and all marks are part of "
                  "the chunks."))
        + paragraph(tr("Of web pages the text that a browser shows is taken, with headings, lists, tables and code. "
                       "Scripts, styles, navigation and what is hidden are left out unless you ask for them in the "
                       "format's options; every chunk knows its place in the page's source. Headings inside sections "
                       "and articles stand under those around them."))
        + paragraph(tr("Source code (C, C++, C#, Go, Java, JavaScript, Python, Ruby, Rust, TypeScript) is read by its "
                       "syntax: classes, functions and their members are its headings, comments stay with what they "
                       "are about, and <b>By Code</b> cuts no function that fits into max. Code that does not follow "
                       "its language is said to; a program built without grammars opens it as plain text."))
        + paragraph(tr(
            "Of Word documents (DOCX), OpenDocument texts (ODT) and EPUB books the text that people read is taken: "
            "without deleted and hidden text, with notes behind the paragraph that refers to them and tables line by "
            "line; of DOCX and ODT with the numbers of lists, which books and web pages do not hold. Save files of "
            "older programs in one of these formats. Of a PDF "
            "the text layer is taken, with its pages and without running headers and footers; a page that is only a "
            "picture has none. What was left out stands below the outline."))
        + paragraph(
               tr("Content and name decide the format. Read As, in the File menu and with a right click, takes "
                  "another one, and sets what its reader asks, such as whether navigation of web pages is kept; it "
                  "holds until the document is removed. A frame with the word Override marks what is not chunked "
                  "by the configuration; a triangle with a number, how many problems its format's reader met; "
                  "what the reader only notes, such as running headers that it left out, is not counted. Point at the "
                  "document to read them, or see Outline."))
        + paragraph(
               tr("The encoding is taken from a byte order mark, or is UTF-8, or is guessed; a guess is marked and "
                  "can be changed with a click on it. What cannot be decoded becomes U+FFFD and is reported with "
                  "its place."))
        + paragraph(
               tr("When a file changes on disk it is read again. If that would move what you have selected, you are "
                  "asked first. Removing a document never touches its file."))
        + paragraph(
               tr("Of a long document the beginning is shown while the rest is still being chunked; figures come when "
                  "all of it is. A folder may hold a hundred thousand files: they appear as they are read. At most the "
                  "first thousand are watched for changes on disk; Reload reads the others again."));
}

QString outlineText()
{
    return paragraph(tr("The headings of the document that is shown, or what its source code declares, with the chunks "
                        "that share text with each section and the findings in it. Choose a row to go there; the row "
                        "follows what is selected elsewhere. A section's figures take in the sections inside it."))
        + paragraph(tr("Below stands what could not be read or was left out of the text: a fence that is never "
                       "closed, a page without text, running headers; and pins that do not hold. A triangle stands "
                       "where text may be "
                       "missing or in the wrong place, a circle where the reader only says what it did. Choose a line "
                       "to go there."));
}

QString chunkViewText()
{
    return paragraph(
               tr("<b>Source</b> shows the document with its chunks in turning colours. The gutter has each chunk's "
                  "number, its tokens and how full it is; brackets join what overlaps; marks show why a chunk "
                  "begins there (hover to read it). The strip on the right shows the whole document: click or drag "
                  "to go."))
        + paragraph(tr("<b>Cards</b> shows each chunk by itself, as it will be embedded; the head it carries from the "
                       "chunk before is dimmed. A dashed frame in a card's head holds its prefix, which is read with "
                       "the text but is no part of it."))
        + paragraph(tr("<b>View &gt; Show Structure</b> draws headings larger, code in a font of fixed width, and a "
                       "frame around tables, code and front matter, as the document's format has them. The text and "
                       "its places stay what they are. Cards whose sentences were joined with spaces are drawn "
                       "plain."))
        + paragraph(tr("Hover over a chunk to read the headings it begins under and its pages; in cards they stand in "
                       "the head, and the status line names the page of the current place."))
        + paragraph(
               tr("<b>View &gt; Show Tokens</b> puts a bracket under each token of a chunk, just as the chunk is "
                  "counted: encoded by itself. Point at a token to read its number, id, text and bytes; Ctrl+Right "
                  "and Ctrl+Left go from token to token. Where chunks overlap you see the tokens of the "
                  "selected chunk, otherwise of the later one. A small figure above says how many tokens one "
                  "character takes, as emoji and rare letters do; ticks divide the bracket among them. It is left "
                  "out where it would run into the one before. A token that takes "
                  "in the empty room between two pieces begins with the space they were joined with. Tokens are "
                  "easiest to see in larger text (Ctrl and the wheel)."))
        + paragraph(tr("<b>View &gt; Show White Space</b> draws what cannot be seen: a dot is a space, a ring a "
                       "no-break space, an arrow a tab, a low bracket a space of another width, a bar with a diamond a "
                       "character without width, a hooked arrow the end of a line (with a stop where a carriage return "
                       "belongs to it). Point at one to read its name."))
        + paragraph(
               tr("<b>Pins</b> say where you know better. Choose a word, or open the menu there: <b>Pin Break "
                  "Here</b> (Ctrl+B) ends a chunk before it, whatever the strategy and the sizes, and nothing is "
                  "repeated across; <b>Forbid Break Here</b> (Ctrl+Shift+B) keeps what stands on both sides in one "
                  "chunk as long as max allows. A filled head on a line marks a pinned break, a ring on a broken "
                  "line a forbidden one; struck through, it does not hold; cards show both at the begin and end of "
                  "their text. Pins can be undone, are saved with the "
                  "configuration, and are found again by the text around them when a file changes. One that is "
                  "lost, or cannot hold, is listed with the reason in the Outline panel."))
        + paragraph(tr("When more than chunks is returned, brackets at the outer edge, in the gutter and beside the "
                       "cards, show how far: one for each parent, or around the selected chunk with its neighbours. "
                       "That of the selected chunk is thick."))
        + paragraph(tr("The line above the text says which configuration the chunks were made with: while something "
                       "slow runs, the last result stays."));
}

QString chunksText()
{
    return paragraph(
               tr("One row for each chunk of all documents: tokens, overlap with the chunk before, words, characters, "
                  "why it begins and ends where it does, and the headings it begins under. A click on a heading sorts; "
                  "a row "
                  "chosen here is shown "
                  "in all other views."))
        + paragraph(
               tr("When more than chunks is returned, columns name each chunk's parent and the tokens returned for "
                  "it, and the text returned for the selected chunk stands beside the table."));
}

QString parametersText()
{
    return paragraph(
               tr("Max and overlap are counted in the strategy's own unit. Overlap must stay below max; while it is "
                  "the strategy's usual share of it, which Reset brings back, it follows max. The bars below compare "
                  "the overlap asked for with the overlap realised."))
        + paragraph(
               tr("Returned Text chooses what stands for a chunk that is found, with its size below: parent max is "
                  "always larger than max and goes up with it."))
        + paragraph(
               tr("<b>Embedding server.</b> By Topic compares the words of sentences, or vectors that a model makes of "
                  "them: choose Embedding server under Compare and give its address and model. It may run on this "
                  "computer (Ollama, llama.cpp, LM Studio) or elsewhere; its key, if it wants one, is taken from the "
                  "environment variable <code>CHUNKWRIGHT_EMBEDDING_KEY</code>. Fetch Vectors sends the sentences of "
                  "all open documents to that server, and nothing is ever sent without it. Vectors are kept in your "
                  "cache folder, so that a sentence is sent once; the sliders need no server. Until all have come, "
                  "the last result stays, and the panel and a message above the text say what is missing; the line "
                  "<b>Shows</b> says whether the chunks shown come from words or from vectors."))
        + paragraph(tr("A dot marks what differs from the default; a double click on the name resets it. Every change "
                       "can be undone; a drag is one step. Presets sets everything to what suits a kind of text, "
                       "Reset All to the defaults."))
        + paragraph(tr(
            "<b>Overrides.</b> A document, or all documents of a format, can be chunked differently: choose Chunk "
            "This Document Differently, or the line below it, in the Edit menu or with a right click on the "
            "document. While such a document is shown, the panel names the override at its top and edits it; "
            "tokenizer and model stay those of all. An override for a document counts before one for its format. "
            "Reset to Configuration removes it, and the menu beside it lists all of them. They are part of the "
            "configuration, of its file and of its fingerprint; the command line takes them from there, or from "
            "options such as <code>--for pdf.strategy=page</code>."));
}

QString strategiesText()
{
    QString text;
    for (const StrategyDescriptor *strategy : strategies()) {
        text += entry(escaped(strategy->title) + QStringLiteral(" <code>") + escaped(strategy->id)
                          + QStringLiteral("</code>"),
                      escaped(strategy->help));
        for (const ParameterSpec &parameter : strategy->parameters)
            text += QStringLiteral("<p style=\"margin-left:16px\"><i>%1</i>: %2</p>")
                        .arg(escaped(parameter.title), escaped(parameter.help));
    }
    text += heading(tr("Tokenizers"));
    for (const TokenizerDescriptor *tokenizer : tokenizers())
        text += entry(escaped(tokenizer->title), escaped(tokenizer->help));
    return text;
}

QString findingsText()
{
    QString text = paragraph(tr("Rules look for what tends to hurt retrieval. Switch them and set their thresholds in "
                                "the findings panel; F8 and Shift+F8 go from place to place."))
        + paragraph(tr("A finding about a second chunk, such as one with the same text, names its document and number. "
                       "The button beside the list, a right click, or Ctrl+D goes there; Alt+Left comes back."));
    for (const RuleDescriptor *rule : rules())
        text += entry(escaped(rule->title),
                      escaped(rule->whyItMatters) + QStringLiteral("<br>") + escaped(rule->whatToDo));
    return text;
}

QString histogramText()
{
    return paragraph(
        tr("Chunks by their size. The bin past max, in the error colour, holds what is over the ceiling. "
           "Lines mark median, 95th percentile, max and, where it is in sight, what the chosen model reads of a "
           "text; the second series shows overlap. Hover for counts; "
           "a click selects a chunk of that size. The bin of the selected chunk is outlined; the arrow keys move a "
           "dashed outline, and Enter selects a chunk there."));
}

QString limitsText()
{
    return paragraph(tr("An embedding model reads a text up to its limit, together with the special tokens it sets "
                        "around it ([CLS] and [SEP], for example) and a prefix that some ask for (\"passage: \"). What "
                        "is past the limit is missing from the vector, and mostly nobody says so."))
        + entry(tr("Model"),
                tr("Choose yours in the parameters. It brings its tokenizer; one whose tokenizer is not built in "
                   "asks for its tokenizer.json, which Choose Tokenizer File... opens. Add Model... reads a profile of "
                   "your own. Where the figures of a model come from, and what to check, is in its tooltip."))
        + entry(tr("Count special tokens"),
                tr("Max then holds what the model adds as well: 512 of a BERT model are 510 of text and two special "
                   "tokens. Sizes shown stay those of the text. The choice is part of the configuration and of its "
                   "fingerprint."))
        + entry(tr("Model Limits"),
                tr("Counts the present chunks under several models and tokenizers at once, exactly, as each of them "
                   "sees a chunk: first the chosen model, then those it is compared with. Open a row for the chunks "
                   "over its limit, with the beginning of what is cut off; "
                   "click one, or press Enter, to go there."));
}

QString findText()
{
    return paragraph(
        tr("Ctrl+F finds text in the document shown; Enter or F3 goes to the next match, Shift+F3 to the one "
           "before. Matches are marked in the text and on the strip."));
}

QString exportText()
{
    return paragraph(
               tr("Each chunk is written with its text, tokens, overlap, boundary reasons and its range in bytes, "
                  "code points and UTF-16 units; with the headings it stands under, its pages where there are any, and "
                  "the place in the file. What a model reads before the text is its prefix, and all of it embed_text. "
                  "Of a heading over 1 KiB a chunk has the beginning, and says so; a JSON file has all of it once. "
                  "Before anything is written, each text is checked against its range. The file appears whole or not "
                  "at all."))
        + paragraph(tr("JSON is one object with the configuration, a record of every document and all chunks; JSON "
                       "Lines is one chunk a line."))
        + paragraph(tr("Parents are written as records of their own with the ids of their chunks: before these in JSON "
                       "lines, in a list of their own in JSON. Chunks name their parent, or carry the text that is "
                       "returned with their neighbours, with its ranges and tokens."))
        + paragraph(tr("Export the configuration to cut further documents with <code>chunkwright-cli chunk --config "
                       "FILE</code>: same documents and configuration, same bytes. An export with findings equals "
                       "<code>chunk --audit config</code>. Where JSON Lines files are among the documents, add "
                       "<code>--input document</code>; where some could not be opened, <code>--keep-going</code>."));
}

QString shortcutsText(const Actions &actions)
{
    QString text = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"4\">");
    for (const MenuSpec &menu : menuTable()) {
        QString rows;
        for (const ActionSpec &spec : actionTable()) {
            const QAction &action = actions[spec.id];
            if (spec.menu != menu.id || action.shortcuts().isEmpty())
                continue;
            rows += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>")
                        .arg(QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText).toHtmlEscaped(),
                             withoutMark(QCoreApplication::translate("Actions", spec.text)).toHtmlEscaped());
        }
        const QString title = withoutMark(QCoreApplication::translate("Actions", menu.title));
        if (!rows.isEmpty())
            text += QStringLiteral("<tr><td colspan=\"2\"><h3>%1</h3></td></tr>").arg(title) + rows;
    }
    return text + QStringLiteral("</table>")
        + paragraph(
               tr("In lists and on sliders the arrow keys work as everywhere; Shift moves a slider by ten steps. On "
                  "cards, J and K go to the next chunk and the one before."));
}

QString changesText()
{
    QFile file(QStringLiteral(":/CHANGELOG.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(file.readAll());
    return text.mid(text.indexOf(QStringLiteral("\n## ")) + 1); // the topic has its title already
}

QString aboutText()
{
    return paragraph(tr("Chunkwright %1: a workbench for chunking documents for retrieval.")
                         .arg(QCoreApplication::applicationVersion().toHtmlEscaped()))
        + paragraph(tr("Free software under the GNU General Public License, version 3 or later. There is no warranty."))
        + paragraph(
               tr("Built with Qt %1 (GPL-3.0 or LGPL-3.0; Qt Charts GPL-3.0). Text is read with ICU (Unicode licence), "
                  "uchardet (MPL-1.1, GPL-2.0 or LGPL-2.1), Poppler (GPL-2.0 or GPL-3.0), Expat (MIT), zlib (zlib "
                  "licence), tree-sitter and its grammars (MIT), simdjson (Apache-2.0), RapidJSON (MIT) and "
                  "SentencePiece (Apache-2.0); embedding servers are asked through libcurl (curl licence).")
                   .arg(QString::fromLatin1(qVersion())))
        + paragraph(tr(
            "The vocabularies o200k_base, cl100k_base, p50k_base and r50k_base were published by OpenAI with "
            "tiktoken under the MIT licence, the pieces of bert-uncased by Google under the Apache licence, "
            "version 2.0; tables of characters are Unicode's. All work is done on this computer, and nothing is sent "
            "anywhere, but for sentences to the embedding server of your choice when you fetch vectors."));
}

} // namespace

QList<HelpTopic> helpTopics(const Actions &actions)
{
    return {
        {QStringLiteral("start"), tr("The Job in Five Steps"), startText()},
        {QStringLiteral("terms"), tr("Terms"), termsText()},
        {QStringLiteral("documents"), tr("Documents"), documentsText()},
        {QStringLiteral("outline"), tr("Outline"), outlineText()},
        {QStringLiteral("chunkview"), tr("The Chunk View"), chunkViewText()},
        {QStringLiteral("chunks"), tr("The Chunks Table"), chunksText()},
        {QStringLiteral("parameters"), tr("Parameters"), parametersText()},
        {QStringLiteral("strategies"), tr("Strategies and Tokenizers"), strategiesText()},
        {QStringLiteral("findings"), tr("Findings and Rules"), findingsText()},
        {QStringLiteral("histogram"), tr("Histogram"), histogramText()},
        {QStringLiteral("limits"), tr("Models and Limits"), limitsText()},
        {QStringLiteral("find"), tr("Find"), findText()},
        {QStringLiteral("export"), tr("Export"), exportText()},
        {QStringLiteral("shortcuts"), tr("Keyboard Shortcuts"), shortcutsText(actions)},
        {QStringLiteral("whatsnew"), tr("What's New"), changesText(), true},
        {QStringLiteral("about"), tr("About Chunkwright"), aboutText()},
    };
}

} // namespace cw
