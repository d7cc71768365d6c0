// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/declarations.h"

#include <algorithm>

namespace cw::code {

namespace {

constexpr unsigned mostWrappers = 8;
constexpr unsigned mostDeclarators = 64;

TSNode field(TSNode node, std::string_view name) noexcept
{
    return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

ByteRange bytesOf(TSNode node) noexcept
{
    return {ts_node_start_byte(node), ts_node_end_byte(node)};
}

bool declares(TSNode node, const NodeRule &rule, const NodeRules &rules) noexcept
{
    if (rule.role != NodeRole::Declaration)
        return false;
    if (rule.needs.empty())
        return true;
    const TSNode needed = field(node, rule.needs);
    return !ts_node_is_null(needed) && (rule.titling != Titling::Value || rules.of(needed).role == NodeRole::Function);
}

/// A cursor that ends with its scope.
class Children
{
public:
    explicit Children(TSNode parent) noexcept
        : m_cursor(ts_tree_cursor_new(parent)), m_isAtChild(ts_tree_cursor_goto_first_child(&m_cursor))
    {
    }
    Children(const Children &) = delete;
    Children &operator=(const Children &) = delete;
    ~Children() { ts_tree_cursor_delete(&m_cursor); }

    [[nodiscard]] bool isAtChild() const noexcept { return m_isAtChild; }
    [[nodiscard]] TSNode child() const noexcept { return ts_tree_cursor_current_node(&m_cursor); }
    void next() noexcept { m_isAtChild = ts_tree_cursor_goto_next_sibling(&m_cursor); }

private:
    TSTreeCursor m_cursor;
    bool m_isAtChild;
};

bool isKeyword(TSNode node, std::string_view text) noexcept
{
    const char first = text[ts_node_start_byte(node)];
    return !ts_node_is_named(node) && ((first >= 'a' && first <= 'z') || first == '~');
}

/// The name with the keywords right before it. Without a name, the keywords alone.
ByteRange keywordsAndName(TSNode node, TSNode name, std::string_view text) noexcept
{
    ByteRange keywords;
    for (Children children(node); children.isAtChild(); children.next()) {
        const TSNode child = children.child();
        if (ts_node_start_byte(child) == ts_node_end_byte(child))
            continue;
        if (!ts_node_is_null(name) && ts_node_eq(child, name))
            break;
        const bool isStar = !keywords.isEmpty() && text[ts_node_start_byte(child)] == '*' && !ts_node_is_named(child);
        if (isStar || isKeyword(child, text))
            keywords = {keywords.isEmpty() ? ts_node_start_byte(child) : keywords.begin, ts_node_end_byte(child)};
        else if (!ts_node_is_null(name))
            keywords = {};
        else if (!keywords.isEmpty())
            break;
    }
    if (ts_node_is_null(name))
        return keywords;
    return {keywords.isEmpty() ? ts_node_start_byte(name) : keywords.begin, ts_node_end_byte(name)};
}

bool isAllCapitals(std::string_view name) noexcept
{
    return name.size() > 1 && std::ranges::all_of(name, [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
           });
}

/// The innermost declarator; of what looks like a call of a macro, the call: `TEST(Suite, Name)`.
ByteRange declaratorOf(TSNode function, std::string_view text) noexcept
{
    constexpr std::size_t longestCall = 120;
    TSNode call = {};
    TSNode node = function;
    for (unsigned depth = 0; depth < mostDeclarators; ++depth) {
        TSNode inner = field(node, "declarator");
        if (ts_node_is_null(inner)) {
            const std::string_view type = ts_node_type(node);
            if (type != "reference_declarator" && type != "parenthesized_declarator")
                break;
            const std::uint32_t count = ts_node_named_child_count(node);
            if (count == 0)
                break;
            inner = ts_node_named_child(node, count - 1);
        }
        if (std::string_view(ts_node_type(node)) == "function_declarator")
            call = node;
        node = inner;
    }
    if (ts_node_eq(node, function))
        return {};
    const ByteRange name = bytesOf(node);
    if (!ts_node_is_null(call) && ts_node_is_null(field(function, "type"))
        && isAllCapitals(text.substr(name.begin, name.size())) && bytesOf(call).size() <= longestCall)
        return bytesOf(call);
    return name;
}

} // namespace

NodeRules::NodeRules(const TSLanguage *grammar, std::span<const NodeRule> rules) : m_rules(rules)
{
    // a name may stand for several symbols
    m_bySymbol.resize(ts_language_symbol_count(grammar));
    for (std::size_t symbol = 0; symbol < m_bySymbol.size(); ++symbol) {
        const auto id = static_cast<TSSymbol>(symbol);
        if (ts_language_symbol_type(grammar, id) != TSSymbolTypeRegular)
            continue;
        const std::string_view name = ts_language_symbol_name(grammar, id);
        const auto rule = std::ranges::find(rules, name, &NodeRule::type);
        if (rule != rules.end())
            m_bySymbol[symbol] = static_cast<std::uint8_t>(rule - rules.begin() + 1);
    }
}

const NodeRule &NodeRules::of(TSNode node) const noexcept
{
    static constexpr NodeRule none;
    const TSSymbol symbol = ts_node_symbol(node);
    if (symbol >= m_bySymbol.size() || m_bySymbol[symbol] == 0)
        return none; // errors have a symbol of their own
    return m_rules[m_bySymbol[symbol] - 1U];
}

Declared declaredBy(TSNode node, const NodeRules &rules) noexcept
{
    for (unsigned depth = 0; depth < mostWrappers; ++depth) {
        const NodeRule &rule = rules.of(node);
        if (declares(node, rule, rules))
            return {node, &rule, {}};
        if (rule.role != NodeRole::Wrapper)
            return {};
        TSNode wrapper = {};
        Declared only;
        for (Children children(node); children.isAtChild(); children.next()) {
            const TSNode child = children.child();
            const NodeRule &childRule = rules.of(child);
            if (declares(child, childRule, rules)) {
                if (only)
                    return {}; // each is a declaration for itself
                only = {child, &childRule, node};
            } else if (childRule.role == NodeRole::Wrapper && ts_node_is_null(wrapper)) {
                wrapper = child;
            }
        }
        if (only)
            return only;
        if (ts_node_is_null(wrapper))
            return {};
        node = wrapper;
    }
    return {};
}

ByteRange titleOf(const Declared &declared, std::string_view text) noexcept
{
    if (declared.rule->titling == Titling::Declarator)
        return declaratorOf(declared.node, text);
    const TSNode name = field(declared.node, declared.rule->name);
    switch (declared.rule->titling) {
    case Titling::FromStart:
        return ts_node_is_null(name) ? ByteRange()
                                     : ByteRange{ts_node_start_byte(declared.node), ts_node_end_byte(name)};
    case Titling::FromWrapper:
        if (ts_node_is_null(name))
            return {};
        return {ts_node_start_byte(declared.wrapper.id ? declared.wrapper : name), ts_node_end_byte(name)};
    case Titling::Value:
        return ts_node_is_null(name) ? ByteRange() : bytesOf(name);
    default:
        if (ts_node_is_null(name) && declared.wrapper.id) { // typedef struct { ... } Name;
            const TSNode other = field(declared.wrapper, "declarator");
            if (!ts_node_is_null(other))
                return bytesOf(other);
        }
        return keywordsAndName(declared.node, name, text);
    }
}

} // namespace cw::code
