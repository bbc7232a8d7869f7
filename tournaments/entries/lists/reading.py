"""Read a list of people into columns and rows; anything unclear is asked, never guessed. Pure."""

import quopri
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import unescape

from core.errors import Refused, Violation
from core.text import has_stacked_marks
from tournaments.entries.lists.cells import read_row
from tournaments.entries.lists.chat import ChatList, read_chat
from tournaments.entries.lists.columns import Layout, lay_out, split_pair
from tournaments.entries.lists.delimited import DELIMITERS, ListRow, find_delimiter, split_lines
from tournaments.entries.lists.headings import count_headings
from tournaments.entries.lists.sheets import is_sheet, read_sheet
from tournaments.entries.lists.values import ListAnswers, ListLine, ParsedList
from tournaments.uploads import DecodedText, decode

MAX_ROWS = 2_000
MAX_LINES = 5 * MAX_ROWS  # a quoted row may span several; longer lists are not read
NO_ANSWERS = ListAnswers()
BETWEEN = re.compile(r"\s*[,;]\s*")
TITLE = re.compile(r"[^\W\d].*([:!?]|\b\d{1,2}(h\d{0,2}|[:/]\d{2}))\W*")  # "Hoje às 20h", "Quem joga?"


TOTAL = re.compile(
    r"total\b(?:\s+(?:de|of)\s+\w+)?[\W\d]*"
    r"|\d{1,4}\s+(?:inscri[tc]\w+|participantes?|jogador\w*|atletas?|pessoas?|confirmad\w+|players?|entries|jugador\w*)\W*",
    re.IGNORECASE,
)  # "Total: 14", "14 inscritos"


def read_list(data: bytes | str, *, pairs: bool = False, answers: ListAnswers = NO_ANSWERS) -> ParsedList:
    """Parse a pasted or uploaded list into rows and violations.

    `pairs`: entries are pairs, which decides what doubtful columns are. Codes of the whole list: those of
    `read_sheet`, `file_too_large`, `file_not_text`, `file_empty`, `encoding_unsure`, `too_many_rows`,
    `column_name_missing`, `column_twice`, `columns_unclear`. Bad input raises nothing; a spreadsheet raises
    `TooMany` while another file is being decoded.
    """
    unread: tuple[str, ...] = ()
    try:
        if isinstance(data, bytes) and is_sheet(data):
            data, unread = read_sheet(data)
        found = decode(data, answers.encoding)
    except Refused as refusal:
        return ParsedList((), refusal.violations)
    if found.doubt:
        unsure = Violation("encoding_unsure", {"line": found.doubt.line})
        return ParsedList((), (unsure,), found.encoding, text=found.text, doubt=found.doubt)
    return replace(_read_text(found, pairs, answers), unread_sheets=unread)


def parse_one_a_line(text: str, *, pairs: bool) -> tuple[str, tuple[ListLine, ...]]:
    """Return a typed list with one entry a line, and its title, () for none; the title's line is then empty.

    Names in a single line are separated by commas; if they are not pairs, the last two also by "e" or "and".
    """
    lines = text.strip().splitlines()
    if len(lines) == 1 and len(parts := [part for part in BETWEEN.split(lines[0]) if part]) > 1:
        last = [parts[-1]] if pairs else split_pair(parts[-1])
        return "\n".join([*parts[:-1], *last]), ()
    if len(lines) > 2 and TITLE.fullmatch(lines[0].strip()):
        return "\n".join(["", *lines[1:]]), (ListLine(1, lines[0].strip()),)
    return "\n".join(lines), ()


def _read_text(found: DecodedText, pairs: bool, answers: ListAnswers) -> ParsedList:
    """Return the rows and questions of a decoded list; no rows if anything about the whole list is wrong."""
    text = as_table(found.text)
    if has_stacked_marks(text):
        return ParsedList((), (Violation("file_not_text"),))
    if (count := _count_filled(text)) > MAX_LINES:
        return ParsedList((), _list_problems(count, True))
    lines, delimiter, chat = _find_lines(text)
    filled = [row for row in split_lines(lines, delimiter) if any(row.cells)]
    rows = filled[:-1] if filled and TOTAL.fullmatch(_text_of(filled[-1])) else filled
    layout = lay_out(rows, delimiter, answers, pairs=pairs)
    people = [
        read_row(row, layout.meanings, insists=row.line in answers.insisted, notes=_notes(row.line, chat))
        for row in layout.body[:MAX_ROWS]
    ]
    kept = tuple(row for row in people if row)
    problems = (
        *layout.problems,
        *_list_problems(len(layout.body), bool(kept or (layout.body and layout.problems))),
    )
    return ParsedList(
        rows=kept if not problems else (),
        violations=problems,
        encoding=found.encoding,
        delimiter=delimiter,
        text=text,
        columns=layout.columns,
        has_headings=layout.has_headings,
        left_out=tuple(sorted(_left_out(layout, filled[len(rows) :], chat), key=lambda line: line.number)),
    )


