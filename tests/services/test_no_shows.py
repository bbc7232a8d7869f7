"""Someone did not come: each choice is told beforehand as it will be, and nothing is stored by looking."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from core.models import RecordLine
from matches.models import Entry, EntryState, Match, MatchState
from matches.sheet_values import absence_sheet
from rulesets.kernel.sheet import EndedBy, Out
from scheduling.dispatcher import dispatch
from tests.cast import START, ana, bruno, called, drawn, fresh
from tournaments.corrections.effects import overview_of
from tournaments.departures.no_show import NoShow, NoShowChoice, preview_no_show, withdraw_missing
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db
GRACE = timedelta(minutes=10)  # the default of `grace_minutes`
LATE = START + GRACE + timedelta(minutes=1)


def at_a_table(entries: int = 16, **chosen: Any) -> tuple[Tournament, Match]:
    tournament = drawn(entries, **chosen)
    dispatch(tournament.ledger_id, now=START)
    return fresh(tournament), called(tournament)[0]


def people(match: Match) -> list[str]:
    seats = match.seats.exclude(persona=None).order_by("number")
    return [str(code) for code in seats.values_list("persona__code", flat=True)]


def look(match: Match, missing: list[str], *, now: datetime = LATE, by: Any = None) -> NoShow:
    tournament = Tournament.objects.get(ledger=match.ledger_id)
    found = preview_no_show(tournament, match, missing=missing, by=by or ana(), now=now)
    assert found is not None
    return found


def choice(found: NoShow, act: str) -> NoShowChoice:
    return next(one for one in found.choices if one.act == act)


def test_before_anybody_is_missing_there_is_only_the_time() -> None:
    _, match = at_a_table()
    assert look(match, [], now=START).choices == ()
    assert look(match, [], now=START).until == START + GRACE
    assert not look(match, [], now=START + GRACE).is_over
    assert look(match, [], now=LATE).is_over


def test_a_table_that_can_play_on_is_offered_to_and_nothing_is_stored() -> None:
    tournament, match = at_a_table()
    before, lines = overview_of(tournament), RecordLine.objects.count()
    found = look(match, people(match)[:1])
    assert [one.act for one in found.choices] == ["wait", "start", "drop", "substitute"]
    started = choice(found, "start").effects
    assert started is not None
    (effect,) = started.matches
    assert (effect.before.state, effect.after.state) == (MatchState.CALLED, MatchState.PLAYING)
    assert overview_of(fresh(tournament)) == before
    assert RecordLine.objects.count() == lines


def test_who_is_left_alone_is_shown_as_the_winner_and_wins() -> None:
    tournament, match = at_a_table()
    _, *others = people(match)
    told = choice(look(match, others), "walkover").effects
    assert told is not None
    seated = [(seat.persona.code, seat.side.number) for seat in match.seats.all() if seat.persona]
    record_sheet(match, sheet=absence_sheet(seated, others), by=bruno(), now=LATE)
    after = overview_of(fresh(tournament))
    assert {effect.after for effect in told.matches} <= set(after.matches.values())
    assert any(effect.after.winner for effect in told.matches)


def test_taken_out_the_seats_are_empty_as_it_was_shown() -> None:
    tournament, match = at_a_table()
    missing = people(match)[:2]
    told = choice(look(match, missing), "drop").effects
    assert told is not None
    gone = withdraw_missing(match, missing=missing, reason="Não vieram.", by=ana(), now=LATE)
    assert [entry.state for entry in Entry.objects.filter(pk__in=[one.pk for one in gone])] == [
        EntryState.WITHDRAWN, EntryState.WITHDRAWN,
    ]  # fmt: skip
    after = overview_of(fresh(tournament))
    assert {effect.after for effect in told.matches} <= set(after.matches.values())
    assert match.sides.filter(entry=None, filled=True).count() == 2
    match.refresh_from_db()
    assert start_match(match, by=bruno(), now=LATE).state == MatchState.PLAYING


def test_all_of_them_leave_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    _, match = at_a_table()
    missing = people(match)[:2]
    second = Entry.objects.get(members__persona__code=missing[1])
    Entry.objects.filter(pk=second.pk).update(state=EntryState.DISQUALIFIED)
    with pytest.raises(Stale):
        withdraw_missing(match, missing=missing, reason="x", by=ana(), now=LATE)
    first = Entry.objects.get(members__persona__code=missing[0])
    assert first.state == EntryState.CHECKED_IN


def test_a_judge_sees_that_the_coordinator_takes_out() -> None:
    _, match = at_a_table()
    found = look(match, people(match)[:1], by=bruno())
    assert [one.code for one in choice(found, "drop").refused] == ["forbidden"]
    assert choice(found, "start").effects is not None
    with pytest.raises(Forbidden):
        withdraw_missing(match, missing=people(match)[:1], reason="x", by=bruno(), now=LATE)


def test_a_pair_may_exchange_a_member_and_nobody_else_may() -> None:
    _, match = at_a_table()
    refused = choice(look(match, people(match)[:1]), "substitute").refused
    assert [one.code for one in refused] == ["substitute_needs_pair"]
    _, match = at_a_table(4, kind="duplas", name="Pares")
    assert choice(look(match, people(match)[:1]), "substitute").refused == ()


@pytest.mark.parametrize("missing", [["p000"], []])
def test_nobody_who_is_not_awaited_there_is_taken_out(missing: list[str]) -> None:
    _, match = at_a_table()
    with pytest.raises(Refused):
        withdraw_missing(match, missing=missing, reason="x", by=ana(), now=LATE)


def test_a_match_that_began_or_changed_since_is_no_such_match() -> None:
    tournament, match = at_a_table()
    seen, who = tournament.ledger.head_seq, people(match)[:1]
    start_match(match, by=bruno(), now=START)
    with pytest.raises(Stale):
        withdraw_missing(match, missing=who, reason="x", by=ana(), now=LATE, seen=seen)
    match.refresh_from_db()
    assert preview_no_show(tournament, match, missing=who, by=ana(), now=LATE) is None


def test_the_member_of_a_pair_takes_the_pair_along() -> None:
    sheet = absence_sheet([("a", 1), ("b", 2), ("c", 1), ("d", 2)], {"a"})
    assert sheet.ended_by is EndedBy.WALKOVER
    assert [line.out for line in sheet.lines] == [Out.ABSENT, None, None, None]


@pytest.mark.F132
def test_two_half_pairs_end_with_nobody_and_who_came_is_not_absent() -> None:
    sheet = absence_sheet([("a", 1), ("b", 2), ("c", 1), ("d", 2)], {"a", "d"})
    assert sheet.ended_by is EndedBy.NONE_ADVANCES
    assert [line.out for line in sheet.lines] == [Out.ABSENT, None, None, Out.ABSENT]
