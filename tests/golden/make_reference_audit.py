#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/reference-audit.jsonl: what the reference recipe's four checks say about single chunks.

The oracle is Python itself: str.split, str.islower and re with IGNORECASE. Characters that this Python's Unicode does
not know are left out, because the engine may know them.

Usage: make_reference_audit.py > tests/data/reference-audit.jsonl
"""
import json
import random
import re
import unicodedata

OPENER = re.compile(r"^(this|that|it|they|the (former|latter|above))\b", re.I)

OPENERS = ["this", "that", "it", "they", "the former", "the latter", "the above", "these", "the", "its", "itself",
           "there", "thistle", "then", "italy", "is", "a", "former", "the  latter", "the\nabove", "the\u00a0above"]
ODD_LETTERS = {"i": "\u0130\u0131I", "s": "\u017fS\ua731", "t": "T\u1d57\ufb05", "h": "H\u02b0", "a": "A\u00aa\u00e0",
               "e": "E\u00e9\u0435", "o": "O\u00ba\u043e", "l": "L\u217c\u2113", "f": "F\u017f"}
AFTER = ["", " ", ".", "_", "-", "'s", "\u2019s", "9", "\u0663", "\u00b2", "\u2162", "\u00e9", "\u0301", "\u200d", "\u200b",
         "\u00a0", "\n", "\x1c", "\u65e5", "\U0001f680", ":", "/", "\u203f", "\u0e01", "\u094d", "\ufe0f", "\u00ad", "\x00"]
FIRST = ["\u00aa", "\u00ba", "\u02b0", "\u02c0", "\u0345", "\u1d2c", "\u2170", "\u217f", "\u24d0", "\u24e9", "\u01c5", "\u01c6",
         "\u00df", "\u0138", "\u03c2", "\ua7f8", "\U00010780", "\U0001d41a", "\U0001d7cb", "\U00010428", "\U000118c0",
         "\u0130", "\u0131", "\u017f", "\u212a", "\u2160", "\u24b6", "\u10d0", "\u1c90", "\u13a0", "\uab70", "\u0301",
         "\u65e5", "\u05d0", "1", "_", "-", "\"", " ", "\n", "\u3000", "\U0001f680", "\x00", "\ufeff"]


def spelled(rng, word):
    out = []
    for c in word:
        roll = rng.random()
        if roll < 0.12 and c in ODD_LETTERS:
            out.append(rng.choice(ODD_LETTERS[c]))
        elif roll < 0.3:
            out.append(c.upper())
        else:
            out.append(c)
    return "".join(out)


def row(text, size):
    tokens = len(text.split())
    match = OPENER.match(text)
    findings = []
    if tokens > size:
        findings.append("over-ceiling")
    if tokens < 40:
        findings.append("too-small")
    if text[:1].islower():
        findings.append("mid-sentence-start")
    if match:
        findings.append("unresolved-reference")
    opener_bytes = len(match.group(0).encode()) if match else 0
    return {"text": text, "max": size, "tokens": tokens, "opener_bytes": opener_bytes, "findings": findings}


def main():
    rng = random.Random(4)
    texts = [first + rest for first in FIRST for rest in ("", "x y")]
    texts += [word + after + "x" for word in ("it", "this", "The Above") for after in AFTER]
    texts += [spelled(rng, rng.choice(OPENERS)) + rng.choice(AFTER) + " rest" * rng.choice([0, 1, 38, 39, 40, 41])
              for _ in range(400)]
    seen = set()
    for text in texts:
        if text in seen or any(unicodedata.category(c) == "Cn" for c in text):
            continue
        seen.add(text)
        print(json.dumps(row(text, rng.choice([1, 2, 39, 40, 41, 300]))))


if __name__ == "__main__":
    main()
