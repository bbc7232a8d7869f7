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
        """Write or apply the list."""
        folder: Path = options["folder"]
        try:
            codes = _listed(folder, apply=options["apply"])
        except erasures.NoList as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{folder}: {error.strerror}") from None
        forgotten = f", {erasures.apply(codes)} forgotten again" if options["apply"] else ""
        self.stdout.write(f"{len(codes)} on the list{forgotten}")


def _listed(folder: Path, *, apply: bool) -> set[str]:
    if not folder.is_dir():
        raise erasures.NoList(f"{folder} is not a folder. Name the one with the backups.")
    return erasures.read(folder / erasures.NAME) if apply else erasures.note(folder)
