"""The kinds of lines as docs/record.md tells them, and as the checker of records has them."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from checker.reading.shapes import FIRST, SECOND
from checker.reading.terms import ListOf, ObjectOf, OrNull, Test
from tests.servers.process import ROOT

DOCUMENT = ROOT / "docs" / "record.md"
CODE = re.compile(r"`([^`]+)`")
Formats = Mapping[str, str]
"""Path of a key → where it is: `1 2`, `1? 2`."""


@cache
def sections() -> dict[str, str]:
    """Kind → what stands under its heading; several kinds may share one."""
    found = {}
    for part in re.split(r"^### (?=`)", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, rest = part.partition("\n")
        body = re.split(r"^##+ (?!#)", rest.replace("#### ", "¶ "), maxsplit=1, flags=re.MULTILINE)[0]
        found.update(dict.fromkeys(CODE.findall(heading), body))
    return found


def told(kind: str) -> Formats:
    """The keys that the tables of a kind have, with the column `in`; a table may be of one kind only."""
    found: dict[str, str] = {}
    mine = True
    for line in sections()[kind].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| key"):
            mine = "of" not in cells[0] or kind in cells[0]
        elif line.startswith("| `") and mine:
            found.update(dict.fromkeys(CODE.findall(cells[0]), cells[2]))
    return found


def paths(term: Test, path: str) -> Iterator[str]:
    """Every path that a term has, down to what is no object of settled keys."""
    while isinstance(term, OrNull | ListOf):
        path += "[]" if isinstance(term, ListOf) else ""
        term = term.test
    if isinstance(term, ObjectOf):
        for key, inner in {**term.keys, **term.optional}.items():
            yield from (f"{path}.{key}", *paths(inner, f"{path}.{key}"))


def due(kind: str) -> dict[str, str]:
    """The keys of a kind as the checker has them, with the formats that they are in."""
    found: dict[str, str] = {}
    for number, shapes in (("1", FIRST), ("2", SECOND)):
        shape = shapes.get(kind, ObjectOf({}))
        for key in {**shape.keys, **shape.optional}:
            mark = f"{number}{'?' if key in shape.optional else ''}"
            found[key] = f"{found.get(key, '')} {mark}".strip()
    return found
