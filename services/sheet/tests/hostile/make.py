#!/usr/bin/env python3
"""Makes the hostile files beside it: small ones that ask for a lot. Usage: make.py

They are committed, packed once more since they are so uniform, because making them takes a while; running this again
makes the same ones. `gunzip --keep NAME.xlsx.gz` gives a file to try by hand.
"""
import gzip
import io
import pathlib
import struct
import zipfile
import zlib

HERE = pathlib.Path(__file__).parent
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

ROOT = f'<Relationships><Relationship Id="rId1" Type="{KINDS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
BOOK = f'<workbook xmlns="{MAIN}" xmlns:r="{KINDS}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'
RELATED = (
    "<Relationships>"
    f'<Relationship Id="rId1" Type="{KINDS}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{KINDS}/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId3" Type="{KINDS}/sharedStrings" Target="sharedStrings.xml"/>'
    "</Relationships>"
)
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
SHEET = (
    f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    '<row r="2"><c r="A2" t="s"><v>1</v></c></row></sheetData></worksheet>'
)
STRINGS = '<sst count="2" uniqueCount="2"><si><t>heading</t></si><si><t>text</t></si></sst>'


def repeated(before, unit, count, after):
    """Pieces of a text that is too long to be there at once."""
    yield before.encode()
    piece = unit.encode() * 1_000
    for _ in range(count // 1_000):
        yield piece
    yield after.encode()


def save(name, content):
    (HERE / f"{name}.gz").write_bytes(gzip.compress(content, 9, mtime=0))


def write(name, **parts):
    save(f"{name}.xlsx", packed(**parts))


def packed(**parts):
    """A workbook; each part is a text, or pieces of one."""
    names = {
        "root": "_rels/.rels",
        "book": "xl/workbook.xml",
        "related": "xl/_rels/workbook.xml.rels",
        "styles": "xl/styles.xml",
        "strings": "xl/sharedStrings.xml",
        "sheet": "xl/worksheets/sheet1.xml",
    }
    whole = {"root": ROOT, "book": BOOK, "related": RELATED, "styles": "<styleSheet/>", "strings": STRINGS, "sheet": SHEET}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for part, content in {"types": TYPES, **whole, **parts}.items():
            info = zipfile.ZipInfo(names.get(part, "[Content_Types].xml"), (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            with file.open(info, "w", force_zip64=False) as target:
                for piece in [content.encode()] if isinstance(content, str) else content:
                    target.write(piece)
    return made.getvalue()


def sheet(rows):
    return repeated("<worksheet><sheetData>", rows[0], rows[1], "</sheetData></worksheet>")


def cells(text, columns, rows):
    """A sheet of equal cells, and one row more for the headings."""
    cell = "".join(text for _ in range(columns))
    return sheet((f"<row>{cell}</row>", rows + 1_000))


def lying_directory():
    """Ends that tell of more parts than there are numbers: the plain one, and the one of large files."""
    plain = packed()
    end = plain.rindex(b"PK\x05\x06")
    (directory,) = struct.unpack_from("<I", plain, end + 16)
    large = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 2**62, 2**62, 2**40, directory)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, end, 1)
    save("lying-directory.xlsx", plain[:end] + large + locator + plain[end:])


def many_entries():
    """A directory of 65,000 entries, with long names and notes, that all mean one part."""
    local = struct.pack("<4sHHHHHIIIHH", b"PK\x03\x04", 20, 0, 0, 0, 0, 0, 0, 0, 4, 0) + b"xl/a"
    name, note = b"x" * 60, b"y" * 40
    sizes = (0, 0, 0, len(name), 0, len(note))
    entry = struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, *sizes, 0, 0, 0, 0) + name + note
    count = 65_000
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, count, count, count * len(entry), len(local), 0)
    save("many-entries.xlsx", local + entry * count + end)


def main():
    # What the file says of itself.
    write("claimed-strings", strings=STRINGS.replace('count="2" uniqueCount="2"', 'count="4000000000000" uniqueCount="4000000000000"'))
    write("claimed-formats", styles='<styleSheet><cellXfs count="4000000000000"><xf/></cellXfs></styleSheet>')
    lying_directory()
    many_entries()
    # Parts that unpack to a hundred times their size, or a thousand times.
    write("many-formats", styles=repeated('<styleSheet><cellXfs>', "<xf/>", 25_000_000, "</cellXfs></styleSheet>"))
    write("many-empty-strings", strings=repeated("<sst>", "<si/>", 25_000_000, "</sst>"))
    write("many-strings", strings=repeated("<sst>", "<si><t>ab</t></si>", 7_000_000, "</sst>"))
    write("one-long-string", strings=repeated("<sst><si><t>", "x", 120_000_000, "</t></si></sst>"))
    write("long-runs", strings=repeated("<sst><si>", "<r><t>12345678</t></r>", 3_000_000, "</si></sst>"))
    write("many-references", strings=repeated("<sst><si><t>", "&amp;", 10_000_000, "</t></si></sst>"))
    write("many-sheets", book=repeated(f'<workbook xmlns:r="{KINDS}"><sheets>', '<sheet r:id="rId1"/>', 2_000_000, "</sheets></workbook>"))
    write("many-relations", related=repeated("<Relationships>", '<Relationship Id="a" Type="b" Target="c"/>', 1_000_000, "</Relationships>"))
    write("deep", sheet=repeated("<worksheet>", "<a>", 20_000_000, ""))
    write("long-tag", sheet=repeated('<worksheet a="', "x", 60_000_000, '"/>'))
    write("many-attributes", sheet=repeated("<worksheet", ' a=""', 10_000_000, "/>"))
    write("long-comment", sheet=repeated("<worksheet><!-- ", "x", 60_000_000, " --></worksheet>"))
    doublings = "".join(f'<!ENTITY a{n} "&a{n - 1};&a{n - 1};">' for n in range(1, 40))
    write("billion-laughs", strings=f'<!DOCTYPE sst [<!ENTITY a0 "ha">{doublings}]><sst><si><t>&a39;</t></si></sst>')
    write("many-rows", sheet=sheet(("<row><c><v>1</v></c></row>", 1_000_000)))
    write("many-blanks", sheet=cells('<c s="1"/>', 50, 19_000))
    write("far-corners", sheet='<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>')
    long = "".join("x" for _ in range(4_000))
    write("one-text-often", strings=f"<sst><si><t>{long}</t></si></sst>", sheet=cells('<c t="s"><v>0</v></c>', 1, 30_000))
    # Text files of the size that may be sent.
    most = 10 * 1024 * 1024
    save("many-commas.csv", b"a\n" + b"," * (most - 2))
    save("many-lines.csv", b"a\n" + b"b\n" * (most // 2 - 1))
    save("open-quote.csv", b"a\n\"" + b"x" * (most - 3))
    save("many-quotes.csv", b"a\n\"" + b'"' * (most - 3))
    save("long-cell.csv", b"a\n" + b"x" * (most - 2))
    # As much as a file of a quarter of the limits may hold: it is read.
    write("full", strings=repeated("<sst>", "<si><t>elevenchars</t></si>", 497_000, "</sst>"), sheet=cells('<c t="s"><v>9</v></c>', 50, 8_750))


if __name__ == "__main__":
    main()
