// SPDX-License-Identifier: GPL-3.0-or-later
// What micromark with GitHub's extensions, a parser of Markdown that shares no code with ours or with cmark, makes of
// documents: the tree of blocks with the lines they start and end in.
// Usage: node markdown_vectors.mjs NODE_MODULES OUTPUT.jsonl COUNT [FILE.md...]
// COUNT random documents, or the given files. Needs micromark-extension-gfm, mdast-util-from-markdown, mdast-util-gfm.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, output, count, ...files] = process.argv.slice(2);
const { resolve: find } = createRequire(resolve(modules) + '/');
const load = (name) => import(pathToFileURL(find(name)).href);
const { fromMarkdown } = await load('mdast-util-from-markdown');
const { gfm } = await load('micromark-extension-gfm');
const { gfmFromMarkdown } = await load('mdast-util-gfm');

const kinds = { heading: 'heading', paragraph: 'paragraph', list: 'list', listItem: 'list_item', blockquote: 'quote',
    code: 'code', html: 'html', thematicBreak: 'thematic_break', table: 'table', tableRow: 'table_row',
    footnoteDefinition: 'footnote' };

function append(node, depth, lines) {
    node.children?.forEach((child, number) => {
        let kind = kinds[child.type];
        if (!kind) return;
        if (kind === 'table_row' && number === 0) kind = 'table_header';
        const level = kind === 'heading' ? child.depth : '';
        lines.push(`${'  '.repeat(depth)}${kind}${level} ${child.position.start.line}`);
        if (kind !== 'paragraph' && kind !== 'heading') append(child, depth + 1, lines);
    });
}

// Random documents, the same ones everywhere. Numbers of items are 1: micromark takes others right behind indented code
// for text, against the specification.
let state = 4711;
function below(end) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * end);
}
const starts = ['', '', '', '', ' ', '  ', '   ', '    ', '> ', '>', '> > ', '- ', '-   ', '* ', '+ ', '1. ', '1) ', '1.  ',
    '- - ', '> - ', '- > ', '  - ', '     '];
const bodies = ['word', 'two words', '', '', '', '# Title', '## Two ##', '#tag', '===', '---', '***', '```', '~~~', '```` sh',
    '| a | b |', '|---|---|', 'a | b', '--|--', '<div>', '</div>', '<b>x</b>', '<!-- c', '-->', '[a]: /url', "[b]: /u 'title'",
    'text  ', '\\| x | y', '# ', 'a\\', '*x* `y`'];
function randomDocument() {
    const lines = [];
    for (let left = 1 + below(12); left > 0; --left) {
        let line = starts[below(starts.length)];
        if (below(4) === 0) line += starts[below(starts.length)];
        // where micromark is known to part from the specification: empty items, delimiter rows of no table in indented
        // code, definitions that only lazy lines follow
        const mark = /[-*+.)>] *$/.test(line);
        const indented = line.length > 3;
        let body = bodies[below(bodies.length)];
        if ((mark && body === '') || (indented && /[|]|--/.test(body)) || (mark && body.startsWith('['))) body = 'word';
        lines.push((line + body).trimEnd());
    }
    const text = lines.join('\n') + (below(2) ? '\n' : '');
    return /^(---|\+\+\+)/.test(text) ? 'x\n\n' + text : text; // no front matter
}

const rows = [];
const documents = files.length ? files.map((file) => readFileSync(file, 'utf8'))
    : Array.from({ length: Number(count) }, randomDocument);
for (const markdown of documents) {
    const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    const blocks = [];
    append(tree, 0, blocks);
    rows.push(JSON.stringify({ markdown, blocks }));
}
writeFileSync(output, rows.join('\n') + '\n');
