"""The server dies at each named point inside the write of a result: all of it is there, or nothing."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from core.failpoints import POINTS, SimulatedKill, reached
from core.models import Job, JobState, RecordLine, StoredAnswer
from matches.models import Match, MatchState, Sheet
from tests import cast
from tests.acts import assert_sound
from tests.api import sheets
from tests.api.programs import Program, program
from tournaments.models import Tournament

BEFORE = POINTS[: POINTS.index("answer.stored") + 1]
AFTER = POINTS[len(BEFORE) : POINTS.index("answer.committed") + 1]
RESULT = (*BEFORE, *AFTER)


@pytest.fixture
def points(tmp_path: Path, settings: Settings) -> Path:
    """The folder that arms points."""
    settings.FAILPOINTS = str(tmp_path)
    return tmp_path


def _matches(judge: Program, tournament: Tournament) -> list[dict[str, Any]]:
    """What is being played, as many matches as there are tables."""
    found: list[dict[str, Any]] = judge.get(f"tournaments/{tournament.slug}/matches/?state=playing").body[
        "results"
    ]
    return found


def _there(match: dict[str, Any]) -> dict[str, bool]:
    """Which parts of a recorded result the database has."""
    recorded = RecordLine.objects.filter(type="sheet.recorded", text__contains=f'"{match["code"]}"')
    return {
        "sheet": Sheet.objects.filter(match__code=match["code"]).exists(),
        "ended": Match.objects.filter(code=match["code"], state=MatchState.ENDED).exists(),
        "line": recorded.exists(),
        "answer": StoredAnswer.objects.filter(key=match["code"]).exists(),
        "job": Job.objects.filter(kind="scheduling.dispatch", state=JobState.WAITING).exists(),
    }


@pytest.mark.F29
@pytest.mark.F30
@pytest.mark.django_db(transaction=True)
def test_killed_at_each_point_it_is_all_or_nothing_and_the_retry_makes_it_whole(points: Path) -> None:
    tournament = cast.running(entries=32, table_low=2, table_high=2, tables=len(RESULT))
    judge = program(cast.bruno())
    for point, match in zip(RESULT, _matches(judge, tournament), strict=True):
        Job.objects.all().delete()
        path = f"tournaments/{tournament.slug}/matches/{match['code']}/sheet/"
        (points / point).write_text("raise")
        with pytest.raises(SimulatedKill, match=point):
            judge.post(path, sheets.won(match), key=match["code"])
        assert set(_there(match).values()) == {point in AFTER}, point
        again = judge.post(path, sheets.won(match), key=match["code"])
        assert (again.status, again.body["repeated"]) == (200, False), point
        assert ("idempotency-replayed" in again.headers) is (point in AFTER), point
        assert set(_there(match).values()) == {True}, point
    assert_sound(tournament)
    assert Sheet.objects.count() == len(RESULT)


@pytest.mark.F30
@pytest.mark.django_db(transaction=True)
def test_without_a_key_an_act_is_all_or_nothing_too(points: Path) -> None:
    tournament = cast.running()
    judge = program(cast.bruno())
    match, lines = _matches(judge, tournament)[0], RecordLine.objects.count()
    Job.objects.all().delete()
    for point in ("sheet.stored", "winner.seated", "act.ended", "act.recorded"):
        (points / point).write_text("raise")
        with pytest.raises(SimulatedKill, match=point):
            judge.post(f"tournaments/{tournament.slug}/matches/{match['code']}/sheet/", sheets.won(match))
        assert RecordLine.objects.count() == lines, point
        assert set(_there(match).values()) == {False}, point


def test_without_the_variable_nothing_is_looked_for(points: Path, settings: Settings) -> None:
    (points / "act.locked").write_text("raise")
    settings.FAILPOINTS = ""
    reached("act.locked")
    assert (points / "act.locked").exists()
