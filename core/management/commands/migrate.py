"""`manage.py migrate`, which refuses a database that these migrations do not continue."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from core.db.history import check_history


class Command(migrate.Command):
    """Django's command after a check of the database's migrations."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the migrations, then migrate."""
        check_history(connections[options["database"]])
        super().handle(*args, **options)
