// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tests/data/pipelinevectors.jsonl: small tokenizer files, one for each component and flag, each with strings and
// the token ids and character offsets that Hugging Face tokenizers gives them.
// Usage: node make_pipeline_vectors.mjs NODE_MODULES_FOLDER [STRINGS_PER_FILE [TARGET]]
// (npm @anush008/tokenizers 0.6.0, which wraps tokenizers 0.22.2)
import { closeSync, openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
if (process.argv.length < 3) {
    console.error('Usage: node make_pipeline_vectors.mjs NODE_MODULES_FOLDER [STRINGS_PER_FILE [TARGET]]');
    process.exit(2);
}
const perFile = Number(process.argv[3] ?? 24);
const target = process.argv[4] ?? join(here, '../data/pipelinevectors.jsonl');
const require = createRequire(join(resolve(process.argv[2]), 'here.js'));
const { Tokenizer } = require('@anush008/tokenizers');

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
const sources = [
    from('the', 'Embedding', 'b', 'ab', 'aab', ' ', ' ', "'s", "'LL", '<s>', '<x>', 'Xx', '12', '3', '_', '-', '▁'),
    from(' ', ' ', '\n', '\r\n', '\t', '  ', '\u00a0', '\u3000', '\u2028', '\u0085', '\u001c', '\u200b', '\ufeff'),
    range(0x20, 0x7e), range(0x20, 0x7e), range(0xc0, 0x24f),
    from('\u0301', '\u0323', '\u302e', '\u1b44', '\u094d', '\u0345', '\u0344', '\u0f73', 'a', 'e', '\u212b', '\u1100', '\u1161'),
    from('İ', 'ẞ', 'Σ', 'ſ', 'Å', 'ﬁ', '\u{1d15e}', '≠', '\u037e', '가', '각', '龜', 'ǆ', '①', '½', '㍿', 'Ⅷ', '\ufdfa'),
    from('\0', '\u00ad', '\ufffd', '\ue000', '\u0007', '\u200d', '👩‍👩‍👧', '🇩🇪', 'e\u0301', '\u0600a', '🙂'),
    from('Ä', 'ﬁ', 'Ａ', 'e\u0301', '\u00ad', '①', 'ｶﾞ', '\u2126', '\u00a0', 'x'),
    range(0x4e00, 0x9fff), range(0x3041, 0x30ff), range(0x900, 0xdff), range(0x370, 0x58f), anyScalar,
];
const strings = (count) => Array.from({ length: count }, (_, i) => {
    const mixed = i % 3 === 0 ? [pick(sources), pick(sources)] : sources;
    return Array.from({ length: 1 + random(24) }, () => pick(mixed)()).join('');
});

// A model that shows every byte of what comes to it: unknown characters become bytes.
const bytes = Array.from({ length: 256 }, (_, i) => `<0x${i.toString(16).toUpperCase().padStart(2, '0')}>`);
const byteModel = {
    type: 'BPE', dropout: null, unk_token: null, continuing_subword_prefix: null, end_of_word_suffix: null,
    fuse_unk: false, byte_fallback: true, ignore_merges: false,
    vocab: Object.fromEntries([...bytes, 'a', 'b', 'ab', 'Ġ', 'Ġa'].map((piece, id) => [piece, id])),
    merges: ['a b', 'Ġ a'],
};
// One that shows pieces: each is a token by itself.
const wordModel = { type: 'WordLevel', unk_token: '?', vocab: { '?': 0, the: 1, ab: 2, '▁the': 3, Ġthe: 4 } };

// Made by spm_train 0.1.97 of ten rules: U+00C4 to AE, U+FB01 to fi, U+FF21 to a, e and U+0301 to U+00E9, no-break space
// and tab to space, soft hyphen to nothing, U+2460 to 1, half-width ga to U+30AC, U+2126 to three omegas.
const charsmap = [
    'AAQAAAAgAAAJDQAAAQAAgMwYAgCBBQAADQAAgKARAAAAAACAhAUAAAoAAICEgAIArTEAAKYFAAAQAACAoAUAAAMAAICBBQAABwAAgKEFAAAF',
    'AACAtrgDAO/0AgC+fAIAnj0AABcAAIAYAAAAGwAAABoAAAAdAAAAHAAAAB8AAACRxAIAIQAAAKzAAgAjAAAAIgAAACUAAAAkAAAAJwAAACYA',
    'AAApAAAAKAAAACsAAAAqAAAALQAAACwAAAAvAAAALgAAAL1IAgC8CAIAMwAAADIAAAA1AAAANAAAADcAAAA2AAAAOQAAADgAAAA7AAAAOgAA',
    'AD0AAAA8AAAAPwAAAD4AAABBAAAAQAAAAEMAAABCAAAARQAAAEQAAABHAAAARgAAAEkAAABIAAAASwAAAEoAAABNAAAATAAAAE8AAABOAAAA',
    'UQAAAFAAAABTAAAAUgAAAFUAAABUAAAAVwAAAFYAAABZAAAAWAAAAFsAAABaAAAAXQAAAFwAAABfAAAAXgAAAGEAAABgAAAAYwAAAGIAAABl',
    'AAAAZAAAAGcAAABmAAAAaQAAAGgAAABrAAAAagAAAG0AAABliAIAbwAAAG4AAABxAAAAcAAAAHMAAAByAAAAdQAAAHQAAAB3AAAAdgAAAHkA',
    'AAB4AAAAewAAAHoAAAB9AAAAfAAAAH8AAAB+AAAAgQAAAIAAAACDAAAAggAAAIUAAACEAAAAhwAAAIYAAACJAAAAiAAAAIsAAACKAAAAjQAA',
    'AIwAAACPAAAAjgAAAJEAAACQAAAAkwAAAJIAAACVAAAAlAAAAJcAAACWAAAAmQAAAJgAAACbAAAAmgAAAJ0AAACcAAAAnwAAAJ4AAAChAAAA',
    'oAAAAKMAAACiAAAApQAAAKQAAACnAAAApgAAAKkAAACoAAAAqwAAAKoAAACtAAAArAAAAK8AAACuAAAAsQAAALAAAACzAAAAsgAAALUAAAC0',
    'AAAAtwAAALYAAAC5AAAAuAAAALsAAAC6AAAAvQAAALwAAAC/AAAAvgAAAMEAAADAAAAAwwAAAMIAAADFAAAAxAAAAMcAAADGAAAAyQAAAMgA',
    'AADCsAEAwxwBAM0AAADMAAAAzwAAAM4AAADRAAAA0AAAANMAAADSAAAA1QAAANQAAADXAAAA1gAAANkAAADYAAAA2wAAANoAAADdAAAA3AAA',
    'AN8AAADeAAAA4QAAAOAAAADjAAAA4gAAAOUAAADkAAAA5wAAAO+oAQDpAAAA6AAAAOKQAQDqAAAA7QAAAOwAAADvAAAA7gAAAPEAAADwAAAA',
    '8wAAAPIAAAD1AAAA9AAAAPcAAAD2AAAA+QAAAPgAAAD7AAAA+gAAAP0AAAD8AAAA/wAAAP4AAAAAIAAxAGEAZmkAwq4Aw6kAzqnOqc6pAOOC',
    'rAA=',
].join('');

const added = (content, flags = {}) => ({
    id: 0, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true, ...flags,
});
const numbered = (list) => list.map((token, i) => ({ ...token, id: 300 + i }));
const metaspace = (options = {}) => ({ type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true, ...options });
const byteLevel = (options = {}) => ({ type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true, ...options });
const replace = (pattern, content) => ({ type: 'Replace', pattern, content });
const split = (pattern, behavior, invert = false) => ({ type: 'Split', pattern, behavior, invert });
const normalizers = (...list) => ({ type: 'Sequence', normalizers: list });
const preTokenizers = (...list) => ({ type: 'Sequence', pretokenizers: list });
const bert = (clean_text, handle_chinese_chars, strip_accents, lowercase) => ({
    type: 'BertNormalizer', clean_text, handle_chinese_chars, strip_accents, lowercase,
});
const llama3 = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const o200k = "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const template = {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: 'E', type_id: 0 } }],
    pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
    special_tokens: { '<s>': { id: '<s>', ids: [1], tokens: ['<s>'] }, E: { id: 'E', ids: [2, 3], tokens: ['a', 'b'] } },
};
const behaviors = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'];