def _count_filled(text: str) -> int:
    """Count the lines that are not blank."""
    return sum(1 for line in text.split("\n") if line.strip())


def _notes(line: int, chat: ChatList | None) -> Iterator[Violation]:
    """Yield `brackets_left_out` and `under_reserves` for the person in this line (from 1) of a chat."""
    if chat and (text := chat.brackets.get(line)):
        yield Violation("brackets_left_out", {"text": text[:80]}, "names.0")
    if chat and (title := chat.reserves.get(line)):
        yield Violation("under_reserves", {"title": title[:80]}, "names.0")


def _list_problems(found: int, has_people: bool) -> tuple[Violation, ...]:
    """Return violations of the whole list: too many rows, or no person."""
    if found > MAX_ROWS:
        return (Violation("too_many_rows", {"found": found, "most": MAX_ROWS}),)
    return () if has_people else (Violation("file_empty"),)


def _left_out(layout: Layout, totals: Sequence[ListRow], chat: ChatList | None) -> Iterable[ListLine]:
    """Yield lines of a chat that name no person, rows above the headings, and the total at the end."""
    yield from chat.left_out if chat else ()
    for row in (*layout.above, *totals):
        yield ListLine(row.line, _text_of(row))


def _text_of(row: ListRow) -> str:
    """Return the filled cells of a row as one text."""
    return " ".join(filter(None, row.cells))


def _find_lines(text: str) -> tuple[Sequence[str], str, ChatList | None]:
    """Return the lines of the text, their delimiter, and the cleaned list of a chat, else None."""
    lines = text.split("\n")
    if lines[0].casefold().startswith("sep=") and lines[0][4:5] and lines[0][4:5] in DELIMITERS:
        return ["", *lines[1:]], lines[0][4:5], None
    chat = read_chat(lines)
    kept = chat.lines if chat else lines
    return kept, find_delimiter(kept, count_headings, is_chat=chat is not None), chat


HTML = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!doctype html|<html|<table|<head|<meta|<style)", re.IGNORECASE
)
VCARD = re.compile(r"\s*BEGIN:VCARD\b", re.IGNORECASE)
HIDDEN = ("style", "script", "head", "title")


def as_table(text: str) -> str:
    """Return the table in an HTML or vCard text as tab-separated lines; any other text unchanged."""
    if HTML.match(text):
        return write_table(_longest_table(text)) or text
    if VCARD.match(text):
        return write_table([["nome"], *([name] for name in _vcard_names(text))])
    return text


def write_table(rows: Iterable[Sequence[str]]) -> str:
    """Return the rows as tab-separated lines; cells have no tab or line break, and are quoted if needed."""
    return "".join("\t".join(map(_quote, row)) + "\n" for row in rows)


def _quote(cell: str) -> str:
    """Return the cell with quotation marks around it if it contains one."""
    return '"' + cell.replace('"', '""') + '"' if '"' in cell else cell


def _longest_table(text: str) -> list[list[str]]:
    """Return the cells of the HTML table with the most rows; [] without a table."""
    tables: list[list[list[str]]] = [[]]
    hidden = ""
    for part in text.split("<")[1:]:
        tag, _, content = part.partition(">")
        name = tag.strip("/").split()[0].casefold() if tag.strip("/").split() else ""
        if name in HIDDEN:
            hidden = "" if tag.startswith("/") else name
        if name == "table":
            tables.append([])
        elif name == "tr" and not tag.startswith("/"):
            tables[-1].append([])
        elif name in ("td", "th") and not tag.startswith("/") and tables[-1]:
            tables[-1][-1].append(content)
        elif tables[-1] and tables[-1][-1] and not hidden and not tag.startswith("!"):
            tables[-1][-1][-1] += (" " if name == "br" else "") + content
    return [[_text_of_cell(cell) for cell in row] for row in max(tables, key=len) if row]


def _text_of_cell(cell: str) -> str:
    """Return the text of an HTML cell: entities decoded, each blank single."""
    return " ".join(unescape(cell).split())


def _vcard_names(text: str) -> Iterator[str]:
    """Yield the full name (FN) of each card, in any encoding of version 2.1 or 3."""
    unfolded = text.replace("=\n", "") if "QUOTED-PRINTABLE" in text.upper() else text
    unfolded = unfolded.replace("\n ", "").replace("\n\t", "")
    for line in unfolded.split("\n"):
        head, colon, value = line.partition(":")
        kind = head.split(";")[0].rpartition(".")[2].upper()
        if kind == "FN" and colon:
            yield _decode_vcard_value(head, value)


def _decode_vcard_value(head: str, value: str) -> str:
    """Return a value of a vCard as text; `head`, what stands before the colon, names its encoding."""
    if "QUOTED-PRINTABLE" in head.upper():
        value = quopri.decodestring(value.encode("ascii", "ignore")).decode("utf-8", "replace")
    return " ".join(re.sub(r"\\([,;\\])", r"\1", value).split())
