// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/xmlreader.h"

#include "formats/partname.h"

#include <expat.h>

#include <limits>
#include <memory>
#include <utility>

namespace cw {

namespace {

constexpr char nameSeparator = '\n';

/// One reading: what expat's callbacks get to see.
class Reading final
{
public:
    Reading(XML_Parser parser, std::string_view bytes, const XmlVocabulary &vocabulary, XmlHandler &handler,
            const std::stop_token &stop)
        : m_parser(parser), m_bytes(bytes), m_vocabulary(vocabulary), m_handler(handler), m_stop(stop)
    {
        XML_SetUserData(parser, this);
        XML_SetElementHandler(parser, &Reading::start, &Reading::end);
        XML_SetCharacterDataHandler(parser, &Reading::characters);
        XML_SetEntityDeclHandler(parser, &Reading::entityDeclaration);
        XML_SetSkippedEntityHandler(parser, &Reading::skippedEntity);
        XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER);
    }

    [[nodiscard]] bool declaresEntities() const noexcept { return m_declaresEntities; }
    [[nodiscard]] bool isTooDeep() const noexcept { return m_isTooDeep; }
    [[nodiscard]] bool isStopped() const noexcept { return m_isStopped; }
    [[nodiscard]] const std::string &unknownEntity() const noexcept { return m_unknownEntity; }

private:
    static Reading &of(void *data) { return *static_cast<Reading *>(data); }

    [[nodiscard]] ByteRange place() const
    {
        const auto begin = static_cast<std::size_t>(XML_GetCurrentByteIndex(m_parser));
        return {begin, begin + static_cast<std::size_t>(XML_GetCurrentByteCount(m_parser))};
    }

    void endEarly() { XML_StopParser(m_parser, XML_FALSE); }

    void endIfAsked()
    {
        m_isStopped = m_stop.stop_requested();
        if (m_isStopped || m_handler.failure())
            endEarly();
    }

    static void start(void *data, const XML_Char *name, const XML_Char **attributes)
    {
        Reading &self = of(data);
        if (self.hasEnded())
            return;
        if (++self.m_depth > deepestXml) {
            self.m_isTooDeep = true;
            self.endEarly();
            return;
        }
        self.m_handler.startElement(XmlElement(self.m_vocabulary, name, attributes, self.place()));
        self.endIfAsked();
    }

    static void end(void *data, const XML_Char *name)
    {
        Reading &self = of(data);
        if (self.hasEnded())
            return;
        --self.m_depth;
        self.m_handler.endElement(self.m_vocabulary.numberOf(name), self.place());
        self.endIfAsked();
    }

    static void characters(void *data, const XML_Char *text, int bytes)
    {
        Reading &self = of(data);
        if (self.hasEnded())
            return;
        const std::string_view piece(text, static_cast<std::size_t>(bytes));
        const ByteRange place = self.place();
        self.m_handler.characters(piece, place, self.m_bytes.substr(place.begin, place.size()) == piece);
        if (self.m_handler.failure())
            self.endEarly();
    }

    static void entityDeclaration(void *data, const XML_Char *, int, const XML_Char *, int, const XML_Char *,
                                  const XML_Char *, const XML_Char *, const XML_Char *)
    {
        of(data).m_declaresEntities = true;
        of(data).endEarly();
    }

    static void skippedEntity(void *data, const XML_Char *name, int)
    {
        of(data).m_unknownEntity = name;
        of(data).endEarly();
    }

    /// After a stop expat may still make the call for the end of an empty element.
    [[nodiscard]] bool hasEnded() const
    {
        return m_isStopped || m_isTooDeep || m_declaresEntities || !m_unknownEntity.empty() || m_handler.failure();
    }

    XML_Parser m_parser;
    std::string_view m_bytes;
    const XmlVocabulary &m_vocabulary;
    XmlHandler &m_handler;
    const std::stop_token &m_stop;
    std::size_t m_depth = 0;
    bool m_declaresEntities = false;
    bool m_isTooDeep = false;
    bool m_isStopped = false;
    std::string m_unknownEntity;
};

Error badPart(std::string_view part, std::string_view what)
{
    const std::string subject = part.empty() ? "The file" : "The part " + quotedPart(part);
    return Error{ErrorCode::BadInput, subject + ' ' + std::string(what), {}};
}

} // namespace

void XmlVocabulary::add(std::initializer_list<std::string_view> spaces, std::initializer_list<Name> names)
{
    for (const std::string_view space : spaces) {
        for (const Name &name : names) {
            std::string full(space);
            if (!full.empty())
                full += nameSeparator;
            full += name.local;
            m_numbers.insert_or_assign(std::move(full), name.number);
        }
    }
}

std::optional<std::string_view> XmlElement::attribute(std::uint16_t number) const noexcept
{
    for (const char **pair = m_attributes; *pair; pair += 2) {
        if (m_vocabulary.numberOf(*pair) == number)
            return pair[1];
    }
    return std::nullopt;
}

Outcome<std::monostate> readXml(std::string_view bytes, std::string_view part, const XmlVocabulary &vocabulary,
                                XmlHandler &handler, const std::stop_token &stop)
{
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return badPart(part, "is larger than 2 GiB. Split the document.");
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
        XML_ParserCreateNS(nullptr, nameSeparator), &XML_ParserFree);
    if (!parser)
        return Error{ErrorCode::Internal, "The XML parser could not be started.", {}};
    const Reading reading(parser.get(), bytes, vocabulary, handler, stop);
    // all at once: in pieces, long tokens would be looked at again with every piece
    const auto status = XML_Parse(parser.get(), bytes.data(), static_cast<int>(bytes.size()), XML_TRUE);
    if (reading.isStopped())
        return Cancelled{};
    if (handler.failure())
        return *handler.failure();
    if (reading.declaresEntities())
        return badPart(part, "declares XML entities of its own, as no writer of documents does; it was not read.");
    if (reading.isTooDeep())
        return badPart(part, "has elements nested more than " + std::to_string(deepestXml) + " deep; it was not read.");
    if (!reading.unknownEntity().empty())
        return badPart(part, "refers to the entity \"" + reading.unknownEntity() + "\", which is not known here.");
    if (status == XML_STATUS_OK)
        return std::monostate{};
    const XML_Error error = XML_GetErrorCode(parser.get());
    if (error == XML_ERROR_NO_MEMORY)
        throw std::bad_alloc();
    return badPart(part,
                   "is no well-formed XML (" + std::string(XML_ErrorString(error)) + ", line "
                       + std::to_string(XML_GetCurrentLineNumber(parser.get())) + ", column "
                       + std::to_string(XML_GetCurrentColumnNumber(parser.get()) + 1)
                       + "); the file is damaged. Copy or download it again, or save it anew.");
}

} // namespace cw
