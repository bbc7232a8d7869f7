"""A reserve file on the laptop's disk: deleted when the disk is full, so that a day can end; created again
later.

A result takes a few kilobytes: the reserve is enough for a whole day.
"""

import os
import shutil
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from core.secure_files import replace_file

RESERVE = 8_000_000  # bytes
TOO_FEW, PLENTY = 2_000_000, 5 * RESERVE
LOOK_SECONDS = 2


class DiskReserve:
    """Watches the free space of a folder's disk while the block runs, and adjusts the reserve file there."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "reserve"
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="reserve", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()

    def adjust_reserve(self) -> None:
        """Delete the reserve if less than 2 MB are free; create it if over 40 MB are. Raise `OSError`."""
        free = shutil.disk_usage(self.path.parent).free
        if free < TOO_FEW:
            self.path.unlink(missing_ok=True)
        elif free > PLENTY and not self.path.exists():
            replace_file(self.path, os.urandom(RESERVE))

    def _watch(self) -> None:
        """Adjust the reserve every two seconds until the end; a failure is retried."""
        while not self._over.wait(LOOK_SECONDS):
            with suppress(OSError):
                self.adjust_reserve()
