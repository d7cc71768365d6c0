// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdffile.h"

#include "formats/pdfdashes.h"
#include "formats/pdfoutline.h"
#include "formats/pdfrows.h"
#include "text/utf8.h"

#include <Error.h>
#include <ErrorCodes.h>
#include <GfxState.h>
#include <GlobalParams.h>
#include <PDFDoc.h>
#include <Page.h>
#include <Stream.h>
#include <TextOutputDev.h>
#include <goo/GooString.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cw::pdf {

namespace {

/// What the library says while a file of this thread is read.
thread_local std::string *missingEncodingOfThread = nullptr;

void hear(ErrorCategory, Goffset, const char *message)
{
    const std::string_view said = message;
    if (missingEncodingOfThread && missingEncodingOfThread->empty()
        && (said.find("CMap file for") != std::string_view::npos
            || said.find("Unknown character collection") != std::string_view::npos))
        *missingEncodingOfThread = said;
}

void prepareLibrary()
{
    static std::once_flag isPrepared;
    std::call_once(isPrepared, [] {
        setErrorCallback(&hear);
        globalParams = std::make_unique<GlobalParams>();
    });
}

class Listening final
{
public:
    explicit Listening(std::string &missingEncoding) : m_before(missingEncodingOfThread)
    {
        missingEncodingOfThread = &missingEncoding;
    }
    ~Listening() { missingEncodingOfThread = m_before; }
    Listening(const Listening &) = delete;
    Listening &operator=(const Listening &) = delete;

private:
    std::string *m_before;
};

struct FontTraits
{
    bool isBold = false;
    bool isMonospaced = false;
    bool isMathematical = false;
};

FontTraits traitsOf(const TextFontInfo &font)
{
    FontTraits traits{font.isBold(), font.isFixedWidth(), false};
    if (!font.getFontName())
        return traits;
    std::string name = font.getFontName()->toStr();
    std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c; });
    const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    traits.isBold = traits.isBold || has("bold") || has("black") || has("heavy") || has("cmbx") || has("cmb10")
        || has("cmssbx") || has("sfbx") || has("ecbx") || has("-bd") || name.ends_with("-medi") || has("demi");
    traits.isMonospaced = traits.isMonospaced || has("courier") || (has("mono") && !has("monotype")) || has("cmtt")
        || has("consol") || has("typewriter") || has("nimbusmonl");
    traits.isMathematical = has("cmmi") || has("cmsy") || has("cmex") || has("msbm") || has("msam") || has("math");
    // Some programs say of such fonts that they are of fixed pitch.
    traits.isMonospaced = traits.isMonospaced && !traits.isMathematical;
    return traits;
}

/// Text with limits: stops where a page has too much, leaves out what has no character or stands aslant.
class TextDevice final : public TextOutputDev
{
public:
    TextDevice(bool isInFileOrder, std::stop_token stop)
        : TextOutputDev(nullptr, false, 0, isInFileOrder, false), m_stop(std::move(stop)),
          m_isInFileOrder(isInFileOrder)
    {
    }

    void endPage() override
    {
        if (!needsFileOrder()) // what was seen is thrown away
            TextOutputDev::endPage();
    }

    void beginString(GfxState *state, const GooString *string) override
    {
        ++m_strings;
        TextOutputDev::beginString(state, string);
    }

