// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/presets.h"

#include <QCoreApplication>

namespace cw {

namespace {

struct Sizes
{
    std::int64_t max;
    std::int64_t overlap;
};

RunConfig sized(std::string_view strategy, Sizes sizes)
{
    RunConfig config = defaultConfig(strategy);
    config.max = sizes.max;
    config.overlap = sizes.overlap;
    return config;
}

QString text(const char *source)
{
    return QCoreApplication::translate("cw::Presets", source);
}

} // namespace

std::vector<Preset> presets()
{
    RunConfig reference = sized("token-packed", {300, 45});
    reference.parameters.set("ceiling", std::string("reference"));
    RunConfig markdown = sized("structured", {400, 40});
    markdown.parameters.set("prefix", std::string("heading-path"));
    markdown.parameters.set("repeat-table-header", true);

    RunConfig smallToBig = sized("structured", {150, 0});
    smallToBig.returned = {.kind = ReturnedKind::Parent, .parentMax = 900};
    RunConfig sentenceWindow = sized("sentence-window", {1, 0});
    sentenceWindow.parameters.set("sentence", std::string("smart"));
    sentenceWindow.returned = {.kind = ReturnedKind::Neighbours, .neighbours = 3};

    const std::vector<Preset> all{
        {text("Questions and Answers: 300, 15 %"),
         text("Passages short enough to point at one answer and long enough to be understood alone."),
         sized("recursive-sentence", {300, 45})},
        {text("Short Facts: 128, 10 %"),
         text("Product data, definitions and support snippets, where one chunk should hold one fact."),
         sized("recursive-sentence", {128, 13})},
        {text("Long Context: 1,000, 10 %"),
         text("Summaries and models that read few, long passages; fewer chunks to store and rank."),
         sized("recursive-sentence", {1000, 100})},
        {text("Markdown Notes: 400, 10 %"),
         text("Notes and manuals in Markdown, cut along their structure; headings and table headers go before each "
              "chunk."),
         markdown},
        {text("Small to Big: 150 in 900"),
         text("Small chunks are found, the section or passage around them is read: parents are exported beside them."),
         smallToBig},
        {text("Sentence Window: 1 with 3"),
         text("Every sentence is found by itself and read with the three before it and behind it."), sentenceWindow},
        {text("Reference Recipe: 300, 15 %"),
         text("The published sentence packer as it is, faults included, to compare an existing index with."),
         reference},
    };
    std::vector<Preset> usable;
    for (const Preset &preset : all) {
        if (checkConfig(preset.config))
            usable.push_back(preset);
    }
    return usable;
}

} // namespace cw
