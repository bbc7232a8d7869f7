"""How the backups of this process stand, for the staff's pages; nothing is said where none were asked for."""

import errno
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

MISSED = 3  # intervals
AWAY, FULL, OTHER, OLD = "away", "full", "other", "old"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong: `reason` is one of the four words above, `since` the moment of the last good backup."""

    reason: str
    folder: Path
    since: datetime | None
    said: str = ""


@dataclass
class Progress:
    """Of one process, which makes all of them; `folder` is None where none are made."""

    folder: Path | None = None
    every: timedelta = timedelta(minutes=5)
    began: datetime | None = None
    good: datetime | None = None
    failed: tuple[str, str] | None = None

    def begin(self, folder: Path, every: timedelta, now: datetime) -> None:
        """From now on they are expected."""
        self.folder, self.every, self.began, self.good, self.failed = folder, every, now, None, None

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
        if self.failed is not None:
            return Trouble(self.failed[0], self.folder, self.good, self.failed[1])
        late = now - (self.good or self.began) > MISSED * self.every
        return Trouble(OLD, self.folder, self.good) if late else None


state = Progress()


def reason_of(error: OSError, folder: Path) -> str:
    """Why a file could not be written there."""
    if error.errno in NO_ROOM:
        return FULL
    return OTHER if folder.is_dir() else AWAY
