"""`manage.py erasures FOLDER`: save the list of erased players; `--apply` erases them again (F84)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from core.commands import DatabaseCommand
from operating.backup import erasures


class Command(DatabaseCommand):
    """For the full mode, whose backups PostgreSQL makes; a laptop's backups include the list."""

    help = f"Add the people forgotten here to the folder's {erasures.NAME}; with --apply, forget those in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the folder and `--apply`."""
        parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder with the backups")
        parser.add_argument("--apply", action="store_true", help="after a restore")

    def handle(self, *args: object, **options: Any) -> None:
        """Complete the folder's list, or with `--apply` erase those on it; print how many there are.

        Raise `CommandError` for a missing folder, an invalid list, and with `--apply` for a missing one.
        """
        folder: Path = options["folder"]
        try:
            codes = _read_or_extend(folder, apply=options["apply"])
        except erasures.InvalidErasureList as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{folder}: {error.strerror}") from None
        forgotten = f", {erasures.erase_again(codes)} forgotten again" if options["apply"] else ""
        self.stdout.write(f"{len(codes)} on the list{forgotten}")


def _read_or_extend(folder: Path, *, apply: bool) -> set[str]:
    """Return the codes of the folder's list; without `apply`, add those of this database to it first.

    Raise `InvalidErasureList`, also for a folder that does not exist, and `OSError`.
    """
    if not folder.is_dir():
        raise erasures.InvalidErasureList(f"{folder} is not a folder. Name the one with the backups.")
    return erasures.read_codes(folder / erasures.NAME) if apply else erasures.add_erased_here(folder)
