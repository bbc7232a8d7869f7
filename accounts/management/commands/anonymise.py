"""`manage.py anonymise CODE…`: forget who these players are; what they played stays."""

from argparse import ArgumentParser
from typing import Any

from accounts.erasing import anonymise
from accounts.models import Player
from core.commands import DatabaseCommand


class Command(DatabaseCommand):
    """Erases names and accounts by the public codes of their players.

    Keep the codes somewhere else than in the database: after an older backup was restored, run it with all of
    them again (F84). Codes that are not there are named and passed over.
    """

    help = "Replace the names of players by pseudonyms and remove their accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The codes."""
        parser.add_argument("codes", nargs="+", metavar="CODE")

    def handle(self, *args: object, **options: Any) -> None:
        """Erase each."""
        for code in options["codes"]:
            player = Player.objects.filter(code=code).first()
            told = anonymise(player).name if player else "not found"
            self.stdout.write(f"{code}: {told}")
