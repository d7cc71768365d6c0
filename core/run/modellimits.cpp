// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/modellimits.h"

#include "run/cachesaccess.h"
#include "tokenize/tokenizerreference.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

struct Subject
{
    std::shared_ptr<const Tokenizer> tokenizer;
    ModelInput model;
};

Result<Subject> subjectOf(const std::string &reference, const std::string &tokenizer)
{
    RunConfig config = defaultConfig();
    auto profile = findModelProfile(reference);
    if (profile) {
        config.model = reference;
        config.tokenizer = tokenizer.empty() ? profile->tokenizer : tokenizer;
    } else {
        config.tokenizer = reference;
    }
    Subject subject;
    auto model = modelInput(config);
    if (!model)
        return model.error();
    auto opened = openTokenizer(config.tokenizer);
    if (!opened)
        return opened.error();
    subject.tokenizer = *model ? model->tokenizer : std::move(*opened);
    subject.model = std::move(*model);
    return subject;
}

void addChunks(const ChunkSet &chunks, std::uint32_t document, const TokenIndex &index, const Subject &subject,
               ModelLimits &limits, std::vector<std::uint32_t> &tokens)
{
    const ModelInput &model = subject.model;
    for (std::uint32_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks.chunks()[i];
        const std::size_t ofText = index.count(chunk.emit);
        const std::size_t together
            = chunk.hasPrefix() ? subject.tokenizer->count(chunks.prefix(i).append(chunks.text(i))) : ofText;
        const auto seen = static_cast<std::uint32_t>(model.tokensOf(together));
        tokens.push_back(seen);
        if (limits.limit == 0 || seen <= limits.limit)
            continue;
        const std::size_t most
            = model.mostTextTokens() - std::min(model.mostTextTokens(), together - std::min(together, ofText));
        const std::size_t from = chunks.emitted().sourceOf(truncatedFrom(index, chunk.emit, most));
        limits.truncatedTokens += seen - limits.limit;
        limits.truncatedBytes += chunk.source.end - from;
        limits.over.push_back({document, i, seen, from});
    }
}

} // namespace

Outcome<ModelLimits> modelLimits(const RunSnapshot &snapshot, const std::string &reference,
                                 const std::string &tokenizer, Caches &caches, std::stop_token stop, unsigned threads)
{
    const auto subject = subjectOf(reference, tokenizer);
    if (!subject)
        return subject.error();
    const ModelInput &model = subject->model;
    ModelLimits limits;
    limits.reference = reference;
    limits.tokenizer = subject->tokenizer->id();
    limits.title = model ? model.profile->title : labelOfTokenizer(reference).title;
    limits.limit = model ? model.profile->inputLimit : 0;
    limits.overhead = model.overhead();

    std::vector<std::uint32_t> tokens;
    tokens.reserve(snapshot.chunkCount);
    for (std::size_t i = 0; i < snapshot.chunkSets.size(); ++i) {
        if (stop.stop_requested())
            return Cancelled{};
        const ChunkSet &chunks = *snapshot.chunkSets[i];
        const auto index = CachesAccess::index(caches, chunks.sharedDocument(), chunks.emitted().text(),
                                               *subject->tokenizer, stop, threads);
        if (index.isCancelled())
            return Cancelled{};
        if (!index)
            return index.error();
        addChunks(chunks, static_cast<std::uint32_t>(i), **index, *subject, limits, tokens);
    }
    const Distribution distribution = distributionOf(std::move(tokens));
    limits.chunks = distribution.count;
    limits.minimum = distribution.minimum;
    limits.median = distribution.median;
    limits.maximum = distribution.maximum;
    return limits;
}

} // namespace cw
