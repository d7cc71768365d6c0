// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tests/data/scalarhashes.bin and scalarhashesgpt2.bin: what tiktoken's own WebAssembly build makes of every
// Unicode scalar value in seven contexts, as hashes over blocks of 4096 code points.
// Usage: node make_scalar_hashes.mjs NODE_MODULES_FOLDER   (npm tiktoken 1.0.22; takes a few minutes)
//
// The file: for each context, for each block, a u32 for o200k_base (p50k_base) and one for cl100k_base (r50k_base),
// little-endian: FNV-1a with 32 bits over the ids of each scalar's string, followed by 0xffffffff. Surrogates are left
// out. The contexts are those of tests/proof/scalarproof.cpp.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

if (process.argv.length !== 3) {
    console.error('Usage: node make_scalar_hashes.mjs NODE_MODULES_FOLDER');
    process.exit(2);
}
const require = createRequire(join(resolve(process.argv[2]), 'here.js'));
const { get_encoding: getEncoding } = require('tiktoken');
const sets = [
    { file: 'scalarhashes.bin', names: ['o200k_base', 'cl100k_base'] },
    { file: 'scalarhashesgpt2.bin', names: ['p50k_base', 'r50k_base'] },
];
const contexts = [['', ''], ['a', 'B'], [' ', 'a'], ['A', 'b\''], ['1', '1'], ['!', '\n'], ['\n', ' ']];
const blockSize = 4096;
const mix = (hash, value) => Math.imul(hash ^ value, 0x01000193);

for (const { file, names } of sets) {
    const encodings = names.map((name) => getEncoding(name));
    const words = [];
    for (const [before, after] of contexts) {
        for (let first = 0; first < 0x110000; first += blockSize) {
            const hashes = encodings.map(() => 0x811c9dc5);
            for (let value = first; value < first + blockSize; ++value) {
                if (value >= 0xd800 && value < 0xe000)
                    continue;
                const text = before + String.fromCodePoint(value) + after;
                encodings.forEach((encoding, e) => {
                    for (const id of encoding.encode_ordinary(text))
                        hashes[e] = mix(hashes[e], id);
                    hashes[e] = mix(hashes[e], 0xffffffff);
                });
            }
            words.push(...hashes.map((hash) => hash >>> 0));
        }
    }
    const out = Buffer.alloc(words.length * 4);
    words.forEach((word, at) => out.writeUInt32LE(word, at * 4));
    const target = join(dirname(fileURLToPath(import.meta.url)), '../data', file);
    writeFileSync(target, out);
    console.log(`${target}: ${contexts.length} contexts`);
}
