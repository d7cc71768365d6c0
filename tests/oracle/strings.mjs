// SPDX-License-Identifier: GPL-3.0-or-later
// The strings that tokenizers are compared on: every string of the stored vectors (of other golden files, too, where
// there are any), strings cut and put together from these by chance, the fuzz strings of the counting tests, what is
// special for the tokenizers at hand, and this repository's own files as mixed text.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuzzStrings } from '../golden/fuzzstrings.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const fileCharacters = 20_000;

/** Every string in a JSON value, members' names excepted, that has no lone surrogates. */
function stringsIn(value, found) {
    if (typeof value === 'string') {
        if (value.isWellFormed())
            found.add(value);
    } else if (value !== null && typeof value === 'object') {
        Object.values(value).forEach((member) => stringsIn(member, found));
    }
}

function storedStrings() {
    const found = new Set();
    for (const folder of ['tests/data', '../shared/golden']) {
        if (!existsSync(join(root, folder)))
            continue;
        for (const name of readdirSync(join(root, folder)).filter((file) => file.endsWith('.jsonl'))) {
            for (const line of readFileSync(join(root, folder, name), 'utf8').split('\n').filter(Boolean)) {
                const row = JSON.parse(line);
                if (row.file === undefined && row.model === undefined)
                    stringsIn(row, found);
            }
        }
    }
    return [...found];
}

function ownFiles(folder, found) {
    for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (/^(\.git|build)$/.test(name))
            continue;
        if (statSync(path).isDirectory())
            ownFiles(path, found);
        else if (/\.(md|txt|py|mjs)$|CMakeLists\.txt$|\/(core\/tokenize|ui\/chunkview)\/[^/]*\.(cpp|h)$/.test(path))
            found.push(readFileSync(path, 'utf8').slice(0, fileCharacters));
    }
    return found;
}

/** Splitmix with 32 bits. */
class Chance {
    constructor(seed) {
        this.state = seed >>> 0;
    }

    below(limit) {
        this.state = (this.state + 0x9e3779b9) >>> 0;
        let z = this.state;
        z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
        z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
        return ((z ^ (z >>> 15)) >>> 0) % limit;
    }
}

/** Strings for all tokenizers; `fuzz` says how many of each kind are made by chance. */
export function commonStrings(fuzz) {
    const stored = storedStrings();
    const chance = new Chance(4711);
    const strings = [...stored];
    for (let i = 0; i < fuzz; ++i) {
        let text = '';
        for (let part = chance.below(4); part >= 0; --part) {
            const characters = [...stored[chance.below(stored.length)].slice(0, 400)];
            const begin = chance.below(characters.length + 1);
            text += characters.slice(begin, begin + chance.below(30)).join('');
        }
        strings.push(text);
    }
    const fuzzStrings = new FuzzStrings(join(root, 'tests/data/fuzzalphabets.jsonl'), 4712);
    for (let i = 0; i < fuzz; ++i)
        strings.push(fuzzStrings.next());
    return [...strings, ...ownFiles(root, [])].filter((text) => text.isWellFormed());
}

/** Strings around what a tokenizer takes out of a text before all else, and parts of it. */
export function stringsAround(addedTokens, fuzz) {
    const chance = new Chance(4713);
    const beside = ['', ' ', '  ', '\n', '\t', 'a', 'Z', '1', '.', '_', 'é', '中', '\u0301', '\u00a0', '▁', '🙂'];
    const strings = [];
    for (let i = 0; i < fuzz && addedTokens.length > 0; ++i) {
        let text = beside[chance.below(beside.length)];
        for (let part = 1 + chance.below(3); part > 0; --part) {
            const token = addedTokens[chance.below(addedTokens.length)];
            const cut = chance.below(8) === 0 ? 1 + chance.below(token.length) : token.length;
            text += token.slice(0, cut) + beside[chance.below(beside.length)] + beside[chance.below(beside.length)];
        }
        if (text.isWellFormed())
            strings.push(chance.below(6) === 0 ? text.toUpperCase() : text);
    }
    return strings;
}
