"""`manage.py check_record FILE`: is this tournament record sound?

The same as `check.pyz`: it looks at nothing but the file (and the rules); the database is not asked.
"""

import sys
from argparse import Namespace
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from checker import command
from core.commands import NO_CHECKS


class Command(BaseCommand):
    """Reads a record file and prints what is wrong with it."""

    help = f"Check a tournament record: {command.EXITS}."
    requires_system_checks = NO_CHECKS

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and what was kept of it elsewhere."""
        command.add_arguments(parser)

    def handle(self, *args: object, **options: Any) -> None:
        """Print one line for each discrepancy and leave with the code that says it."""
        if code := command.run(Namespace(**options), self.stdout, self.stderr):
            sys.exit(code)
