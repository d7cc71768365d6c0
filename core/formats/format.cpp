// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t sniffedBytes = std::size_t{64} * 1024;
constexpr unsigned leastConfidence = 50;

/// Suffixes that say no more than that there is text.
constexpr std::array<std::string_view, 3> vagueSuffixes{"txt", "text", "asc"};

/// Lower-case suffix of a file name; empty when it has none.
std::string suffixOf(std::string_view name)
{
    const std::size_t slash = name.find_last_of("/\\");
    if (slash != std::string_view::npos)
        name.remove_prefix(slash + 1);
    const std::size_t dot = name.find_last_of('.');
    if (dot == std::string_view::npos || dot == 0)
        return {};
    std::string suffix(name.substr(dot + 1));
    std::ranges::transform(suffix, suffix.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    return suffix;
}

/// The format that a name's suffix is of, among those that read a file's own bytes.
const FormatDescriptor *bytesFormatNamed(std::string_view suffix)
{
    for (const FormatDescriptor *format : formats()) {
        if (format->input == FormatInput::Bytes
            && std::ranges::find(format->suffixes, suffix) != format->suffixes.end())
            return format;
    }
    return nullptr;
}

/// What is wrong with a name that stands for another kind of file than the content is.
void tellWrongSuffix(std::string_view name, const FormatDescriptor &format, std::vector<FormatProblem> &problems)
{
    const std::string suffix = suffixOf(name);
    const FormatDescriptor *named = bytesFormatNamed(suffix);
    if (!named || named == &format)
        return;
    problems.push_back({"The name ends with ." + suffix + ", but the content is not of the kind \""
                            + std::string(named->title) + "\"; it was read as \"" + std::string(format.title) + "\".",
                        {}});
}

} // namespace

const FormatDescriptor *findFormat(std::string_view id) noexcept
{
    const auto all = formats();
    const auto found = std::ranges::find(all, id, &FormatDescriptor::id);
    return found == all.end() ? nullptr : *found;
}

const FormatDescriptor *formatOfBytes(std::string_view bytes) noexcept
{
    const FormatDescriptor *best = nullptr;
    unsigned confidence = leastConfidence - 1;
    for (const FormatDescriptor *format : formats()) {
        if (format->input != FormatInput::Bytes)
            continue;
        if (const unsigned found = format->sniff(bytes.substr(0, sniffedBytes)); found > confidence) {
            best = format;
            confidence = found;
        }
    }
    return best;
}

const FormatDescriptor &formatOf(std::string_view name, std::string_view text) noexcept
{
    const FormatDescriptor &plain = *formats().front();
    const std::string suffix = suffixOf(name);
    const std::string_view beginning = text.substr(0, sniffedBytes);
    const FormatDescriptor *named = nullptr;
    for (const FormatDescriptor *format : formats()) {
        const bool isNamed = format != &plain && format->input == FormatInput::Text
            && std::ranges::find(format->suffixes, suffix) != format->suffixes.end();
        if (isNamed && (!named || format->sniff(beginning) > named->sniff(beginning)))
            named = format;
    }
    if (named)
        return *named;
    const bool isNameVague
        = suffix.empty() || std::ranges::find(vagueSuffixes, suffix) != vagueSuffixes.end() || bytesFormatNamed(suffix);
    if (!isNameVague)
        return plain;
    const FormatDescriptor *best = &plain;
    unsigned confidence = leastConfidence - 1;
    for (const FormatDescriptor *format : formats()) {
        if (format == &plain || format->input != FormatInput::Text)
            continue;
        const unsigned found = format->sniff(beginning);
        if (found > confidence && !(format->isRefuted && format->isRefuted(text))) {
            best = format;
            confidence = found;
        }
    }
    return *best;
}

Outcome<std::shared_ptr<const Document>> readDocument(std::string id, std::string input, DocumentSource source,
                                                      const FormatDescriptor &format, std::stop_token stop,
                                                      std::function<void(std::size_t done, std::size_t total)> progress)
{
    if (auto checked = checkParameters(format.options, source.formatOptions); !checked) {
        Error error = checked.error();
        error.message = id + ": Options of the format " + std::string(format.title) + ": " + error.message;
        return error;
    }
    const bool isEmpty = input.empty();
    auto parts = format.read({.input = std::move(input),
                              .options = source.formatOptions,
                              .stop = std::move(stop),
                              .progress = std::move(progress)});
    if (parts.isCancelled())
        return Cancelled{};
    if (!parts) {
        Error error = parts.error();
        error.message = id + ": " + error.message;
        error.subject = id;
        return error;
    }
    if (isEmpty)
        parts->problems.push_back({"There is nothing in it, so it makes no chunks.", {}});
    else if (parts->text.find_first_not_of(" \t\r\n\f\v") == std::string::npos && parts->problems.empty())
        parts->problems.push_back({"There is no text in it, so it makes no chunks.", {}});
    tellWrongSuffix(source.path.empty() ? id : source.path, format, parts->problems);
    return Document::create(std::move(id), std::move(*parts), std::move(source));
}

Outcome<std::shared_ptr<const Document>> readDocument(std::string id, std::string text, DocumentSource source,
                                                      std::stop_token stop)
{
    const FormatDescriptor &format = formatOf(source.path.empty() ? id : source.path, text);
    return readDocument(std::move(id), std::move(text), std::move(source), format, std::move(stop));
}

} // namespace cw
