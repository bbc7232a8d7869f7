"""What our commands have in common."""

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class DatabaseCommand(BaseCommand):
    """A command that needs the tables: a laptop's it prepares itself, a server's it asks for."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Django's hook, which comes before `handle`; it would only warn."""
        prepare_database()


def prepare_database() -> None:
    """Make or renew the tables of a laptop's database. `CommandError` where that is the operator's to do."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if connection.vendor != "sqlite":
        raise CommandError("The database is not up to date: run `manage.py migrate` first.")
    call_command("migrate", interactive=False, verbosity=0)
