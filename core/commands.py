"""What the commands of `manage.py` have in common: ready tables, arguments, errors as one sentence."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from pathlib import Path

from django.core.management import call_command, execute_from_command_line
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from core.db.history import check_history
from core.db.storage import sentence_for
from core.private import TakenByAnother, Unusable, held
from core.terminal import spoken

PREPARING_SECONDS = 120
NO_CHECKS: list[str] = []
"""Django's checks look at the code, for those who write it: `make check` asks them. They load every page."""


class DatabaseCommand(BaseCommand):
    """A command that needs the tables: a laptop's it prepares itself, a server's it asks for."""

    requires_system_checks = NO_CHECKS
    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Django's hook, which comes before `handle`; it would only warn."""
        prepare_database()


def prepare_database() -> None:
    """Make or renew the tables of a laptop's database. `CommandError` where that is the operator's to do.

    Of several commands at once the first does it, and the others wait.
    """
    check_history(connection)
    if not _is_behind():
        return
    if connection.vendor != "sqlite":
        raise CommandError("The database is not up to date: run `manage.py migrate` first.")
    lock = Path(connection.settings_dict["NAME"]).parent / "preparing.lock"
    try:
        with held(lock, PREPARING_SECONDS):
            if _is_behind():
                call_command("migrate", interactive=False, verbosity=0)
    except TakenByAnother:
        sentence = spoken("Another command is preparing the database. Try again in a minute.")
        raise CommandError(sentence) from None


def _is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def whole(low: int, high: int) -> Callable[[str], int]:
    """The type of an argument: a whole number from `low` to `high`."""

    def read(text: str) -> int:
        number = int(text) if text.removeprefix("-").isdecimal() and len(text) < 20 else None
        if number is None or not low <= number <= high:
            raise ArgumentTypeError(f"{text!r} is no whole number from {low} to {high}")
        return number

    return read


INTERRUPTED = 130


def run(arguments: Sequence[str]) -> int | str:
    """Run a command; what the process exits with."""
    try:
        execute_from_command_line(list(arguments))
    except Unusable as error:
        return f"CommandError: {error}"
    except KeyboardInterrupt:
        return INTERRUPTED
    except DatabaseError as error:
        if sentence := sentence_for(error):
            return f"CommandError: {sentence}"
        raise
    return 0
