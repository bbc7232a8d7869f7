"""Backups every few minutes while the block runs, and a journal of the changes between them."""

import logging
import threading
from datetime import timedelta
from pathlib import Path
from types import TracebackType

from django.utils import timezone

from operating.backup.erasures import InvalidErasureList
from operating.backup.journal import Journal
from operating.backup.make import NoBackup, make_backup
from operating.backup.state import AWAY, OTHER, reason_of, state
from operating.pack import PackWriter

log = logging.getLogger(__name__)


class PeriodicBackups:
    """Makes backups in a thread while the block runs, with a journal between them and offline packs.

    Staff see a failure, and the next attempt comes within a minute.
    """

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

    def run_once(self) -> bool:
        """Make a backup now; return False if it failed, which the staff then see."""
        now = timezone.now()
        try:
            if not self.folder.is_dir():  # never created here: it may be the mount point of an unplugged disk
                raise FileNotFoundError(None, "it is not there")
            make_backup(self.database, self.folder, now=now, journal=self.journal)
        except OSError as error:
            return self._note_failure(reason_of(error, self.folder), error.strerror or str(error))
        except (NoBackup, InvalidErasureList) as error:
            return self._note_failure(OTHER, str(error))
        except Exception as error:
            log.exception("a backup failed")
            return self._note_failure(OTHER, repr(error))
        if state.failed:
            log.warning("backups into %s work again", self.folder)
        state.note_success(now)
        return True

    def _note_failure(self, reason: str, said: str) -> bool:
        """Store the failure for the staff, log each new reason once, and return False."""
        if state.failed is None or state.failed.reason != reason:
            said_where = "" if reason == AWAY else f" ({said})"
            log.warning("could not make a backup in %s: %s%s", self.folder, reason, said_where)
        state.note_failure(reason, said)
        return False

    def _run(self) -> None:
        """Make a backup and due packs at each interval, sooner after a failure, until the end."""
        seconds = self.every.total_seconds()
        while not self._over.is_set():
            self._wake.clear()
            is_made = self.run_once()
            self._write_packs()
            self._wake.wait(seconds if is_made else min(seconds, 60.0))

    def _write_packs(self) -> None:
        """Write the offline packs that are due; nothing about them stops the backups."""
        try:
            self.packs.write_due()
        except Exception:  # a pack that fails must not stop the backups; it is retried at the next one
            log.exception("an offline pack failed")
