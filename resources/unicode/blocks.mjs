// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of one number a character, written as C++: equal blocks are kept once.

export const blockSize = 128;

/// `index` has the number of a block for every blockSize characters of `table`.
export function blocksOf(table, most = 256) {
    const blockNumbers = new Map();
    const blocks = [];
    const index = [];
    for (let start = 0; start < table.length; start += blockSize) {
        const block = table.subarray(start, start + blockSize);
        const key = block.join();
        if (!blockNumbers.has(key)) {
            blockNumbers.set(key, blocks.length);
            blocks.push(block);
        }
        index.push(blockNumbers.get(key));
    }
    if (blocks.length > most)
        throw new Error(`${blocks.length} distinct blocks are more than ${most}.`);
    return { blocks, index };
}

export function rows(values) {
    const lines = [];
    let line = '';
    for (const value of values) {
        const text = `${value},`;
        if (line.length + text.length > 118) {
            lines.push(line);
            line = '';
        }
        line += text;
    }
    lines.push(line);
    return lines.join('\n');
}
