"""The state of this process's backups, for the staff's pages; empty if no backups are wanted."""

import errno
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

MISSED = 3  # intervals
LATE = timedelta(seconds=10)
"""Staff see changes that are older than this and not yet on the backup disk."""
AWAY, FULL, OTHER, OLD, SLOW = "away", "full", "other", "old", "slow"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem of the backups: `reason` is one of the words above, `since` the last time that is saved."""

    reason: str
    folder: Path
    since: datetime | None
    said: str = ""


@dataclass
class JournalProgress:
    """Until when every change is on the backup disk; None without a journal."""

    synced: datetime | None = None
    failed: tuple[str, str] | None = None

    def begin(self, now: datetime) -> None:
        """Expect changes to be written from now on."""
        self.synced, self.failed = now, None

    def end(self) -> None:
        """Expect no more changes to be written."""
        self.synced = self.failed = None

    def succeeded(self, now: datetime) -> None:
        """Note that all changes committed by `now` are written."""
        self.synced, self.failed = self.synced and now, None

    def fail(self, reason: str, said: str) -> None:
        """Note that a write failed."""
        self.failed = reason, said

    def reason(self, now: datetime) -> tuple[str, str] | None:
        """Return why changes are missing on the disk, and the system's message; None if none are missing."""
        if self.failed is not None:
            return self.failed
        late = self.synced is not None and now - self.synced > LATE
        return (SLOW, "") if late else None


@dataclass
class Progress:
    """The backups of this process; `folder` is None if it makes none."""

    folder: Path | None = None
    every: timedelta = timedelta(minutes=5)
    began: datetime | None = None
    good: datetime | None = None
    failed: tuple[str, str] | None = None
    journal: JournalProgress = field(default_factory=JournalProgress)

    def begin(self, folder: Path, every: timedelta, now: datetime) -> None:
        """Expect backups from now on."""
        self.folder, self.every, self.began, self.good, self.failed = folder, every, now, None, None
        self.journal = JournalProgress()

    def end(self) -> None:
        """Expect no more backups."""
        self.folder = None

    def succeeded(self, now: datetime) -> None:
        """Note a successful backup."""
        self.good, self.failed = now, None

    def fail(self, reason: str, said: str) -> None:
        """Note a failed backup."""
        self.failed = reason, said

    def trouble(self, now: datetime) -> Trouble | None:
        """Return the problem to show to the staff; None if all is well."""
        if self.folder is None or self.began is None:
            return None
        saved = self.good and max(self.good, self.journal.synced or self.good)
        if failed := self.failed or (self.good and self.journal.reason(now)):
            return Trouble(failed[0], self.folder, saved, failed[1])
        late = now - (self.good or self.began) > MISSED * self.every
        return Trouble(OLD, self.folder, saved) if late else None


state = Progress()


def reason_of(error: OSError, folder: Path) -> str:
    """Return why a file could not be written into the folder: `FULL`, `AWAY` or `OTHER`."""
    if error.errno in NO_ROOM:
        return FULL
    return OTHER if folder.is_dir() else AWAY