    void drawChar(GfxState *state, double x, double y, double dx, double dy, double originX, double originY,
                  CharCode code, int bytes, const Unicode *characters, int count) override
    {
        if (isFull())
            return;
        ++m_characters;
        countWord(*state, x, y, dx, dy, count > 0 && characters[0] == ' ');
        const bool isUnknown = count == 0 || characters[0] < 0x20 || (characters[0] >= 0x7F && characters[0] < 0xA0)
            || characters[0] > 0x10FFFF || (characters[0] >= 0xD800 && characters[0] < 0xE000);
        if (isUnknown && !isBlankControl(characters, count)) {
            ++m_unknown;
            return incCharCount(bytes);
        }
        if (isAslant(state)) {
            ++m_slanted;
            return incCharCount(bytes);
        }
        // Ligatures from right to left: words are kept as they stand from left to right, and turned round as a whole.
        std::array<Unicode, 8> turned{};
        if (count > 1 && static_cast<std::size_t>(count) <= turned.size() && isWrittenToLeft(characters[0])) {
            std::reverse_copy(characters, characters + count, turned.begin());
            characters = turned.data();
        }
        TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, bytes, characters, count);
    }

    void stroke(GfxState *state) override { addRules(*state, false); }
    void fill(GfxState *state) override { addRules(*state, true); }
    void eoFill(GfxState *state) override { addRules(*state, true); }
    [[nodiscard]] std::vector<Rule> takeRules() { return std::move(m_rules); }
    /// What may be an underscore; nothing where there are so many that they are a drawing.
    [[nodiscard]] std::vector<Rule> takeDashes()
    {
        if (m_dashes.size() > mostRules)
            m_dashes.clear();
        return joinedDashes(std::move(m_dashes));
    }

    [[nodiscard]] bool isFull() const noexcept
    {
        return needsFileOrder() || m_characters > mostCharactersOfPage || m_steps > mostSteps;
    }
    [[nodiscard]] bool needsFileOrder() const noexcept
    {
        return !m_isInFileOrder && (m_strings > mostStringsInReadingOrder || m_words > mostWordsInReadingOrder);
    }
    [[nodiscard]] std::uint32_t unknownCharacters() const noexcept { return m_unknown; }
    [[nodiscard]] std::uint32_t slantedCharacters() const noexcept { return m_slanted; }

    /// Asked before every form, which is then not drawn by the library when this is true. Stopping leaves the innermost
    /// form alone, and forms within forms multiply.
    bool useDrawForm() override
    {
        m_steps += stepsOfForm;
        return isFull() || m_stop.stop_requested();
    }

    /// Called by the library every few operators.
    static bool mustStop(void *device)
    {
        auto *self = static_cast<TextDevice *>(device);
        ++self->m_steps;
        return self->isFull() || self->m_stop.stop_requested();
    }

