"""Write every change to the backup disk within a second, beside the latest backup (ADR 0050).

A thread compares the database with its last copy and appends the pages that differ. It reads like any reader
of a WAL database and is the only one that waits for the disk, so no result waits.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from django.utils import timezone

from operating.backup import erasures
from operating.backup.journal_file import JournalFile, JournalGone
from operating.backup.naming import NamedBackup, backups_in, journals_in
from operating.backup.snapshot import Snapshot, connect, data_version, take_snapshot
from operating.backup.state import OTHER, reason_of, state

log = logging.getLogger(__name__)
SECONDS = 0.5  # between two checks of the database
END_SECONDS = 2.0  # at most, for the remaining changes at the end
KEPT = 2  # journals: that of the latest backup, and the one before in case the latest is damaged


class Journal:
    """Append changes in a thread from `start` to `stop`; there are none before `continue_from`.

    `request_backup` is called if the journal needs a new backup to build on.
    """

    def __init__(self, database: Path, folder: Path, request_backup: Callable[[], None]) -> None:
        self.folder, self._request_backup = folder, request_backup
        self._connection = connect(database)
        self._lock = threading.Lock()
        self._file: JournalFile | None = None
        self._number = self._version = 0
        self._erased = self._listed = frozenset[str]()  # erased players; those of them on the folder's list
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        state.journal.begin(timezone.now())
        self._thread.start()

    def stop(self) -> None:
        """Have the thread write the remaining changes and end; wait for it at most two seconds."""
        self._over.set()
        self._thread.join(END_SECONDS)
        state.journal.end()

    @contextmanager
    def continue_from(self, backup: NamedBackup, base: Snapshot) -> Iterator[None]:
        """Begin a journal for a new backup; in the block the caller renames the backup. Raise `OSError`.

        So at every moment the folder's latest backup has the current journal. If the block raises, the former
        journal goes on; at its end all but the latest two journals are deleted.
        """
        path = self.folder / backup.journal
        with self._lock:
            try:
                now, version = timezone.now(), data_version(self._connection)
                file = JournalFile(path, base)
                self._append(file, now)
                yield
            except BaseException:
                with suppress(OSError):
                    path.unlink(missing_ok=True)
                raise
            self._file, self._number, self._version = file, backup.number, version
            self._listed = frozenset()
        self._note_success(now)
        for old in journals_in(self.folder)[:-KEPT]:
            (self.folder / old.journal).unlink(missing_ok=True)

    def run_once(self) -> None:
        """Write what changed since the last call to the journal; do nothing before `continue_from`.

        Staff see a failure, and the next call tries again. If the journal is gone, request a backup.
        """
        now = timezone.now()
        try:
            with self._lock:
                if self._file is None:
                    return
                self._write_changes(self._file, now)
                self._list_erased()
        except JournalGone:
            self._file = None
            self._request_backup()
        except OSError as error:
            self._note_failure(reason_of(error, self.folder), error.strerror or str(error))
        except erasures.InvalidErasureList as error:
            self._note_failure(OTHER, str(error))
        except Exception as error:
            log.exception("writing to the journal failed")
            self._note_failure(OTHER, repr(error))
        else:
            self._note_success(now)

    def _write_changes(self, file: JournalFile, now: datetime) -> None:
        """Append the changes if there are any; request a backup if this journal's is not the latest one.

        Then a restore of the folder would miss the changes: a manual backup has no journal, and the backup of
        this journal may have been deleted.
        """
        version = data_version(self._connection)
        if version == self._version:
            file.require_file()
            return
        self._append(file, now)
        self._version = version
        newest = max((one.number for one in backups_in(self.folder)), default=0)
        if newest != self._number:
            self._number = newest
            self._request_backup()

    def _append(self, file: JournalFile, now: datetime) -> None:
        """Append the pages that changed to the file; store in `_erased` who is erased by now."""
        snapshot = take_snapshot(self._connection)
        self._erased = snapshot.erased
        file.append(snapshot, now)

    def _list_erased(self) -> None:
        """Add players erased since the backup to the folder's list, if they are not on it yet (F84).

        Without its journal a restore would bring them back.
        """
        if not self._erased <= self._listed:
            self._listed = frozenset(erasures.add_codes(self.folder, self._erased))

    def _note_success(self, now: datetime) -> None:
        """Store for the staff that changes are written; after a failure log it and request a backup."""
        if state.journal.failed:
            log.warning("changes are written to %s again", self.folder)
            self._request_backup()
        state.journal.note_success(now)

    def _note_failure(self, reason: str, said: str) -> None:
        """Store for the staff why changes are not written, and log each new reason once."""
        if state.journal.failed is None or state.journal.failed.reason != reason:
            log.warning("changes cannot be written to %s: %s (%s)", self.folder, reason, said)
        state.journal.note_failure(reason, said)

    def _run(self) -> None:
        """Write changes every half second until `stop`, and once more at the end."""
        with closing(self._connection):
            while not self._over.wait(SECONDS):
                self.run_once()
            self.run_once()
