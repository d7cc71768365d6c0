// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenizerreference.h"

#include <map>
#include <mutex>
#include <utility>

namespace cw {

namespace {

struct LoadedTokenizers
{
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<const Tokenizer>, std::less<>> byReference;
};

LoadedTokenizers &loadedTokenizers()
{
    static LoadedTokenizers loaded;
    return loaded;
}

std::string_view fileName(std::string_view path) noexcept
{
    return path.substr(path.rfind('/') + 1);
}

std::string idList()
{
    std::string list;
    for (const TokenizerDescriptor *entry : tokenizers()) {
        if (!list.empty())
            list += ", ";
        list += entry->id;
    }
    return list;
}

} // namespace

bool isTokenizerFile(std::string_view reference) noexcept
{
    return reference.find('/') != std::string_view::npos || reference.ends_with(".json")
        || reference.ends_with(".model");
}

std::string canonicalTokenizerReference(std::string_view reference)
{
    const TokenizerDescriptor *descriptor = findTokenizer(reference);
    return std::string(descriptor ? descriptor->id : reference);
}

TokenizerLabel labelOfTokenizer(std::string_view reference)
{
    if (const TokenizerDescriptor *descriptor = findTokenizer(reference)) {
        return {std::string(descriptor->id), std::string(descriptor->title), std::string(descriptor->help),
                std::string(descriptor->tokenNoun)};
    }
    const std::string name(isTokenizerFile(reference) ? fileName(reference) : reference);
    return {name, name, "Tokens of the tokenizer file " + std::string(reference) + "."};
}

void registerTokenizer(std::shared_ptr<const Tokenizer> tokenizer)
{
    LoadedTokenizers &loaded = loadedTokenizers();
    std::string reference(tokenizer->id());
    const std::scoped_lock lock(loaded.mutex);
    std::swap(loaded.byReference[std::move(reference)], tokenizer);
}

Result<std::shared_ptr<const Tokenizer>> openTokenizer(std::string_view reference)
{
    if (const TokenizerDescriptor *descriptor = findTokenizer(reference))
        return descriptor->create();
    if (!isTokenizerFile(reference)) {
        return Error{ErrorCode::InvalidParameter,
                     "There is no tokenizer \"" + std::string(reference) + "\". Choose one of " + idList()
                         + ", or give the path of a tokenizer.json or SentencePiece .model file.",
                     "tokenizer"};
    }
    LoadedTokenizers &loaded = loadedTokenizers();
    const std::scoped_lock lock(loaded.mutex);
    if (const auto found = loaded.byReference.find(reference); found != loaded.byReference.end())
        return found->second;
    return Error{ErrorCode::MissingResource,
                 "The tokenizer file \"" + std::string(reference)
                     + "\" was not read. Choose the file again, or another tokenizer.",
                 "tokenizer"};
}

} // namespace cw
