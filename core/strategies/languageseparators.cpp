// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/languageseparators.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

using Separators = std::span<const std::string_view>;

constexpr std::array<std::string_view, 4> noneSeparators{"\n\n", "\n", " ", ""};
constexpr std::array<std::string_view, 13> markdownSeparators{
    "\n## ",       "\n### ",      "\n#### ", "\n##### ", "\n###### ", "```\n\n", "\n\n***\n\n",
    "\n\n---\n\n", "\n\n___\n\n", "\n\n",    "\n",       " ",         ""};
constexpr std::array<std::string_view, 7> pythonSeparators{"\nclass ", "\ndef ", "\n\tdef ", "\n\n", "\n", " ", ""};
constexpr std::array<std::string_view, 14> cppSeparators{"\nclass ", "\nvoid ", "\nint ",   "\nfloat ",  "\ndouble ",
                                                         "\nif ",    "\nfor ",  "\nwhile ", "\nswitch ", "\ncase ",
                                                         "\n\n",     "\n",      " ",        ""};
constexpr std::array<std::string_view, 12> goSeparators{
    "\nfunc ", "\nvar ", "\nconst ", "\ntype ", "\nif ", "\nfor ", "\nswitch ", "\ncase ", "\n\n", "\n", " ", ""};
constexpr std::array<std::string_view, 28> htmlSeparators{
    "<body>", "<div>",  "<p>",     "<br>",     "<li>",   "<h1>",    "<h2>", "<h3>", "<h4>",     "<h5>",
    "<h6>",   "<span>", "<table>", "<tr>",     "<td>",   "<th>",    "<ul>", "<ol>", "<header>", "<footer>",
    "<nav>",  "<head>", "<style>", "<script>", "<meta>", "<title>", " ",    ""};
constexpr std::array<std::string_view, 14> javaSeparators{
    "\nclass ", "\npublic ", "\nprotected ", "\nprivate ", "\nstatic ", "\nif ", "\nfor ",
    "\nwhile ", "\nswitch ", "\ncase ",      "\n\n",       "\n",        " ",     ""};
constexpr std::array<std::string_view, 15> jsSeparators{"\nfunction ", "\nconst ", "\nlet ",   "\nvar ",    "\nclass ",
                                                        "\nif ",       "\nfor ",   "\nwhile ", "\nswitch ", "\ncase ",
                                                        "\ndefault ",  "\n\n",     "\n",       " ",         ""};
constexpr std::array<std::string_view, 19> latexSeparators{"\n\\chapter{",
                                                           "\n\\section{",
                                                           "\n\\subsection{",
                                                           "\n\\subsubsection{",
                                                           "\n\\begin{enumerate}",
                                                           "\n\\begin{itemize}",
                                                           "\n\\begin{description}",
                                                           "\n\\begin{list}",
                                                           "\n\\begin{quote}",
                                                           "\n\\begin{quotation}",
                                                           "\n\\begin{verse}",
                                                           "\n\\begin{verbatim}",
                                                           "\n\\begin{align}",
                                                           "$$",
                                                           "$",
                                                           "\n\n",
                                                           "\n",
                                                           " ",
                                                           ""};
constexpr std::array<std::string_view, 12> phpSeparators{"\nfunction ", "\nclass ", "\nif ",     "\nforeach ",
                                                         "\nwhile ",    "\ndo ",    "\nswitch ", "\ncase ",
                                                         "\n\n",        "\n",       " ",         ""};
constexpr std::array<std::string_view, 10> protoSeparators{
    "\nmessage ", "\nservice ", "\nenum ", "\noption ", "\nimport ", "\nsyntax ", "\n\n", "\n", " ", ""};
constexpr std::array<std::string_view, 8> rstSeparators{"\n===\n", "\n---\n", "\n***\n", "\n.. ",
                                                        "\n\n",    "\n",      " ",       ""};
constexpr std::array<std::string_view, 13> rubySeparators{"\ndef ", "\nclass ", "\nif ",    "\nunless ", "\nwhile ",
                                                          "\nfor ", "\ndo ",    "\nbegin ", "\nrescue ", "\n\n",
                                                          "\n",     " ",        ""};
constexpr std::array<std::string_view, 13> rustSeparators{"\nfn ",  "\nconst ", "\nlet ",   "\nif ",    "\nwhile ",
                                                          "\nfor ", "\nloop ",  "\nmatch ", "\nconst ", "\n\n",
                                                          "\n",     " ",        ""};
constexpr std::array<std::string_view, 14> scalaSeparators{"\nclass ", "\nobject ", "\ndef ",   "\nval ",   "\nvar ",
                                                           "\nif ",    "\nfor ",    "\nwhile ", "\nmatch ", "\ncase ",
                                                           "\n\n",     "\n",        " ",        ""};
constexpr std::array<std::string_view, 22> solSeparators{"\npragma ",   "\nusing ",
                                                         "\ncontract ", "\ninterface ",
                                                         "\nlibrary ",  "\nconstructor ",
                                                         "\ntype ",     "\nfunction ",
                                                         "\nevent ",    "\nmodifier ",
                                                         "\nerror ",    "\nstruct ",
                                                         "\nenum ",     "\nif ",
                                                         "\nfor ",      "\nwhile ",
                                                         "\ndo while ", "\nassembly ",
                                                         "\n\n",        "\n",
                                                         " ",           ""};
constexpr std::array<std::string_view, 14> swiftSeparators{"\nfunc ", "\nclass ", "\nstruct ", "\nenum ",   "\nif ",
                                                           "\nfor ",  "\nwhile ", "\ndo ",     "\nswitch ", "\ncase ",
                                                           "\n\n",    "\n",       " ",         ""};

constexpr std::array<std::pair<std::string_view, Separators>, separatorLanguages.size()> presets{{
    {"none", noneSeparators},
    {"markdown", markdownSeparators},
    {"python", pythonSeparators},
    {"cpp", cppSeparators},
    {"go", goSeparators},
    {"html", htmlSeparators},
    {"java", javaSeparators},
    {"js", jsSeparators},
    {"latex", latexSeparators},
    {"php", phpSeparators},
    {"proto", protoSeparators},
    {"rst", rstSeparators},
    {"ruby", rubySeparators},
    {"rust", rustSeparators},
    {"scala", scalaSeparators},
    {"sol", solSeparators},
    {"swift", swiftSeparators},
}};

} // namespace

std::span<const std::string_view> separatorsOf(std::string_view language) noexcept
{
    const auto found = std::ranges::find(presets, language, &std::pair<std::string_view, Separators>::first);
    return found == presets.end() ? Separators(noneSeparators) : found->second;
}

} // namespace cw
