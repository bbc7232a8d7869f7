"""`manage.py check_records`: check every record of this database, for example after a restore of PostgreSQL.

Exit codes: 0 all sound · 1 discrepancies, one line each.
"""

import sys
from typing import Any

from core.commands import DatabaseCommand
from operating.records import check_all


class Command(DatabaseCommand):
    """Exports each record and runs the checker on it."""

    help = "Check every record of this database. Exit status: 0 all sound, 1 discrepancies."

    def handle(self, *args: object, **options: Any) -> None:
        """Print a line for each fault, and the number of records."""
        records, unsound = 0, 0
        for checked in check_all():
            records, unsound = records + 1, unsound + bool(checked.faults)
            for fault in checked.faults:
                self.stdout.write(f"{checked.slug}: {fault}")
        self.stdout.write(f"{records} records, {unsound} unsound")
        if unsound:
            sys.exit(1)
