// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/epubfonts.h"

#include "formats/html.h"
#include "formats/htmltags.h"
#include "formats/htmltokenizer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace cw::epub {

namespace {

using html::Attribute;
using html::Tag;
using html::Token;
using html::Tokenizer;

constexpr std::size_t longestName = 64; // of an element that rules name with a class
constexpr std::size_t longestHeading = 200; // bytes
constexpr std::string_view spaces = " \t\r\n\f";

std::string_view strip(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(spaces), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(spaces) + 1);
}

template<typename Use>
void forEachWord(std::string_view list, std::string_view separators, Use use)
{
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find_first_of(separators, at), list.size());
        if (end > at)
            use(list.substr(at, end - at));
        at = end + 1;
    }
}

struct Named
{
    std::string_view name;
    double value;
};
constexpr std::array<Named, 9> sizeNames{{{"xx-small", 7},
                                          {"x-small", 7.5},
                                          {"small", 10},
                                          {"medium", 12},
                                          {"large", 13.5},
                                          {"x-large", 18},
                                          {"xx-large", 24},
                                          {"smaller", -0.83},
                                          {"larger", -1.2}}};
constexpr std::array<Named, 9> units{{{"pt", 1},
                                      {"px", 0.75},
                                      {"pc", 12},
                                      {"in", 72},
                                      {"cm", 28.346},
                                      {"mm", 2.8346},
                                      {"em", -1},
                                      {"%", -0.01},
                                      {"rem", 12}}};

} // namespace

void LookStyle::read(std::string_view declarations)
{
    forEachWord(declarations, ";", [&](std::string_view declaration) {
        const std::size_t colon = declaration.find(':');
        if (colon == std::string_view::npos)
            return;
        const std::string_view name = strip(declaration.substr(0, colon));
        std::string_view value = strip(declaration.substr(colon + 1));
        value = strip(value.substr(0, value.find('!')));
        double number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool isNumber = error == std::errc() && std::isfinite(number);
        if (html::equalsIgnoringCase(name, "font-weight")) {
            saysWeight = true;
            isBold = isNumber ? number >= 600
                              : html::equalsIgnoringCase(value, "bold") || html::equalsIgnoringCase(value, "bolder");
        } else if (html::equalsIgnoringCase(name, "font-size")) {
            const std::string_view unit
                = isNumber ? strip(value.substr(static_cast<std::size_t>(end - value.data()))) : value;
            for (const Named &known : isNumber ? units : sizeNames) {
                if (!html::equalsIgnoringCase(unit, known.name))
                    continue;
                kind = known.value < 0 ? Size::Factor : Size::Points;
                size = std::abs(known.value) * (isNumber ? number : 1);
            }
        }
    });
}

void LookStyle::applyTo(Look &look) const
{
    constexpr double largest = 100'000; // hundredths of a point
    if (saysWeight)
        look.isBold = isBold;
    if (kind == Size::NotSaid)
        return;
    const double wanted = kind == Size::Factor ? size * look.size : size * 100;
    look.size = static_cast<std::uint32_t>(std::clamp(wanted, 1.0, largest) + 0.5);
}

void LookSheet::add(std::string_view css)
{
    std::string plain;
    for (std::size_t at = 0; at < css.size();) {
        const std::size_t comment = std::min(css.find("/*", at), css.size());
        plain += css.substr(at, comment - at);
        const std::size_t end = css.find("*/", std::min(comment + 2, css.size()));
        at = end == std::string_view::npos ? css.size() : end + 2;
    }
    const std::string_view text = plain;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = std::min(text.find_first_not_of(spaces, at), text.size());
        const std::size_t open = std::min(text.find_first_of("{;", begin), text.size());
        at = open + 1;
        if (open == text.size() || text[open] == ';')
            continue;
        const bool isAtRule = text[begin] == '@';
        std::size_t close = std::min(text.find('}', open), text.size());
        if (isAtRule) { // with rules inside
            std::size_t depth = 1;
            for (close = open + 1; close < text.size() && depth > 0; ++close)
                depth = text[close] == '{' ? depth + 1 : text[close] == '}' ? depth - 1 : depth;
            at = close;
            continue;
        }
        at = close + 1;
        const std::string_view declarations = text.substr(open + 1, close - open - 1);
        forEachWord(text.substr(begin, open - begin), ",", [&](std::string_view selector) {
            selector = strip(selector);
            if (selector.find_first_of(" \t\r\n\f>+~:[#*") == std::string_view::npos
                && std::ranges::count(selector, '.') <= 1)
                m_rules[std::string(selector)].read(declarations);
        });
    }
}

