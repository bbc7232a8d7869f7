"""Extract a list from files of other kinds: HTML tables named .xls, and vCards. Pure."""

import quopri
import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape

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
        return write_table([["nome"], *([name] for name in _full_names(text))])
    return text


def write_table(rows: Iterable[Sequence[str]]) -> str:
    """Return the rows as tab-separated lines; cells have no tab or line break, and are quoted if needed."""
    return "".join("\t".join(map(_written, row)) + "\n" for row in rows)


def _written(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if '"' in cell else cell


def _longest_table(text: str) -> list[list[str]]:
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
    return [[_plain(cell) for cell in row] for row in max(tables, key=len) if row]


def _plain(cell: str) -> str:
    return " ".join(unescape(cell).split())


def _full_names(text: str) -> Iterator[str]:
    """Yield the names of the cards, in any encoding of version 2.1 or 3."""
    unfolded = text.replace("=\n", "") if "QUOTED-PRINTABLE" in text.upper() else text
    unfolded = unfolded.replace("\n ", "").replace("\n\t", "")
    for line in unfolded.split("\n"):
        head, colon, value = line.partition(":")
        kind = head.split(";")[0].rpartition(".")[2].upper()
        if kind == "FN" and colon:
            yield _value(head, value)


def _value(head: str, value: str) -> str:
    if "QUOTED-PRINTABLE" in head.upper():
        value = quopri.decodestring(value.encode("ascii", "ignore")).decode("utf-8", "replace")
    return " ".join(re.sub(r"\\([,;\\])", r"\1", value).split())
