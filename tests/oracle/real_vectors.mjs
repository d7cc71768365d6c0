// SPDX-License-Identifier: GPL-3.0-or-later
// Writes vectors of real tokenizer files, in the form of tests/data/pipelinevectors.jsonl: every string of the stored
// vectors, strings cut and put together from these by chance, and this repository's own files as mixed text.
// Usage: node real_vectors.mjs NODE_MODULES_FOLDER TARGET STRINGS TOKENIZER_JSON...
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [, , modules, target, fuzzCount, ...paths] = process.argv;
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const require = createRequire(join(resolve(modules), 'here.js'));
const { Tokenizer } = require('@anush008/tokenizers');

let state = 4711;
function random(limit) {
    state = (state * 16807) % 2147483647;
    return state % limit;
}
const strings = [];
for (const name of readdirSync(join(root, 'tests/data')).filter((file) => file.endsWith('vectors.jsonl'))) {
    for (const line of readFileSync(join(root, 'tests/data', name), 'utf8').split('\n').filter(Boolean)) {
        const row = JSON.parse(line);
        const text = row.s ?? row.text ?? row.string;
        if (typeof text === 'string' && text.isWellFormed())
            strings.push(text);
    }
}
const stored = strings.length;
for (let i = 0; i < Number(fuzzCount); ++i) {
    let text = '';
    for (let part = 0; part <= random(4); ++part) {
        const characters = [...strings[random(stored)]].slice(0, 200);
        const begin = random(characters.length + 1);
        text += characters.slice(begin, begin + random(30)).join('');
    }
    strings.push(text);
}
for (const folder of ['.', 'core', 'core/tokenize', 'core/tokenize/pipeline', 'tests/golden', 'resources', 'resources/unicode']) {
    for (const name of readdirSync(join(root, folder)).filter((file) => /\.(md|cpp|h|mjs|txt)$/.test(file)))
        strings.push(readFileSync(join(root, folder, name), 'utf8').slice(0, 20000));
}

const output = openSync(target, 'w');
const escaped = (value) => JSON.stringify(value).replace(/[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
for (const path of paths) {
    const tokenizer = Tokenizer.fromFile(path);
    const around = (await tokenizer.encode('', null, { addSpecialTokens: true })).getIds().length;
    writeSync(output, `{"path":${escaped(resolve(path))},"around":${around}}\n`);
    for (const text of strings) {
        const encoding = await tokenizer.encode(text, null, { addSpecialTokens: false });
        writeSync(output, `{"s":${escaped(text)},"ids":${JSON.stringify(encoding.getIds())},"at":${JSON.stringify(encoding.getOffsets().flat())}}\n`);
    }
}
closeSync(output);
console.log(`${target}: ${paths.length} tokenizers, ${strings.length} strings each`);