void LookSheet::applyTo(Look &look, std::string_view selector) const
{
    if (const auto rule = m_rules.find(selector); rule != m_rules.end())
        rule->second.applyTo(look);
}

std::vector<std::string> styleLinksOf(std::string_view source)
{
    std::vector<std::string> links;
    Tokenizer tokens(source, true);
    for (;;) {
        const Token &token = tokens.next(false);
        if (token.kind == Token::Kind::End || (token.kind == Token::Kind::StartTag && token.tag == Tag::Body))
            return links;
        if (token.kind != Token::Kind::StartTag || token.tag != Tag::Link)
            continue;
        std::string_view reference;
        bool isSheet = false;
        for (const Attribute &attribute : tokens.attributes()) {
            if (html::equalsIgnoringCase(tokens.text(attribute.name), "href"))
                reference = tokens.text(attribute.value);
            else if (html::equalsIgnoringCase(tokens.text(attribute.name), "rel"))
                isSheet = html::hasWord(tokens.text(attribute.value), "stylesheet");
        }
        if (isSheet && !reference.empty())
            links.emplace_back(reference);
    }
}

std::vector<LookedText> looksOf(std::string_view source, const LookSheet &sheet)
{
    struct Open
    {
        ByteRange name;
        Look look;
    };
    std::vector<LookedText> texts;
    std::vector<Open> open;
    std::size_t unopened = 0; // elements too deep for the stack
    LookSheet own;
    Tokenizer tokens(source, true);
    const auto startTag = [&](const Token &token) {
        Look look = open.empty() ? Look() : open.back().look;
        const std::string name(tokens.text(token.name));
        look.isBold |= token.tag == Tag::B || token.tag == Tag::Strong || token.tag == Tag::Th;
        const auto apply = [&](std::string_view selector) {
            sheet.applyTo(look, selector);
            own.applyTo(look, selector);
        };
        apply(name);
        LookStyle inlined;
        for (const Attribute &attribute : tokens.attributes()) {
            const std::string_view value = tokens.text(attribute.value);
            if (html::equalsIgnoringCase(tokens.text(attribute.name), "style"))
                inlined.read(value);
            else if (html::equalsIgnoringCase(tokens.text(attribute.name), "class"))
                forEachWord(value, spaces, [&](std::string_view word) {
                    const std::string selector = '.' + std::string(word);
                    apply(selector);
                    if (name.size() <= longestName)
                        apply(name + selector);
                });
        }
        inlined.applyTo(look);
        if (open.size() < html::deepestNesting)
            open.push_back({token.name, look});
        else
            ++unopened;
    };
    const auto endTag = [&](const Token &token) {
        if (unopened > 0) {
            --unopened;
            return;
        }
        const auto found = std::find_if(open.rbegin(), open.rend(), [&](const Open &element) {
            return html::equalsIgnoringCase(tokens.text(element.name), tokens.text(token.name));
        });
        if (found != open.rend())
            open.erase(found.base() - 1, open.end());
    };
    for (;;) {
        const Token token = tokens.next(false);
        switch (token.kind) {
        case Token::Kind::End:
            return texts;
        case Token::Kind::EndTag:
            endTag(token);
            break;
        case Token::Kind::StartTag:
            if (token.isSelfClosing || html::has(token.tag, html::traits::isVoid))
                break;
            if (!html::has(token.tag, html::traits::isRaw)) {
                startTag(token);
            } else {
                const Token content = tokens.rawText(token.tag);
                if (token.tag == Tag::Style)
                    own.add(tokens.text(content.bytes));
            }
            break;
        default:
            if (tokens.text(token.bytes).find_first_not_of(spaces) != std::string_view::npos)
                texts.push_back({token.bytes, open.empty() ? Look() : open.back().look});
        }
    }
}

