// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/sentencevectorfetch.h"

#include "io/vectorfile.h"
#include "run/missingvectors.h"

#include <QFileInfo>

#include <string_view>
#include <utility>

namespace cw {

namespace {

void tell(const VectorFetchRequest &request, const std::string &sentence)
{
    if (!sentence.empty() && request.remark)
        request.remark(sentence);
}

/// Of vectors that do not go with those that are kept.
Error namingFile(Error error, std::string_view model)
{
    const QString path = vectorFilePath(model);
    if (error.code == ErrorCode::MissingResource && QFileInfo::exists(path))
        error.message
            += " Those kept are in " + path.toStdString() + "; remove that file if they are not needed any more.";
    return error;
}

Outcome<MissingVectors> missingBesidesKept(const VectorFetchRequest &request, Caches &caches, std::stop_token stop)
{
    if (usesVectors(request.config))
        tell(request, loadVectors(request.config.embedding.model));
    return missingVectors(request.documents, request.config, caches, std::move(stop));
}

} // namespace

Outcome<std::size_t> countMissingVectors(const VectorFetchRequest &request, Caches &caches, std::stop_token stop)
{
    const auto missing = missingBesidesKept(request, caches, std::move(stop));
    if (missing.hasError())
        return missing.error();
    if (!missing)
        return Cancelled{};
    return missing->sentences.size();
}

Outcome<FetchedVectors> fetchMissingVectors(const VectorFetchRequest &request, Caches &caches, std::stop_token stop,
                                            bool isLast)
{
    const auto missing = missingBesidesKept(request, caches, stop);
    if (missing.hasError())
        return missing.error();
    if (!missing)
        return Cancelled{};
    if (missing->sentences.empty())
        return FetchedVectors{};
    const EmbeddingSource &source = request.config.embedding;
    const std::size_t count = missing->sentences.size();
    if (source.server.empty()) {
        return Error{ErrorCode::MissingResource,
                     "There are no vectors kept of the model " + source.model + " for " + std::to_string(count)
                         + (count == 1 ? " sentence" : " sentences")
                         + ", and the configuration names no embedding server to fetch them from.",
                     "embedding.server"};
    }
    const auto fetched = fetchEmbeddings({.server = source.server,
                                          .model = source.model,
                                          .key = request.key,
                                          .texts = missing->sentences,
                                          .limits = request.limits,
                                          .progress = request.progress,
                                          .received = [&](VectorBatch batch) -> Result<void> {
                                              const auto kept = keepSentenceVectors(source.model, std::move(batch));
                                              if (!kept)
                                                  return namingFile(kept.error(), source.model);
                                              tell(request, saveVectors(source.model, false));
                                              return {};
                                          }},
                                         std::move(stop));
    if (isLast || !fetched)
        tell(request, saveVectors(source.model));
    if (fetched.hasError())
        return fetched.error();
    if (!fetched)
        return Cancelled{};
    return FetchedVectors{*fetched};
}

} // namespace cw
