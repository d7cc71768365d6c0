#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outline and blocks of a reStructuredText file as docutils reads it.

Usage: rest_blocks.py FILE.rst > FILE.rst.blocks
"LEVEL TITLE" of each section, an empty line, then "KIND: first words" of each block, two blanks deeper than what it
is in. Words are those of paragraphs and titles alone, as they stand in the file.
"""
import sys

from docutils import frontend, nodes, utils
from docutils.parsers.rst import Parser

KINDS = {
    nodes.paragraph: 'paragraph', nodes.title: 'heading', nodes.bullet_list: 'list', nodes.enumerated_list: 'list',
    nodes.definition_list: 'list', nodes.field_list: 'list', nodes.option_list: 'list', nodes.list_item: 'list_item',
    nodes.definition_list_item: 'list_item', nodes.field: 'list_item', nodes.option_list_item: 'list_item',
    nodes.literal_block: 'code', nodes.doctest_block: 'code', nodes.comment: 'comment', nodes.block_quote: 'quote',
    nodes.footnote: 'footnote', nodes.citation: 'footnote', nodes.target: 'definition',
    nodes.substitution_definition: 'definition', nodes.table: 'table', nodes.line_block: 'paragraph',
    nodes.transition: 'thematic_break', nodes.term: 'paragraph', nodes.attribution: 'paragraph',
    nodes.Admonition: 'quote', nodes.figure: 'quote', nodes.caption: 'caption', nodes.topic: 'paragraph',
    nodes.image: 'paragraph',
}
WITH_WORDS = (nodes.paragraph, nodes.title, nodes.term, nodes.caption)
# Of these only what they are counts: what a table, code or a line block holds are lines.
WHOLE = (nodes.literal_block, nodes.doctest_block, nodes.comment, nodes.target, nodes.substitution_definition,
         nodes.table, nodes.line_block, nodes.paragraph, nodes.title, nodes.term, nodes.attribution, nodes.caption,
         nodes.topic, nodes.image)
# Names of fields and options are marks of their items, as bullets are; definitions are what is in an item.
PASSED = (nodes.definition, nodes.field_body, nodes.description, nodes.section)
LEFT_OUT = (nodes.system_message, nodes.field_name, nodes.option_group, nodes.label, nodes.classifier, nodes.pending)


def kind_of(node):
    for type_, kind in KINDS.items():
        if isinstance(node, type_):
            return kind
    raise SystemExit(f'{type(node).__name__} is not known here')


def print_blocks(node, depth):
    for child in node.children:
        if isinstance(child, PASSED):
            print_blocks(child, depth)
        elif isinstance(child, LEFT_OUT) or (isinstance(child, nodes.Inline)
                                             and not isinstance(child, (nodes.target, nodes.image))):
            continue
        else:
            words = ' '.join(child.rawsource.split()) if isinstance(child, WITH_WORDS) else ''
            print('  ' * depth + kind_of(child) + ':' + (' ' + words[:40].rstrip() if words else ''))
            if not isinstance(child, WHOLE):
                print_blocks(child, depth + 1)


def print_outline(node, level):
    for child in node.children:
        if isinstance(child, nodes.section):
            print(level, ' '.join(child[0].rawsource.split()))
            print_outline(child, level + 1)


def main():
    settings = frontend.get_default_settings(Parser)
    settings.report_level = 5
    settings.file_insertion_enabled = False
    document = utils.new_document(sys.argv[1], settings)
    with open(sys.argv[1], encoding='utf-8') as file:
        Parser().parse(file.read(), document)
    print_outline(document, 1)
    print()
    print_blocks(document, 0)


main()
