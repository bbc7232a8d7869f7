"""`manage.py make_checker`: the independent checker of records as one file, `check.pyz`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.commands import NO_CHECKS
from records.checker_file import NAME, checker_file


class Command(BaseCommand):
    """Writes the file that the site offers beside every record."""

    help = "Write check.pyz, which checks records wherever there is a Python."
    requires_system_checks = NO_CHECKS

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("file", type=Path, nargs="?", default=Path(NAME), metavar="FILE")

    def handle(self, *args: object, **options: Any) -> None:
        """Write it and say how large it is."""
        content = checker_file()
        options["file"].write_bytes(content)
        self.stdout.write(f"{options['file']}: {len(content)} bytes")
