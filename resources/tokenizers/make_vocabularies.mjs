// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the merge lists next to this script and proves that they rebuild the published files. See README.md.
// Usage: node make_vocabularies.mjs NODE_MODULES_FOLDER
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const published = {
    o200k_base: '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d',
    cl100k_base: '223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7',
    p50k_base: '94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069',
    r50k_base: '306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930',
};
/** An id amid the others that no text has: <|endoftext|>. Tokens after it have ids one higher than their rank. */
const skippedIds = { p50k_base: 50256 };
const noRight = 0x3ffff;

if (process.argv.length !== 3) {
    console.error('Usage: node make_vocabularies.mjs NODE_MODULES_FOLDER');
    process.exit(2);
}
const data = join(resolve(process.argv[2]), 'gpt-tokenizer', 'data');

function sha256(bytes) {
    return createHash('sha256').update(bytes).digest('hex');
}

/** The two tokens that the last merge of `id` joins: merges by rank until two parts are left. */
function parentsOf(id, bytes, idOfBytes) {
    let parts = Array.from(bytes, (_, i) => bytes.slice(i, i + 1));
    while (parts.length > 2) {
        let best = id;
        let at = -1;
        for (let i = 0; i + 1 < parts.length; ++i) {
            const merged = idOfBytes.get(parts[i] + parts[i + 1]);
            if (merged !== undefined && merged < best) {
                best = merged;
                at = i;
            }
        }
        if (at < 0)
            throw new Error(`Token ${id} is not reachable by merging.`);
        parts.splice(at, 2, parts[at] + parts[at + 1]);
    }
    const parents = parts.map((part) => idOfBytes.get(part));
    if (parents.some((parent) => parent === undefined || parent >= id))
        throw new Error(`Token ${id} has a parent of no lower rank.`);
    return parents;
}

/** Two values of 18 bits a token, low bits first: nine bytes for two tokens. */
function pack(pairs) {
    const packed = Buffer.alloc(Math.ceil(pairs.length * 36 / 8));
    pairs.forEach(([left, right], token) => {
        let value = BigInt(left) | (BigInt(right) << 18n);
        let bit = token * 36;
        for (let left36 = 36; left36 > 0;) {
            const used = Math.min(8 - bit % 8, left36);
            packed[bit >> 3] |= Number(value & ((1n << BigInt(used)) - 1n)) << (bit % 8);
            value >>= BigInt(used);
            bit += used;
            left36 -= used;
        }
    });
    return packed;
}

function unpack(packed) {
    const pairs = [];
    for (let bit = 0; bit + 36 <= packed.length * 8; bit += 36) {
        let value = 0n;
        for (let i = 0; i < 36; ++i)
            value |= BigInt((packed[(bit + i) >> 3] >> ((bit + i) % 8)) & 1) << BigInt(i);
        pairs.push([Number(value & 0x3ffffn), Number(value >> 18n)]);
    }
    return pairs;
}

/** The published file, from a merge list alone. */
function rebuild(packed, idOfRank) {
    const bytes = [];
    const lines = [];
    for (const [left, right] of unpack(packed)) {
        bytes.push(right === noRight ? Buffer.from([left]) : Buffer.concat([bytes[left], bytes[right]]));
        lines.push(`${bytes.at(-1).toString('base64')} ${idOfRank(lines.length)}\n`);
    }
    return Buffer.from(lines.join(''), 'latin1');
}

for (const [name, digest] of Object.entries(published)) {
    const file = readFileSync(join(data, `${name}.tiktoken`));
    if (sha256(file) !== digest)
        throw new Error(`${name}.tiktoken has SHA-256 ${sha256(file)}, not the published ${digest}.`);
    const idOfRank = (rank) => (rank >= (skippedIds[name] ?? Infinity) ? rank + 1 : rank);
    const tokens = [];
    const idOfBytes = new Map();
    for (const line of file.toString('latin1').split('\n').filter((text) => text !== '')) {
        const [base64, id] = line.split(' ');
        if (Number(id) !== idOfRank(tokens.length))
            throw new Error(`${name}: id ${id} is out of order.`);
        const bytes = Buffer.from(base64, 'base64').toString('latin1');
        idOfBytes.set(bytes, tokens.length);
        tokens.push(bytes);
    }
    const packed = pack(tokens.map((bytes, id) =>
        bytes.length === 1 ? [bytes.charCodeAt(0), noRight] : parentsOf(id, bytes, idOfBytes)));
    if (sha256(rebuild(packed, idOfRank)) !== digest)
        throw new Error(`${name}: the merge list does not rebuild the published file.`);
    writeFileSync(join(here, `${name}.merges`), packed);
    console.log(`${name}.merges: ${tokens.length} tokens, ${packed.length} bytes, sha256 ${sha256(packed)}`);
}
