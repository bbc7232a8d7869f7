"""F40: a full disk or a read-only database refuses every write clearly, and everything can still be read."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.urls import reverse

from core.models import RecordLine, StoredAnswer
from matches.models import Entry
from tests import cast
from tests.api.programs import program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.F40]

LARGE = "x" * 8000


def _run(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        row = cursor.fetchone() if cursor.description else None
    return int(row[0]) if row else 0


@contextmanager
def read_only() -> Iterator[None]:
    """The database as after a failed disk or in the hands of whoever moves it."""
    off, on = ("PRAGMA query_only = OFF", "PRAGMA query_only = ON")
    if connection.vendor == "postgresql":
        off, on = (f"SET default_transaction_read_only = {value}" for value in ("off", "on"))
    _run(on)
    try:
        yield
    finally:
        _run(off)


@contextmanager
def full_disk() -> Iterator[None]:
    """No page more than the database has, which is what SQLite says of a full disk."""
    _run("VACUUM")
    most = _run("PRAGMA max_page_count")
    _run(f"PRAGMA max_page_count = {_run('PRAGMA page_count')}")
    try:
        yield
    finally:
        _run(f"PRAGMA max_page_count = {most}")


def test_a_program_is_told_to_come_back_and_reads_on() -> None:
    path = f"tournaments/{cast.entered().slug}/entries/"
    ana = program(cast.ana())
    before = RecordLine.objects.count()
    with read_only():
        refused = ana.post(path, {"names": ["Eva"]}, key="k1")
        assert (refused.status, refused.body["error"]) == (503, "database_takes_no_changes")
        assert int(refused.headers["retry-after"]) > 0
        assert ana.get(path).body["count"] == 8
    assert (RecordLine.objects.count(), StoredAnswer.objects.count()) == (before, 0)
    assert ana.post(path, {"names": ["Eva"]}, key="k1").status == 201


def test_a_page_says_that_nothing_was_saved_and_reads_on() -> None:
    slug = cast.entered().slug
    client = cast.browser(cast.ana())
    entry = Entry.objects.all()[0]
    with read_only():
        refused = client.post(reverse("entry_withdraw", args=[slug, entry.code]), {"reason": "ill"})
        assert refused.status_code == 503
        assert "Nothing was saved" in refused.content.decode()
        assert client.get(reverse("tournament", args=[slug])).status_code == 200


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no limit of pages to set")
def test_a_full_disk_is_refused_the_same_way() -> None:
    base = f"tournaments/{cast.announced().slug}/"
    ana = program(cast.ana())
    with full_disk():
        refused = ana.patch(base, {"special_rules": LARGE})
        assert (refused.status, refused.body["error"]) == (503, "database_takes_no_changes")
        assert ana.get(base).body["special_rules"] == ""
    assert ana.patch(base, {"special_rules": LARGE}).status == 200
