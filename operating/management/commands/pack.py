"""`manage.py pack SLUG FOLDER`: the offline pack of a tournament."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from core.commands import DatabaseCommand
from core.errors import Refused, TooMany
from operating.pack import write_pack
from tournaments.models import Tournament


class Command(DatabaseCommand):
    """Write match sheets, lists, record and names of a tournament as one zip."""

    help = "Write the offline pack of a tournament into a folder: match sheets, lists, record and names."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the tournament and the folder."""
        parser.add_argument("slug", help="the last part of the tournament's address")
        parser.add_argument("folder", type=Path, metavar="FOLDER", help="such as one on a USB stick")

    def handle(self, *args: object, **options: Any) -> None:
        """Write the pack, and print its path and size; create the folder if only that is missing.

        Raise `CommandError` for an unknown tournament, or if it was not written.
        """
        tournament = Tournament.objects.select_related("ledger").filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"{options['slug']}: there is no such tournament.")
        folder: Path = options["folder"].resolve()
        try:
            folder.mkdir(exist_ok=True)
            path = write_pack(tournament, folder)
        except OSError as error:
            raise CommandError(
                f"{folder}: {error.strerror}. Choose another folder, or free some space."
            ) from None
        except (Refused, TooMany):
            raise CommandError("Creating the files took too long. Try again.") from None
        self.stdout.write(f"{path} ({path.stat().st_size // 1000} kB)")
