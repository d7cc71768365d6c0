# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/formats/guide.docx, and with LibreOffice guide.pdf from it.

Usage: python3 tests/golden/make_guide.py [FOLDER]     (needs soffice for the PDF)
"""
import pathlib
import subprocess
import sys
import zipfile

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tests/data/formats")

STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/>'
    f'<w:pPr><w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="{level - 1}"/></w:pPr>'
    f'<w:rPr><w:b/><w:sz w:val="{40 - 6 * level}"/></w:rPr></w:style>'
    for level in (1, 2, 3)
)
PROSE = (
    "The committee met in the morning and went through the list of open questions one after the other. "
    "Most of them had been answered by letter, and the few that were left took no more than an hour. "
    "What was decided is written down here, so that nobody has to remember it. "
)


def run(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(text, style=""):
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else '<w:pPr><w:spacing w:after="160"/></w:pPr>'
    return f"<w:p>{properties}{run(text)}</w:p>"


def table(rows):
    cells = "".join(
        "<w:tr>" + "".join(f'<w:tc><w:tcPr><w:tcW w:w="3000"/></w:tcPr><w:p>{run(cell)}</w:p></w:tc>' for cell in row)
        + "</w:tr>"
        for row in rows
    )
    return f'<w:tbl><w:tblPr><w:tblW w:w="9000"/></w:tblPr>{cells}</w:tbl>'


body = paragraph("Minutes of the Committee", "Heading1") + paragraph(PROSE * 2)
body += paragraph("Attendance", "Heading2") + table([["Name", "Office", "Votes"], ["Ada", "Chair", "1"], ["Ben", "Clerk", "2"]])
body += paragraph("Decisions", "Heading2")
for number in range(1, 6):
    body += paragraph(f"Decision {number}", "Heading3") + paragraph(PROSE * 4)
body += paragraph("Annex", "Heading1") + paragraph("The annex is short.") + paragraph("Sources", "Heading2")
body += paragraph(PROSE)
section = (
    '<w:sectPr><w:headerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/>'
    '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="700" w:footer="700"/></w:sectPr>'
)
NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml."
parts = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{MAIN}document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{MAIN}styles+xml"/>'
    f'<Override PartName="/word/header1.xml" ContentType="{MAIN}header+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/_rels/document.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{OFFICE}/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId2" Type="{OFFICE}/header" Target="header1.xml"/></Relationships>',
    "word/styles.xml": f"<w:styles {NAMES}>{STYLES}</w:styles>",
    "word/header1.xml": f"<w:hdr {NAMES}><w:p>{run('Minutes, kept by the clerk')}</w:p></w:hdr>",
    "word/document.xml": f"<w:document {NAMES}><w:body>{body}{section}</w:body></w:document>",
}
target = folder / "guide.docx"
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, text in parts.items():
        archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), HEAD + text, zipfile.ZIP_DEFLATED)
subprocess.run(["soffice", "--headless", "--convert-to", "pdf", "--outdir", str(folder), str(target)], check=True)
