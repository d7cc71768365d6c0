// SPDX-License-Identifier: GPL-3.0-or-later
// What parse5, a parser of HTML that shares no code with ours, makes of documents: blocks and their words.
// Usage: node html_vectors.mjs NODE_MODULES OUTPUT.jsonl COUNT [FILE.html...]
// COUNT random documents, or the given files. The tree is parse5's; what its elements mean for the text is said here
// again, on the tree and not on tags as they come.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [modules, output, count, ...files] = process.argv.slice(2);
const { parse } = createRequire(resolve(modules) + '/')('parse5');

const dropped = new Set(('script style template noscript iframe noembed noframes select datalist textarea title svg '
    + 'audio video canvas nav').split(' '));
const blocks = new Set(('address article aside blockquote body center dd details dir div dl dt fieldset figure footer '
    + 'form frameset header hgroup hr html legend li listing main menu ol option optgroup p plaintext search section '
    + 'summary table tbody tfoot thead ul xmp dialog').split(' '));
const tableInside = new Set(['tbody', 'thead', 'tfoot', 'tr']);

function attribute(node, name) {
    return node.attrs?.find((a) => a.name === name)?.value;
}
function isDropped(node) {
    const name = node.tagName;
    if (!name) return false;
    if (name.startsWith('annotation') && node.namespaceURI.endsWith('MathML')) return true;
    const isHtml = node.namespaceURI.endsWith('xhtml');
    if (!isHtml) return name === 'svg';
    return dropped.has(name) || attribute(node, 'hidden') !== undefined || attribute(node, 'aria-hidden') === 'true'
        || (name === 'dialog' && attribute(node, 'open') === undefined);
}
const isHtml = (node) => node.namespaceURI?.endsWith('xhtml');

function has(node, wanted, isTop = true) {
    if (!isTop && isDropped(node)) return false;
    if (!isTop && isHtml(node) && wanted(node)) return true;
    return (node.childNodes ?? []).some((child) => has(child, wanted, false));
}
const isHeading = (node) => /^h[1-6]$/.test(node.tagName ?? '');
const isPre = (node) => ['pre', 'listing', 'xmp', 'plaintext'].includes(node.tagName);

function rowsOf(table) {
    const rows = [];
    for (const child of table.childNodes) {
        if (!isHtml(child) || isDropped(child)) continue;
        if (child.tagName === 'tr') rows.push({ row: child, isHead: false });
        else if (tableInside.has(child.tagName)) {
            for (const row of child.childNodes)
                if (row.tagName === 'tr' && !isDropped(row)) rows.push({ row, isHead: child.tagName === 'thead' });
        }
    }
    return rows;
}
const cellsOf = (row) => row.childNodes.filter((c) => (c.tagName === 'td' || c.tagName === 'th') && !isDropped(c));

function isLayout(table) {
    const cells = rowsOf(table).reduce((sum, { row }) => sum + cellsOf(row).length, 0);
    return cells <= 1 || has(table, (n) => isHeading(n) || isPre(n) || n.tagName === 'table');
}

