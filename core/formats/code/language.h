// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be known of a programming language besides its grammar: which nodes declare, hold items, comment.
#pragma once

#include "base/result.h"
#include "formats/format.h"
#include "text/blocktree.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>

struct TSLanguage;

namespace cw::code {

/// The tree-sitter grammar "python", "cpp", ...; null when the program was built without it.
[[nodiscard]] const TSLanguage *grammar(std::string_view name) noexcept;

enum class NodeRole : std::uint8_t {
    Other, ///< a statement where items stand, else a part of what it is in
    Comment,
    Attribute, ///< stands before what it belongs to
    Body, ///< holds items: statements, members
    ItemBody, ///< is an item that holds items without a body of its own, such as `#if`
    Wrapper, ///< declares what the declaration in it declares: a decorated function, an export, a template
    Declaration,
    Function, ///< declares when it is the value of something that is named
    Leaf ///< never cut but between lines: strings
};

/// How the title of a declaration is found.
enum class Titling : std::uint8_t {
    Name, ///< its name with the keywords right before it: `class Foo`, `def bar`
    FromStart, ///< all from its begin to the end of its name: `impl Trait for Foo`
    FromWrapper, ///< the same from the begin of the wrapper, where there is one: Go's `type Foo`
    Declarator, ///< the innermost declarator of C: `Foo::bar`
    Value ///< the name alone, and it declares only when `needs` is a Function
};

struct NodeRule
{
    std::string_view type; ///< of a named node
    NodeRole role = NodeRole::Other;
    Titling titling = Titling::Name;
    std::string_view name = "name"; ///< field of a declaration
    std::string_view needs = {}; ///< field without which it declares nothing: `struct Foo *next;` has no body
};

struct Language
{
    std::string_view id; ///< of the format
    std::string_view grammar; ///< see grammar()
    std::string_view title;
    std::span<const std::string_view> suffixes;
    std::span<const NodeRule> rules;
    std::span<const std::string_view> interpreters = {}; ///< programs a first line `#!` may name
    std::span<const std::string_view> lineBegins = {}; ///< whole words of lines that hardly any other text has
    std::span<const std::string_view> closingLines = {}; ///< which other languages have too: they count beside others
    std::span<const std::string_view> ownLineBegins = {}; ///< of lines that languages with the same suffix do not have
};

/// The declarations, statements and comments of a source text. O(bytes) but for broken text.
[[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> readCode(const Language &language, std::string_view text,
                                                                 std::stop_token stop);

/// How sure a text's beginning makes us that it is source code in the language.
[[nodiscard]] unsigned sniffCode(const Language &language, std::string_view beginning) noexcept;

} // namespace cw::code