private:
    static constexpr std::size_t mostSteps = 4'000'000;
    static constexpr std::size_t stepsOfForm = 100; ///< its parts are read anew each time

    /// Words begin behind blanks and away from where the last character ended.
    void countWord(const GfxState &state, double x, double y, double dx, double dy, bool isBlank)
    {
        std::array<double, 4> at{};
        state.transform(x, y, &at[0], &at[1]);
        state.transform(x + dx, y + dy, &at[2], &at[3]);
        const double near = 0.1 * state.getTransformedFontSize();
        if (!isBlank && (m_isBehindBlank || std::abs(at[0] - m_endX) > near || std::abs(at[1] - m_endY) > near))
            ++m_words;
        m_isBehindBlank = isBlank;
        m_endX = at[2];
        m_endY = at[3];
    }

    static bool isBlankControl(const Unicode *characters, int count)
    {
        return count == 1 && (characters[0] == '\t' || characters[0] == '\n' || characters[0] == '\r');
    }

    static bool isWrittenToLeft(Unicode character)
    {
        return (character >= 0x590 && character < 0x900) || (character >= 0xFB1D && character < 0xFE00)
            || (character >= 0xFE70 && character < 0xFF00);
    }

    static bool isAslant(const GfxState *state)
    {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        state->getFontTransMat(&a, &b, &c, &d);
        a = std::abs(a);
        b = std::abs(b);
        return std::min(a, b) > 0.1 * std::max(a, b);
    }

    /// Lines that are drawn, and boxes that are filled and thin. One too many says that there are too many.
    void addRules(const GfxState &state, bool isFilled)
    {
        const GfxPath *const path = state.getPath();
        for (int i = 0; i < path->getNumSubpaths() && m_rules.size() <= mostRules; ++i) {
            const GfxSubpath &part = *path->getSubpath(i);
            if (isFilled)
                addBox(state, part);
            else
                addLines(state, part);
        }
    }

    void addLines(const GfxState &state, const GfxSubpath &part)
    {
        for (int i = 1; i < part.getNumPoints() && m_rules.size() <= mostRules; ++i) {
            if (part.getCurve(i) || part.getCurve(i - 1))
                continue;
            const auto [x, y] = placeOf(state, part, i - 1);
            const auto [toX, toY] = placeOf(state, part, i);
            addRule({std::min(x, toX), std::min(y, toY), std::max(x, toX), std::max(y, toY)}, thinnest);
        }
    }

    void addBox(const GfxState &state, const GfxSubpath &part)
    {
        constexpr int mostCorners = 8;
        constexpr float thickest = 3;
        if (part.getNumPoints() < 4 || part.getNumPoints() > mostCorners)
            return;
        const auto [left, top] = placeOf(state, part, 0);
        Rule box{left, top, left, top};
        for (int i = 1; i < part.getNumPoints(); ++i) {
            const auto [x, y] = placeOf(state, part, i);
            if (part.getCurve(i))
                return;
            box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x), std::max(box.bottom, y)};
        }
        addRule(box, thickest);
    }

    void addRule(const Rule &rule, float thickest)
    {
        const float thickness = std::min(rule.right - rule.left, rule.bottom - rule.top);
        const float length = std::max(rule.right - rule.left, rule.bottom - rule.top);
        if (isDash(rule) && m_dashes.size() <= mostRules)
            m_dashes.push_back(rule);
        if (thickness <= thickest && length >= shortest && length < longest)
            m_rules.push_back(rule);
    }

    static std::pair<float, float> placeOf(const GfxState &state, const GfxSubpath &part, int point)
    {
        double x = 0;
        double y = 0;
        state.transform(part.getX(point), part.getY(point), &x, &y);
        const auto bounded = [](double at) { return std::isfinite(at) ? std::clamp(at, -1e6, 1e6) : -1e6; };
        return {static_cast<float>(bounded(x)), static_cast<float>(bounded(y))};
    }

    static constexpr float thinnest = 0.5F; ///< how far a level line may rise
    static constexpr float shortest = 4;
    static constexpr float longest = 20'000; ///< pages are no larger

    std::stop_token m_stop;
    std::vector<Rule> m_rules;
    std::vector<Rule> m_dashes;
    bool m_isInFileOrder;
    std::size_t m_strings = 0;
    std::size_t m_words = 0;
    std::size_t m_characters = 0;
    double m_endX = 0;
    double m_endY = 0;
    bool m_isBehindBlank = true;
    std::size_t m_steps = 0;
    std::uint32_t m_unknown = 0;
    std::uint32_t m_slanted = 0;
};

struct ReleaseText
{
    void operator()(TextPage *page) const { page->decRefCnt(); }
};

class WordCollector final
{
public:
    WordPage collect(TextPage &page, bool isInFileOrder)
    {
        if (isInFileOrder)
            collectInFileOrder(page);
        else
            collectBlocks(page);
        return std::move(m_page);
    }

private:
    void collectBlocks(const TextPage &page)
    {
        for (const TextFlow *flow = page.getFlows(); flow; flow = flow->getNext())
            for (const TextBlock *block = flow->getBlocks(); block; block = block->getNext(), ++m_block)
                for (const TextLine *line = block->getLines(); line; line = line->getNext()) {
                    beginLine();
                    for (const TextWord *word = line->getWords(); word; word = word->getNext())
                        add(*word);
                    endLine();
                }
    }

    void collectInFileOrder(TextPage &page)
    {
        const std::unique_ptr<TextWordList> list = page.makeWordList(false);
        beginLine();
        for (int i = 0; i < list->getLength(); ++i) {
            const TextWord &word = *list->get(i);
            if (i > 0 && !goesOn(*list->get(i - 1), word)) {
                endLine();
                ++m_block;
                beginLine();
            }
            add(word);
        }
        endLine();
    }

