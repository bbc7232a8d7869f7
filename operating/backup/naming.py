"""File names of backups: which one is the latest, and which ones may be deleted.

Numbers order them, not times: a laptop whose clock fell back to 1970 still knows its latest one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

LAST, HOURS, DAYS = 12, 24, 30
"""How many of the latest backups stay, and of how many hours and days the latest one stays."""

NAME = re.compile(r"chama-(\d{6,})-(\d{8}T\d{6}Z)\.zip")
JOURNAL = ".journal"
"""Suffix of a journal, the file with the changes after a backup; its stem is the backup's."""
STAMP = "%Y%m%dT%H%M%SZ"
PART = ".part"
"""Suffix of a file that is still being written, or whose writer was killed."""


@dataclass(frozen=True, slots=True, order=True)
class NamedBackup:
    """The number and time (`STAMP`, UTC) in a backup's file name; the highest number is the latest."""

    number: int
    stamp: str

    @property
    def name(self) -> str:
        """Return the file name, valid on every file system."""
        return f"chama-{self.number:06}-{self.stamp}.zip"

    @property
    def journal(self) -> str:
        """Return the file name of the backup's journal."""
        return f"{self.name.removesuffix('.zip')}{JOURNAL}"

    @property
    def hour(self) -> str:
        """Return the hour of the backup in UTC, such as `20261130T14`."""
        return self.stamp[:11]

    @property
    def day(self) -> str:
        """Return the day of the backup in UTC, such as `20261130`."""
        return self.stamp[:8]


def parse_name(name: str) -> NamedBackup | None:
    """Parse a backup's file name; return None for any other file."""
    found = NAME.fullmatch(name)
    return NamedBackup(int(found[1]), found[2]) if found else None


def backups_in(folder: Path) -> list[NamedBackup]:
    """Return the backups in a folder, by number. Raise `OSError`."""
    return sorted(one for path in folder.iterdir() if (one := parse_name(path.name)))


def journals_in(folder: Path) -> list[NamedBackup]:
    """Return the backups that have a journal in this folder, by number. Raise `OSError`."""
    return sorted(one for path in folder.glob(f"*{JOURNAL}") if (one := parse_name(f"{path.stem}.zip")))


def latest_in(folder: Path) -> Path | None:
    """Return the path of the backup with the highest number; None if there is none. Raise `OSError`."""
    found = backups_in(folder)
    return folder / found[-1].name if found else None


def next_name(existing: Iterable[NamedBackup], now: datetime) -> NamedBackup:
    """Return the next backup's number and time; `now` is in UTC.

    `existing` are the backups and journals in its folder: a journal without its backup counts too, since only
    the journals of the highest numbers stay.
    """
    latest = max((one.number for one in existing), default=0)
    return NamedBackup(latest + 1, now.strftime(STAMP))


def deletable_backups(existing: Iterable[NamedBackup]) -> list[NamedBackup]:
    """Return the backups that may be deleted, newest first.

    The latest 12 stay, and the latest one of each of 24 hours and of 30 days.
    """
    newest_first = sorted(existing, reverse=True)
    hours: dict[str, NamedBackup] = {}
    days: dict[str, NamedBackup] = {}
    for one in newest_first:
        hours.setdefault(one.hour, one)
        days.setdefault(one.day, one)
    kept = {*newest_first[:LAST], *list(hours.values())[:HOURS], *list(days.values())[:DAYS]}
    return [one for one in newest_first if one not in kept]
