"""`manage.py web_role NAME`: give web and workers a PostgreSQL role without rights on tables and guards."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection, transaction

from core.commands import DatabaseCommand
from operating.web_role import excess_rights, grant_rows_only, role_exists


class Command(DatabaseCommand):
    """Run it as the owner of the tables, after each `migrate`; it may run twice."""

    help = "Let a PostgreSQL role read and write rows, and nothing else: for web, workers and beat."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of an existing role."""
        parser.add_argument("name")

    def handle(self, *args: object, **options: Any) -> None:
        """Grant the rights; fail and change nothing if the role then has more than it should."""
        name = options["name"]
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL has roles. On a laptop only the owner can read the file.")
        if not role_exists(name):
            raise CommandError(f"There is no role {name}: createuser --pwprompt {name}")
        with transaction.atomic():
            grant_rows_only(name)
            if found := excess_rights(name):
                raise CommandError("\n".join([f"Nothing was changed. {name} still:", *found]))
        self.stdout.write(f"{name} reads and writes rows, adds lines to records, and may do nothing else.")
