# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/data/formats/tidebook/tidebook.{odt,docx,pdf,epub} from tidebook.html, which is written by hand.

Usage: python3 tests/golden/make_tidebook.py [FOLDER]     (needs soffice)

LibreOffice makes the first three. It writes no headings into an EPUB, so that one is packed here: a file for each
section of the second level, in an order that the spine alone tells.
"""
import pathlib
import re
import subprocess
import sys
import zipfile

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tests/data/formats/tidebook")
page = folder / "tidebook.html"


def convert(source, target, *options):
    subprocess.run(["soffice", "--headless", *options, "--convert-to", target, "--outdir", str(folder), str(source)],
                   check=True, stdout=subprocess.DEVNULL)


convert(page, "odt", "--infilter=HTML (StarWriter)")
convert(folder / "tidebook.odt", "docx:MS Word 2007 XML")
convert(folder / "tidebook.odt", 'pdf:writer_pdf_Export:{"ExportBookmarks":{"type":"boolean","value":"true"}}')

body = re.search(r"<body>\n(.*)</body>", page.read_text(encoding="utf-8"), re.S).group(1)
chapters = re.split(r"(?=<h2>)", body)
titles = [re.search(r"<h[12]>(.*?)</h", chapter).group(1) for chapter in chapters]
names = [f"{name}.xhtml" for name in ("d", "a", "c", "b")]
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
items = "".join(f'<item id="{n[0]}" href="{n}" media-type="application/xhtml+xml"/>' for n in sorted(names))
spine = "".join(f'<itemref idref="{n[0]}"/>' for n in names)
contents = "".join(f'<li><a href="{n}">{t}</a></li>' for n, t in zip(names, titles))
parts = {
    "META-INF/container.xml": '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "EPUB/book.opf": '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:tidebook</dc:identifier>'
    "<dc:title>The Tide Book</dc:title><dc:language>en</dc:language></metadata>"
    f'<manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>{items}</manifest>'
    f"<spine>{spine}</spine></package>",
    "EPUB/nav.xhtml": f'{HEAD}<head><title>Contents</title></head><body><nav epub:type="toc"><ol>{contents}</ol></nav></body></html>',
}
for name, title, chapter in zip(names, titles, chapters):
    parts[f"EPUB/{name}"] = f"{HEAD}<head><title>{title}</title></head><body>\n{chapter}</body></html>"
EPOCH = (2026, 11, 30, 0, 0, 0)
with zipfile.ZipFile(folder / "tidebook.epub", "w") as book:
    book.writestr(zipfile.ZipInfo("mimetype", EPOCH), "application/epub+zip")
    for name, content in parts.items():
        book.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)
