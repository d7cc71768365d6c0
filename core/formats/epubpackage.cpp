// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/epubpackage.h"

#include "formats/htmltags.h"
#include "formats/officepackage.h"
#include "formats/xmlreader.h"
#include "text/utf8.h"

#include <algorithm>
#include <utility>

namespace cw::epub {

namespace {

constexpr std::size_t mostEntries = 100'000;
constexpr std::size_t longestLabel = 1000;
constexpr std::uint8_t deepestEntry = 6;

enum Name : std::uint16_t {
    Other,
    RootFile,
    FullPath,
    Item,
    ItemReference,
    Spine,
    GuideReference,
    Id,
    Href,
    MediaType,
    Properties,
    IdReference,
    TableOfContents,
    Type,
    Fallback,
    EncryptedData,
    EncryptionMethod,
    CipherReference,
    Algorithm,
    Uri,
    NavigationPoint,
    PageTarget,
    Label,
    LabelText,
    Content,
    Source,
    Navigation,
    List,
    Anchor,
    EpubType
};

const XmlVocabulary &vocabulary()
{
    static const XmlVocabulary words = [] {
        XmlVocabulary made;
        made.add({"urn:oasis:names:tc:opendocument:xmlns:container"}, {{"rootfile", RootFile}});
        made.add({"http://www.idpf.org/2007/opf", "http://openebook.org/namespaces/oeb-package/1.0/", ""},
                 {{"item", Item}, {"itemref", ItemReference}, {"spine", Spine}, {"reference", GuideReference}});
        made.add({"http://www.w3.org/2001/04/xmlenc#"},
                 {{"EncryptedData", EncryptedData},
                  {"EncryptionMethod", EncryptionMethod},
                  {"CipherReference", CipherReference}});
        made.add({"http://www.daisy.org/z3986/2005/ncx/"},
                 {{"navPoint", NavigationPoint},
                  {"pageTarget", PageTarget},
                  {"navLabel", Label},
                  {"text", LabelText},
                  {"content", Content}});
        made.add({"http://www.w3.org/1999/xhtml"}, {{"nav", Navigation}, {"ol", List}, {"a", Anchor}});
        made.add({"http://www.idpf.org/2007/ops"}, {{"type", EpubType}});
        made.add({""},
                 {{"full-path", FullPath},
                  {"id", Id},
                  {"href", Href},
                  {"media-type", MediaType},
                  {"properties", Properties},
                  {"idref", IdReference},
                  {"toc", TableOfContents},
                  {"type", Type},
                  {"fallback", Fallback},
                  {"Algorithm", Algorithm},
                  {"URI", Uri},
                  {"src", Source}});
        return made;
    }();
    return words;
}

std::string resolved(std::string_view folder, std::string_view reference)
{
    return office::resolvePart(folder, decodePercent(reference.substr(0, reference.find('#'))));
}

class ContainerReader final : public XmlHandler
{
public:
    void startElement(const XmlElement &element) override
    {
        if (element.number() == RootFile && path.empty())
            path = office::resolvePart({}, element.attribute(FullPath, {}));
    }
    void endElement(std::uint16_t, ByteRange) override { }
    void characters(std::string_view, ByteRange, bool) override { }

    std::string path;
};

class PackageReader final : public XmlHandler
{
public:
    explicit PackageReader(std::string_view part) : m_folder(office::folderOf(part)) { m_package.part = part; }

    void startElement(const XmlElement &element) override
    {
        switch (element.number()) {
        case Item: {
            ManifestItem item{.part = resolved(m_folder, element.attribute(Href, {})),
                              .type = std::string(element.attribute(MediaType, {})),
                              .fallback = std::string(element.attribute(Fallback, {})),
                              .isNavigation = html::hasWord(element.attribute(Properties, {}), "nav")};
            if (item.isNavigation)
                m_package.navigationPart = item.part;
            if (item.type == "application/x-dtbncx+xml" && m_package.ncxPart.empty())
                m_package.ncxPart = item.part;
            m_items.insert_or_assign(std::string(element.attribute(Id, {})), std::move(item));
            break;
        }
        case Spine:
            m_ncxId = element.attribute(TableOfContents, {});
            break;
        case ItemReference:
            if (m_spine.size() < mostEntries)
                m_spine.emplace_back(element.attribute(IdReference, {}));
            break;
        case GuideReference: {
            const std::string_view type = element.attribute(Type, {});
            if (type == "cover" || type == "toc")
                m_navigation.insert(resolved(m_folder, element.attribute(Href, {})));
            break;
        }
        default:
            break;
        }
    }
    void endElement(std::uint16_t, ByteRange) override { }
    void characters(std::string_view, ByteRange, bool) override { }

