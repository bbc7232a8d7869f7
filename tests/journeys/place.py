"""Where a journey happens: the laptop at the venue, or servers. Only the clock is moved by hand."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from django.utils import timezone

from core.models import Job
from matches.models import Match
from tests.servers.site import Site
from tournaments.act import CALL_TIME

OF_MATCH = "(SELECT CAST(id AS TEXT) FROM matches_match WHERE code = ?)"
MOVES = (
    "UPDATE matches_match SET time_due_at = ? WHERE code = ?",
    f"UPDATE core_job SET due_at = ? WHERE kind = '{CALL_TIME}' AND state = 'waiting' AND key = {OF_MATCH}",
)


class Place(Protocol):
    """The product with its worker, and the one thing that nobody can wait for."""

    site: Site

    def time_is_up(self, code: str) -> None:
        """The limit of the match with this code is reached now; the worker must notice by itself."""


class Laptop:
    """`manage.py serve`: SQLite in a folder, worker inside."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site, self.database = site, folder / "chama.sqlite3"

    def time_is_up(self, code: str) -> None:
        """Move the clock in the file."""
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
        with closing(sqlite3.connect(self.database, timeout=20)) as connection, connection:
            for statement in MOVES:
                moved = connection.execute(statement, (now, code)).rowcount
                assert moved == 1, statement


class Servers:
    """Gunicorn, PostgreSQL, a broker and a worker of its own; the test shares the database."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def time_is_up(self, code: str) -> None:
        """Move the clock in the database."""
        match = Match.objects.get(code=code)
        now = timezone.now()
        assert Match.objects.filter(pk=match.pk).update(time_due_at=now) == 1
        assert Job.objects.filter(kind=CALL_TIME, key=str(match.pk)).update(due_at=now) == 1
