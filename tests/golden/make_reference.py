#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/referencevectors.jsonl: outputs of the reference recipes' own code on random texts.

The code is taken from the seed documents at run time and is not part of this project. Tokens are counted by the npm
package tiktoken. Usage:

    tests/golden/make_reference.py SEEDS_FOLDER NODE_MODULES_FOLDER > tests/data/referencevectors.jsonl
"""

import json
import random
import re
import subprocess
import sys
import types
from pathlib import Path

COUNTER = """
const { createRequire } = require('node:module');
const { get_encoding } = createRequire(process.argv[1] + '/')('tiktoken');
const encodings = {};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const [name, text] = JSON.parse(line);
  encodings[name] ??= get_encoding(name);
  console.log(encodings[name].encode_ordinary(text).length);
});
"""


class Counter:
    """Stands in for the module tiktoken; `encode` gives a list of the right length."""

    def __init__(self, node_modules):
        self.process = subprocess.Popen(["node", "-e", COUNTER, str(Path(node_modules).resolve())], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.known = {}

    def count(self, name, text):
        key = (name, text)
        if key not in self.known:
            self.process.stdin.write(json.dumps([name, text]) + "\n")
            self.process.stdin.flush()
            self.known[key] = int(self.process.stdout.readline())
        return self.known[key]

    def get_encoding(self, name):
        return types.SimpleNamespace(encode=lambda text: range(self.count(name, text)))


def cut(text, begin, end):
    start = text.index(begin)
    return text[start:text.index(end, start + len(begin))]


def load_seeds(folder, counter):
    texts = {path.name[:3]: path.read_text(encoding="utf-8") for path in Path(folder).glob("0*.txt")}
    module = types.ModuleType("tiktoken")
    module.get_encoding = counter.get_encoding
    sys.modules["tiktoken"] = module
    recursive, windows, packed = {}, {}, {}
    exec(cut(texts["000"], "import re\n\n_SENT", "Try it first."), recursive)
    blocks = [re.search(r"^def %s\(.*?\n(?=\S)" % name, texts["001"], re.M | re.S).group(0)
              for name in ("fixed_word_chunks", "sentence_chunks")]
    exec("import re\nfrom typing import List\n" + "\n".join(blocks), windows)
    exec(cut(texts["004"], "import re\nimport tiktoken", "Check the chunks before"), packed)
    return recursive, windows, packed


WORDS = ["alpha", "Beta", "the", "It", "caf\u00e9", "e\u0301clair", "\u6771\u4eac", "\u65e5\u672c\u8a9e",
         "\u043f\u0440\u0438\u0432\u0435\u0442", "\u0645\u0631\u062d\u0628\u0627", "\u0928\u092e\u0938\u094d\u0924\u0947",
         "\U0001f44d\U0001f3fd", "\U0001f469\u200d\U0001f467", "\u200bzero", "\ufeff", "a\u180eb", "\u2060", "3.14", "1,000", "U.S.",
         "e.g.", "\"Quoted", "'single", "(paren", "[1]", "\u00c9cole", "\uff21full", "\u0661\u0662", "don't", "x", "\ufb01", "\u01c5", "C++",
         "https://example.org/a?b=c", "--", "\u2026", "\x00nul", "\u0301"]
SPACES = [" "] * 12 + ["\n"] * 3 + ["\r\n", "\r\n", "\r", "\t", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\xa0",
          "\u1680", "\u2000", "\u2009", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "  ", "\n\n", "\n\n", "\n \n", "\n\x1f\n",
          "\r\n\r\n", "\n\u2028\n", "\r\r", " \n\n\n ", "\x85\x85"]
ENDS = [""] * 8 + [".", ".", "!", "?", "...", "?!", ".\"", ".)", "\u3002", "\uff01", ";"]
ATOMS = [".", "!", "?", "a", "B", "7", "(", "[", "\"", "'", "\u00c9", "\u4e2d", "\u0301", "\u200b", "\U0001f680"] \
    + [" "] * 5 + ["\n"] * 3 + ["\r", "\x1c", "\x1f", "\x85", "\xa0", "\u3000", "\u2028"]


def sentence_text(rng, words):
    text = rng.choice(["", "", "", " ", "\n\n", "\u3000"])
    for _ in range(rng.randrange(words)):
        text += rng.choice(WORDS) + rng.choice(ENDS) + rng.choice(SPACES)
    return text


def atom_text(rng):
    return "".join(rng.choice(ATOMS) for _ in range(rng.randrange(16)))


def main():
    seeds, node_modules = sys.argv[1:3]
    counter = Counter(node_modules)
    recursive, windows, packed = load_seeds(seeds, counter)
    rng = random.Random(20240607)
    number = 0

    def emit(strategy, tokenizer, text, size, overlap, make):
        nonlocal number
        number += 1
        row = {"id": f"own{number}", "strategy": strategy, "tokenizer": tokenizer, "max": size, "overlap": overlap,
               "text": text}
        try:
            row["chunks"] = make(text, size, overlap)
            if strategy == "token-packed":
                row["tokens"] = [counter.count(tokenizer, chunk) for chunk in row["chunks"]]
        except ValueError:
            row["error"] = "ValueError"
        print(json.dumps(row, ensure_ascii=False, separators=(",", ":")))

    for round_ in range(380):
        text = atom_text(rng) if round_ < 300 else sentence_text(rng, 60 if round_ < 376 else 200)
        sizes = [1, 2, 3, 4, 6] if round_ < 300 else [1, 3, 5, 8, 12, 20, 40]
        size = rng.choice(sizes)
        overlap = rng.randrange(size)
        emit("recursive-sentence", "words", text, size, overlap, recursive["chunk"])
        emit("fixed-words", "words", text, size, overlap, windows["fixed_word_chunks"])
        few = rng.choice([1, 2, 3, 5])
        emit("sentence-window", "words", text, few, rng.randrange(few), windows["sentence_chunks"])
        size = rng.choice([1, 2, 3, 5, 8]) if round_ < 300 else rng.choice([3, 8, 20, 45, 90, 300])
        tokenizer = rng.choice(["o200k_base", "o200k_base", "cl100k_base"])
        packed["encoding"] = counter.get_encoding(tokenizer)
        emit("token-packed", tokenizer, text, size, rng.randrange(size), packed["chunk_text"])
    for size, overlap in [(0, 0), (1, 1), (5, 5), (5, 9), (5, -1)]:
        emit("recursive-sentence", "words", "One. Two.", size, overlap, recursive["chunk"])
    for size, overlap in [(1, 1), (4, 4), (3, 7)]:
        emit("fixed-words", "words", "One. Two.", size, overlap, windows["fixed_word_chunks"])
        emit("sentence-window", "words", "One. Two.", size, overlap, windows["sentence_chunks"])


if __name__ == "__main__":
    main()
