# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/formats/restricted.pdf: encrypted without a user password, its owner forbids to copy text.

Usage: python3 tests/golden/make_restricted.py     (PDF 32000-1, 7.6.3: revision 2, 40 bits)
"""
import hashlib
import pathlib
import struct

PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
ID = b"chunkwright-test"
PERMISSIONS = -64  # nothing is allowed


def rc4(key, data):
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def padded(password):
    return (password + PAD)[:32]


owner = rc4(hashlib.md5(padded(b"owner")).digest()[:5], padded(b""))
key = hashlib.md5(padded(b"") + owner + struct.pack("<i", PERMISSIONS) + ID).digest()[:5]
user = rc4(key, PAD)
content = b"BT /F1 12 Tf 1 0 0 1 72 700 Tm (Reading is not forbidden.) Tj ET"
content = rc4(hashlib.md5(key + struct.pack("<I", 4)[:3] + b"\0\0").digest()[:10], content)
objects = [
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
    b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content),
    b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    b"<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P %d>>" % (owner.hex().encode(), user.hex().encode(), PERMISSIONS),
]
out = b"%PDF-1.4\n"
places = []
for number, source in enumerate(objects, 1):
    places.append(len(out))
    out += b"%d 0 obj\n%s\nendobj\n" % (number, source)
table = len(out)
out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
out += b"".join(b"%010d 00000 n \n" % place for place in places)
out += b"trailer\n<</Size %d/Root 1 0 R/Encrypt 6 0 R/ID[<%s><%s>]>>\n" % (
    len(objects) + 1, ID.hex().encode(), ID.hex().encode())
out += b"startxref\n%d\n%%%%EOF\n" % table
pathlib.Path("tests/data/formats/restricted.pdf").write_bytes(out)
