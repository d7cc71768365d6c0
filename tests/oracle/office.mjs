// SPDX-License-Identifier: GPL-3.0-or-later
// Compares chunks with the words that LibreOffice writes and the headings that mammoth finds; see tests/oracle/office.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const work = process.argv[2];
const mammoth = createRequire(join(work, 'node_modules/'))('mammoth');
// bullets are drawn differently, numbers and words are not
const words = text => text.replace(/[•◦▪‣·\uFEFF]/gu, ' ').split(/\s+/u).filter(Boolean);
const decode = text => text.replace(/<[^>]*>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&').replace(/\s+/gu, ' ').trim();

let failures = 0;
for (const file of readdirSync(join(work, 'text'))) {
    const folder = join(work, 'text', file);
    const txt = readdirSync(folder).find(name => name.endsWith('.txt'));
    const chunks = readFileSync(join(folder, 'chunks.jsonl'), 'utf8').split('\n').filter(Boolean).map(JSON.parse);
    const ours = words(chunks.map(chunk => chunk.text).join('\n'));
    const theirs = words(readFileSync(join(folder, txt), 'utf8'));
    let i = 0;
    while (i < Math.max(ours.length, theirs.length) && ours[i] === theirs[i])
        ++i;
    const isSame = ours.length === theirs.length && i === ours.length;
    console.log(`${file}: ${ours.length} words ${isSame ? 'equal' : `differ at ${i}: "${ours.slice(i, i + 5).join(' ')}" for "${theirs.slice(i, i + 5).join(' ')}"`}`);
    failures += isSame ? 0 : 1;
    if (!file.endsWith('.docx'))
        continue;
    const html = (await mammoth.convertToHtml({ path: join(work, file) })).value;
    const expected = [...html.matchAll(/<h([1-6])>(.*?)<\/h\1>/gs)].map(match => decode(match[2])).filter(Boolean);
    const titles = [];
    for (const chunk of chunks) {
        for (const line of chunk.text.split('\n\n').map(block => block.replace(/\s+/gu, ' ').trim())) {
            if (expected[titles.length] === line)
                titles.push(line);
        }
    }
    const paths = new Set(chunks.flatMap(chunk => chunk.headings ?? []));
    const missing = expected.filter(title => !paths.has(title));
    console.log(`${file}: ${expected.length} headings, in order ${titles.length}, in no path: ${missing.join('; ') || 'none'}`);
    failures += titles.length === expected.length && missing.length === 0 ? 0 : 1;
}
process.exit(failures ? 1 : 0);
