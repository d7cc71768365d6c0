// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzz strings whose token counts are stored in tests/data/fuzzcounts.bin. The same algorithm is written in C++ in
// tests/support/fuzzstrings.cpp; a hash of every thousand strings tells whether the two still agree.
import { readFileSync } from 'node:fs';

/** Yields strings without end: pieces of a few alphabets, single characters, runs, random words and random scalars. */
export class FuzzStrings {
    constructor(alphabetsFile, seed) {
        this.state = seed >>> 0;
        this.alphabets = readFileSync(alphabetsFile, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
        this.byWeight = this.alphabets.flatMap((alphabet) => Array(alphabet.weight).fill(alphabet.parts));
        this.everyPart = this.alphabets.flatMap((alphabet) => alphabet.parts);
    }

    /** Splitmix with 32 bits. */
    below(limit) {
        this.state = (this.state + 0x9e3779b9) >>> 0;
        let z = this.state;
        z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
        z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
        return ((z ^ (z >>> 15)) >>> 0) % limit;
    }

    pick(list) {
        return list[this.below(list.length)];
    }

    byteLimit() {
        const kind = this.below(1000);
        if (kind < 2)
            return 400 + this.below(3600);
        if (kind < 80)
            return 100 + this.below(300);
        return 1 + this.below(kind < 400 ? 100 : 24);
    }

    scalar() {
        const reaches = [0x80, 0x800, 0x3000, 0x10000, 0x20000, 0x110000];
        const value = this.below(this.pick(reaches));
        return String.fromCodePoint(value >= 0xd800 && value < 0xe000 ? value - 0xd800 : value);
    }

    word() {
        const upper = this.below(4);
        let word = this.below(2) === 0 ? ' ' : '';
        for (let left = 1 + this.below(18); left > 0; --left)
            word += String.fromCharCode((this.below(6) < upper ? 65 : 97) + this.below(26));
        return word;
    }

    piece(alphabet) {
        switch (this.below(32)) {
        case 0:
            return this.scalar();
        case 1: {
            const part = this.pick(alphabet);
            return part.repeat(2 + this.below(30));
        }
        case 2:
            return this.pick(this.everyPart);
        case 3:
            return this.word();
        default:
            return this.pick(alphabet);
        }
    }

    next() {
        const limit = this.byteLimit();
        const alphabets = [this.pick(this.byWeight), this.pick(this.byWeight), this.pick(this.byWeight)];
        let alphabet = alphabets[0];
        let text = '';
        for (let bytes = 0; bytes < limit;) {
            if (this.below(8) === 0)
                alphabet = this.pick(alphabets);
            const piece = this.piece(alphabet);
            text += piece;
            bytes += Buffer.byteLength(piece);
        }
        return text;
    }
}
