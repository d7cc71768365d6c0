// SPDX-License-Identifier: GPL-3.0-or-later
// Writes core/tokenize/pipeline/pipelinetables.inc. See README.md in this folder.
// Usage: node make_pipeline_tables.mjs NODE_MODULES_FOLDER
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { blocksOf, blockSize, rows } from './blocks.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '../../core/tokenize/pipeline/pipelinetables.inc');
const codePoints = 0x110000;

if (process.argv.length !== 3) {
    console.error('Usage: node make_pipeline_tables.mjs NODE_MODULES_FOLDER');
    process.exit(2);
}
const modules = resolve(process.argv[2]);
async function members(version, ...properties) {
    const set = new Uint8Array(codePoints);
    for (const property of properties) {
        const path = join(modules, `@unicode/unicode-${version}`, property, 'code-points.mjs');
        for (const codePoint of (await import(pathToFileURL(path).href)).default)
            set[codePoint] = 1;
    }
    return set;
}
const category = (...names) => names.map((name) => `General_Category/${name}`);
const breaks = (name) => `Grapheme_Cluster_Break/${name}`;

// In the order of cw::GeneralCategory.
const categoryNames = [
    'Unassigned', 'Uppercase_Letter', 'Lowercase_Letter', 'Titlecase_Letter', 'Modifier_Letter', 'Other_Letter',
    'Nonspacing_Mark', 'Spacing_Mark', 'Enclosing_Mark', 'Decimal_Number', 'Letter_Number', 'Other_Number',
    'Connector_Punctuation', 'Dash_Punctuation', 'Open_Punctuation', 'Close_Punctuation', 'Initial_Punctuation',
    'Final_Punctuation', 'Other_Punctuation', 'Math_Symbol', 'Currency_Symbol', 'Modifier_Symbol', 'Other_Symbol',
    'Space_Separator', 'Line_Separator', 'Paragraph_Separator', 'Control', 'Format', 'Surrogate', 'Private_Use',
];
const categories = new Uint8Array(codePoints);
for (const [number, name] of categoryNames.entries()) {
    const set = await members('16.0.0', ...category(name));
    for (let codePoint = 0; codePoint < codePoints; ++codePoint) {
        if (set[codePoint])
            categories[codePoint] = number;
    }
}

// In the order of the bits of cw::PipelineFlag.
const word = await members('16.0.0', 'Binary_Property/Alphabetic', ...category('Mark', 'Decimal_Number',
    'Connector_Punctuation'), 'Binary_Property/Join_Control');
const numeric = await members('16.0.0', ...category('Number'));
for (let codePoint = 0x11de0; codePoint <= 0x11de9; ++codePoint)
    numeric[codePoint] = 1; // digits of Unicode 17, which the reference's standard library knows
const punctuation = await members('8.0.0', ...category('Punctuation'));
for (let codePoint = 0x21; codePoint < 0x7f; ++codePoint) {
    if (!/[0-9A-Za-z]/.test(String.fromCodePoint(codePoint)))
        punctuation[codePoint] = 1;
}
const mark = await members('9.0.0', ...category('Mark'));
const nonspacing = await members('8.0.0', ...category('Nonspacing_Mark'));
const other = await members('8.0.0', ...category('Control', 'Format', 'Private_Use'));
const whiteSpace = await members('16.0.0', 'Binary_Property/White_Space');
const flags = new Uint8Array(codePoints);
for (const [bit, set] of [word, numeric, punctuation, mark, nonspacing, other, whiteSpace].entries()) {
    for (let codePoint = 0; codePoint < codePoints; ++codePoint)
        flags[codePoint] |= set[codePoint] << bit;
}

// In the order of cw::GraphemeBreak; the last ones are put on top of the others.
const graphemes = new Uint8Array(codePoints);
for (const [number, properties] of [
    [1, [breaks('CR')]], [2, [breaks('LF')]], [3, [breaks('Control')]], [4, [breaks('Extend')]],
    [5, [breaks('ZWJ')]], [6, [breaks('Regional_Indicator')]], [7, [breaks('Prepend')]], [8, [breaks('SpacingMark')]],
    [9, [breaks('L')]], [10, [breaks('V')]], [11, [breaks('T')]], [12, [breaks('LV')]], [13, [breaks('LVT')]],
    [14, ['Binary_Property/Extended_Pictographic']],
]) {
    const set = await members('16.0.0', ...properties);
    for (let codePoint = 0; codePoint < codePoints; ++codePoint) {
        if (set[codePoint])
            graphemes[codePoint] = number;
    }
}

