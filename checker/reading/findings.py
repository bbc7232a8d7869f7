"""What the checker returns: discrepancies, and an error for files that are no records."""

from typing import NamedTuple

LONGEST = 300
"""Signs of a finding that are shown."""
MOST_FINDINGS = 10_000
"""How many discrepancies of the lines are found; each of many lines may contradict each before it."""


class Finding(NamedTuple):
    """A discrepancy: the line it stands in, the rule it breaks, what is wrong."""

    seq: int
    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.seq}\t{self.rule}\t{''.join(map(_visible, self.what[:LONGEST]))}"


def _visible(sign: str) -> str:
    """Return a sign as it is, or its escape if it cannot be printed, so that no finding breaks its line."""
    return sign if sign.isprintable() else f"\\u{ord(sign):04x}"


class Head(NamedTuple):
    """The number and SHA-256 of a record's last line, as known from outside the file."""

    seq: int
    sha256: str

    @classmethod
    def parse(cls, text: str) -> "Head":
        """Parse `SEQ:SHA256`, or raise ValueError."""
        seq, _, sha256 = text.partition(":")
        if len(sha256) != 64:
            raise ValueError(f"no head: {text}")
        return cls(int(seq), sha256)


class Unreadable(Exception):
    """The input is no record at all: there are no lines to check."""
