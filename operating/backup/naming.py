"""How backups are called, which one is the latest, and which may go.

Numbers order them, not times: a laptop whose clock fell back to 1970 still knows its latest one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

LAST, HOURS, DAYS = 12, 24, 30
"""So many of the latest stay, and the latest of so many hours and days that have one."""

NAME = re.compile(r"chama-(\d{6,})-(\d{8}T\d{6}Z)\.zip")
JOURNAL = ".journal"
"""How the file ends that holds what changed after a backup; its stem is the backup's."""
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
    def journal(self) -> str:
        """The name of its journal."""
        return f"{self.name.removesuffix('.zip')}{JOURNAL}"

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


def backups_in(folder: Path) -> list[NamedBackup]:
    """Return the backups in a folder, by number. `OSError`."""
    return sorted(one for path in folder.iterdir() if (one := named(path.name)))


def journals_in(folder: Path) -> list[NamedBackup]:
    """Return the backups that have a journal in this folder, by number. `OSError`."""
    return sorted(one for path in folder.glob(f"*{JOURNAL}") if (one := named(f"{path.stem}.zip")))


def latest_in(folder: Path) -> Path | None:
    """Return the backup with the highest number. `OSError`."""
    found = backups_in(folder)
    return folder / found[-1].name if found else None


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
