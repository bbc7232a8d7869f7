"""Statements that the database refuses, by the guard that does: `direct.sql`, read."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("direct.sql")
FIRST = "-- first"


class Case(NamedTuple):
    """What is refused, and what has to be there before."""

    sql: str
    first: str = ""


def read() -> Mapping[str, list[Case]]:
    """The cases of each guard."""
    found: dict[str, list[Case]] = {}
    for part in FILE.read_text(encoding="utf-8").split("\n\n")[1:]:
        name, _, statements = part.partition("\n")
        found[name.removeprefix("-- ")] = list(_cases(statements))
    return found


def _cases(statements: str) -> Iterator[Case]:
    first = ""
    for statement in filter(str.strip, statements.split(";\n")):
        sql = statement.strip().removesuffix(";")
        if sql.startswith(FIRST):
            first = sql.removeprefix(FIRST)
        else:
            yield Case(sql, first)
            first = ""


CASES = read()
