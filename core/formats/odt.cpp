// SPDX-License-Identifier: GPL-3.0-or-later
// ODT: texts in OpenDocument, as archives and as flat XML.
#include "formats/format.h"
#include "formats/odtreader.h"
#include "formats/ziparchive.h"

#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

using namespace odt;

constexpr std::array<std::string_view, 4> suffixes{"odt", "ott", "odm", "fodt"};

constexpr std::array<ParameterSpec, 1> options{{
    {.id = "contents",
     .title = "Table of contents",
     .help = "Keeps the table of contents, which says again what the headings say.",
     .kind = ParameterKind::Boolean},
}};

constexpr std::string_view contentPart = "content.xml";

/// A flat document names its kind in the attributes of its first element.
bool isFlat(std::string_view beginning)
{
    constexpr std::size_t looked = 16 * 1024;
    beginning = beginning.substr(0, looked);
    if (beginning.starts_with("\xEF\xBB\xBF"))
        beginning.remove_prefix(3);
    return beginning.starts_with("<?xml") && beginning.find("<office:document") != std::string_view::npos
        && beginning.find("application/vnd.oasis.opendocument.text") != std::string_view::npos;
}

unsigned sniff(std::string_view beginning) noexcept
{
    if (zipKindOf(beginning) == ZipKind::OpenDocumentText)
        return 95;
    return isFlat(beginning) ? 95 : 0;
}

Outcome<DocumentParts> readContent(const std::string &bytes, std::string_view part, Styles &styles,
                                   const FormatRequest &request)
{
    Reader reader(styles, 0, request.options.boolean(options[0]));
    std::size_t reported = 0;
    if (request.progress) {
        reader.progress = [&, total = bytes.size()](std::size_t done) {
            constexpr std::size_t step = std::size_t{1} << 20U;
            if (done < reported + step)
                return;
            reported = done;
            request.progress(done, total);
        };
    }
    const auto read = readXml(bytes, part, vocabulary(), reader, request.stop);
    if (read.isCancelled())
        return Cancelled{};
    if (!read)
        return read.error();
    if (!reader.hasText())
        return Error{ErrorCode::BadInput, "The part \"" + std::string(part) + "\" holds no OpenDocument text.", {}};
    const std::array<std::string, 1> names{std::string(part)};
    return std::move(reader.blocks()).finish("odt", names);
}

Outcome<DocumentParts> readArchive(const FormatRequest &request)
{
    auto archive = ZipArchive::open(request.input);
    if (!archive)
        return archive.error();
    constexpr std::string_view manifestPart = "META-INF/manifest.xml";
    constexpr std::string_view stylesPart = "styles.xml";
    if (archive->has(manifestPart)) {
        const auto manifest = archive->read(manifestPart, request.stop);
        if (manifest.isCancelled())
            return Cancelled{};
        if (manifest && manifest->find("encryption-data") != std::string::npos)
            return Error{ErrorCode::BadInput,
                         "The document is encrypted. Open it with its password and save it without one.",
                         {}};
    }
    Styles styles;
    if (archive->has(stylesPart)) {
        const auto bytes = archive->read(stylesPart, request.stop);
        if (bytes.isCancelled())
            return Cancelled{};
        if (!bytes)
            return bytes.error();
        Reader reader(styles, 0, false);
        const auto read = readXml(*bytes, stylesPart, vocabulary(), reader, request.stop);
        if (read.isCancelled())
            return Cancelled{};
        if (!read)
            return read.error();
    }
    const auto content = archive->read(contentPart, request.stop);
    if (content.isCancelled())
        return Cancelled{};
    if (!content)
        return content.error();
    return readContent(*content, contentPart, styles, request);
}

Outcome<DocumentParts> read(FormatRequest request)
{
    if (zipKindOf(std::string_view(request.input).substr(0, std::size_t{64} << 10U)) != ZipKind::None)
        return readArchive(request);
    Styles styles;
    return readContent(request.input, {}, styles, request);
}

} // namespace

const FormatDescriptor &odt()
{
    static constexpr FormatDescriptor descriptor{
        .id = "odt",
        .title = "OpenDocument text (ODT)",
        .help = "Headings by their outline level, paragraphs, lists with their numbers, tables with header rows, notes "
                "and, where the writer has left them, pages. Deleted and hidden text is left out.",
        .input = FormatInput::Bytes,
        .suffixes = suffixes,
        .options = options,
        .isTextExtracted = true,
        .headings = HeadingSigns::Blocks,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
