"""An independent checker of records of all four games: standard library only, written from the rules.

`check(path, head=None)` reads a file and returns what is wrong with it; `Unreadable` where it is no record.

Reads: the format's description and the rulebooks, as the house decided where they are silent.
Never reads: the engine, its database, its other checker.
"""

from pathlib import Path

from endorsement.check.findings import Finding, Head, Unreadable
from endorsement.check.lines import read
from endorsement.check.replay import replay

__all__ = ["Finding", "Head", "Unreadable", "check", "check_bytes"]


def check(path: Path, head: Head | None = None) -> list[Finding]:
    """Every discrepancy of a record file, by line; `head` is the number and hash known from outside."""
    try:
        return check_bytes(path.read_bytes(), head)
    except OSError as problem:
        raise Unreadable(str(problem)) from problem


def check_bytes(content: bytes, head: Head | None = None) -> list[Finding]:
    """The same for a record in memory."""
    lines, findings = read(content, head)
    return sorted([*findings, *replay(lines)])
