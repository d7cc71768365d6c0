// SPDX-License-Identifier: GPL-3.0-or-later
// Under which headings each block of an HTML document stands, worked out on parse5's tree.
// Usage: node html_sections.mjs NODE_MODULES OUTPUT.jsonl COUNT
// Says of every pair of a heading and a block whether the one holds the other, from what is around and between the two;
// no list of open headings is kept, as the program does.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [modules, output, count] = process.argv.slice(2);
const { parse } = createRequire(resolve(modules) + '/')('parse5');

const sectioning = new Set(['section', 'article', 'aside', 'nav']);
const containers = new Set(['blockquote', 'ul', 'li']);

// The blocks of random documents are headings and paragraphs with a word of their own, so leaves of the tree are blocks.
function leavesOf(root) {
    const leaves = [];
    const walk = (node, elements, isInContainer) => {
        const rank = /^h[1-6]$/.test(node.tagName ?? '') ? Number(node.tagName[1]) : 0;
        if (rank || node.tagName === 'p') {
            const text = node.childNodes.map((child) => child.value ?? '').join('');
            if (text) leaves.push({ text, rank, elements, isHeading: rank > 0 && !isInContainer, at: leaves.length });
            return;
        }
        const isPart = sectioning.has(node.tagName) || node.tagName === 'main';
        for (const child of node.childNodes ?? [])
            walk(child, isPart ? [...elements, node] : elements, isInContainer || containers.has(node.tagName));
    };
    walk(root, [], false);
    return leaves;
}

// Ranks count in main and in the page; other sections put their first heading below the last one of those around.
function setLevels(leaves) {
    const all = leaves.filter((leaf) => leaf.rank > 0);
    const partOf = (leaf, depth) => leaf.elements[depth - 1] ?? null;
    const directIn = (part, before) => all.filter((h) => h.at < before.at && (h.elements.at(-1) ?? null) === part);
    const shiftOf = (leaf, depth) => {
        const part = partOf(leaf, depth);
        if (!part) return 0;
        if (part.tagName === 'main') return shiftOf(leaf, depth - 1);
        const first = directIn(part, leaf)[0];
        return first ? Math.max(0, first.level - first.rank) : 0;
    };
    for (const leaf of all) {
        const depth = leaf.elements.length;
        const part = partOf(leaf, depth);
        leaf.level = leaf.rank + shiftOf(leaf, depth);
        if (part && part.tagName !== 'main' && directIn(part, leaf).length === 0) {
            for (let outer = depth - 1; outer >= 0; --outer) {
                const before = directIn(partOf(leaf, outer), leaf);
                if (before.length === 0) continue;
                leaf.level = Math.max(leaf.rank, before.at(-1).level + 1);
                break;
            }
        }
        leaf.level = Math.min(leaf.level, 6);
    }
}

// Whether the section that an element makes is part of another one, or of the page, that has a heading by its end.
function isInside(element, leaves) {
    const last = leaves.filter((leaf) => leaf.elements.includes(element)).at(-1);
    const outer = last.elements.slice(0, last.elements.indexOf(element));
    return leaves.some((h) => h.rank > 0 && h.at <= last.at
        && (h.elements.length === 0 || outer.includes(h.elements.at(-1))));
}

function holds(heading, leaf, leaves) {
    if (!heading.isHeading || heading.at > leaf.at) return false;
    if (heading === leaf) return true;
    const between = leaves.slice(heading.at + 1, leaf.at + 1);
    if (between.some((other) => other.isHeading && other.level <= heading.level)) return false;
    // elements around the heading that are closed before the leaf
    const closed = heading.elements.filter((element) => !leaf.elements.includes(element));
    if (closed.length === 0) return true;
    if (closed.some((element) => isInside(element, leaves))) return false;
    const innermost = heading.elements.at(-1);
    const behind = between.filter((other) => !other.elements.includes(innermost));
    return behind.every((other) => other.isHeading
        || behind.some((h) => h.isHeading && h.at < other.at && holds(h, other, leaves)));
}

let state = 2024;
function below(end) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * end);
}
function randomDocument() {
    const names = ['section', 'section', 'article', 'aside', 'main', 'div', 'blockquote'];
    let text = '<!doctype html><body>';
    const open = [];
    for (let pieces = 3 + below(16), number = 0; pieces > 0; --pieces) {
        const kind = below(10);
        if (kind < 3 && open.length < 5) {
            const name = names[below(names.length)];
            text += '<' + name + '>';
            open.push(name);
        } else if (kind < 5 && open.length) text += '</' + open.pop() + '>';
        else if (kind < 8) {
            const rank = 1 + below(below(3) ? 3 : 6);
            text += '<h' + rank + '>H' + ++number + '</h' + rank + '>';
        } else text += '<p>t' + ++number + '</p>';
    }
    while (open.length && below(3)) text += '</' + open.pop() + '>';
    return text;
}

const lines = [];
while (lines.length < Number(count)) {
    const html = randomDocument();
    const leaves = leavesOf(parse(html));
    if (leaves.length === 0) continue;
    setLevels(leaves);
    const paths = leaves.map((leaf) => [leaf.text,
        ...leaves.filter((heading) => holds(heading, leaf, leaves)).map((heading) => heading.text)]);
    lines.push(JSON.stringify({ html, paths }));
}
writeFileSync(output, lines.join('\n') + '\n');
