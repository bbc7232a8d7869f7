"""`manage.py make_checker`: write the independent record checker as one file, `check.pyz`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.commands import NO_CHECKS
from records.checker_file import NAME, checker_file


class Command(BaseCommand):
    """Writes the same file that the site offers beside every record."""

    help = "Write check.pyz, which checks records on any computer with Python."
    requires_system_checks = NO_CHECKS

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the path of the file."""
        parser.add_argument("file", type=Path, nargs="?", default=Path(NAME), metavar="FILE")

    def handle(self, *args: object, **options: Any) -> None:
        """Write the file and print its size."""
        content = checker_file()
        options["file"].write_bytes(content)
        self.stdout.write(f"{options['file']}: {len(content)} bytes")
