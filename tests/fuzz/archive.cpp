// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/archive.h"

#include "formats/format.h"
#include "fuzz/fuzz.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace cw::fuzz {

namespace {

void append(std::string &out, std::uint64_t value, unsigned bytes)
{
    for (; bytes > 0; --bytes) {
        out += static_cast<char>(value & 0xFFU);
        value >>= 8U;
    }
}

/// The checksum of zip and PNG.
std::uint32_t checksumOf(std::string_view bytes)
{
    static const std::array<std::uint32_t, 256> table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t i = 0; i < made.size(); ++i) {
            std::uint32_t value = i;
            for (int bit = 0; bit < 8; ++bit)
                value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xEDB88320U : 0U);
            made[i] = value;
        }
        return made;
    }();
    std::uint32_t sum = 0xFFFFFFFFU;
    for (const char c : bytes)
        sum = (sum >> 8U) ^ table[(sum ^ static_cast<unsigned char>(c)) & 0xFFU];
    return ~sum;
}

struct Part
{
    std::string_view name;
    std::string_view content;
};

/// What local header and directory say alike.
void appendFacts(std::string &out, const Part &part)
{
    append(out, 20, 2);
    append(out, 0, 8);
    append(out, checksumOf(part.content), 4);
    append(out, part.content.size(), 4);
    append(out, part.content.size(), 4);
    append(out, part.name.size(), 2);
    append(out, 0, 2);
}

} // namespace

std::string archiveOf(std::string_view text, std::string_view first)
{
    constexpr std::string_view mark = "=== ";
    constexpr std::size_t longestName = 200;
    std::vector<Part> parts;
    std::string_view name = first;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (at == text.size() || text.substr(at).starts_with(mark)) {
            if (at > begin)
                parts.push_back({name, text.substr(begin, at - begin)});
            if (at == text.size())
                break;
            name = text.substr(at + mark.size(), std::min(end - std::min(end, at + mark.size()), longestName));
            begin = std::min(end + 1, text.size());
        }
        at = std::min(end + 1, text.size());
    }
    std::string archive;
    std::string directory;
    for (const Part &part : parts) {
        directory += "PK\x01\x02";
        append(directory, 20, 2);
        appendFacts(directory, part);
        append(directory, 0, 2 + 2 + 2 + 4);
        append(directory, archive.size(), 4);
        directory += part.name;
        archive += "PK\x03\x04";
        appendFacts(archive, part);
        archive += part.name;
        archive += part.content;
    }
    const std::size_t directoryBegin = archive.size();
    archive += directory;
    archive += "PK\x05\x06";
    append(archive, 0, 4);
    append(archive, parts.size(), 2);
    append(archive, parts.size(), 2);
    append(archive, directory.size(), 4);
    append(archive, directoryBegin, 4);
    append(archive, 0, 2);
    return archive;
}

void readDocument(std::string_view format, std::string bytes)
{
    const FormatDescriptor *descriptor = findFormat(format);
    ParameterValues options;
    if (bytes.size() % 2 == 1) {
        for (const ParameterSpec &option : descriptor->options)
            options.set(option.id, true);
    }
    const std::size_t inputBytes = bytes.size();
    const auto parts = descriptor->read({.input = std::move(bytes), .options = options, .stop = {}, .progress = {}});
    require(!parts.isCancelled(), "Nobody stopped it.");
    if (parts.hasError()) {
        require(isValidUtf8(parts.error().message) && parts.error().message.ends_with('.'),
                "The error is no sentence.");
        return;
    }
    require(isValidUtf8(parts->text), "The text is no UTF-8.");
    require(parts->text.size() <= 100 * inputBytes, "The text is much longer than its source.");
    checkBlocks(*parts->blocks, parts->text);
    for (const FormatProblem &problem : parts->problems)
        require(problem.where.end <= parts->text.size(), "A problem is behind the text.");
    std::size_t last = 0;
    for (const SourceMap::Page &page : parts->sourceMap->pages()) {
        require(page.textBegin >= last && page.textBegin <= parts->text.size(), "A page begins before the one before.");
        last = page.textBegin;
    }
    for (const Block &block : parts->blocks->blocks()) {
        for (const SourceRange &range : parts->sourceMap->sourcesOf(block.bytes)) {
            require(range.begin <= range.end, "A source range ends before it begins.");
            require(range.part < parts->sourceMap->parts().size(), "A source range is of no part.");
            require(range.end <= inputBytes, "A source range is behind its part.");
        }
    }
}

} // namespace cw::fuzz
