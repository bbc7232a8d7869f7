"""Who coordinates gives tables to judges: an area at once, never where they play, and each has their day."""

import pytest
from django.utils import timezone

from accounts.models import Persona, Player
from core.errors import Forbidden, Refused, Stale
from matches.models import Match
from scheduling.dispatcher import dispatch
from scheduling.feeds import judge_events, tournaments_helped_by
from scheduling.judging import JudgeDay, judge_days, unattended_tables
from scheduling.timetables import make_timetable, request_plan
from tests.api.programs import program
from tests.cast import ana, bruno, caio, drawn, duda, finished, fresh, staffed
from tournaments.models import Role, Staff, Tournament
from tournaments.setup import staff
from tournaments.tables.look_after import (
    free_tables_of,
    give_tables,
    judge_by_table,
    tables_by_judge,
    take_table,
)

pytestmark = pytest.mark.django_db


def on(tables: int = 4) -> Tournament:
    """Drawn for tables of two, nothing called yet."""
    return fresh(drawn(8, table_low=2, table_high=2, tables=tables))


def code_of(tournament: Tournament, player: Player) -> str:
    return Persona.objects.get(ledger=tournament.ledger_id, player=player).code


def give(tournament: Tournament, who: Player, first: int, last: int, by: Player | None = None) -> int:
    code = code_of(tournament, who)
    return give_tables(tournament, judge=code, first=first, last=last, by=by or ana(), now=timezone.now())


def day_of(tournament: Tournament, player: Player) -> JudgeDay:
    return next(day for day in judge_days(tournament, timezone.now()) if day.player == player.pk)


def judging(tournament: Tournament, player: Player) -> None:
    staff.assign_role(tournament, username=staffed(player), role=Role.JUDGE, by=ana(), now=timezone.now())


def test_an_area_is_given_at_once_in_either_order_and_again_to_somebody_else() -> None:
    tournament = on()
    assert give(tournament, bruno(), 3, 1) == 3
    assert tables_by_judge(tournament) == {code_of(tournament, bruno()): ("1", "2", "3")}
    assert unattended_tables(tournament, timezone.now()) == ("4",)
    give(tournament, ana(), 2, 2)
    assert tables_by_judge(tournament)[code_of(tournament, bruno())] == ("1", "3")


def test_it_is_beside_the_record_and_twice_is_once() -> None:
    tournament = on()
    give(tournament, bruno(), 1, 2)
    before = fresh(tournament)
    give(tournament, bruno(), 1, 2)
    assert fresh(tournament).ledger.version == before.ledger.version
    assert before.ledger.head_seq == tournament.ledger.head_seq
    assert before.ledger.version != tournament.ledger.version


def test_only_who_coordinates_gives_and_only_to_the_staff() -> None:
    tournament = on()
    with pytest.raises(Forbidden):
        give(tournament, bruno(), 1, 2, by=bruno())
    with pytest.raises(Refused) as refused:
        give(tournament, caio(), 1, 2)
    assert [found.code for found in refused.value.violations] == ["judge_unknown"]
    with pytest.raises(Refused) as refused:
        give(tournament, bruno(), 90, 99)
    assert [found.code for found in refused.value.violations] == ["tables_none"]
    with pytest.raises(Stale):
        give(finished(4, name="Acabado"), bruno(), 1, 1)
    assert tables_by_judge(tournament) == {}


def test_nobody_is_given_the_table_at_which_they_play() -> None:
    tournament = on()
    judging(tournament, caio())
    dispatch(tournament.ledger_id, now=timezone.now())
    there = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio()).table
    assert there is not None
    with pytest.raises(Refused) as refused:
        give(tournament, caio(), 1, 4)
    facts = {"name": caio().name, "table": there.label}
    assert [(one.code, one.facts) for one in refused.value.violations] == [("judge_plays_at", facts)]
    assert tables_by_judge(tournament) == {}


def test_who_is_called_to_their_own_table_does_not_look_after_it_meanwhile() -> None:
    """Given before the call: another judge takes it, and it is in nobody's list as theirs."""
    tournament = on()
    judging(tournament, caio())
    give(tournament, caio(), 1, 4)
    dispatch(tournament.ledger_id, now=timezone.now())
    there = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio()).table
    assert there is not None
    assert there.label not in judge_by_table(tournament)
    assert len(judge_by_table(tournament)) == 3
    take_table(tournament, there.label, by=bruno(), now=timezone.now())
    assert judge_by_table(tournament)[there.label].player == bruno()
    other = next(label for label in ("1", "2", "3", "4") if label != there.label)
    with pytest.raises(Stale):
        take_table(tournament, other, by=bruno(), now=timezone.now())


def test_the_day_of_a_judge_has_what_is_planned_at_their_tables_and_says_which_is_their_own() -> None:
    tournament = on()
    judging(tournament, caio())
    request_plan(tournament, by=ana(), now=timezone.now())
    make_timetable(tournament.ledger_id, now=timezone.now())
    give(tournament, caio(), 1, 4)
    day = day_of(tournament, caio())
    assert len(day.matches) == Match.objects.filter(ledger=tournament.ledger_id).count()
    assert [bar.bar.begins for bar in day.matches] == sorted(bar.bar.begins for bar in day.matches)
    own = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio())
    assert [one.bar.code for one in day.matches if one.is_own] == [own.code]
    events = judge_events(caio(), tournaments_helped_by(caio(), timezone.now()))
    told = {event.match.code for event in events if event.match}
    assert told == {one.bar.code for one in day.matches} - {own.code}
    assert day_of(tournament, bruno()).matches == ()


def test_tables_are_freed_by_who_has_them_and_by_who_coordinates() -> None:
    tournament = on()
    for by in (bruno(), ana()):
        give(tournament, bruno(), 1, 4)
        free_tables_of(tournament, judge=code_of(tournament, bruno()), by=by, now=timezone.now())
        assert tables_by_judge(tournament) == {}
    give(tournament, ana(), 1, 1)
    for who in (bruno(), duda()):
        with pytest.raises(Forbidden):
            free_tables_of(tournament, judge=code_of(tournament, ana()), by=who, now=timezone.now())
    assert len(tables_by_judge(tournament)) == 1


def test_programs_do_the_same() -> None:
    tournament = on()
    give_it, facts = f"tournaments/{tournament.slug}/tables/2/give/", {"person": code_of(tournament, bruno())}
    assert program(bruno()).post(give_it, facts).status == 403
    assert program(ana()).post(give_it, {"person": "nobody"}).status == 422
    assert [one["name"] for one in program(ana()).post(give_it, facts).body] == [bruno().name]
    assert tables_by_judge(tournament) == {facts["person"]: ("2",)}


def test_who_helps_no_more_has_no_tables() -> None:
    tournament = on()
    give(tournament, bruno(), 1, 4)
    held = Staff.objects.get(tournament=tournament, persona__player=bruno())
    staff.remove_role(tournament, staff=held, by=ana(), now=timezone.now())
    assert tables_by_judge(tournament) == {}