// Decompositions and their order are those of Unicode 9, lower case is that of Node.js.
const unassigned = await members('9.0.0', ...category('Unassigned'));
const codePointsOf = (text) => [...text].map((character) => character.codePointAt(0));
const normal = (codePoint, form) => {
    const text = String.fromCodePoint(codePoint);
    return unassigned[codePoint] ? text : text.normalize(form);
};
function isBefore(first, second) {
    const text = String.fromCodePoint(second, first);
    return text.normalize('NFD') !== text;
}
const isSurrogate = (codePoint) => codePoint >= 0xd800 && codePoint < 0xe000;
const isSyllable = (codePoint) => codePoint >= 0xac00 && codePoint <= 0xd7a3;
// Only the order of combining classes matters, so they are numbered as they are found: 0 for what does not move.
const [lowest, highest] = [0x334, 0x345];
const moving = [];
for (let codePoint = 0; codePoint < codePoints; ++codePoint) {
    if (isSurrogate(codePoint) || unassigned[codePoint] || normal(codePoint, 'NFD') !== String.fromCodePoint(codePoint))
        continue;
    if (isBefore(lowest, codePoint) || isBefore(codePoint, highest))
        moving.push(codePoint);
}
const classes = []; // one mark of each class, in order
for (const codePoint of moving) {
    const at = classes.findIndex((known) => !isBefore(known, codePoint));
    if (at < 0)
        classes.push(codePoint);
    else if (isBefore(codePoint, classes[at]))
        classes.splice(at, 0, codePoint);
}
const combiningClass = new Uint8Array(codePoints);
for (const codePoint of moving)
    combiningClass[codePoint] = 1 + classes.findIndex((known) => !isBefore(known, codePoint));

const pool = [];
const placeOf = new Map();
function place(text) {
    const numbers = codePointsOf(text);
    const key = numbers.join();
    if (!placeOf.has(key)) {
        placeOf.set(key, pool.length);
        pool.push(...numbers);
    }
    return placeOf.get(key);
}
const entries = ['{0,0,0,0,0,0,0}'];
const entryOf = new Map([[entries[0], 0]]);
const table = new Uint16Array(codePoints);
const compositions = [];
for (let codePoint = 0; codePoint < codePoints; ++codePoint) {
    if (isSurrogate(codePoint) || isSyllable(codePoint))
        continue;
    const text = String.fromCodePoint(codePoint);
    const parts = [normal(codePoint, 'NFD'), normal(codePoint, 'NFKD'), text.toLowerCase()];
    const lists = parts.map((part) => (part === text ? [0, 0] : [place(part), [...part].length])).flat();
    const entry = `{${[...lists, combiningClass[codePoint]].join()}}`;
    if (!entryOf.has(entry)) {
        entryOf.set(entry, entries.length);
        entries.push(entry);
    }
    table[codePoint] = entryOf.get(entry);
    const decomposed = [...parts[0]];
    if (decomposed.length > 1 && normal(codePoint, 'NFC') === text) {
        const first = codePointsOf(decomposed.slice(0, -1).join('').normalize('NFC'));
        const second = decomposed.at(-1).codePointAt(0);
        if (first.length !== 1 || String.fromCodePoint(first[0], second).normalize('NFC') !== text)
            throw new Error(`U+${codePoint.toString(16)} is not composed of two characters.`);
        compositions.push([first[0], second, codePoint]);
    }
}
compositions.sort((a, b) => a[0] - b[0] || a[1] - b[1]);

const lines = [];
function write(name, type, values) {
    const { blocks, index } = blocksOf(values, 65536);
    const indexType = blocks.length > 256 ? 'std::uint16_t' : 'std::uint8_t';
    lines.push(`constexpr std::array<${indexType}, ${index.length}> ${name}Blocks{`, rows(index), '};',
        `constexpr std::array<std::array<${type}, ${blockSize}>, ${blocks.length}> ${name}Values{{`,
        blocks.map((block) => `{${rows(block)}}`).join(',\n'), '}};');
    console.log(`${name}: ${blocks.length} blocks`);
}
write('category', 'std::uint8_t', categories);
write('flag', 'std::uint8_t', flags);
write('grapheme', 'std::uint8_t', graphemes);
write('entry', 'std::uint16_t', table);
lines.push(`constexpr std::array<CharacterEntry, ${entries.length}> characterEntries{{`, rows(entries), '}};',
    `constexpr std::array<char32_t, ${pool.length}> spelledCharacters{`, rows(pool), '};',
    `constexpr std::array<Composition, ${compositions.length}> compositions{{`,
    rows(compositions.map((row) => `{${row.join()}}`)), '}};');
writeFileSync(target, `// SPDX-License-Identifier: GPL-3.0-or-later
// Generated by resources/unicode/make_pipeline_tables.mjs from Unicode 8.0, 9.0 and 16.0 data. Do not edit.
${lines.join('\n')}
`);
console.log(`${target}: ${entries.length} entries, ${pool.length} spelled, ${classes.length} classes, `
    + `${compositions.length} compositions`);
