"""The version of everything that is shown of a tournament."""

from dataclasses import dataclass
from typing import Self

from core.text import number_in

DIGITS = 9


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The number of the record's latest line, and the count of visible changes without a line.

    Such changes are of names, and breaks that begin or end as planned. Versions of a record sort by time.
    """

    seq: int
    unrecorded: int = 0

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parse a version, `12` or `12.3`; return None for anything else."""
        parts = text.split(".")
        if len(parts) > 2 or not all(map(_is_number, parts)):
            return None
        return cls(*map(int, parts))

    def __str__(self) -> str:
        return f"{self.seq}.{self.unrecorded}" if self.unrecorded else str(self.seq)


@dataclass(frozen=True, slots=True)
class RecordVersion:
    """The version of a record, and whether the public may read it.

    `ledger` is a primary key. `hash` is that of the record's latest line; it differs in a record that was
    restored from a backup.
    """

    ledger: int
    version: Version
    hash: str
    is_public: bool


def _is_number(text: str) -> bool:
    """Return whether the text is a number of at most nine ASCII digits."""
    return number_in(text, DIGITS) is not None
