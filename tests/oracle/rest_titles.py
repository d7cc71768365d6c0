#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random titles and what docutils makes of them: their text without marks, note marks left out. Titles that docutils
complains about are left out. Prints JSON lines {"title", "shown"}.
Usage: rest_titles.py [COUNT] [SEED] > VECTORS.jsonl"""
import json
import random
import sys

from docutils import nodes
from docutils.core import publish_doctree

PARTS = ["word", "Install", "é", "好", "—", "“", "”", " ", " ", " ", " ", "  ", ".", ",", ":", "(", ")", '"', "'", "-", "/", "<", ">",
         "*", "**", "``", "`", "*em*", "**strong**", "``lit*eral``", "``a\\b``", "`title`", "`text <https://a.b>`_",
         "`text <https://a.b>`__", "link_", "`other link`_", "anonymous__", "[1]_", "[#]_", "[CIT]_", ":code:`a\\b <c>`",
         ":sup:`2`", "H\\ :sub:`2`\\ O", "`x`:emphasis:", ":strong:`x y`", ":pep:`8`", ":rfc:`2822`", ":math:`x_1`", "\\", "\\*", "\\`",
         "\\_", "\\ ", "snake_case", "a_", "_", "_`target`", "2 * 3", "x*", "'*'", '"``"', "|"]
TAIL = """

.. _link: https://example.org
.. _other link: https://example.org
.. __: https://example.org
.. _a: https://example.org
.. [1] A note.
.. [#] Another.
.. [CIT] A book.
"""


def shown(title):
    rule = "=" * 200
    document = publish_doctree(f"{rule}\n{title}\n{rule}\n\nText.{TAIL}",
                               settings_overrides={"report_level": 5, "halt_level": 6, "doctitle_xform": False})
    found = document.next_node(nodes.title)
    if found is None or found.next_node(nodes.problematic) is not None or document.next_node(nodes.system_message) is not None:
        return None
    for note in list(found.findall(nodes.footnote_reference)):
        note.parent.remove(note)
    for citation in list(found.findall(nodes.citation_reference)):
        citation.children = [nodes.Text("[" + citation.astext() + "]")]
    return " ".join(found.astext().split())


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    source = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    made = 0
    while made < count:
        title = "".join(source.choice(PARTS) for _ in range(source.randint(1, 6))).strip()
        if not title or len(title) > 150:
            continue
        text = shown(title)
        if text is None:
            continue
        print(json.dumps({"title": title, "shown": text}, ensure_ascii=False))
        made += 1


main()