    static bool goesOn(const TextWord &before, const TextWord &word)
    {
        return before.getRotation() == word.getRotation()
            && std::abs(before.getBaseline() - word.getBaseline()) < 0.25 * word.getFontSize();
    }

    void beginLine() { m_page.lines.push_back({words(), words(), m_block}); }

    void endLine()
    {
        m_page.lines.back().endWord = words();
        if (m_page.lines.back().firstWord == words())
            m_page.lines.pop_back();
    }

    std::uint32_t words() const { return static_cast<std::uint32_t>(m_page.words.size()); }

    void add(const TextWord &from)
    {
        if (from.getLength() == 0)
            return;
        double left = 0;
        double top = 0;
        double right = 0;
        double bottom = 0;
        from.getBBox(&left, &top, &right, &bottom);
        Word word;
        word.left = static_cast<float>(left);
        word.top = static_cast<float>(top);
        word.right = static_cast<float>(right);
        word.bottom = static_cast<float>(bottom);
        word.baseline = static_cast<float>(from.getBaseline());
        word.size = static_cast<float>(from.getFontSize());
        word.isUpright = from.getRotation() == 0;
        word.isSpaceBehind = from.hasSpaceAfter();
        word.firstCharacter = static_cast<std::uint32_t>(m_page.characters.size());
        for (int i = 0; i < from.getLength(); ++i)
            m_page.characters.push_back(*from.getChar(i));
        word.endCharacter = static_cast<std::uint32_t>(m_page.characters.size());
        const auto begin = static_cast<std::size_t>(std::max(from.getCharPos(), 0));
        word.source = ByteRange{begin, begin + static_cast<std::size_t>(std::max(from.getCharLen(), 0))};
        if (const TextFontInfo *font = from.getFontInfo(0)) {
            const auto [known, isNew] = m_fonts.try_emplace(font);
            if (isNew)
                known->second = traitsOf(*font);
            word.isBold = known->second.isBold;
            word.isMonospaced = known->second.isMonospaced && !isOfOneWidth(*from.getChar(0));
            word.isMathematical = known->second.isMathematical;
        }
        m_page.words.push_back(word);
    }

    /// Characters that have one width in every font, so that a font of one width says nothing.
    static bool isOfOneWidth(char32_t character)
    {
        return (character >= 0x2E80 && character < 0xA4D0) || (character >= 0xAC00 && character < 0xD7A4)
            || (character >= 0xF900 && character < 0xFB00) || (character >= 0xFF00 && character < 0xFF61)
            || (character >= 0x20000 && character < 0x40000);
    }

    WordPage m_page;
    std::uint32_t m_block = 0;
    std::unordered_map<const TextFontInfo *, FontTraits> m_fonts;
};

/// Whether the page's content unpacks to more than is read. What is packed once cannot grow more than 1,032 times.
bool isContentTooLarge(const Object &contents)
{
    std::size_t left = mostContentBytesOfPage;
    std::array<unsigned char, 16384> buffer{};
    const auto count = [&](Stream *stream) {
        stream->reset();
        while (left > 0) {
            const int got = stream->doGetChars(static_cast<int>(buffer.size()), buffer.data());
            if (got <= 0)
                break;
            left -= std::min(left, static_cast<std::size_t>(got));
        }
        stream->close();
    };
    if (contents.isStream())
        count(contents.getStream());
    if (contents.isArray())
        for (int i = 0; i < contents.arrayGetLength() && left > 0; ++i) {
            const Object part = contents.getArray()->get(i);
            if (part.isStream())
                count(part.getStream());
        }
    return left == 0;
}

Error notOpened(int code)
{
    if (code == errEncrypted)
        return Error{
            ErrorCode::BadInput, "The PDF is encrypted and needs a password: save a copy without one first.", {}};
    return Error{ErrorCode::BadInput, "The PDF is damaged: no pages could be found in it.", {}};
}

} // namespace

struct File::State
{
    std::string bytes; ///< the library reads from here
    std::string missingEncoding;
    std::unique_ptr<PDFDoc> document;
    std::size_t pages = 0;
};

