"""Statements that the database refuses, by the guard that does: `direct.sql`, read."""

from pathlib import Path

FILE = Path(__file__).with_name("direct.sql")


def read() -> dict[str, list[str]]:
    """Return the statements under each guard."""
    found = {}
    for part in FILE.read_text(encoding="utf-8").split("\n\n")[1:]:
        label, _, statements = part.partition("\n")
        found[label.removeprefix("-- ")] = [
            sql.strip() for sql in statements.split(";\n") if sql.strip(" ;\n")
        ]
    return found


CASES = read()
