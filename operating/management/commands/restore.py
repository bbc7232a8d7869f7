"""`manage.py restore FILE`: restore a backup after all of it was verified. No server may run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from core.commands import NO_CHECKS
from core.secure_files import TakenByAnother, file_lock, secure_folder
from operating.backup.erasures import InvalidErasureList, read_codes
from operating.backup.restore import NotRestored, restore, restore_report


class Command(BaseCommand):
    """Unpacks and verifies the backup, checks every record, repeats erasures, then replaces the data."""

    requires_system_checks = NO_CHECKS
    help = "Restore a laptop's backup: a file, or the latest one in a folder with all later changes."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, `--replace` and `--erasures`."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a backup, or a folder of them")
        parser.add_argument("--replace", action="store_true", help="replace the present data")
        erasures = "one more list of who was forgotten, besides that beside the backup"
        parser.add_argument("--erasures", type=Path, metavar="FILE", help=erasures)

    def handle(self, *args: object, **options: Any) -> None:
        """Restore, or fail with one sentence."""
        if connection.vendor != "sqlite":
            raise CommandError("On PostgreSQL use pg_restore: docs/operating/backup.md says how.")
        data_dir = secure_folder(settings.DATA_DIR)
        try:
            erased = read_codes(options["erasures"]) if options["erasures"] else set()
            with file_lock(data_dir / "serving.lock"):
                done = restore(options["file"], replace=options["replace"], erased=erased)
        except TakenByAnother:
            raise CommandError(f"Chama runs with {data_dir}. End it first (Ctrl-C), then restore.") from None
        except (NotRestored, InvalidErasureList) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(restore_report(done))
