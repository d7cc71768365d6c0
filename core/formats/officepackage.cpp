// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/officepackage.h"

#include "formats/xmlreader.h"

#include <algorithm>
#include <utility>

namespace cw::office {

namespace {

enum Name : std::uint16_t { Other, RelationshipElement, Id, Type, Target, TargetMode };

const XmlVocabulary &vocabulary()
{
    static const XmlVocabulary words = [] {
        XmlVocabulary made;
        made.add({"http://schemas.openxmlformats.org/package/2006/relationships"},
                 {{"Relationship", RelationshipElement}});
        made.add({""}, {{"Id", Id}, {"Type", Type}, {"Target", Target}, {"TargetMode", TargetMode}});
        return made;
    }();
    return words;
}

class RelationshipReader final : public XmlHandler
{
public:
    explicit RelationshipReader(std::string_view folder) : m_folder(folder) { }

    void startElement(const XmlElement &element) override
    {
        if (element.number() != RelationshipElement)
            return;
        const std::string_view type = element.attribute(Type, {});
        const bool isOutside = element.attribute(TargetMode, {}) == "External";
        m_found.push_back({.id = std::string(element.attribute(Id, {})),
                           .type = std::string(type.substr(type.rfind('/') + 1)),
                           .target = isOutside ? std::string() : resolvePart(m_folder, element.attribute(Target, {}))});
    }
    void endElement(std::uint16_t, ByteRange) override { }
    void characters(std::string_view, ByteRange, bool) override { }

    [[nodiscard]] std::vector<Relationship> take() { return std::move(m_found); }

private:
    std::string_view m_folder;
    std::vector<Relationship> m_found;
};

} // namespace

Outcome<std::vector<Relationship>> readRelationships(ZipArchive &archive, std::string_view part,
                                                     const std::stop_token &stop)
{
    const std::string_view folder = folderOf(part);
    std::string name(folder);
    if (!name.empty())
        name += '/';
    name += "_rels/";
    name += part.substr(folder.empty() ? 0 : folder.size() + 1);
    name += ".rels";
    if (!archive.has(name))
        return std::vector<Relationship>{};
    auto bytes = archive.read(name, stop);
    if (bytes.isCancelled())
        return Cancelled{};
    if (!bytes)
        return bytes.error();
    RelationshipReader reader(folder);
    const auto read = readXml(*bytes, name, vocabulary(), reader, stop);
    if (read.isCancelled())
        return Cancelled{};
    if (!read)
        return read.error();
    return reader.take();
}

std::optional<std::string> targetOf(const std::vector<Relationship> &relationships, std::string_view type)
{
    const auto found = std::ranges::find_if(
        relationships, [type](const Relationship &one) { return one.type == type && !one.target.empty(); });
    return found == relationships.end() ? std::nullopt : std::optional(found->target);
}

std::string resolvePart(std::string_view folder, std::string_view reference)
{
    std::string path;
    if (!reference.starts_with('/') && !folder.empty())
        path = std::string(folder) + '/';
    path += reference;
    std::string resolved;
    std::string_view rest = path;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view step = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (step.empty() || step == ".")
            continue;
        if (step == "..") {
            if (resolved.empty())
                return {};
            resolved.resize(folderOf(resolved).size());
            continue;
        }
        if (!resolved.empty())
            resolved += '/';
        resolved += step;
    }
    return resolved;
}

std::string_view folderOf(std::string_view part) noexcept
{
    const std::size_t slash = part.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : part.substr(0, slash);
}

} // namespace cw::office