class Reader {
    constructor() {
        this.leaves = [];
        this.run = '';
        this.owner = null;
    }
    end(kind = 'paragraph') {
        // breaks are written as U+E000, two of them with nothing between end a paragraph
        const parts = kind === 'paragraph' ? this.run.split(/\uE000[ \t\r\n\f]*(?:\uE000[ \t\r\n\f]*)+/) : [this.run];
        this.run = '';
        for (const part of parts) {
            const text = part.replace(/[ \t\r\n\f\uE000]+/g, ' ').trim();
            if (text) this.leaves.push([kind, text]);
        }
    }
    boundary() {
        if (this.owner) this.run += '\uE000';
        else this.end();
    }
    children(node) {
        for (const child of node.childNodes ?? []) this.read(child);
    }
    own(kind, node) {
        this.end();
        this.owner = kind;
        this.children(node);
        this.end(kind);
        this.owner = null;
    }
    table(node) {
        this.end();
        for (const child of node.childNodes)
            if (child.tagName === 'caption' && !isDropped(child)) this.own('caption', child);
        let isHeadOnly = true;
        let header = [];
        for (const { row, isHead } of rowsOf(node)) {
            const cells = cellsOf(row);
            if (cells.length > 0) isHeadOnly &&= isHead || cells.every((cell) => cell.tagName === 'th');
            this.owner = 'row';
            cells.forEach((cell) => {
                this.run += ' ';
                this.children(cell);
            });
            this.owner = null;
            if (isHeadOnly) {
                header.push(this.run);
                this.run = '';
            } else {
                if (header.length) this.flushHeader(header);
                header = [];
                this.end('table_row');
            }
        }
        if (header.length) this.flushHeader(header);
    }
    flushHeader(header) {
        const rest = this.run;
        this.run = header.join(' ');
        this.end('table_header');
        this.run = rest;
    }
    read(node) {
        if (node.nodeName === '#text') {
            this.run += node.value;
            return;
        }
        if (!node.tagName || isDropped(node)) return;
        const name = isHtml(node) ? node.tagName : '';
        if (name === 'br') this.run += '\uE000';
        else if (!this.owner && isHeading(node)) this.own('heading' + name[1], node);
        else if (!this.owner && isPre(node)) this.own('code', node);
        else if (!this.owner && (name === 'figcaption' || name === 'caption')) this.own('caption', node);
        else if (!this.owner && name === 'table' && !isLayout(node)) this.table(node);
        else if (blocks.has(name) || isHeading(node) || isPre(node) || tableInside.has(name)
            || ['td', 'th', 'caption', 'figcaption'].includes(name)) {
            this.boundary();
            this.children(node);
            this.boundary();
        } else this.children(node);
    }
}

// Random documents, the same ones everywhere.
let state = 12345;
function below(end) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * end);
}
const words = ['one', 'two', ' three', 'four ', ' five\n', 'x', '\n', ' ', '\t', '&amp;', '&lt', '&nosuch;', '&notit;',
    '&#8212;', '&#x41', '日本', 'العربية', '<', '< 3', '&', 'a&b'];
const paired = ('p p p div div b i em a span code h1 h2 h3 h4 ul ol li li li dl dt dd table table tr tr td td td th tbody '
    + 'thead caption blockquote pre section article aside figure figcaption button form font u s small nobr label '
    + 'center main header footer details summary address sup unknown-x math mi svg g nav select '
    + 'object ruby rt fieldset legend').split(' ');
const others = ['<br>', '<br/>', '<hr>', '<img alt=x>', '<!-- c -->', '<!>', '<?x?>', '<input>', '</>', '</br>', '</p>',
    '<script>if (a<b) "</p>"</script>', '<style>p{}</style>', '<title>t</title>', '<noscript><p>n</noscript>',
    '<p hidden>h</p>', '<wbr>', '<col>', '<div aria-hidden=true>', '<b/>', '<p id=">">', "<i title='a>b'>", '<p class=a/b>',
    '<textarea><p></textarea>', '<iframe><p></iframe>', '<dialog>d</dialog>', '<body>', '<html>', '</body>', '<head>',
    '<![CDATA[x]]>', '</ p>'];
function randomDocument() {
    let text = '<!doctype html>'; // without it, paragraphs may hold tables
    below(2);
    const open = [];
    const isTame = below(2) === 0;
    for (let pieces = 2 + below(14); pieces > 0; --pieces) {
        const kind = below(10);
        if (kind < 4) {
            const tag = paired[below(paired.length)];
            text += '<' + tag + '>';
            open.push(tag);
        } else if (kind < 6 && open.length) {
            text += '</' + (isTame ? open.pop() : open.splice(below(open.length), 1)[0]) + '>';
        } else if (kind < 7) text += isTame ? '' : '</' + paired[below(paired.length)] + '>';
        else if (kind < 8) text += others[below(others.length)];
        else text += words[below(words.length)];
        if (below(2)) text += words[below(words.length)];
    }
    while (isTame && open.length) text += '</' + open.pop() + '>';
    return text;
}

const lines = [];
const documents = files.length ? files.map((file) => readFileSync(file, 'utf8'))
    : Array.from({ length: Number(count) }, randomDocument);
for (const html of documents) {
    const reader = new Reader();
    reader.children(parse(html));
    reader.end();
    lines.push(JSON.stringify({ html, blocks: reader.leaves }));
}
writeFileSync(output, lines.join('\n') + '\n');
