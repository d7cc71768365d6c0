// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tests/data/bertvectors.jsonl: strings with the token ids and the
// places in characters that Hugging Face tokenizers gives them.
// Usage: node make_bert_vectors.mjs NODE_MODULES_FOLDER   (npm @anush008/tokenizers 0.6.0, which wraps tokenizers 0.22.2)
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '../data/bertvectors.jsonl');
if (process.argv.length !== 3) {
    console.error('Usage: node make_bert_vectors.mjs NODE_MODULES_FOLDER');
    process.exit(2);
}
const require = createRequire(join(resolve(process.argv[2]), 'here.js'));
const { Tokenizer } = require('@anush008/tokenizers');

const pieces = readFileSync(join(here, '../../resources/tokenizers/bert_uncased.vocab'));
const published = '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3';
if (createHash('sha256').update(pieces).digest('hex') !== published)
    throw new Error('bert_uncased.vocab is not the published vocab.txt.');
const list = pieces.toString('utf8').trimEnd().split('\n');
const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const tokenizer = Tokenizer.fromString(JSON.stringify({
    version: '1.0', truncation: null, padding: null, post_processor: null, decoder: null,
    added_tokens: special.map((content) => ({
        id: list.indexOf(content), content, single_word: false, lstrip: false, rstrip: false, normalized: false,
        special: true,
    })),
    normalizer: {
        type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: {
        type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100,
        vocab: Object.fromEntries(list.map((piece, id) => [piece, id])),
    },
}));

let state = 4711;
function random(limit) {
    state = (state * 16807) % 2147483647;
    return state % limit;
}
const pick = (choices) => choices[random(choices.length)];
const range = (first, last) => () => String.fromCodePoint(first + random(last - first + 1));
const from = (...choices) => () => pick(choices);
function anyScalar() {
    const codePoint = random(0x110000);
    return codePoint >= 0xd800 && codePoint < 0xe000 ? 'x' : String.fromCodePoint(codePoint);
}

const sources = {
    words: from('the', 'Embedding', 'chunk', 'unaffable', 'naïve', 'Zürich', 'RETRIEVAL', 'x', 'tokenization', ' '),
    signs: range(0x21, 0x40),
    spaces: from(' ', '\n', '\t', '\u00a0', '\u3000', '\u2028', '\u0085', '\u001c'),
    dropped: from('\0', '\u00ad', '\u200b', '\ufffd', '\u2060', '\ue000', '\u0007', '\ufeff'),
    marks: from('\u0301', '\u302e', '\u1b44', '\u1baa', '\u{1d165}', '\u{1d16d}', '\u094d', '\u0345', '\u{1e000}', 'a'),
    latin: range(0xc0, 0x24f),
    greek: range(0x370, 0x58f),
    semitic: range(0x5d0, 0x6ff),
    indic: range(0x900, 0xdff),
    hangul: range(0xac00, 0xd7a3),
    kana: range(0x3041, 0x30ff),
    ideographs: range(0x4e00, 0x9fff),
    special: from(...special, '[CLS', 'SEP]', '[cls]', '##ing', '[', ']'),
    odd: from('İ', 'ẞ', 'Σ', 'ς', 'Å', '`', 'ﬁ', '\u{1d15e}', '\u{1d1bb}', '≠', '≮', '\u037e', '῁', '가', '龜', 'ǆ'),
    long: from('e'.repeat(99), 'e'.repeat(100), 'e'.repeat(101), '각'.repeat(33), '각'.repeat(34), 'a ', '-'),
    any: anyScalar,
};
const strings = ['', ' ', 'Hello, world!', 'unaffable', 'e'.repeat(100), 'e'.repeat(101), '[CLS] text [SEP]'];
for (const source of Object.values(sources)) {
    for (let row = 0; row < 12; ++row)
        strings.push(Array.from({ length: 1 + random(20) }, source).join(''));
}
for (let row = 0; row < 150; ++row) {
    const mixed = Array.from({ length: 1 + random(30) }, () => pick(Object.values(sources))());
    strings.push(mixed.join(''));
}
// Scalars in runs, each between two letters: whether it parts, joins or spoils a word shows in the ids.
for (let row = 0; row < 200; ++row) {
    const first = row < 150 ? row * 448 : 0x10000 + (row - 150) * 2500;
    const run = Array.from({ length: 64 }, (_, i) => first + i * 7).filter((c) => c < 0xd800 || c >= 0xe000);
    strings.push(run.map((codePoint) => `a${String.fromCodePoint(codePoint)}b`).join(' '));
}

// Marks that are kept, dropped and moved, in runs between, before and behind letters.
const marked = [...Array(4).fill(sources.marks), from('e', 'é', '\u{1d160}', '\u0344', '\u0f73', '\u05b0', '\u200b', ' ')];
for (let row = 0; row < 60; ++row)
    strings.push(Array.from({ length: 2 + random(16) }, () => pick(marked)()).join(''));

const escaped = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const rows = [];
for (const text of strings) {
    const encoding = await tokenizer.encode(text, null, { addSpecialTokens: false });
    const [ids, at] = [encoding.getIds(), encoding.getOffsets().flat()].map((list) => JSON.stringify(list));
    rows.push(`{"s":${escaped(text)},"ids":${ids},"at":${at}}\n`);
}
writeFileSync(target, rows.join(''));
console.log(`${target}: ${rows.length} rows`);
