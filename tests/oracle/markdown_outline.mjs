// SPDX-License-Identifier: GPL-3.0-or-later
// Headings of Markdown files as micromark reads them: level, line and title, one a line.
// Usage: node markdown_outline.mjs NODE_MODULES FILE.md > OUTLINE.txt
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, file] = process.argv.slice(2);
const { resolve: find } = createRequire(resolve(modules) + '/');
const { fromMarkdown } = await import(pathToFileURL(find('mdast-util-from-markdown')).href);
const text = readFileSync(file, 'utf8');
for (const node of fromMarkdown(text).children) {
    if (node.type !== 'heading') continue;
    const [first, last] = [node.children[0], node.children.at(-1)];
    const title = first ? text.slice(first.position.start.offset, last.position.end.offset) : '';
    console.log(`${node.depth} ${node.position.start.line} ${title.replace(/\s+/g, ' ')}`);
}
