# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes core/formats/htmlentitytables.inc: the named characters of HTML.

    python3 resources/html/make_entities.py > core/formats/htmlentitytables.inc

The names and characters are the HTML standard's list, which Python's standard library carries.
"""

from html.entities import html5


def literal(text):
    return "".join("\\%03o" % byte for byte in text.encode("utf-8"))


print("// SPDX-License-Identifier: GPL-3.0-or-later")
print("// Made by resources/html/make_entities.py: names without the ampersand, in the order of their bytes.")
for name in sorted(html5):
    print('{"%s", "%s"},' % (name, literal(html5[name])))
