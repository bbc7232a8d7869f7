"""What is there to be called about: the codes of a tournament, as the API tells them to who organizes it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from checker.games import GAMES

Known = Mapping[str, Sequence[str]]
Read = Callable[[str], Any]
"""What stands at an address under `/api/v1/`; None if it is refused."""

ALWAYS: Known = {
    "game": tuple(GAMES), "key": ("fortaleza", "niteroi"),
    "kind": ("player", "judge", *dict.fromkeys(kind for game in GAMES.values() for kind in game.kinds)),
    "role": ("judge", "coordinator"),
    "version": ("1", "2"), "year": ("2026", "2025"),
    "number": ("1", "2"), "seq": ("1", "5", "12"), "position": ("1",),
}  # fmt: skip
CODED = {"matches": "match", "entries": "entry", "waiting": "waiting", "help": "help", "penalties": "penalty"}
"""What the code in an address is of, by the part before it, which is also the address of their list."""


def read_codes(read: Read, slug: str, usernames: Sequence[str]) -> Known:
    """Read the values that mean something in this tournament, by the name of an argument or a field."""
    rows = {part: _rows(read, slug, f"{part}/") for part in CODED}
    people = sorted({*_people(rows["entries"]), *(row["person"] for row in _rows(read, slug, "staff/"))})
    labels = [row["table"] for row in _rows(read, slug, "tables/")]
    cards = [row["token"] for row in _rows(read, slug, "cards/") if row.get("token")]
    codes = {
        "slug": [slug], "username": list(usernames), "label": labels, "table": labels, "token": cards,
        **{kind: [row["code"] for row in rows[part]] for part, kind in CODED.items()},
        **dict.fromkeys(("person", "player", "judge", "leaving", "pineapples", "missing"), people),
    }  # fmt: skip
    return {**ALWAYS, **codes, "matches": codes["match"], **dict(_topics(read, slug, codes))}


def exchange_tokens(exchange: Callable[[str], Any], tokens: Sequence[str]) -> list[str]:
    """Exchange the tokens of up to three cards for passes; leave out those that are refused."""
    return [found["pass"] for token in tokens[:3] if (found := exchange(token))]


def _topics(read: Read, slug: str, codes: Known) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield for each topic that only some tournaments have the codes to use; none if this one lacks it."""
    for topic, within, code in (("kingdoms", "matches", "match"), ("decks", "entries", "entry")):
        there = any(read(f"tournaments/{slug}/{within}/{one}/{topic}/") for one in codes[code][:1])
        yield topic, codes[code] if there else ()


def _rows(read: Read, slug: str, path: str) -> list[dict[str, Any]]:
    """Return the rows of a list of the tournament, of a paged one the first page; [] if it is refused."""
    found = read(f"tournaments/{quote(slug)}/{path}")
    rows: list[dict[str, Any]] = found["results"] if isinstance(found, dict) else found or []
    return rows


def _people(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the codes of the people of these entries."""
    for entry in entries:
        yield from (person["code"] for person in entry["people"])
