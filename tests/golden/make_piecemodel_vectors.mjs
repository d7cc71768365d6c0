// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tests/data/piecemodelvectors.jsonl: small random models of every kind with the tokens that Hugging Face
// tokenizers gives some strings, a model and its strings a line. Each string is one pretoken.
// Usage: node make_piecemodel_vectors.mjs NODE_MODULES_FOLDER [SEED MODELS FILE]
// (npm @anush008/tokenizers 0.6.0, which wraps tokenizers 0.22.2)
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
if (process.argv.length < 3) {
    console.error('Usage: node make_piecemodel_vectors.mjs NODE_MODULES_FOLDER [SEED MODELS FILE]');
    process.exit(2);
}
const require = createRequire(join(resolve(process.argv[2]), 'here.js'));
const { Tokenizer } = require('@anush008/tokenizers');
let state = Number(process.argv[3] ?? 4711);
const models = Number(process.argv[4] ?? 120);
const target = process.argv[5] ?? join(here, '../data/piecemodelvectors.jsonl');

function random(limit) {
    state = (state * 16807) % 2147483647;
    return state % limit;
}
const pick = (choices) => choices[random(choices.length)];
const chance = (percent) => random(100) < percent;
function shuffled(list) {
    const result = [...list];
    for (let i = result.length - 1; i > 0; --i) {
        const j = random(i + 1);
        [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
}
const letters = ['a', 'b', 'c', 'd', '▁', 'é', '中', '文', '😀', '<', '>', '\u0301'];
const strangers = ['x', 'ß', '本', '🎉', '\n', '\u200b'];
const byteTokens = Array.from({ length: 256 }, (_, byte) =>
    `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);

function someLetters() {
    return shuffled(letters).slice(0, 3 + random(letters.length - 3));
}
function withIds(tokens) {
    const spread = pick([1, 1, 3]);
    const first = pick([0, 0, 5]);
    const order = chance(50) ? tokens : shuffled(tokens);
    return Object.fromEntries(order.map((token, i) => [token, first + spread * i]));
}

function bpe() {
    const known = someLetters();
    const prefix = chance(15) ? pick(['##', 'é']) : null;
    const suffix = chance(15) ? '</w>' : null;
    const byteFallback = !prefix && !suffix && chance(40);
    const unknown = chance(70) ? '<unk>' : null;
    const tokens = new Set(known);
    for (const letter of known) {
        if (prefix)
            tokens.add(prefix + letter);
        if (suffix)
            tokens.add(letter + suffix);
        if (prefix && suffix)
            tokens.add(prefix + letter + suffix);
    }
    if (byteFallback)
        (chance(75) ? byteTokens : shuffled(byteTokens).slice(0, 200)).forEach((token) => tokens.add(token));
    if (unknown)
        tokens.add(unknown);
    // Parts come from all there is, so that a merge may be listed before the merges that make its parts.
    const pairs = new Map();
    for (let i = 5 + random(60); i > 0; --i) {
        const candidates = [...tokens].filter((token) => chance(3) || !/^<(0x|unk)/.test(token));
        const left = pick(candidates);
        const right = pick(candidates);
        if ((suffix && left.endsWith(suffix)) || (prefix && Buffer.byteLength(right) <= Buffer.byteLength(prefix)))
            continue;
        const merged = left + (prefix ? Buffer.from(right).subarray(Buffer.byteLength(prefix)).toString() : right);
        if (merged.length > 12 || merged.includes('\ufffd'))
            continue;
        tokens.add(merged);
        pairs.set(`${left} ${right}`, [left, right]);
    }
    for (let i = random(6); i > 0; --i)
        tokens.add(Array.from({ length: 2 + random(3) }, () => pick(known)).join(''));
    const merges = chance(50) ? [...pairs.values()] : shuffled(pairs.values());
    return {
        type: 'BPE', dropout: chance(20) ? 0 : null, unk_token: unknown, continuing_subword_prefix: prefix,
        end_of_word_suffix: suffix, fuse_unk: chance(50), byte_fallback: byteFallback, ignore_merges: chance(30),
        vocab: withIds([...tokens]), merges: chance(50) ? merges : merges.map((pair) => pair.join(' ')),
    };
}

function unigram() {
    const known = someLetters();
    const score = pick([
        () => -random(4) - 1,
        () => -(random(1000) + 1) / 7,
        () => Math.fround(-(random(100000) + 1) / 9973),
        () => (random(100) - 40) / 10,
    ]);
    const byteFallback = chance(40);
    const tokens = new Set(['<unk>', ...known.filter(() => chance(85))]);
    for (let i = 5 + random(50); i > 0; --i)
        tokens.add(Array.from({ length: 2 + random(4) }, () => pick(chance(95) ? known : strangers)).join(''));
    if (byteFallback)
        (chance(75) ? byteTokens : shuffled(byteTokens).slice(0, 200)).forEach((token) => tokens.add(token));
    const order = chance(50) ? [...tokens] : shuffled(tokens);
    return {
        type: 'Unigram', unk_id: order.indexOf('<unk>'), vocab: order.map((token) => [token, score()]),
        byte_fallback: byteFallback,
    };
}

function wordPiece() {
    const known = someLetters();
    const prefix = pick(['##', '##', '', '▁']);
    const tokens = new Set(['[UNK]']);
    for (let i = 10 + random(60); i > 0; --i) {
        tokens.add((chance(60) ? prefix : '')
            + Array.from({ length: 1 + random(3) }, () => pick(known)).join(''));
    }
    return {
        type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: prefix,
        max_input_chars_per_word: pick([100, 100, 6, 0]), vocab: withIds([...tokens]),
    };
}

function wordLevel() {
    const tokens = new Set(['<unk>']);
    for (let i = 10 + random(30); i > 0; --i)
        tokens.add(Array.from({ length: 1 + random(3) }, () => pick(letters)).join(''));
    return { type: 'WordLevel', vocab: withIds([...tokens]), unk_token: '<unk>' };
}

function text(model) {
    const vocabulary = Array.isArray(model.vocab) ? model.vocab.map(([token]) => token) : Object.keys(model.vocab);
    const sources = [() => pick(letters), () => pick(vocabulary), () => pick(strangers)];
    const weights = pick([[60, 30], [90, 5], [30, 70], [40, 10]]);
    const length = pick([1, 2, 3, 6, 12, 30, model.type === 'WordLevel' ? 2 : 80]);
    let result = '';
    for (let i = 0; i < length; ++i) {
        const place = random(100);
        result += sources[place < weights[0] ? 0 : place < weights[0] + weights[1] ? 1 : 2]();
    }
    return result;
}

const lines = [];
const kinds = [bpe, unigram, bpe, unigram, wordPiece, bpe, unigram, wordLevel];
for (let i = 0; i < models; ++i) {
    const model = kinds[i % kinds.length]();
    const tokenizer = Tokenizer.fromString(JSON.stringify({
        version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null, pre_tokenizer: null,
        post_processor: null, decoder: null, model,
    }));
    const cases = [];
    for (let k = 0; k < 12; ++k) {
        const string = text(model);
        const encoding = await tokenizer.encode(string, null, { addSpecialTokens: false });
        cases.push({ text: string, ids: encoding.getIds(), characters: encoding.getOffsets() });
    }
    lines.push(JSON.stringify({ model, cases }));
}
writeFileSync(target, lines.join('\n') + '\n');
