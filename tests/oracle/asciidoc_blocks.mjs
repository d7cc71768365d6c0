// SPDX-License-Identifier: GPL-3.0-or-later
// Outline and blocks of an AsciiDoc file as Asciidoctor reads it.
// Usage: node asciidoc_blocks.mjs NODE_MODULES FILE.adoc > FILE.adoc.blocks
// "LEVEL TITLE" of each section, an empty line, then "KIND: first words" of each block, two blanks deeper than what it
// is in. Words are those of paragraphs and titles alone, as they stand in the file. Comments are unknown to Asciidoctor.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [modules, file] = process.argv.slice(2);
const asciidoctor = createRequire(resolve(modules) + '/')('@asciidoctor/core')();
const document = asciidoctor.load(readFileSync(file, 'utf8'), { safe: 'secure' });

const kinds = {
    paragraph: 'paragraph', listing: 'code', literal: 'code', stem: 'code', pass: 'html', example: 'quote',
    sidebar: 'quote', quote: 'quote', open: 'quote', admonition: 'quote', verse: 'paragraph', table: 'table',
    image: 'paragraph', thematic_break: 'thematic_break', page_break: 'thematic_break', floating_title: 'heading',
};
const words = (text) => (text ? ' ' + text.replace(/\s+/g, ' ').trim().slice(0, 40).trim() : '');
const print = (depth, kind, text = '') => console.log('  '.repeat(depth) + kind + ':' + words(text));

function printItem(depth, item) {
    // Asciidoctor takes the box of a list of things to do away
    if (item.hasText()) print(depth, 'paragraph', item.hasAttribute('checkbox') ? '' : item.text);
    printBlocks(item, depth);
}
function printBlocks(parent, depth) {
    for (const block of parent.getBlocks()) {
        const context = block.getContext();
        if (context === 'preamble') printBlocks(block, depth);
        else if (context === 'section') {
            print(depth, 'heading', block.title);
            printBlocks(block, depth);
        } else if (context === 'dlist') {
            print(depth, 'list');
            for (const [terms, item] of block.getItems()) {
                print(depth + 1, 'list_item');
                for (const _ of terms) print(depth + 2, 'paragraph');
                if (item) printItem(depth + 2, item);
            }
        } else if (context === 'ulist' || context === 'olist' || context === 'colist') {
            print(depth, 'list');
            for (const item of block.getItems()) {
                print(depth + 1, 'list_item');
                printItem(depth + 2, item);
            }
        } else {
            const kind = kinds[context];
            if (!kind) throw new Error(context + ' is not known here');
            // a paragraph that a line above makes an admonition or quotation is one all the same
            const isParagraph = kind === 'quote' && block.getBlocks().length === 0;
            const text = context === 'paragraph' ? block.getSource() : context === 'floating_title' ? block.title : '';
            print(depth, isParagraph ? 'paragraph' : kind, text);
            if (kind === 'quote') printBlocks(block, depth + 1);
        }
    }
}
function printOutline(parent) {
    for (const section of parent.getSections()) {
        console.log(section.getLevel() + 1 + words(section.title));
        printOutline(section);
    }
}

const header = document.hasHeader() ? document.getHeader().title : '';
if (header) console.log('1' + words(header));
printOutline(document);
console.log();
if (header) print(0, 'heading', header);
printBlocks(document, 0);
