// SPDX-License-Identifier: GPL-3.0-or-later
// Why the two implementations of tokenizer.json may differ. A difference is explained when both agree on the text
// without certain characters, on each of which alone they already differ for a reason listed here.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const categories = ['Nonspacing_Mark', 'Spacing_Mark', 'Enclosing_Mark', 'Control', 'Format', 'Private_Use', 'Unassigned',
    'Connector_Punctuation', 'Dash_Punctuation', 'Open_Punctuation', 'Close_Punctuation', 'Initial_Punctuation',
    'Final_Punctuation', 'Other_Punctuation'];

async function unicode8(modules) {
    const sets = new Map();
    for (const category of categories) {
        const file = join(modules, `@unicode/unicode-8.0.0/General_Category/${category}/code-points.mjs`);
        sets.set(category, new Set((await import(pathToFileURL(file))).default));
    }
    return sets;
}

const nowIn = categories.map((category) => [category, new RegExp(`^\\p{${category}}$`, 'u')]);

export class KnownDifferences {
    /** `agreeOn(text)` says whether both make the same of a text. */
    static async with(modules, agreeOn) {
        const known = new KnownDifferences();
        known.sets = await unicode8(modules);
        known.agreeOn = agreeOn;
        known.reasons = new Map();
        return known;
    }

    reasonFor(character) {
        const codePoint = character.codePointAt(0);
        if (character === 'Σ')
            return 'JavaScript lowers a Σ at the end of a word to ς, Rust to σ';
        if (nowIn.some(([category, now]) => now.test(character) !== this.sets.get(category).has(codePoint)))
            return 'Rust follows an older Unicode (WordPiece: 8), the script the Unicode of node';
        if (codePoint > 0xffff && /^\p{Ideographic}$/u.test(character))
            return 'the script sees no ideographs beyond U+FFFF: it walks over UTF-16 units';
        return undefined;
    }

    /** A reason with each character that the two differ on by itself; undefined where there is none. */
    async reasonOf(character) {
        if (!this.reasons.has(character)) {
            const agree = await this.agreeOn(`a${character}b`) && await this.agreeOn(`a${character}`)
                && await this.agreeOn(`a ${character}`);
            this.reasons.set(character, agree ? undefined : this.reasonFor(character));
        }
        return this.reasons.get(character);
    }

    async explain(text) {
        const found = new Set();
        let rest = '';
        for (const character of text) {
            const reason = await this.reasonOf(character);
            if (reason === undefined)
                rest += character;
            else
                found.add(reason);
        }
        return found.size > 0 && await this.agreeOn(rest) ? [...found].sort().join('; ') : undefined;
    }
}