const files = [
    {},
    ...['NFC', 'NFD', 'NFKC', 'NFKD', 'Lowercase', 'StripAccents', 'Nmt', 'ByteLevel'].map((type) => ({ normalizer: { type } })),
    { normalizer: normalizers({ type: 'NFD' }, { type: 'StripAccents' }, { type: 'Lowercase' }) },
    { normalizer: normalizers({ type: 'NFKD' }, { type: 'NFC' }) },
    { normalizer: normalizers({ type: 'Prepend', prepend: '▁a' }, { type: 'NFKC' }, replace({ String: ' ' }, '▁')) },
    ...[[true, true], [true, false], [false, true]].map(([strip_left, strip_right]) => ({ normalizer: { type: 'Strip', strip_left, strip_right } })),
    { normalizer: { type: 'Prepend', prepend: '▁' } },
    { normalizer: { type: 'Prepend', prepend: '' } },
    ...[[{ String: 'ab' }, 'X'], [{ String: 'a' }, ''], [{ String: 'b' }, 'éé'], [{ Regex: ' {2,}' }, ' '], [{ Regex: '\\s+' }, '▁'],
        [{ Regex: 'b*' }, '_'], [{ Regex: '[^a-z]+?(?=a)' }, '$1'], [{ Regex: '(?<=a)b|^.' }, '#']].map(([pattern, content]) => ({ normalizer: replace(pattern, content) })),
    ...[[true, true, true, true], [true, true, null, true], [true, false, false, false], [false, true, null, false], [false, false, true, false]]
        .map((flags) => ({ normalizer: bert(...flags), pre_tokenizer: { type: 'BertPreTokenizer' } })),
    ...['Whitespace', 'WhitespaceSplit', 'BertPreTokenizer', 'Punctuation'].map((type) => ({ pre_tokenizer: { type } })),
    ...behaviors.map((behavior) => ({ pre_tokenizer: { type: 'Punctuation', behavior } })),
    ...[true, false].map((individual_digits) => ({ pre_tokenizer: { type: 'Digits', individual_digits } })),
    { pre_tokenizer: { type: 'CharDelimiterSplit', delimiter: 'b' } },
    { pre_tokenizer: { type: 'FixedLength', length: 3 } },
    ...['always', 'first', 'never'].flatMap((prepend_scheme) => [true, false].map((whole) => ({ pre_tokenizer: metaspace({ prepend_scheme, split: whole }) }))),
    { pre_tokenizer: preTokenizers({ type: 'WhitespaceSplit' }, metaspace()) },
    { pre_tokenizer: preTokenizers({ type: 'WhitespaceSplit' }, metaspace({ prepend_scheme: 'first' })) },
    ...behaviors.flatMap((behavior) => [true, false].flatMap((invert) => [
        { pre_tokenizer: split({ String: ' ' }, behavior, invert) },
        { pre_tokenizer: split({ Regex: 'ab|\\s+|[aeiou]' }, behavior, invert) },
    ])),
    ...[llama3, llama3.replace('{1,3}', ''), o200k, '\\s+$|^\\w|\\w+|\\z', '(?>a+|b)b?+|[[:punct:]]+|[^\\W\\d_]+', '(?i)the|[x-z]', 'a{2,3}|(?:ab){1,2}|\\d{3}', '.+?\\n|.+', '(?<!a)b', '\\p{P}|\\P{L}+|[\\p{S}\\u4e00-\\u9fa5]']
        .map((pattern) => ({ pre_tokenizer: split({ Regex: pattern }, 'Isolated') })),
    { normalizer: { type: 'Precompiled', precompiled_charsmap: charsmap } },
    { normalizer: normalizers({ type: 'Precompiled', precompiled_charsmap: charsmap }, replace({ Regex: ' {2,}' }, ' ')), pre_tokenizer: metaspace() },
    { pre_tokenizer: preTokenizers(split({ Regex: llama3 }, 'Isolated'), byteLevel({ use_regex: false })) },
    ...[true, false].flatMap((add_prefix_space) => [true, false].map((use_regex) => ({
        pre_tokenizer: byteLevel({ add_prefix_space, use_regex }), post_processor: byteLevel({ add_prefix_space }),
    }))),
    { pre_tokenizer: byteLevel({ add_prefix_space: true }), post_processor: { type: 'RobertaProcessing', sep: ['</s>', 2], cls: ['<s>', 0], trim_offsets: true, add_prefix_space: true } },
    { pre_tokenizer: byteLevel(), post_processor: { type: 'Sequence', processors: [byteLevel({ trim_offsets: true }), template] } },
    { post_processor: { type: 'BertProcessing', sep: ['[SEP]', 1], cls: ['[CLS]', 2] } },
    { pre_tokenizer: preTokenizers({ type: 'Punctuation' }, { type: 'Digits', individual_digits: true }, byteLevel({ add_prefix_space: true })) },
    ...[{}, { lstrip: true }, { rstrip: true }, { lstrip: true, rstrip: true }, { single_word: true }, { normalized: true }, { special: false }, { single_word: true, normalized: true, lstrip: true }]
        .flatMap((flags) => [
            { added_tokens: numbered([added('<s>', flags), added('ab', flags), added('<x>'), added(' ', { ...flags, single_word: false })]) },
            { added_tokens: numbered([added('Xx', flags), added('a', flags), added('aab', flags)]), normalizer: { type: 'Lowercase' }, pre_tokenizer: metaspace({ prepend_scheme: 'first' }) },
        ]),
    { added_tokens: numbered([added('ab', { special: false }), added('ab', { lstrip: true }), added('b', { normalized: true }), added('')]), normalizer: { type: 'Prepend', prepend: 'b' } },
];

const output = openSync(target, 'w');
const escaped = (value) => JSON.stringify(value).replace(/[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
let compared = 0;
for (const parts of files) {
    for (const model of [byteModel, wordModel]) {
        const file = {
            version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null, pre_tokenizer: null,
            post_processor: null, decoder: null, ...parts, model,
        };
        const tokenizer = Tokenizer.fromString(JSON.stringify(file));
        const around = (await tokenizer.encode('', null, { addSpecialTokens: true })).getIds().length;
        writeSync(output, `{"file":${escaped(file)},"around":${around}}\n`);
        for (const text of strings(perFile)) {
            const encoding = await tokenizer.encode(text, null, { addSpecialTokens: false });
            const offsets = encoding.getOffsets().flat();
            writeSync(output, `{"s":${escaped(text)},"ids":${JSON.stringify(encoding.getIds())},"at":${JSON.stringify(offsets)}}\n`);
            ++compared;
        }
    }
}
closeSync(output);
console.log(`${target}: ${files.length * 2} files, ${compared} strings`);
