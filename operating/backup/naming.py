"""How backups are called, which one is the latest, and which may go. Pure.

Numbers order them, not times: a laptop whose clock fell back to 1970 still knows its latest one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

LAST, HOURS, DAYS = 12, 24, 30
"""So many of the latest stay, and the latest of so many hours and days that have one."""

NAME = re.compile(r"chama-(\d{6,})-(\d{8}T\d{6}Z)\.zip")
STAMP = "%Y%m%dT%H%M%SZ"
PART = ".part"
"""How a file ends that is still being written, or whose writer was killed."""


@dataclass(frozen=True, slots=True, order=True)
class NamedBackup:
    """What the name of a backup says."""

    number: int
    stamp: str

    @property
    def name(self) -> str:
        """The file's name, which every file system takes."""
        return f"chama-{self.number:06}-{self.stamp}.zip"

    @property
    def hour(self) -> str:
        """Which hour it belongs to."""
        return self.stamp[:11]

    @property
    def day(self) -> str:
        """Which day, in UTC."""
        return self.stamp[:8]


def named(name: str) -> NamedBackup | None:
    """The backup of this file name; None of any other file."""
    found = NAME.fullmatch(name)
    return NamedBackup(int(found[1]), found[2]) if found else None


def following(existing: Iterable[NamedBackup], now: datetime) -> NamedBackup:
    """The next backup's name; `now` in UTC."""
    latest = max((one.number for one in existing), default=0)
    return NamedBackup(latest + 1, now.strftime(STAMP))


def superfluous(existing: Iterable[NamedBackup]) -> list[NamedBackup]:
    """Those that the rule does not keep."""
    newest_first = sorted(existing, reverse=True)
    hours: dict[str, NamedBackup] = {}
    days: dict[str, NamedBackup] = {}
    for one in newest_first:
        hours.setdefault(one.hour, one)
        days.setdefault(one.day, one)
    kept = {*newest_first[:LAST], *list(hours.values())[:HOURS], *list(days.values())[:DAYS]}
    return [one for one in newest_first if one not in kept]
