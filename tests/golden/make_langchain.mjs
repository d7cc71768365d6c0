// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tests/data/langchainvectors.jsonl: outputs of @langchain/textsplitters on random texts, for all its languages and
// for separator lists of our own, with lengths in code points or o200k tokens. Usage:
//
//     node tests/golden/make_langchain.mjs NODE_MODULES_FOLDER > tests/data/langchainvectors.jsonl
//
// White space is stripped as Python's str.strip does. Left out are rows in which the original cuts a surrogate pair in
// two or makes a chunk of white space alone: there the project differs on purpose.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(resolve(process.argv[2]) + '/');
const { RecursiveCharacterTextSplitter, SupportedTextSplitterLanguages } = require('@langchain/textsplitters');
const { get_encoding: getEncoding } = require('tiktoken');

const encoding = getEncoding('o200k_base');
const lengths = {
    characters: text => [...text].length,
    o200k_base: text => encoding.encode_ordinary(text).length,
};
console.warn = () => {};

const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*';
const strip = text => text.replace(new RegExp(`^${space}`), '').replace(new RegExp(`${space}$`), '');

class Splitter extends RecursiveCharacterTextSplitter {
    joinDocs(docs, separator) {
        const text = strip(docs.join(separator));
        return text === '' ? null : text;
    }
}

let state = 20240608;
const random = limit => {
    state = Number((BigInt(state) * 48271n) % 2147483647n);
    return state % limit;
};
const pick = list => list[random(list.length)];

const words = ['alpha', 'Beta', 'x', 'it', 'caf\u00e9', 'e\u0301clair', '\u6771\u4eac', '\u65e5\u672c\u8a9e\u306e\u6587\u7ae0', '\u{1F44D}\u{1F3FD}',
    '\u{1F680}', '\u{1F469}\u200d\u{1F467}', '\u043f\u0440\u0438\u0432\u0435\u0442', '3.14', 'https://example.org/a?b=c', 'foo_bar()', '\u200bzero', '$', '$$',
    'Incomprehensibilities', '```', '<p>', 'aaaa', '---', '\ufeff', '\uac00\u0301'];
const gaps = [' ', ' ', ' ', ' ', ' ', '  ', '\n', '\n', '\n\n', '\n\n', '\n\n\n', '\r\n', '\t', '\u00a0', '\u3000', '\u2028', '\x1f', '\x85', ' \n', '\n ', ''];
const ownLists = [['\n\n'], ['\n'], [' '], [''], ['', ' '], ['aa', ''], ['. ', ' ', ''], ['---', '\n'], ['\n\n', '\n\n', ' ', ''],
    ['\n\n', ''], ['(', ')', '.', '*', ' '], ['\u{1F680}', '\u6771', ''], ['absent'], ['absent', 'also'], ['\\', '^', '$', '']];

function textFor(separators, length) {
    const useful = separators.filter(separator => separator !== '');
    let text = random(4) === 0 ? pick(gaps) : '';
    for (let i = random(length); i > 0; --i)
        text += (random(4) === 0 && useful.length ? pick(useful) : '') + pick(words) + (random(6) === 0 ? '.' : '') + pick(gaps);
    return text;
}

const hasLoneSurrogate = text => /\p{Surrogate}/u.test(text);

let id = 0;
async function emit(language, separators, length, count) {
    for (let left = count; left > 0; --left) {
        const text = textFor(separators, length);
        const tokenizer = random(3) === 0 ? 'o200k_base' : 'characters';
        const max = pick(tokenizer === 'characters' ? [2, 3, 5, 8, 13, 20, 40, 90, 200] : [2, 3, 5, 8, 15, 40, 90]);
        const overlap = random(3) === 0 ? 0 : random(max);
        const splitter = new Splitter({
            chunkSize: max, chunkOverlap: overlap, lengthFunction: lengths[tokenizer], ...(language === 'none' ? {} : { separators }),
        });
        const chunks = await splitter.splitText(text);
        if (chunks.some(chunk => hasLoneSurrogate(chunk) || strip(chunk) === ''))
            continue;
        console.log(JSON.stringify({ id: `own${++id}`, language, tokenizer, max, overlap, separators, text, chunks }));
    }
}

const many = Number(process.argv[3] ?? 1);
await emit('none', ['\n\n', '\n', ' ', ''], 60, 60 * many);
for (const language of SupportedTextSplitterLanguages)
    await emit(language, RecursiveCharacterTextSplitter.getSeparatorsForLanguage(language), 45, 14 * many);
for (const list of ownLists)
    await emit('own', list, 40, 14 * many);
