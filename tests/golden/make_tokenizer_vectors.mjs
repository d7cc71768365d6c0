// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tests/data/tokenizervectors.jsonl: strings with the token ids that tiktoken's own WebAssembly build gives them.
// Usage: node make_tokenizer_vectors.mjs NODE_MODULES_FOLDER   (npm tiktoken 1.0.22)
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '../data/tokenizervectors.jsonl');
if (process.argv.length !== 3) {
    console.error('Usage: node make_tokenizer_vectors.mjs NODE_MODULES_FOLDER');
    process.exit(2);
}
const require = createRequire(join(resolve(process.argv[2]), 'here.js'));
const { get_encoding: getEncoding } = require('tiktoken');
const encodings = { o200k: getEncoding('o200k_base'), cl100k: getEncoding('cl100k_base') };

let state = 20250;
function random(limit) {
    state = (state * 16807) % 2147483647;
    return state % limit;
}
const pick = (list) => list[random(list.length)];

const alphabets = {
    whitespace: [' ', ' ', '\n', '\r', '\t', '\r\n', '\u00a0', '\u3000', '\u2028', '\u0085', 'a', '.', '1'],
    digits: ['0', '12', '345', '6789', '\u0967', '\u00bd', '\u2167', '\u00b2', ' ', 'a', ',', '-'],
    marks: ['a', 'A', '\u4e2d', '\u0301', '\u20dd', '\u064e', '\u05b0', '\ufe0f', ' ', '.', '\'', 'ab', 'AB'],
    case: ['a', 'b', 'A', 'B', '\u00e9', '\u00c9', '\u01c5', '\u02b0', '\u00aa', '\u4e2d', '\u00df', '\u10d0', ' '],
    contractions: ['\'s', '\'T', '\'re', '\'VE', '\'m', '\'ll', '\'D', '\'\u017f', '\'r', '\'', 'don', 'I', '\u0301', ' '],
    cjk: ['\u4e2d', '\u56fd', '\u7684', '\u306e', '\u30ab', '\ud55c', '\uad6d', '\u3002', '\u3001', ' ', 'A', 'a', '1'],
    emoji: ['\u{1f600}', '\u{1f44d}', '\u{1f3fd}', '\u200d', '\u{1f469}', '\u2764', '\ufe0f', '\u{1f1e9}', '\u{1f1ea}', ' ', '1'],
    punctuation: ['/', '//', '\n', '\r', '...', '!', '==', '-', '#', ' ', 'a', 'http', '\u0301', '"'],
    code: ['int ', 'return', '(', ')', ';', '\n    ', '{', '}', '\t', '==', 'getName', 'HTTPServer', '_x', '0xFF', '//'],
    control: ['\u0000', '\u0001', '\u001c', '\u007f', '\u00ad', '\u200b', '\ufeff', '\ufffd', '\u180e', ' ', 'a', '\n'],
    scripts: ['\u0627', '\u0644', '\u05e9', '\u0939', '\u093f', '\u0e01', '\u0e49', '\u0434', '\u0414', '\u1e9e', ' ', '\u0661'],
    special: ['<|endoftext|>', '<|', '|>', 'endoftext', '<|endofprompt|>', ' ', 'a', '\n'],
};

const strings = [
    '', 'a', '\u4e2dAB', '\u4e2dABc', '\u0301 ABC', 'a<|endoftext|>b', '\'sfoo', 'x\'Re', '\ufeffabc', 'a'.repeat(1000),
    ' '.repeat(400), '\n'.repeat(100), '='.repeat(300), '\u4e2d'.repeat(100), 'aB'.repeat(80), '\u{1f600}'.repeat(40),
    'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft',
    'https://example.org/a/b?c=d&e=%20f#g\n', '3.14159265358979323846', 'naïve café — “quoted” …',
];
for (const alphabet of Object.values(alphabets)) {
    for (let i = 0; i < 40; ++i) {
        let text = '';
        for (let parts = 1 + random(i % 8 === 0 ? 60 : 12); parts > 0; --parts)
            text += random(12) === 0 ? pick(alphabet).repeat(2 + random(40)) : pick(alphabet);
        strings.push(text);
    }
}
const escaped = (value) => JSON.stringify(value).replace(/[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
writeFileSync(target, strings.map((text) => {
    const ids = Object.entries(encodings).map(([name, encoding]) =>
        `"${name}":[${Array.from(encoding.encode_ordinary(text)).join()}]`);
    return `{"s":${escaped(text)},${ids.join()}}\n`;
}).join(''));
console.log(`${target}: ${strings.length} strings`);
