"""Checks before the server starts; each failure is one sentence."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import CommandError
from django.db import connection

from core.commands import prepare_database
from core.db.storage import damage_sentence, read_only_sentence
from core.secure_files import TakenByAnother, file_lock
from core.terminal import spoken
from simulation import demo


@contextmanager
def only_instance(folder: Path) -> Iterator[None]:
    """Be the only process that serves this folder during the block; else raise `CommandError`."""
    try:
        with file_lock(folder / "serving.lock"):
            yield
    except TakenByAnother:
        sentence = (
            "Chama is already running with {folder}. Use that one, end it, or set DATA_DIR to another folder."
        )
        raise CommandError(spoken(sentence, folder=folder)) from None


def listen(host: str, port: int) -> socket.socket:
    """Return a socket listening at this address. Raise `CommandError`, as for a port in use.

    Early clients wait in its backlog until the product is ready.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=1024, dualstack_ipv6=both)
    except (OSError, OverflowError) as error:
        sentence = (
            "Chama cannot listen at {host}, port {port} ({reason}). End the program that uses it, or set "
            "PORT to another number."
        )
        raise CommandError(spoken(sentence, host=host, port=port, reason=_error_text(error))) from None


def _error_text(error: OSError | OverflowError) -> str:
    """Return the system's words for the error without its number, else the error's own."""
    number = getattr(error, "errno", None) or 0
    return os.strerror(number) if number > 0 else str(error)


def open_database() -> None:
    """Check that the database file is sound and can be written, and migrate it.

    Raise `CommandError`, or `DatabaseError` as `_require_sound_file` does.
    """
    if connection.vendor == "sqlite":
        _require_sound_file()
    prepare_database()


def _require_sound_file() -> None:
    """Raise `CommandError` if the database is damaged or read-only, before anyone relies on it.

    Raise `DatabaseError` if SQLite cannot read it as a database, or cannot write.
    """
    path = Path(connection.settings_dict["NAME"])
    if path.exists() and not os.access(
        path, os.W_OK
    ):  # otherwise SQLite would leave a log that stays read-only
        raise CommandError(read_only_sentence())
    with connection.cursor() as cursor:
        answer = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
        if answer != "ok":
            raise CommandError(damage_sentence(answer))
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute("PRAGMA user_version = 1")  # fails if nothing can be written
        cursor.execute("ROLLBACK")


def refuse_known_passwords() -> None:
    """Raise `CommandError` if the database has the demo's accounts, whose passwords are public."""
    if demo.has_known_passwords():
        sentence = (
            "This database has the demo's accounts, whose password everyone knows: for a real day set "
            "DATA_DIR to another folder, or add --demo to show the demo to others."
        )
        raise CommandError(spoken(sentence))
