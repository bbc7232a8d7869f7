"""Servers of others that this process leaves alone for a moment, after one of them could not be reached."""

import time
from dataclasses import dataclass
from typing import Final

REST: Final = 30.0  # seconds
MAIL_SERVER: Final = ""
LONGEST: Final = 1_000


@dataclass(slots=True)
class Rests:
    """The servers of which this process has just learned that they cannot be reached."""

    until: dict[str, float]

    def is_resting(self, server: str) -> bool:
        """Return whether nothing is sent there for the moment."""
        return self.until.get(server, 0.0) > time.monotonic()

    def begin(self, server: str) -> None:
        """Send nothing there for half a minute, so that one slow server delays no other work."""
        if len(self.until) > LONGEST:
            self.until.clear()
        self.until[server] = time.monotonic() + REST


rests = Rests({})