namespace {

std::uint32_t sizeOfMostText(const std::vector<std::vector<LookedText>> &texts)
{
    std::map<std::uint32_t, std::size_t> bytes;
    for (const auto &part : texts) {
        for (const LookedText &text : part)
            bytes[text.look.size] += text.source.size();
    }
    const auto most = std::ranges::max_element(bytes, {}, [](const auto &entry) { return entry.second; });
    return most == bytes.end() ? Look().size : most->first;
}

bool isBoldMostly(const std::vector<std::vector<LookedText>> &texts)
{
    std::size_t bold = 0;
    std::size_t all = 0;
    for (const auto &part : texts) {
        for (const LookedText &text : part) {
            all += text.source.size();
            bold += text.look.isBold ? text.source.size() : 0;
        }
    }
    return 2 * bold > all;
}

/// Without the sign of a permalink, which books made of web pages keep.
ByteRange titleIn(std::string_view text, ByteRange heading)
{
    constexpr std::string_view sign = "¶";
    if (heading.size() > sign.size() && text.substr(0, heading.end).ends_with(sign))
        heading.end -= sign.size();
    return heading;
}

/// The smallest of the letters in the range, bold if all are; nothing where none are known.
std::optional<Look> lookOf(const SourceRange &range, const std::vector<LookedText> &texts)
{
    auto text = std::ranges::lower_bound(texts, range.begin, std::ranges::less_equal(),
                                         [](const LookedText &one) { return one.source.end; });
    std::optional<Look> look;
    for (; text != texts.end() && text->source.begin < range.end; ++text) {
        if (look)
            look = Look{std::min(look->size, text->look.size), look->isBold && text->look.isBold};
        else
            look = text->look;
    }
    return look;
}

} // namespace

std::size_t markHeadingsByLooks(std::string_view text, const SourceMap &sources,
                                const std::vector<std::vector<LookedText>> &texts, std::vector<Block> &blocks,
                                std::vector<BlockTree::TitledHeading> &headings)
{
    const std::uint32_t common = sizeOfMostText(texts);
    const bool tellsBold = !isBoldMostly(texts);
    struct Found
    {
        std::uint32_t block;
        Look look;
    };
    std::vector<Found> found;
    std::map<std::uint32_t, std::uint8_t, std::greater<>> levels; ///< by size
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        const Block &block = blocks[i];
        const bool mayBe = block.kind == BlockKind::Paragraph || block.kind == BlockKind::Heading;
        if (!mayBe || block.parent != Block::none || block.bytes.end - block.bytes.begin > longestHeading)
            continue;
        const auto places = sources.sourcesOf(block.bytes);
        if (places.size() != 1 || places[0].part >= texts.size())
            continue;
        const std::optional<Look> look = lookOf(places[0], texts[places[0].part]);
        if (!look)
            continue;
        const bool isLarger = look->size > common + common / 20;
        const bool isEnded = std::string_view(".,;:").find(text[block.bytes.end - 1]) != std::string_view::npos;
        if (!isLarger && (!tellsBold || !look->isBold || look->size < common || isEnded))
            continue;
        found.push_back({i, {isLarger ? look->size : common, look->isBold}});
        levels.emplace(found.back().look.size, std::uint8_t{0});
    }
    constexpr std::uint8_t deepest = 6;
    std::uint8_t level = 0;
    for (auto &[size, number] : levels)
        number = level = static_cast<std::uint8_t>(std::min<int>(level + 1, deepest));
    std::vector<BlockTree::TitledHeading> made;
    for (const Found &one : found) {
        Block &block = blocks[one.block];
        block.level = levels[one.look.size];
        if (block.kind == BlockKind::Paragraph)
            made.push_back({.block = one.block, .title = block.bytes});
        block.kind = BlockKind::Heading;
        block.isByLines = false;
    }
    headings.insert(headings.end(), made.begin(), made.end());
    for (BlockTree::TitledHeading &heading : headings)
        heading.title = titleIn(text, heading.title);
    std::ranges::stable_sort(headings, {}, &BlockTree::TitledHeading::block);
    return found.size();
}

} // namespace cw::epub
