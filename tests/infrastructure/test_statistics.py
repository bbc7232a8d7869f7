"""After a draw PostgreSQL is not left to guess how large its tables are."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from accounts.models import Persona, Player
from matches.models import Entry, Match, Member, Seat, Side
from tests.cast import START, ana, checked_in, drawn
from tournaments import after_commit
from tournaments.draw.publish import publish_draw


@pytest.mark.django_db
def test_the_tables_of_a_bracket_are_counted_once_it_is_drawn(
    django_capture_on_commit_callbacks: Any,
) -> None:
    with CaptureQueriesContext(connection) as asked, django_capture_on_commit_callbacks(execute=True):
        drawn(8)
    counted = [query["sql"] for query in asked if query["sql"].startswith("ANALYZE")]
    expected = {"postgresql": 1, "sqlite": 0}[connection.vendor]
    assert len(counted) == expected
    assert all(table in sql for sql in counted for table in ("matches_match", "matches_seat", "matches_side"))


@pytest.mark.django_db
def test_a_draw_that_is_rolled_back_counts_nothing(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    counted: list[tuple[type[Model], ...]] = []
    monkeypatch.setattr(after_commit, "analyze", lambda *models: counted.append(models))
    tournament = checked_in(8)
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        publish_draw(tournament, by=ana(), now=START)
        transaction.set_rollback(True)
    assert counted == []
    with django_capture_on_commit_callbacks(execute=True):
        publish_draw(tournament, by=ana(), now=START)
    assert counted == [(Player, Persona, Entry, Member, Match, Side, Seat)]
