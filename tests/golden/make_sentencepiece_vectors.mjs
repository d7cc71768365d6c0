// SPDX-License-Identifier: GPL-3.0-or-later
// Trains small SentencePiece models, one for each option that changes how text is cut, and writes them to
// tests/fuzz/corpus/sentencepiece, and tests/data/sentencepiecevectors.jsonl: strings with the ids and pieces that
// spm_encode gives them.
// Usage: node make_sentencepiece_vectors.mjs [STRINGS_PER_MODEL [TARGET_FOLDER]]
// (needs spm_train and spm_encode, 0.1.97; with a target folder models and vectors all go there, larger ones as well)
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuzzStrings } from './fuzzstrings.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const perModel = Number(process.argv[2] ?? 30);
const other = process.argv[3] && resolve(process.argv[3]);
const models = other ?? join(here, '../fuzz/corpus/sentencepiece');
const target = join(other ?? join(here, '../data'), 'sentencepiecevectors.jsonl');
const largestStored = 8000;
const work = mkdtempSync(join(tmpdir(), 'sentencepiece'));
mkdirSync(models, { recursive: true });

function run(program, args, input) {
    const result = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
    if (result.error || result.status !== 0)
        throw new Error(`${program} ${args.join(' ')}: ${result.error ?? result.stderr}`);
    return result.stdout;
}

// Rules of our own, so that a model with rules is small: code points from, code points to.
const rules = [[[0xc4], [0x41, 0x45]], [[0xfb01], [0x66, 0x69]], [[0xff21], [0x61]], [[0x65, 0x301], [0xe9]], [[0xa0], [0x20]],
    [[0xad], []], [[0x2126], [0x3c9, 0x3c9, 0x3c9]], [[0x3000], [0x20]]];
function ruleOption(name, ofModel) {
    const hex = (side) => side.map((c) => c.toString(16).toUpperCase()).join(' ');
    const file = join(work, `${name}.tsv`);
    writeFileSync(file, ofModel.map((sides) => `${sides.map(hex).join('\t')}\n`).join(''));
    return [`--normalization_rule_tsv=${file}`];
}

const identity = ['--normalization_rule_name=identity'];
const own = ruleOption('rules', rules);
const blanks = [[0x9], [0xb], [0xc], [0xd], [0xa0]].map((from) => [from, [0x20]]);
const options = {
    plain: identity,
    suffix: [...identity, '--treat_whitespace_as_suffix=true'],
    defined: [...identity, '--user_defined_symbols=<sep>, \u2581\u2581,ing,\u4e2d', '--control_symbols=<ctl>'],
    bytes: [...identity, '--byte_fallback=true', '--character_coverage=0.98'],
    noprefix: [...identity, '--add_dummy_prefix=false'],
    keepspaces: [...identity, '--remove_extra_whitespaces=false', '--allow_whitespace_only_pieces=true'],
    rawspaces: [...identity, '--remove_extra_whitespaces=false', '--add_dummy_prefix=false'],
    rules: own,
    rulesspaces: [...own, '--remove_extra_whitespaces=false', '--split_digits=true'],
    unsplit: [...identity, '--split_by_whitespace=false', '--split_by_unicode_script=false', '--split_by_number=false'],
    blanks: ruleOption('blanks', blanks), // line feeds end spm_encode's lines
    folded: ['--normalization_rule_name=nmt_nfkc_cf'],
};
const types = ['unigram', 'bpe', 'word', 'char'];
// Words know no bytes, and only they and characters need no options of how pieces are found.
const leftOut = new Set(['word bytes', 'char bytes', 'word unsplit', 'char unsplit']);
// The text "<s>" becomes the control symbol of that name in these, and spm_encode ends there.
const failing = new Set(['word suffix', 'word noprefix', 'word rawspaces']);

const text = ['../../README.md', '../../core/README.md'].map((file) => readFileSync(join(here, file), 'utf8')).join('\n')
    + '中文字 日本語 Äpfel fi ﬁn éé 𝄞🙂\n'.repeat(20);
const input = join(work, 'input.txt');
writeFileSync(input, text.split('\n').map((line) => line.slice(0, 1000)).join('\n'));

const fuzz = new FuzzStrings(join(here, '../data/fuzzalphabets.jsonl'), 4714);
const seams = [' ', '  ', '\t', '▁', '▁▁', ' ▁', '<sep>', '<ctl>', '<s>', '</s>', '<unk>', 'ing', 'the', ' the', 'chunk', '中', '\u00a0', '\u3000',
    '\u00ad', 'Ä', 'ﬁ', 'e\u0301', '\u2126', 'Ａ', '1', '23', '.', '🙂', 'é', '<0x41>', '\0', '\u200b', '\ufffd'];
function someString() {
    if (fuzz.below(3) === 0)
        return fuzz.next();
    let made = '';
    for (let parts = fuzz.below(20); parts >= 0; --parts)
        made += fuzz.pick(seams);
    return made;
}
/** A line for spm_encode, which reads lines and takes away what is at their ends. */
function line() {
    return someString().replace(/[\r\n]/g, ' ').slice(0, 400);
}

const escaped = (value) => JSON.stringify(value).replace(/[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const rows = [];
let kept = 0;
for (const type of types) {
    for (const [name, flags] of Object.entries(options)) {
        if (leftOut.has(`${type} ${name}`))
            continue;
        const model = join(work, `${type}-${name}`);
        run('spm_train', [`--input=${input}`, `--model_prefix=${model}`, `--model_type=${type}`, '--num_threads=1',
            `--vocab_size=${name === 'bytes' ? 400 : 150}`, '--hard_vocab_limit=false', '--minloglevel=3', ...flags,
            ...(flags.some((flag) => flag.startsWith('--character_coverage')) ? [] : ['--character_coverage=0.995'])]);
        const bytes = readFileSync(`${model}.model`);
        if (!other && bytes.length > largestStored)
            continue;
        writeFileSync(join(models, `${type}-${name}.model`), bytes);
        if (failing.has(`${type} ${name}`)) {
            rows.push(`{"model":"${type}-${name}.model","refused":true}\n`);
            continue;
        }
        const lines = Array.from({ length: perModel }, line).filter((text) => text.isWellFormed());
        const encode = (format) => run('spm_encode', [`--model=${model}.model`, `--output_format=${format}`], `${lines.join('\n')}\n`).split('\n');
        const [ids, pieces] = [encode('id'), encode('piece')];
        if (ids.length !== lines.length + 1 || pieces.length !== lines.length + 1)
            throw new Error(`${type} ${name}: spm_encode answers ${ids.length - 1} lines of ${lines.length}.`);
        rows.push(`{"model":"${type}-${name}.model"}\n`);
        lines.forEach((text, i) => rows.push(`{"s":${escaped(text)},"ids":[${ids[i].split(' ').filter(Boolean).join()}],"pieces":${escaped(pieces[i])}}\n`));
        ++kept;
    }
}
writeFileSync(target, rows.join(''));
rmSync(work, { recursive: true });
console.log(`${target}: ${kept} models and ${failing.size} that fail, ${rows.length - kept - failing.size} strings`);
