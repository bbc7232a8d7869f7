"""How the backups of this process stand, for the staff's pages; nothing is said where none were asked for."""

import errno
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

MISSED = 3  # intervals
LATE = timedelta(seconds=10)
"""Changes that are older than this and not on the stick are shown to the staff."""
AWAY, FULL, OTHER, OLD, SLOW = "away", "full", "other", "old", "slow"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong: `reason` is one of the words above; `since` the last moment that is on the stick."""

    reason: str
    folder: Path
    since: datetime | None
    said: str = ""


@dataclass
class JournalProgress:
    """Up to which moment every change is on the stick; None before a journal runs."""

    synced: datetime | None = None
    failed: tuple[str, str] | None = None

    def begin(self, now: datetime) -> None:
        """Expect changes to be written from now on."""
        self.synced, self.failed = now, None

    def end(self) -> None:
        """Expect none any more."""
        self.synced = self.failed = None

    def succeeded(self, now: datetime) -> None:
        """Everything that was committed by `now` is written."""
        self.synced, self.failed = self.synced and now, None

    def fail(self, reason: str, said: str) -> None:
        """Something could not be written."""
        self.failed = reason, said

    def reason(self, now: datetime) -> tuple[str, str] | None:
        """Return why changes are missing on the stick, and what the system said; None if none are."""
        if self.failed is not None:
            return self.failed
        late = self.synced is not None and now - self.synced > LATE
        return (SLOW, "") if late else None


@dataclass
class Progress:
    """Of one process, which makes all of them; `folder` is None where none are made."""

    folder: Path | None = None
    every: timedelta = timedelta(minutes=5)
    began: datetime | None = None
    good: datetime | None = None
    failed: tuple[str, str] | None = None
    journal: JournalProgress = field(default_factory=JournalProgress)

    def begin(self, folder: Path, every: timedelta, now: datetime) -> None:
        """From now on they are expected."""
        self.folder, self.every, self.began, self.good, self.failed = folder, every, now, None, None
        self.journal = JournalProgress()

    def end(self) -> None:
        """None are expected any more."""
        self.folder = None

    def succeeded(self, now: datetime) -> None:
        """One was made."""
        self.good, self.failed = now, None

    def fail(self, reason: str, said: str) -> None:
        """One was not made."""
        self.failed = reason, said

    def trouble(self, now: datetime) -> Trouble | None:
        """What the staff has to know; None where all is well."""
        if self.folder is None or self.began is None:
            return None
        saved = self.good and max(self.good, self.journal.synced or self.good)
        if failed := self.failed or (self.good and self.journal.reason(now)):
            return Trouble(failed[0], self.folder, saved, failed[1])
        late = now - (self.good or self.began) > MISSED * self.every
        return Trouble(OLD, self.folder, saved) if late else None


state = Progress()


def reason_of(error: OSError, folder: Path) -> str:
    """Why a file could not be written there."""
    if error.errno in NO_ROOM:
        return FULL
    return OTHER if folder.is_dir() else AWAY
