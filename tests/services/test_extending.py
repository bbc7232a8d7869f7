"""A judge gives a match more time, with a reason; the call of time moves with it."""

from datetime import timedelta
from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from core.models import Job, JobState
from matches.models import Extension, Match
from tests.acts import Moments, assert_sound, at, finish, moments, play_on
from tests.cast import bruno, caio, drawn, plain_win
from tournaments.act import CALL_TIME
from tournaments.models import Tournament
from tournaments.play.clock import MOST_EXTRA_MINUTES, extend_time
from tournaments.play.play import call_time, record_sheet, start_match

pytestmark = pytest.mark.django_db


def started(clock: Moments, **chosen: Any) -> tuple[Tournament, Match]:
    tournament = drawn(4, **{"table_high": 2, "time_limit": 40, **chosen})
    start_match(at(tournament, 1, 1), by=bruno(), now=next(clock))
    return tournament, at(tournament, 1, 1)


def extend(match: Match, clock: Moments, **more: Any) -> Match:
    asked = {"minutes": 5, "reason": "lamp broke", "by": bruno(), "now": next(clock), **more}
    return extend_time(match, **asked)


def test_the_call_of_time_moves() -> None:
    clock = moments()
    tournament, match = started(clock)
    extend(match, clock)
    extend(match, clock, minutes=10)
    now = at(tournament, 1, 1)
    assert match.time_due_at
    assert (now.time_due_at, now.extra_minutes) == (match.time_due_at + timedelta(minutes=15), 15)
    assert (
        Job.objects.get(kind=CALL_TIME, key=str(match.pk), state=JobState.WAITING).due_at == now.time_due_at
    )
    with pytest.raises(Refused):
        call_time(match, by=None, now=match.time_due_at)


def test_a_call_of_time_is_taken_back() -> None:
    clock = moments()
    tournament, match = started(clock)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at)
    extend(match, clock, now=match.time_due_at + timedelta(minutes=2))
    assert at(tournament, 1, 1).time_called_at is None
    call_time(match, by=None, now=match.time_due_at + timedelta(minutes=7))
    assert at(tournament, 1, 1).time_called_at is not None


@pytest.mark.parametrize(
    ("changed", "codes"),
    [
        ({"minutes": 0, "reason": " "}, {"extension_out_of_range", "reason_missing"}),
        ({"minutes": 241}, {"extension_out_of_range"}),
        ({"reason": "x" * 2001}, {"text_too_long"}),
    ],
)
def test_everything_wrong_is_said_at_once(changed: dict[str, Any], codes: set[str]) -> None:
    clock = moments()
    _, match = started(clock)
    with pytest.raises(Refused) as refused:
        extend(match, clock, **changed)
    assert {violation.code for violation in refused.value.violations} == codes
    assert not Extension.objects.exists()


def test_all_extensions_together_have_an_end() -> None:
    clock = moments()
    _, match = started(clock)
    Match.objects.filter(pk=match.pk).update(extra_minutes=MOST_EXTRA_MINUTES - 5)
    assert extend(match, clock).extra_minutes == MOST_EXTRA_MINUTES
    with pytest.raises(Refused) as refused:
        extend(match, clock, minutes=1)
    assert [violation.code for violation in refused.value.violations] == ["extra_time_too_long"]


def test_where_time_is_over_more_of_it_counts_from_now() -> None:
    clock = moments()
    tournament, match = started(clock)
    assert match.time_due_at
    now = match.time_due_at + timedelta(minutes=20)
    extend(match, clock, now=now)
    assert at(tournament, 1, 1).time_due_at == now + timedelta(minutes=5)


def test_without_a_limit_nothing_is_extended() -> None:
    clock = moments()
    _, match = started(clock, time_limit=None)
    with pytest.raises(Refused, match="no_time_limit"):
        extend(match, clock)


def test_only_a_match_in_play_and_only_by_its_staff() -> None:
    clock = moments()
    tournament, match = started(clock)
    with pytest.raises(Forbidden):
        extend(match, clock, by=caio())
    with pytest.raises(Stale):
        extend(at(tournament, 1, 2), clock)
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=next(clock))
    with pytest.raises(Stale):
        extend(match, clock)


def test_the_record_is_sound() -> None:
    clock = moments()
    tournament, match = started(clock)
    extend(match, clock)
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=next(clock))
    play_on(tournament, clock)
    finish(tournament, clock)
    assert_sound(tournament)
