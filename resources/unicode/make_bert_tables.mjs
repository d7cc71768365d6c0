// SPDX-License-Identifier: GPL-3.0-or-later
// Writes core/tokenize/bertcharactertables.inc. See README.md in this folder.
// Usage: node make_bert_tables.mjs NODE_MODULES_FOLDER
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { blocksOf, blockSize, rows } from './blocks.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '../../core/tokenize/bertcharactertables.inc');
const codePoints = 0x110000;

if (process.argv.length !== 3) {
    console.error('Usage: node make_bert_tables.mjs NODE_MODULES_FOLDER');
    process.exit(2);
}
const modules = resolve(process.argv[2]);

async function members(version, properties) {
    const set = new Uint8Array(codePoints);
    for (const property of properties) {
        const path = join(modules, `@unicode/unicode-${version}`, property, 'code-points.mjs');
        for (const codePoint of (await import(pathToFileURL(path).href)).default)
            set[codePoint] = 1;
    }
    return set;
}
const category = (...names) => names.map((name) => `General_Category/${name}`);

// The reference's categories are those of Unicode 8, its decompositions those of Unicode 9.
const removed = await members('8.0.0', category('Control', 'Format', 'Private_Use'));
const nonspacing = await members('8.0.0', category('Nonspacing_Mark'));
const punctuation = await members('8.0.0', category('Punctuation'));
const whiteSpace = await members('8.0.0', ['Binary_Property/White_Space']);
const unassigned = await members('9.0.0', category('Unassigned'));
for (const kept of [0x09, 0x0a, 0x0d])
    removed[kept] = 0;
for (const codePoint of [0x00, 0xfffd])
    removed[codePoint] = 1;
for (let codePoint = 0x21; codePoint < 0x7f; ++codePoint) {
    if (!/[0-9A-Za-z]/.test(String.fromCodePoint(codePoint)))
        punctuation[codePoint] = 1;
}
const ideographs = [
    [0x3400, 0x4dbf], [0x4e00, 0x9fff], [0xf900, 0xfaff], [0x20000, 0x2a6df], [0x2a700, 0x2b73f], [0x2b740, 0x2b81f],
    [0x2b920, 0x2ceaf], [0x2f800, 0x2fa1f],
];
const isIdeograph = (codePoint) => ideographs.some(([first, last]) => codePoint >= first && codePoint <= last);

const nfd = (codePoint) => {
    const text = String.fromCodePoint(codePoint);
    return unassigned[codePoint] ? text : text.normalize('NFD');
};

// Combining classes show in how marks of a known class are put in order.
const marksOfClass = new Map([
    [1, 0x334], [7, 0x93c], [8, 0x3099], [9, 0x94d], [10, 0x5b0], [202, 0x321], [214, 0x1dce], [216, 0x31b], [218, 0x302a],
    [220, 0x316], [222, 0x59a], [224, 0x302e], [226, 0x1d16d], [228, 0x5ae], [230, 0x300], [232, 0x315], [233, 0x35c],
    [234, 0x35d], [240, 0x345],
]);
const unknownClass = 255; // of marks that are dropped: only whether they have one matters
function isBefore(first, second) {
    const text = String.fromCodePoint(second, first);
    return text.normalize('NFD') !== text;
}
function combiningClass(codePoint) {
    if (unassigned[codePoint])
        return 0;
    const above = [...marksOfClass].filter(([, mark]) => isBefore(mark, codePoint)).map(([value]) => value);
    const below = [...marksOfClass].filter(([, mark]) => isBefore(codePoint, mark)).map(([value]) => value);
    if (above.length === 0 && below.length === 0)
        return 0;
    const equal = [...marksOfClass.keys()].filter((value) => !above.includes(value) && !below.includes(value));
    if (equal.length !== 1 && !nonspacing[codePoint])
        throw new Error(`U+${codePoint.toString(16)} has a combining class that no mark of the list has.`);
    return equal[0] ?? unknownClass;
}

// Numbers of cw::BertCharacterKind; greater ones are places in the list of spellings.
const [kept, dropped, droppedStarter, space, isolated, firstSpelling] = [0, 1, 2, 3, 4, 5];
const spellings = new Map();
const table = new Uint16Array(codePoints);
for (let codePoint = 0; codePoint < codePoints; ++codePoint) {
    if (codePoint >= 0xd800 && codePoint < 0xe000)
        continue;
    if (codePoint >= 0xac00 && codePoint <= 0xd7a3)
        continue; // Hangul syllables are taken apart by arithmetic
    if (removed[codePoint]) {
        table[codePoint] = dropped;
        continue;
    }
    if (whiteSpace[codePoint]) {
        table[codePoint] = space;
        continue;
    }
    const decomposed = [...nfd(codePoint)].map((character) => character.codePointAt(0));
    const remaining = decomposed.filter((part) => !nonspacing[part]);
    if (remaining.length === 0) {
        table[codePoint] = combiningClass(decomposed[0]) === 0 ? droppedStarter : dropped;
        continue;
    }
    const parts = remaining.flatMap((part) => [...String.fromCodePoint(part).toLowerCase()].map((c) => c.codePointAt(0)));
    const alone = parts.filter((part) => punctuation[part] || whiteSpace[part]);
    if (alone.length > 0 && (parts.length > 1 || whiteSpace[parts[0]]))
        throw new Error(`U+${codePoint.toString(16)} becomes more than a form of one letter or one sign.`);
    const isAlone = alone.length > 0 || isIdeograph(codePoint);
    if (isAlone && parts.length > 1)
        throw new Error(`U+${codePoint.toString(16)} stands alone but has several parts.`);
    const classes = remaining.length === parts.length ? parts.map(combiningClass) : parts.map(() => 0);
    if (parts.length === 1 && parts[0] === codePoint && classes[0] === 0) {
        table[codePoint] = isAlone ? isolated : kept;
        continue;
    }
    if (parts.length > 3 || parts.length > new TextEncoder().encode(String.fromCodePoint(codePoint)).length)
        throw new Error(`U+${codePoint.toString(16)} has more parts than bytes.`);
    const padded = [...parts, 0, 0].slice(0, 3).map((part) => `0x${part.toString(16).toUpperCase()}`);
    const paddedClasses = [...classes, 0, 0].slice(0, 3);
    const key = `{{${padded.join(',')}},{${paddedClasses.join(',')}},${parts.length},${isAlone ? 'true' : 'false'}}`;
    if (!spellings.has(key))
        spellings.set(key, firstSpelling + spellings.size);
    table[codePoint] = spellings.get(key);
}

const { blocks, index } = blocksOf(table);
writeFileSync(target, `// SPDX-License-Identifier: GPL-3.0-or-later
// Generated by resources/unicode/make_bert_tables.mjs from Unicode 8.0 and 9.0 data. Do not edit.
constexpr std::array<std::uint8_t, ${index.length}> blockOfCharacter{
${rows(index)}
};
constexpr std::array<std::array<std::uint16_t, ${blockSize}>, ${blocks.length}> kindsOfBlock{{
${blocks.map((block) => `{${rows(block)}}`).join(',\n')}
}};
constexpr std::array<Spelling, ${spellings.size}> spellings{{
${rows([...spellings.keys()])}
}};
`);
console.log(`${target}: ${blocks.length} blocks, ${spellings.size} spellings, `
    + `${index.length + blocks.length * blockSize * 2 + spellings.size * 20} bytes`);
