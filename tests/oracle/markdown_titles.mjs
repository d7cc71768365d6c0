// SPDX-License-Identifier: GPL-3.0-or-later
// Random headings, and what micromark with GitHub's extensions makes of them: their text without marks. Pictures count
// only where there is nothing else. Prints JSON lines {"title", "shown"}.
// Usage: node markdown_titles.mjs NODE_MODULES [COUNT] [SEED] > VECTORS.jsonl
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, count = '1500', seed = '1'] = process.argv.slice(2);
const { resolve: find } = createRequire(resolve(modules) + '/');
const load = (name) => import(pathToFileURL(find(name)).href);
const { fromMarkdown } = await load('mdast-util-from-markdown');
const { gfm } = await load('micromark-extension-gfm');
const { gfmFromMarkdown } = await load('mdast-util-gfm');

const definitions = '\n\n[foo]: /url\n[Bar baz]: <x> "t"\n[1.2.0]: https://example.org\n\n[^1]: A note.\n[^n2]: Another.\n';
const parts = [
    'word', 'Install', 'é', 'ß', '好', '—', '…', '“', '”', ' ', ' ', ' ', ' ', '  ', '.', ',', ':', '(', ')', '"', "'", '#', '1.2.0',
    '*', '*', '**', '**', '***', '_', '_', '__', 'a_b_c', '`', '`', '``', '`code`', '`` a`b ``', '\\', '\\*', '\\_', '\\[', '\\`', '\\&', '\\a',
    '[', ']', '[', ']', '![', '](', ')', '](/u)', '](<a b>)', '](/u "t")', "](/u 't')", '][foo]', '][]', '][none]', '[foo]', '[FOO]', '[none]',
    '[bar\tBaz]', '[1.2.0]', '[^1]', '[^n2]', '[^x]', '[![Build](https://x.y/b.svg)](https://x.y)', '![alt](a.png)', '![](a.png)', '![foo]',
    '<b>', '</b>', '<br>', '<br/>', '<a href="x*y">', "<i c='>'>", '<!-- no -->', '<!-- ', '<?x?>', '<https://a.b/c_d>', '<me@example.org>', '<', '>', '<x', '< a>',
    '&amp;', '&lt;', '&copy;', '&nbsp;', '&#35;', '&#x1F600;', '&#0;', '&none;', '&amp', '&', '&#12345678;',
];

const collapsed = (text) => text.replace(/\s+/g, ' ').trim();

// A second parser, without footnotes: where the two disagree, micromark parts from the specification.
const { Parser } = await load('commonmark');
function commonMarkTitle(title) {
    const heading = new Parser().parse(`# ${title}${definitions}`).firstChild;
    const textOf = (node, hasPictures) => {
        if (node.type === 'image' && !hasPictures) return '';
        if (node.type === 'html_inline') return /^<br[\s/>]/i.test(node.literal) ? ' ' : '';
        if (node.type === 'linebreak' || node.type === 'softbreak') return ' ';
        let text = node.firstChild ? '' : node.literal ?? '';
        for (let child = node.firstChild; child; child = child.next) text += textOf(child, hasPictures);
        return text;
    };
    return collapsed(textOf(heading, false)) || collapsed(textOf(heading, true));
}

let state = BigInt(seed);
function random(n) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(n));
}

function shownOf(nodes, hasPictures) {
    let text = '';
    for (const node of nodes) {
        if (node.type === 'image' || node.type === 'imageReference') text += hasPictures ? node.alt ?? '' : '';
        else if (node.type === 'html') text += /^<br[\s/>]/i.test(node.value) ? ' ' : '';
        else if (node.type === 'break') text += ' ';
        else if (node.type === 'footnoteReference') text += '';
        else if (node.children) text += shownOf(node.children, hasPictures);
        else text += node.value ?? '';
    }
    return text;
}

for (let made = 0; made < Number(count);) {
    let title = '';
    for (let i = 1 + random(9); i > 0; --i) title += parts[random(parts.length)];
    title = title.trim();
    // micromark takes `[a]` for text before a bracket that is no label, against the specification
    if (/\]\[(?![^[\]]*\])/.test(title)) continue;
    const tree = fromMarkdown(`# ${title}${definitions}`, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    const heading = tree.children[0];
    if (title === '' || heading.type !== 'heading' || heading.position.end.line !== 1) continue;
    const shown = collapsed(shownOf(heading.children, false)) || collapsed(shownOf(heading.children, true));
    if (!title.includes('[^') && shown !== commonMarkTitle(title)) continue;
    console.log(JSON.stringify({ title, shown }));
    ++made;
}
