"""The statement by which a day is known, held against the models."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Persona
from core.jobs.heartbeats import record_heartbeat
from core.models import Job, JobState
from matches.models import (
    AccessNeed,
    Dispute,
    Entry,
    HallShare,
    HelpCall,
    Match,
    PhysicalTable,
    Report,
    Seat,
    SharedHall,
    Side,
    Sitting,
)
from tests.cast import ana, bruno, checked_in, drawn, played, running
from tournaments.models import JudgeConflict, JudgeShift, Tournament
from tournaments.models.tournament import Break
from tournaments.now.facts import day_facts
from tournaments.standings.points_threshold import count_attendance

pytestmark = pytest.mark.django_db


def persona_of(tournament: Tournament) -> Persona:
    return tournament.staff.get(persona__player=bruno(), role="judge").persona


def at_table(tournament: Tournament, state: str = "playing") -> Match:
    return Match.objects.filter(ledger=tournament.ledger_id, state=state).order_by("number")[0]


def adds_break(tournament: Tournament) -> None:
    now = timezone.now()
    Break.objects.create(tournament=tournament, number=1, begins_at=now, ends_at=now + timedelta(hours=1))


def adds_shift(tournament: Tournament) -> None:
    now = timezone.now()
    times = {"begins_at": now, "ends_at": now + timedelta(hours=1), "changed_at": now}
    JudgeShift.objects.create(tournament=tournament, judge=persona_of(tournament), **times)


def adds_dispute(tournament: Tournament) -> None:
    ended = played(at_table(tournament))
    Dispute.objects.create(match=ended, side=ended.sides.all()[0], seq=1, at=timezone.now())


def adds_report(tournament: Tournament) -> None:
    side = Side.objects.filter(match=at_table(tournament))[0]
    Report.objects.create(side=side, seq=999, sheet={}, at=timezone.now(), phone="a")


def adds_help_call(tournament: Tournament) -> None:
    HelpCall.objects.create(
        code="h1", table=tournament.ledger.tables.all()[0], whom="judge", at=timezone.now()
    )


def adds_access_need(tournament: Tournament) -> None:
    AccessNeed.objects.create(entry=Entry.objects.filter(ledger=tournament.ledger_id)[0])


def adds_hall(tournament: Tournament) -> None:
    HallShare.objects.create(hall=SharedHall.objects.create(since=timezone.now()), ledger=tournament.ledger)


def adds_job(tournament: Tournament) -> None:
    state = JobState.QUARANTINED
    Job.objects.create(kind="k", key="k", ledger=tournament.ledger, state=state, due_at=timezone.now())


def adds_conflict(tournament: Tournament) -> None:
    person = Seat.objects.filter(match=at_table(tournament))[0].persona
    assert person is not None
    judge = persona_of(tournament)
    JudgeConflict.objects.create(tournament=tournament, judge=judge, person=person, at=timezone.now())


def bars_judge(tournament: Tournament) -> None:
    adds_conflict(tournament)
    PhysicalTable.objects.filter(matches=at_table(tournament)).update(judge=persona_of(tournament))


def keeps_waiting(tournament: Tournament) -> None:
    """Somebody of a ready match sits at a table, as if another tournament had called them."""
    persona = Seat.objects.filter(match=at_table(tournament, "ready"))[0].persona
    assert persona is not None
    Sitting.objects.create(player=persona.player, match=at_table(tournament), since=timezone.now())


def sweeps(tournament: Tournament) -> None:
    record_heartbeat("sweep", timezone.now())


@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("has_breaks", adds_break),
        ("has_shifts", adds_shift),
        ("has_disputes", adds_dispute),
        ("has_reports", adds_report),
        ("has_help_calls", adds_help_call),
        ("has_access_needs", adds_access_need),
        ("shares_hall", adds_hall),
        ("jobs_put_aside", adds_job),
        ("is_barred", adds_conflict),
        ("are_judges_barred", bars_judge),
        ("is_kept_waiting", keeps_waiting),
        ("sweeps", sweeps),
    ],
)
def test_it_knows_each_thing_that_is_there(name: str, act: Callable[[Tournament], None]) -> None:
    tournament, other = running(8, tables=2, table_high=2), running(4, name="Outro")
    assert not getattr(day_facts(tournament, timezone.now(), bruno()), name)
    act(tournament)
    assert getattr(day_facts(tournament, timezone.now(), bruno()), name)
    if name != "sweeps":
        assert not getattr(day_facts(other, timezone.now(), bruno()), name)


def test_who_plays_is_barred_for_themselves_alone() -> None:
    tournament = running(8)
    player = Seat.objects.filter(match=at_table(tournament)).select_related("persona__player")[0].persona
    assert player is not None
    assert day_facts(tournament, timezone.now(), player.player).is_barred
    assert not day_facts(tournament, timezone.now(), ana()).is_barred
    assert not day_facts(tournament, timezone.now()).is_barred


def test_it_counts_matches_and_entries_by_state() -> None:
    tournament = running(8, tables=2, table_high=2)
    played(at_table(tournament))
    facts = day_facts(tournament, timezone.now())
    matches = Match.objects.filter(ledger=tournament.ledger_id)
    for state in ("waiting", "ready", "called", "playing", "ended"):
        assert getattr(facts, state) == matches.filter(state=state).count()
    assert (facts.total, facts.first_round, facts.last_round) == (7, 1, 2)
    assert (facts.entered, facts.checked_in) == (0, 8)


def test_before_the_draw_there_are_entries_only() -> None:
    facts = day_facts(checked_in(4), timezone.now())
    assert (facts.total, facts.first_round, facts.last_round, facts.checked_in) == (0, None, None, 4)


@pytest.mark.parametrize("entries", [8, 16])
def test_enough_are_to_come_if_eight_people_sit_at_matches_to_come(entries: int) -> None:
    tournament = drawn(entries, ranked=True, table_high=2)
    assert day_facts(tournament, timezone.now()).are_enough_to_come
    while ready := Match.objects.filter(ledger=tournament.ledger_id, state="ready").first():
        facts = day_facts(tournament, timezone.now())
        assert (
            not facts.are_enough_to_come
            or count_attendance(tournament).may_play >= count_attendance(tournament).least
        )
        played(ready)
    assert not day_facts(tournament, timezone.now()).are_enough_to_come
