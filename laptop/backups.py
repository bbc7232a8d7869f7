"""The backup options of `serve`: folder, interval, and a backup to restore first."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from pathlib import Path

from django.core.management.base import CommandError
from django.db import connection

from core.terminal import spoken
from operating.backup.periodic import PeriodicBackups
from operating.backup.restore import NotRestored, restore, restore_report

MINUTES = 5.0
SHORTEST, LONGEST = 0.01, 24 * 60.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options; environment variables give the defaults."""
    where = "keep backups in this folder, such as one on a stick"
    parser.add_argument("--backup-to", metavar="FOLDER", default=os.environ.get("BACKUP_DIR"), help=where)
    often = f"how often, {MINUTES:g} by default"
    minutes = os.environ.get("BACKUP_MINUTES", str(MINUTES))
    parser.add_argument("--backup-minutes", metavar="N", type=_parse_minutes, default=minutes, help=often)
    back = "first bring back this backup, or the latest of a folder with what changed after it"
    parser.add_argument("--restore", type=Path, metavar="FILE", help=back)
    parser.add_argument("--replace", action="store_true", help="with --restore: replace other data")


def _parse_minutes(text: str) -> float:
    """Return the interval in minutes. Raise `ArgumentTypeError` unless it is between 0.01 and a day."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not SHORTEST <= minutes <= LONGEST:
        sentence = "{text} is not a number of minutes up to {most}"
        raise ArgumentTypeError(spoken(sentence, text=repr(text), most=f"{LONGEST:g}"))
    return minutes


def restore_backup(source: Path, *, replace: bool) -> str:
    """Replace the data by a backup and return the report. Raise `CommandError` if nothing was replaced.

    Without `replace` a folder that has data is refused; with it they are moved aside.
    """
    try:
        return restore_report(restore(source, replace=replace))
    except NotRestored as error:
        raise CommandError(str(error)) from None


def create_backup_folder(given: str | None) -> Path | None:
    """Return the backup folder that the option names; create it if it is missing and its parent exists.

    None if no backups are wanted. Raise `CommandError` on PostgreSQL or if it cannot be created.
    """
    if not given:
        return None
    folder = Path(given).expanduser().resolve()
    if connection.vendor != "sqlite":
        raise CommandError(spoken("On PostgreSQL use pg_dump: docs/operating/backup.md says how."))
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        sentence = (
            "No backups can be stored in {folder} ({reason}). Plug in the USB stick, or name another folder."
        )
        raise CommandError(spoken(sentence, folder=folder, reason=error.strerror)) from None
    return folder


def periodic_backups(minutes: float, folder: Path | None) -> AbstractContextManager[object]:
    """Return a context in which backups are made every so many minutes, if there is a folder for them."""
    if folder is None:
        return nullcontext()
    return PeriodicBackups(Path(connection.settings_dict["NAME"]), folder, timedelta(minutes=minutes))


def is_on_same_disk(folder: Path, data: Path) -> bool:
    """Return whether both folders are on one disk; False if one is missing."""
    try:
        return folder.stat().st_dev == data.stat().st_dev
    except OSError:
        return False
