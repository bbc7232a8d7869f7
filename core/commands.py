"""Shared parts of `manage.py` commands: prepared tables, argument types, errors as one sentence."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from pathlib import Path

from django.core.management import call_command, execute_from_command_line
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from core.db.history import check_history, is_current
from core.db.storage import sentence_for
from core.secure_files import TakenByAnother, Unusable, file_lock
from core.terminal import spoken

PREPARING_SECONDS = 120
NO_CHECKS: list[str] = []
"""No Django checks: they load every page and serve developers, who run them by `make check`."""


class DatabaseCommand(BaseCommand):
    """A command that needs the tables: it migrates a laptop's database, and refuses a server's old one."""

    requires_system_checks = NO_CHECKS
    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Prepare the database; Django calls this hook before `handle`, and its own version only warns."""
        prepare_database()


def prepare_database() -> None:
    """Migrate a laptop's database if it lacks migrations. Raise `CommandError` if the operator has to do it.

    That is so on a server, or for a database of another version. If several commands start at once, the
    first migrates; the others wait, and raise after two minutes. Raise `Unusable` if the folder is not
    writable. The history is read under the lock: a database that another command migrates looks like that
    of an older checkout.
    """
    if is_current(connection):
        return
    if connection.vendor != "sqlite":
        check_history(connection)
        raise CommandError("The database is not up to date: run `manage.py migrate` first.")
    lock = Path(connection.settings_dict["NAME"]).parent / "preparing.lock"
    try:
        with file_lock(lock, PREPARING_SECONDS):
            if not is_current(connection):
                call_command("migrate", interactive=False, verbosity=0)
    except TakenByAnother:
        sentence = spoken("Another command is preparing the database. Try again in a minute.")
        raise CommandError(sentence) from None


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a `type` for `argparse` that accepts a whole number from `low` to `high`, both included."""

    def parse(text: str) -> int:
        """Return the argument's number. Raise `ArgumentTypeError` if it is not such a number."""
        number = int(text) if text.removeprefix("-").isdecimal() and len(text) < 20 else None
        if number is None or not low <= number <= high:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return number

    return parse


INTERRUPTED = 130


def run_command(arguments: Sequence[str]) -> int | str:
    """Run `manage.py` with the arguments of `sys.argv`; return the exit code, or the sentence to exit with.

    A full disk, an unreachable database and similar become a sentence; our own bugs are raised. For a
    `CommandError` Django itself prints the sentence and raises `SystemExit`.
    """
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
