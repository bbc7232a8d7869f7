"""`manage.py check_record FILE`: check a tournament record.

It does the same as `check.pyz`: it reads only the file and the rules, not the database.
"""

import sys
from argparse import Namespace
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from checker import command
from core.commands import NO_CHECKS


class Command(BaseCommand):
    """Reads a record file and prints its discrepancies."""

    help = f"Check a tournament record: {command.EXITS}."
    requires_system_checks = NO_CHECKS

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments of the checker."""
        command.add_arguments(parser)

    def handle(self, *args: object, **options: Any) -> None:
        """Print one line for each discrepancy, and exit with the checker's code."""
        if code := command.run(Namespace(**options), self.stdout, self.stderr):
            sys.exit(code)