File::File(std::unique_ptr<State> state) : m_state(std::move(state)) { }
File::~File() = default;
File::File(File &&) noexcept = default;
File &File::operator=(File &&) noexcept = default;

Result<File> File::open(std::string bytes)
{
    prepareLibrary();
    auto state = std::make_unique<State>();
    state->bytes = std::move(bytes);
    const Listening listening(state->missingEncoding);
    state->document = std::make_unique<PDFDoc>(
        new MemStream(state->bytes.data(), 0, static_cast<Goffset>(state->bytes.size()), Object(objNull)));
    if (!state->document->isOk())
        return notOpened(state->document->getErrorCode());
    const int pages = state->document->getNumPages();
    if (pages <= 0)
        return notOpened(errDamaged);
    state->pages = static_cast<std::size_t>(pages);
    if (state->pages > mostPages)
        return Error{ErrorCode::BadInput,
                     "The PDF has " + std::to_string(pages) + " pages, more than the " + std::to_string(mostPages)
                         + " that are read: split it into smaller files.",
                     {}};
    return File(std::move(state));
}

std::size_t File::pageCount() const noexcept
{
    return m_state->pages;
}

std::string File::label(std::size_t page) const
{
    const Listening listening(m_state->missingEncoding);
    GooString label;
    if (!m_state->document->getCatalog()->indexToLabel(static_cast<int>(page), &label))
        return std::to_string(page + 1);
    std::string text;
    const std::string &raw = label.toStr();
    if (raw.starts_with("\xFE\xFF")) {
        for (std::size_t i = 2; i + 1 < raw.size(); i += 2) {
            const char32_t unit = (char32_t{static_cast<unsigned char>(raw[i])} << 8U)
                | char32_t{static_cast<unsigned char>(raw[i + 1])};
            if (unit >= 0x20 && (unit < 0xD800 || unit > 0xDFFF))
                appendUtf8(text, unit);
        }
    } else {
        for (const char c : raw)
            if (static_cast<unsigned char>(c) >= 0x20)
                appendUtf8(text, static_cast<unsigned char>(c));
    }
    return text.empty() ? std::to_string(page + 1) : text;
}

Outcome<PageText> File::page(std::size_t page, std::stop_token stop)
{
    const Listening listening(m_state->missingEncoding);
    PDFDoc &document = *m_state->document;
    const int number = static_cast<int>(page) + 1;
    Page *const found = document.getPage(number);
    if (!found || isContentTooLarge(found->getContents())) {
        PageText unread;
        unread.isUnread = true;
        return unread;
    }
    const auto show = [&](bool isInFileOrder, bool &needsFileOrder) -> PageText {
        TextDevice device(isInFileOrder, stop);
        document.displayPage(&device, number, 72, 72, 0, false, true, false, &TextDevice::mustStop, &device);
        needsFileOrder = device.needsFileOrder();
        if (needsFileOrder || stop.stop_requested())
            return {};
        const std::unique_ptr<TextPage, ReleaseText> text(device.takeText());
        WordPage words = WordCollector().collect(*text, isInFileOrder);
        words.rules = device.takeRules();
        words.dashes = device.takeDashes();
        PageText made = makeRows(words);
        made.unknownCharacters = device.unknownCharacters();
        made.slantedCharacters = device.slantedCharacters();
        made.isCut = device.isFull();
        made.isInFileOrder = isInFileOrder;
        return made;
    };
    bool needsFileOrder = false;
    PageText text = show(false, needsFileOrder);
    if (needsFileOrder && !stop.stop_requested())
        text = show(true, needsFileOrder);
    if (stop.stop_requested())
        return Cancelled{};
    return text;
}

FileOutline File::outline()
{
    const Listening listening(m_state->missingEncoding);
    return readOutline(*m_state->document);
}

const std::string &File::missingEncoding() const noexcept
{
    return m_state->missingEncoding;
}

} // namespace cw::pdf
