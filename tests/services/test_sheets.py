"""Spreadsheets: read as their first filled sheet, refused before they cost anything (F119, F121)."""

import io
import zipfile
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

import pytest

from tournaments.entries.lists import sheets
from tournaments.entries.lists.reading import read_list
from tournaments.entries.lists.values import ParsedList
from tournaments.inputs import NewEntry

ROWS = [
    ["Inscritos"],
    ["Nº", "Nome do jogador", "Equipe"],
    ["1", "João Araújo", "Maré"],
    ["2", "Ítalo", "1º de Maio"],
]
ENTRIES = (NewEntry(("João Araújo",), club="Maré"), NewEntry(("Ítalo",), club="1º de Maio"))
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
DOC_RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def archive(files: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


def cells(rows: Iterable[Sequence[str]]) -> str:
    return "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{escape(cell)}</t></is></c>' for cell in row) + "</row>"
        for row in rows
    )


def xlsx(data: str, **more: str | bytes) -> bytes:
    relation = f'<Relationships xmlns="{RELS}"><Relationship Id="r1" Type="{DOC_RELS}/'
    return archive(
        {
            "[Content_Types].xml": f'<Types xmlns="{TYPES}"><Default Extension="rels" ContentType="x/x"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{SHEET_TYPE}.sheet.main+xml"/></Types>',
            "_rels/.rels": f'{relation}officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{DOC_RELS}"><sheets>'
            '<sheet name="Lista" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'{relation}worksheet" Target="worksheets/sheet1.xml"/>'
            "</Relationships>",
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{data}</sheetData>'
            "</worksheet>",
            **more,
        }
    )


def ods(rows: Iterable[Sequence[str]], last: str = "") -> bytes:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    body = "".join(
        "<table:table-row>" + "".join(cell.format(escape(text)) for text in row) + "</table:table-row>"
        for row in rows
    )
    spaces = " ".join(f'xmlns:{name}="{OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="Lista">{body}{last}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"><m:file-entry m:media-type="{kind}" m:full-path="/"/>'
    )
    files = {"mimetype": kind, "META-INF/manifest.xml": f"{manifest}</m:manifest>", "content.xml": content}
    return archive({**files})


def codes(parsed: ParsedList) -> list[str]:
    return [found.code for found in parsed.violations]


@pytest.mark.fault("F119")
@pytest.mark.parametrize("file", [xlsx(cells(ROWS)), ods(ROWS)], ids=["xlsx", "ods"])
def test_a_spreadsheet_is_read_like_its_text(file: bytes) -> None:
    parsed = read_list(file)
    assert parsed.entries == ENTRIES
    assert [line.text for line in parsed.left_out] == ["Inscritos"]


@pytest.mark.fault("F119")
def test_numbers_and_empty_rows_to_the_end_of_the_sheet_are_no_harm() -> None:
    numbers = (
        cells([["nome", "semente"]]) + '<row><c t="inlineStr"><is><t>Ana</t></is></c><c><v>3</v></c></row>'
    )
    assert read_list(xlsx(numbers)).entries == (NewEntry(("Ana",), seed=3),)
    empty = (
        '<table:table-row table:number-rows-repeated="1048570">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    assert read_list(ods(ROWS, empty)).entries == ENTRIES


ROW = (
    '<table:table-row><table:table-cell office:value-type="string"><text:p>Zuleica</text:p>'
    "</table:table-cell></table:table-row>"
)
RESERVES = f'</table:table><table:table table:name="Vazia"/><table:table table:name="Reservas">{ROW}'


@pytest.mark.fault("F119")
def test_filled_sheets_after_the_first_are_named() -> None:
    parsed = read_list(ods(ROWS, RESERVES))
    assert (parsed.entries, parsed.unread_sheets) == (ENTRIES, ("Reservas",))
    assert read_list(ods(ROWS)).unread_sheets == ()


FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
REPEATED = (
    '<table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string"'
    ' table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>'
)


@pytest.mark.fault("F121")
@pytest.mark.parametrize(
    "file",
    [
        xlsx(cells(ROWS) + FAR),
        ods(ROWS, REPEATED),
        xlsx(cells(ROWS), **{"xl/media/a.xml": b"\0" * 11_000_000}),
        xlsx(cells(ROWS), **{f"xl/worksheets/sheet{number}.xml": "<worksheet/>" for number in range(2, 40)}),
        xlsx(cells(ROWS), **{f"xl/media/{number}.png": b"" for number in range(300)}),
        xlsx("<row>" + "<c/>" * 250_000 + "</row>"),
        xlsx("<x/>" * 600_000),
    ],
    ids=["far", "repeated", "inflated", "sheets", "files", "cells", "elements"],
)
def test_a_spreadsheet_that_would_cost_too_much_is_refused_before_it_is_decoded(
    file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "run_bounded", lambda *_said, **_more: pytest.fail("it was decoded"))
    assert len(file) < 100_000
    assert codes(read_list(file)) == ["sheet_too_costly"]


@pytest.mark.fault("F121")
def test_a_directory_that_lies_about_sizes_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "run_bounded", lambda *_said, **_more: pytest.fail("it was decoded"))
    honest = xlsx(cells(ROWS), **{"xl/media/a.xml": b"\0" * 11_000_000})
    lying = honest.replace((11_000_000).to_bytes(4, "little"), (1_000).to_bytes(4, "little"))
    assert lying != honest
    assert codes(read_list(lying))[0] in ("sheet_too_costly", "sheet_unreadable")


@pytest.mark.fault("F121")
@pytest.mark.parametrize(
    "file",
    [
        b"PK\x03\x04rest",
        archive({"readme.txt": "no sheet"}),
        xlsx("<row><c>"),
        xlsx(cells(ROWS), **{"xl/worksheets/sheet2.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'}),
    ],
    ids=["broken", "other", "torn", "doctype"],
)
def test_an_archive_that_is_no_spreadsheet_is_refused_by_name(file: bytes) -> None:
    assert codes(read_list(file)) == ["sheet_unreadable"]


@pytest.mark.fault("F121")
def test_a_decoder_that_crashes_or_takes_too_long_ends_in_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "check_archive", lambda _data: None)
    assert codes(read_list(xlsx(cells(ROWS) + FAR))) == ["sheet_too_costly"]
