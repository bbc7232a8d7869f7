"""The state of this process's backups, for the staff's pages; empty if no backups are wanted."""

import errno
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

MISSED = 3  # intervals
LATE = timedelta(seconds=10)
"""Staff see changes that are older than this and not yet on the backup disk."""
AWAY, FULL, OTHER, OLD, SLOW = "away", "full", "other", "old", "slow"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem of the backups: `reason` is `AWAY`, `FULL`, `OTHER`, `OLD` or `SLOW`; `said`: its message.

    `since`: until when everything is saved; None if nothing is.
    """

    reason: str
    folder: Path
    since: datetime | None
    said: str = ""


class BackupFailure(NamedTuple):
    """Why a write failed, as in `Trouble.reason`, and the system's message, which may be empty."""

    reason: str
    said: str


@dataclass
class JournalProgress:
    """`synced`: until when every change is on the backup disk, None without a journal.

    `failed` is about the latest write, None if it succeeded.
    """

    synced: datetime | None = None
    failed: BackupFailure | None = None

    def begin(self, now: datetime) -> None:
        """Expect changes to be written from now on."""
        self.synced, self.failed = now, None

    def end(self) -> None:
        """Expect no more changes to be written."""
        self.synced = self.failed = None

    def note_success(self, now: datetime) -> None:
        """Note, in memory alone, that all changes committed by `now` are written; it ends a failure.

        Without a journal `synced` stays None.
        """
        self.synced, self.failed = self.synced and now, None

    def note_failure(self, reason: str, said: str) -> None:
        """Note, in memory alone, that the latest write failed."""
        self.failed = BackupFailure(reason, said)

    def delay_reason(self, now: datetime) -> BackupFailure | None:
        """Return why changes are missing on the disk; None if none are missing."""
        if self.failed is not None:
            return self.failed
        late = self.synced is not None and now - self.synced > LATE
        return BackupFailure(SLOW, "") if late else None


@dataclass
class BackupProgress:
    """The backups of this process; `folder` is None if it makes none.

    `last_good`: when the latest one was made. `failed` is about the latest attempt, None if it succeeded.
    """

    folder: Path | None = None
    every: timedelta = timedelta(minutes=5)
    began: datetime | None = None
    last_good: datetime | None = None
    failed: BackupFailure | None = None
    journal: JournalProgress = field(default_factory=JournalProgress)

    def begin(self, folder: Path, every: timedelta, now: datetime) -> None:
        """Expect backups from now on."""
        self.folder, self.every, self.began, self.last_good, self.failed = folder, every, now, None, None
        self.journal = JournalProgress()

    def end(self) -> None:
        """Expect no more backups."""
        self.folder = None

    def note_success(self, now: datetime) -> None:
        """Note, in memory alone, that the latest backup was made now."""
        self.last_good, self.failed = now, None

    def note_failure(self, reason: str, said: str) -> None:
        """Note, in memory alone, that the latest backup failed."""
        self.failed = BackupFailure(reason, said)

    def trouble(self, now: datetime) -> Trouble | None:
        """Return the problem to show to the staff; None if all is well or no backups are wanted."""
        if self.folder is None or self.began is None:
            return None
        saved = self.last_good and max(self.last_good, self.journal.synced or self.last_good)
        if failed := self.failed or (self.last_good and self.journal.delay_reason(now)):
            return Trouble(failed.reason, self.folder, saved, failed.said)
        late = now - (self.last_good or self.began) > MISSED * self.every
        return Trouble(OLD, self.folder, saved) if late else None


state = BackupProgress()


def reason_of(error: OSError, folder: Path) -> str:
    """Return why a file could not be written into the folder: `FULL`, `AWAY` or `OTHER`."""
    if error.errno in NO_ROOM:
        return FULL
    return OTHER if folder.is_dir() else AWAY