    [[nodiscard]] Package take()
    {
        if (const auto ncx = m_items.find(m_ncxId); ncx != m_items.end())
            m_package.ncxPart = ncx->second.part;
        std::set<std::string> taken;
        for (const std::string &id : m_spine) {
            const ManifestItem *item = documentOf(id);
            if (!item || !taken.insert(item->part).second)
                continue;
            if (isDocument(*item))
                m_package.spine.push_back({item->part, item->isNavigation || m_navigation.contains(item->part)});
            else
                m_package.otherParts.push_back(item->part);
        }
        return std::move(m_package);
    }

private:
    struct ManifestItem
    {
        std::string part;
        std::string type;
        std::string fallback;
        bool isNavigation = false;
    };

    static bool isDocument(const ManifestItem &item)
    {
        return item.type == "application/xhtml+xml" || item.type == "text/html" || item.type == "text/x-oeb1-document";
    }

    /// The item, or the document that it falls back to.
    [[nodiscard]] const ManifestItem *documentOf(const std::string &id) const
    {
        constexpr int longestChain = 20;
        const auto first = m_items.find(id);
        if (first == m_items.end())
            return nullptr;
        auto item = first;
        for (int i = 0; i < longestChain && item != m_items.end(); ++i) {
            if (isDocument(item->second))
                return &item->second;
            item = m_items.find(item->second.fallback);
        }
        return &first->second;
    }

    std::string m_folder;
    Package m_package;
    std::map<std::string, ManifestItem> m_items;
    std::vector<std::string> m_spine;
    std::set<std::string> m_navigation;
    std::string m_ncxId;
};

class EncryptionReader final : public XmlHandler
{
public:
    void startElement(const XmlElement &element) override
    {
        switch (element.number()) {
        case EncryptedData:
            m_algorithm.clear();
            break;
        case EncryptionMethod:
            m_algorithm = element.attribute(Algorithm, {});
            break;
        case CipherReference:
            if (m_algorithm != "http://www.idpf.org/2008/embedding" && m_algorithm != "http://ns.adobe.com/pdf/enc#RC")
                parts.insert(resolved({}, element.attribute(Uri, {})));
            break;
        default:
            break;
        }
    }
    void endElement(std::uint16_t, ByteRange) override { }
    void characters(std::string_view, ByteRange, bool) override { }

    std::set<std::string, std::less<>> parts;

private:
    std::string m_algorithm;
};

/// Navigation documents and NCX alike.
class ContentsReader final : public XmlHandler
{
public:
    explicit ContentsReader(std::string_view part) : m_part(part), m_folder(office::folderOf(part)) { }

    void startElement(const XmlElement &element) override
    {
        switch (element.number()) {
        case Navigation: {
            const std::string_view type = element.attribute(EpubType, {});
            m_list = html::hasWord(type, "toc")    ? &m_contents.sections
                : html::hasWord(type, "page-list") ? &m_contents.pages
                                                   : nullptr;
            m_depth = 0;
            break;
        }
        case List:
        case NavigationPoint:
            ++m_depth;
            break;
        default:
            break;
        }
        if (element.number() == NavigationPoint)
            beginEntry(&m_contents.sections);
        else if (element.number() == PageTarget)
            beginEntry(&m_contents.pages);
        else if (element.number() == Anchor && m_list) {
            beginEntry(m_list);
            setTarget(element.attribute(Href, {}));
            m_takesText = true;
        } else if (element.number() == Content) {
            setTarget(element.attribute(Source, {}));
        } else if (element.number() == LabelText) {
            m_takesText = m_entry != nullptr;
        }
    }

    void endElement(std::uint16_t number, ByteRange) override
    {
        if (number == Navigation)
            m_list = nullptr;
        else if ((number == List || number == NavigationPoint) && m_depth > 0)
            --m_depth;
        else if (number == Anchor || number == LabelText)
            m_takesText = false;
    }

