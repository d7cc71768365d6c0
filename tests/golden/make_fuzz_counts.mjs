// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tests/data/fuzzcounts.bin: how many tokens tiktoken's own WebAssembly build finds in 200,000 fuzz strings, and
// tests/data/fuzzcountsgpt2.bin, the same of 40,000 of them for the older encodings.
// Usage: node make_fuzz_counts.mjs NODE_MODULES_FOLDER   (npm tiktoken 1.0.22; takes a minute or two)
//
// The file is a row of blocks of a thousand strings:
//   u32 hash of the strings' UTF-8 bytes, each string followed by a byte 0xff
//   u32 hash of the o200k_base (p50k_base) ids, u32 hash of the cl100k_base (r50k_base) ids, each string's followed by
//   0xffffffff
//   1000 LEB128 counts for the one encoding, 1000 for the other
// Hashes are FNV-1a with 32 bits, over bytes or over whole ids; numbers are little-endian.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuzzStrings } from './fuzzstrings.mjs';

if (process.argv.length !== 3) {
    console.error('Usage: node make_fuzz_counts.mjs NODE_MODULES_FOLDER');
    process.exit(2);
}
const require = createRequire(join(resolve(process.argv[2]), 'here.js'));
const { get_encoding: getEncoding } = require('tiktoken');
const sets = [
    { file: 'fuzzcounts.bin', names: ['o200k_base', 'cl100k_base'], strings: 200_000 },
    { file: 'fuzzcountsgpt2.bin', names: ['p50k_base', 'r50k_base'], strings: 40_000 },
];

const blockStrings = 1000;
const seed = 20260;
const data = join(dirname(fileURLToPath(import.meta.url)), '../data');
const offset = 0x811c9dc5;
const mix = (hash, value) => Math.imul(hash ^ value, 0x01000193);

function pushVarint(out, value) {
    for (; value > 127; value >>>= 7)
        out.push((value & 127) | 128);
    out.push(value);
}

for (const { file, names, strings } of sets) {
    const encodings = names.map((name) => getEncoding(name));
    const fuzz = new FuzzStrings(join(data, 'fuzzalphabets.jsonl'), seed);
    const parts = [];
    let bytes = 0;
    for (let block = 0; block < strings / blockStrings; ++block) {
        let textHash = offset;
        const idsHash = encodings.map(() => offset);
        const counts = encodings.map(() => []);
        for (let i = 0; i < blockStrings; ++i) {
            const text = fuzz.next();
            const utf8 = Buffer.from(text);
            bytes += utf8.length;
            for (const byte of utf8)
                textHash = mix(textHash, byte);
            textHash = mix(textHash, 0xff);
            encodings.forEach((encoding, e) => {
                const ids = encoding.encode_ordinary(text);
                for (const id of ids)
                    idsHash[e] = mix(idsHash[e], id);
                idsHash[e] = mix(idsHash[e], 0xffffffff);
                pushVarint(counts[e], ids.length);
            });
        }
        const head = Buffer.alloc(12);
        [textHash, ...idsHash].forEach((hash, at) => head.writeUInt32LE(hash >>> 0, at * 4));
        parts.push(head, ...counts.map((list) => Buffer.from(list)));
    }
    const target = join(data, file);
    writeFileSync(target, Buffer.concat(parts));
    console.log(`${target}: ${strings} strings, ${bytes} bytes`);
}
