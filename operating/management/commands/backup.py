"""`manage.py backup FOLDER`: make a complete backup of a laptop's data, also while it is in use."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from core.commands import DatabaseCommand
from core.terminal import spoken
from operating.backup.erasures import InvalidErasureList
from operating.backup.make import NoBackup, make_backup


class Command(DatabaseCommand):
    """Writes one backup file, and deletes superfluous older ones."""

    help = "Back up this laptop's data into a folder, even while it is in use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the folder argument."""
        parser.add_argument(
            "folder", type=Path, metavar="FOLDER", help="on another disk, such as a USB stick"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Make a backup and print its path and size; create the folder if only that is missing.

        Raise `CommandError` if there is none, as on PostgreSQL.
        """
        if connection.vendor != "sqlite":
            raise CommandError(spoken("On PostgreSQL use pg_dump: docs/operating/backup.md says how."))
        folder: Path = options["folder"].resolve()
        try:
            folder.mkdir(exist_ok=True)
            path = make_backup(Path(connection.settings_dict["NAME"]), folder, now=timezone.now())
        except OSError as error:
            raise CommandError(
                f"{folder}: {error.strerror}. Choose another folder, or free some space."
            ) from None
        except (NoBackup, InvalidErasureList) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{path} ({path.stat().st_size // 1000} kB)")
