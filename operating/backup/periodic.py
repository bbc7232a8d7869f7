"""Backups every few minutes while the block runs, and a journal of the changes between them."""

import logging
import threading
from datetime import timedelta
from pathlib import Path
from types import TracebackType

from django.utils import timezone

from operating.backup.erasures import NoList
from operating.backup.journal import Journal
from operating.backup.make import NoBackup, make
from operating.backup.state import AWAY, OTHER, reason_of, state
from operating.pack import PackWriter

log = logging.getLogger(__name__)


class Periodic:
    """Makes backups in a thread; staff see a failure, and the next attempt comes sooner."""

    def __init__(self, database: Path, folder: Path, every: timedelta) -> None:
        self.database, self.folder, self.every = database, folder, every
        self._over, self._wake = threading.Event(), threading.Event()
        self.journal = Journal(database, folder, self._wake.set)
        self.packs = PackWriter(folder)
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    def __enter__(self) -> None:
        state.begin(self.folder, self.every, timezone.now())
        self.journal.start()
        self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._wake.set()
        self.journal.stop()
        state.end()

    def look(self) -> bool:
        """Make a backup now; return False if it failed."""
        now = timezone.now()
        try:
            if not self.folder.is_dir():  # never created here: it may be the mount point of an unplugged disk
                raise FileNotFoundError(None, "it is not there")
            make(self.database, self.folder, now=now, journal=self.journal)
        except OSError as error:
            return self._failed(reason_of(error, self.folder), error.strerror or str(error))
        except (NoBackup, NoList) as error:
            return self._failed(OTHER, str(error))
        except Exception as error:
            log.exception("a backup failed")
            return self._failed(OTHER, repr(error))
        if state.failed:
            log.warning("backups into %s work again", self.folder)
        state.succeeded(now)
        return True

    def _failed(self, reason: str, said: str) -> bool:
        if state.failed is None or state.failed[0] != reason:
            said_where = "" if reason == AWAY else f" ({said})"
            log.warning("could not make a backup in %s: %s%s", self.folder, reason, said_where)
        state.fail(reason, said)
        return False

    def _run(self) -> None:
        seconds = self.every.total_seconds()
        while not self._over.is_set():
            self._wake.clear()
            is_made = self.look()
            self._write_packs()
            self._wake.wait(seconds if is_made else min(seconds, 60.0))

    def _write_packs(self) -> None:
        """Write the offline packs that are due; nothing about them stops the backups."""
        try:
            self.packs.write_due()
        except Exception:  # a pack that fails must not stop the backups; it is retried at the next one
            log.exception("an offline pack failed")