    void characters(std::string_view text, ByteRange, bool) override
    {
        if (!m_takesText || !m_entry)
            return;
        std::string &label = (*m_entry)[m_number].label;
        if (label.size() >= longestLabel)
            return; // was cut
        std::size_t end = std::min(text.size(), longestLabel - label.size());
        while (!isCharacterBoundary(text, end))
            --end;
        label += text.substr(0, end);
        if (end < text.size())
            label += "…";
    }

    [[nodiscard]] Contents take() { return std::move(m_contents); }

private:
    void beginEntry(std::vector<Entry> *list)
    {
        if (list->size() >= mostEntries)
            return fail({ErrorCode::BadInput, "The table of contents has more than 100000 lines.", {}});
        m_entry = list;
        m_number = list->size();
        list->push_back({});
        list->back().level = static_cast<std::uint8_t>(std::clamp<std::size_t>(m_depth, 1, deepestEntry));
    }

    void setTarget(std::string_view reference)
    {
        if (!m_entry)
            return;
        Entry &entry = (*m_entry)[m_number];
        entry.part = reference.starts_with('#') ? m_part : resolved(m_folder, reference);
        if (const std::size_t mark = reference.find('#'); mark != std::string_view::npos)
            entry.fragment = decodePercent(reference.substr(mark + 1));
    }

    std::string m_part;
    std::string m_folder;
    Contents m_contents;
    std::vector<Entry> *m_list = nullptr; ///< of the navigation element being read
    std::vector<Entry> *m_entry = nullptr; ///< the list that the last entry is in
    std::size_t m_number = 0; ///< of the last entry
    std::size_t m_depth = 0;
    bool m_takesText = false;
};

template<class Reader>
Outcome<std::monostate> readPart(ZipArchive &archive, std::string_view part, Reader &reader,
                                 const std::stop_token &stop)
{
    const auto bytes = archive.read(part, stop);
    if (bytes.isCancelled())
        return Cancelled{};
    if (!bytes)
        return bytes.error();
    return readXml(*bytes, part, vocabulary(), reader, stop);
}

} // namespace

Outcome<Package> readPackage(ZipArchive &archive, const std::stop_token &stop)
{
    ContainerReader container;
    const auto found = readPart(archive, "META-INF/container.xml", container, stop);
    if (found.isCancelled())
        return Cancelled{};
    if (!found)
        return found.error();
    PackageReader package(container.path);
    const auto read = readPart(archive, container.path, package, stop);
    if (read.isCancelled())
        return Cancelled{};
    if (!read)
        return read.error();
    return package.take();
}

Outcome<std::set<std::string, std::less<>>> encryptedParts(ZipArchive &archive, const std::stop_token &stop)
{
    EncryptionReader reader;
    constexpr std::string_view part = "META-INF/encryption.xml";
    if (archive.has(part)) {
        const auto read = readPart(archive, part, reader, stop);
        if (read.isCancelled())
            return Cancelled{};
        if (!read)
            return read.error();
    }
    return std::move(reader.parts);
}

std::string protectionOf(const ZipArchive &archive)
{
    if (archive.has("META-INF/license.lcpl"))
        return "Readium LCP";
    if (archive.has("META-INF/sinf.xml"))
        return "Apple FairPlay";
    return archive.has("META-INF/rights.xml") ? "Adobe ADEPT" : std::string();
}

Outcome<Contents> readContents(ZipArchive &archive, std::string_view part, const std::stop_token &stop)
{
    ContentsReader reader(part);
    const auto read = readPart(archive, part, reader, stop);
    if (read.isCancelled())
        return Cancelled{};
    if (!read)
        return read.error();
    return reader.take();
}

std::string decodePercent(std::string_view reference)
{
    const auto digit = [](char c) {
        return c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'  ? c - 'a' + 10
            : c >= 'A' && c <= 'F'  ? c - 'A' + 10
                                    : -1;
    };
    std::string decoded;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const bool isCode = reference[i] == '%' && i + 2 < reference.size() && digit(reference[i + 1]) >= 0
            && digit(reference[i + 2]) >= 0;
        if (!isCode) {
            decoded += reference[i];
            continue;
        }
        decoded += static_cast<char>(16 * digit(reference[i + 1]) + digit(reference[i + 2]));
        i += 2;
    }
    return isValidUtf8(decoded) ? decoded : repairUtf8(decoded).text;
}

} // namespace cw::epub
