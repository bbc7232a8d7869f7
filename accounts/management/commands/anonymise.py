"""`manage.py anonymise CODE…`: erase these players; what they played stays."""

from argparse import ArgumentParser
from typing import Any

from accounts.erasing import anonymise
from accounts.messages import text_for_violation
from accounts.models import Player
from core.commands import DatabaseCommand
from core.errors import Refused


class Command(DatabaseCommand):
    """Erases names and accounts of players by their public codes.

    After a restore of an older backup, `manage.py erasures` does it again (F84). Unknown codes are reported
    and skipped.
    """

    help = "Replace the names of players by pseudonyms and remove their accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the codes."""
        parser.add_argument("codes", nargs="+", metavar="CODE")

    def handle(self, *args: object, **options: Any) -> None:
        """Erase the player of each code, and print the pseudonym or why nothing was done."""
        for code in options["codes"]:
            self.stdout.write(f"{code}: {_erase(code)}")


def _erase(code: str) -> str:
    """Erase the player of this code; return the pseudonym, or why nothing was done."""
    player = Player.objects.filter(code=code).first()
    if player is None:
        return "not found"
    try:
        return anonymise(player).name
    except Refused as refused:
        return " ".join(text_for_violation(violation) for violation in refused.violations)
