"""What the checker says: discrepancies, one line each, safe to print whatever the file holds."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Line `seq` of the record breaks `rule` (a machine code); `what` says it for people, in one line."""

    seq: int
    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.seq}, {self.rule}, {''.join(map(_plain, self.what))}"


Findings = Iterator[Discrepancy]


def _plain(sign: str) -> str:
    """A visible ASCII sign, or its escape: nothing in a file may break out of its line."""
    return sign if " " <= sign <= "~" else f"\\u{ord(sign):04x}"


def shown(value: object) -> str:
    """A value from the file on one line: escaped, ASCII only, cut after 60 signs, never walked into."""
    if isinstance(value, list | dict | tuple | set | frozenset):
        return f"{type(value).__name__} of {len(value)}"
    text = json.dumps(value) if isinstance(value, str | int | float | None) else ascii(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def listed(values: Iterable[object]) -> str:
    """A few values on one line, cut after 60 signs."""
    text = " ".join(shown(value) for value in islice(values, 20)) or "nothing"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
