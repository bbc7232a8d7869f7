"""The database rolls a write back for the sake of another one: it is tried again inside its key."""

from typing import Any

import pytest
from django.db import OperationalError

from core.db.transactions import TIMES
from core.models import RecordLine, StoredAnswer
from tests import cast
from tests.api import sheets
from tests.api.programs import program
from tournaments.play import play
from tournaments.seats import advance as advancing

pytestmark = [pytest.mark.django_db, pytest.mark.F41]


class RolledBack(Exception):
    """What the driver raises."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("deadlock detected")
        self.sqlstate = sqlstate


def fail(monkeypatch: pytest.MonkeyPatch, times: int, sqlstate: str) -> list[int]:
    """The first calls end, after everything was written, as the database ends one of two in a deadlock."""
    tries: list[int] = []

    def advance(*given: Any) -> None:
        advancing.advance(*given)
        tries.append(len(tries))
        if len(tries) <= times:
            raise OperationalError("rolled back") from RolledBack(sqlstate)

    monkeypatch.setattr(play, "advance", advance)
    return tries


def _playing() -> tuple[str, dict[str, Any]]:
    path = f"tournaments/{cast.running().slug}/matches/"
    match = program().get(path + "?state=playing").body["results"][0]
    return f"{path}{match['code']}/sheet/", sheets.won(match)


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_it_is_tried_three_times_more_and_has_one_effect(
    monkeypatch: pytest.MonkeyPatch, sqlstate: str
) -> None:
    path, sheet = _playing()
    tries = fail(monkeypatch, TIMES, sqlstate)
    answer = program(cast.bruno()).post(path, sheet, key="k1")
    assert (answer.status, answer.body["repeated"], len(tries)) == (200, False, TIMES + 1)
    assert RecordLine.objects.filter(type="sheet.recorded").count() == 1


def test_after_that_it_is_503_and_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    path, sheet = _playing()
    tries = fail(monkeypatch, TIMES + 1, "40P01")
    answer = program(cast.bruno()).post(path, sheet, key="k1")
    assert (answer.status, len(tries)) == (503, TIMES + 1)
    assert int(answer.headers["retry-after"]) > 0
    assert not RecordLine.objects.filter(type="sheet.recorded").exists()
    assert not StoredAnswer.objects.exists()


def test_a_database_that_is_away_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    path, sheet = _playing()
    tries = fail(monkeypatch, 1, "57P01")
    assert program(cast.bruno()).post(path, sheet, key="k1").status == 503
    assert len(tries) == 1


def test_without_a_key_it_is_tried_again_too(monkeypatch: pytest.MonkeyPatch) -> None:
    path, sheet = _playing()
    tries = fail(monkeypatch, 1, "40P01")
    assert program(cast.bruno()).post(path, sheet, key="").status == 200
    assert len(tries) == 2
    assert RecordLine.objects.filter(type="sheet.recorded").count() == 1
