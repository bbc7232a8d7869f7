"""Tournaments of one hall share tables: of one label there is one, and it has one match at a time."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.errors import Refused
from core.jobs import outbox
from core.models import Job, JobState
from matches.models import HallShare, Match, MatchState, PhysicalTable, SharedHall, TakenTable
from scheduling.by_hand import swap_tables
from scheduling.dispatcher import close_table, open_table, place_match, set_tables
from scheduling.pins import pin_match
from tests.cast import ana, bruno, duda, plain_win, staffed
from tests.sharing import call, duels, forced, hall, labels, on, ready, run_jobs, share, table, won
from tournaments.act import DISPATCH, acting_on
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.draw.publish import withdraw_draw
from tournaments.endings import cancel
from tournaments.models import Role, Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.setup import staff
from tournaments.tables.share import leave_hall
from tournaments.tables.shared_hall import BESIDE, MAX_HELD, neighbours

pytestmark = [pytest.mark.django_db, pytest.mark.F50]


def test_the_dispatcher_passes_over_what_the_other_uses() -> None:
    first, second = hall()
    assert labels(first) == ["1", "2"]
    assert call(second) == 0
    set_tables(second, count=3, by=ana(), now=timezone.now())
    assert call(second) == 1
    assert labels(second) == ["3"]


def test_what_is_open_in_one_only_is_divided() -> None:
    first, second = duels("Um"), duels("Dois")
    close_table(table(first, "2"), by=ana(), now=timezone.now())
    close_table(table(second, "1"), by=ana(), now=timezone.now())
    share(first, second)
    assert (call(first), call(second)) == (1, 1)
    assert (labels(first), labels(second)) == (["1"], ["2"])


def test_who_shares_no_hall_uses_tables_of_the_same_label() -> None:
    first, second = duels("Um"), duels("Dois")
    assert (call(first), call(second)) == (2, 2)
    assert not TakenTable.objects.exists()


def test_what_the_one_frees_the_other_takes_at_once() -> None:
    first, second = hall()
    close_table(table(first, "1"), by=ana(), now=timezone.now())
    run_jobs()
    won(on(first)[0])
    now = timezone.now()
    (job,) = Job.objects.filter(kind=DISPATCH, state=JobState.WAITING, key=str(first.ledger_id))
    outbox.run(job.pk, now)
    (beside,) = Job.objects.filter(kind=DISPATCH, state=JobState.WAITING, key=f"{second.ledger_id}{BESIDE}")
    assert beside.due_at <= now
    assert outbox.run(beside.pk, now)
    assert labels(second) == ["1"]


def test_they_do_not_tell_each_other_for_ever() -> None:
    first, second = hall()
    won(on(first)[0])
    run_jobs()
    assert labels(first) == ["1", "2"]
    assert Match.objects.filter(ledger=second.ledger_id, state=MatchState.READY).exists()


def test_the_database_refuses_a_second_match_at_a_shared_table() -> None:
    _, second = hall()
    match = ready(second)
    with pytest.raises(IntegrityError), transaction.atomic():
        forced(match, table(second, "1"))
    match.refresh_from_db()
    assert match.state == MatchState.READY
    leave_hall(second, by=ana(), now=timezone.now())
    forced(match, table(second, "1"))


def relabelled(first: Tournament, second: Tournament) -> None:
    PhysicalTable.objects.filter(ledger=second.ledger_id, label="2").update(label="1b")
    forced(ready(second), table(second, "1b"))
    PhysicalTable.objects.filter(pk=table(second, "1").pk).update(label="x")
    PhysicalTable.objects.filter(ledger=second.ledger_id, label="1b").update(label="1")


def moved_in(first: Tournament, second: Tournament) -> None:
    HallShare.objects.filter(ledger=second.ledger_id).delete()
    forced(ready(second), table(second, "1"))
    HallShare.objects.create(hall=SharedHall.objects.get(), ledger=second.ledger)


def changed_halls(first: Tournament, second: Tournament) -> None:
    other = SharedHall.objects.create(since=timezone.now())
    HallShare.objects.filter(ledger=second.ledger_id).update(hall=other)
    forced(ready(second), table(second, "1"))
    HallShare.objects.filter(ledger=second.ledger_id).update(hall=SharedHall.objects.exclude(pk=other.pk)[0])


def put_back_in(first: Tournament, second: Tournament) -> None:
    place, now = table(second, "1"), timezone.now()
    facts = {"code": "mx", "round": 9, "number": 9, "state": "called", "called_at": now}
    Match.objects.create(ledger=second.ledger, table=place, **facts)


def moved_there(first: Tournament, second: Tournament) -> None:
    set_tables(second, count=3, by=ana(), now=timezone.now())
    forced(ready(second), table(second, "3"))
    Match.objects.filter(pk=on(second)[0].pk).update(table=table(second, "2"))


@pytest.mark.parametrize("way", [relabelled, moved_in, changed_halls, put_back_in, moved_there])
def test_no_way_round_leads_to_two_matches_at_one(way: Callable[[Tournament, Tournament], None]) -> None:
    first, second = hall()
    with pytest.raises(IntegrityError, match=r"takentable\.label|one_match_at_a_shared_table"):
        way(first, second)


def test_rows_follow_matches() -> None:
    first, _ = hall()

    def taken() -> dict[str, int]:
        return dict(TakenTable.objects.values_list("label", "match"))

    one, two = on(first)
    assert taken() == {"1": one.pk, "2": two.pk}
    swap_tables(one, two, by=ana(), now=timezone.now())
    assert taken() == {"2": one.pk, "1": two.pk}
    set_tables(first, count=3, by=ana(), now=timezone.now())
    place_match(one, table=table(first, "3"), by=ana(), now=timezone.now())
    assert taken() == {"3": one.pk, "1": two.pk}
    won(one)
    assert taken() == {"1": two.pk}
    leave_hall(first, by=ana(), now=timezone.now())
    assert taken() == {}


def test_by_hand_it_is_refused_and_says_who_is_there() -> None:
    first, second = hall()
    with pytest.raises(Refused) as refused:
        place_match(ready(second), table=table(second, "1"), by=ana(), now=timezone.now())
    (violation,) = refused.value.violations
    assert violation.code == "table_busy"
    assert violation.facts == {"table": "1", "title": first.title}


def test_the_title_is_told_to_nobody_who_may_not_see_it() -> None:
    first, second = hall()
    Tournament.objects.filter(pk=first.pk).update(taken_down_at=timezone.now(), taken_down_because="x")
    staff.assign_role(second, username=staffed(duda()), role=Role.JUDGE, by=ana(), now=timezone.now())
    with pytest.raises(Refused) as refused:
        place_match(ready(second), table=table(second, "1"), by=duda(), now=timezone.now())
    (violation,) = refused.value.violations
    assert violation.facts == {"table": "1", "title": ""}


def test_starting_takes_a_table_that_is_free_for_both_or_none() -> None:
    first, second = hall()
    with pytest.raises(Refused, match="no_table_free"):
        start_match(ready(second), by=bruno(), now=timezone.now())
    won(on(first)[0])
    start_match(ready(second), by=bruno(), now=timezone.now())
    assert labels(second) == ["1"]


def test_what_any_act_would_bring_about_is_refused_in_words() -> None:
    _, second = hall()
    match, place = ready(second), table(second, "1")
    with (
        pytest.raises(Refused, match="shared_table_taken"),
        acting_on(match, by=ana(), need="coordinate", now=timezone.now()),
    ):
        forced(match, place)


def test_undoing_gives_up_a_table_that_the_other_has_taken() -> None:
    first, second = hall(entries=4)
    semifinals = on(first)
    for match in semifinals:
        won(match)
    call(first)
    (final,) = on(first)
    start_match(final, by=bruno(), now=timezone.now())
    sheet = plain_win(semifinals[0], 2)
    remedies = {final.code: "replay"}
    correction = correct_sheet(
        semifinals[0], sheet=sheet, reason="x", remedies=remedies, by=ana(), now=timezone.now()
    )
    call(second)
    assert labels(second) == ["1", "2"]
    undo_correction(correction, reason="y", by=ana(), now=timezone.now())
    final.refresh_from_db()
    assert (final.state, final.table) == (MatchState.PLAYING, None)


def test_a_cancelled_one_leaves_and_what_it_used_is_taken_at_once() -> None:
    first, second = hall()
    Job.objects.all().delete()
    cancel(first, reason="Chuva.", by=ana(), now=timezone.now())
    assert list(neighbours(second.ledger_id)) == []
    assert Job.objects.filter(key=f"{second.ledger_id}{BESIDE}").exists()
    run_jobs()
    assert labels(second) == ["1", "2"]


def test_a_draw_that_is_withdrawn_and_a_hall_that_is_left_free_their_tables_at_once() -> None:
    first, second = hall()
    Job.objects.all().delete()
    withdraw_draw(first, reason="x", by=ana(), now=timezone.now(), rng=Random(1))
    run_jobs()
    assert labels(second) == ["1", "2"]
    third = duels("Três")
    share(third, first)
    Job.objects.all().delete()
    leave_hall(second, by=ana(), now=timezone.now())
    run_jobs()
    assert labels(third) == ["1", "2"]


def test_a_table_that_the_other_holds_a_match_to_soon_is_left_to_it() -> None:
    first, second = duels("Um"), duels("Dois")
    share(first, second)
    soon, later = (timezone.now() + timedelta(minutes=minutes) for minutes in (8, 120))
    one, other = Match.objects.filter(ledger=first.ledger_id, state=MatchState.READY)[:2]
    pin_match(one, table=table(first, "1"), begins_at=soon, by=ana(), now=timezone.now())
    pin_match(other, table=table(first, "2"), begins_at=later, by=ana(), now=timezone.now())
    assert call(second) == 1
    assert labels(second) == ["2"]
    leave_hall(first, by=ana(), now=timezone.now())
    assert call(second) == 1
    assert labels(second) == ["1", "2"]


def test_a_match_that_nobody_ended_for_a_day_holds_no_table() -> None:
    first, second = hall()
    TakenTable.objects.filter(label="1").update(since=timezone.now() - MAX_HELD)
    assert call(second) == 1
    assert labels(second) == ["1"]
    assert labels(first) == ["1", "2"]


def test_a_result_costs_no_statement_more_and_a_run_of_the_dispatcher_a_few(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    def statements(tournament: Tournament) -> int:
        match = on(tournament)[0]
        start_match(match, by=bruno(), now=timezone.now())
        with django_assert_max_num_queries(200) as looked:
            record_sheet(match, sheet=plain_win(match), by=bruno(), now=timezone.now())
        return len(looked)

    alone = duels("Só")
    call(alone)
    first, _ = hall()
    assert statements(alone) == statements(first)


@pytest.mark.parametrize("seed", range(4))
def test_days_by_chance_never_have_two_matches_at_one_table_and_come_to_their_end(seed: int) -> None:
    rng = Random(seed)
    both = [duels(name, rng.choice([4, 8, 12]), rng.randint(1, 4)) for name in ("Um", "Dois")]
    share(*both)
    for _ in range(100):
        rng.choice(MOVES)(rng.choice(both), rng)
        taken = labels(both[0]) + labels(both[1])
        assert len(taken) == len(set(taken))
        assert sorted(taken) == sorted(TakenTable.objects.values_list("label", flat=True))
    for one in both:
        set_tables(one, count=4, by=ana(), now=timezone.now())
    to_play = Match.objects.exclude(state=MatchState.ENDED)
    for _ in range(200):
        call(rng.choice(both))
        if found := on(both[0]) + on(both[1]):
            won(rng.choice(found))
        elif not to_play.exists():
            break
    assert not to_play.exists()


def _win(tournament: Tournament, rng: Random) -> None:
    if found := on(tournament):
        won(rng.choice(found))


def _tables(tournament: Tournament, rng: Random) -> None:
    place = rng.choice(PhysicalTable.objects.filter(ledger=tournament.ledger_id))
    rng.choice([open_table, close_table])(place, by=ana(), now=timezone.now())


def _move(tournament: Tournament, rng: Random) -> None:
    if found := on(tournament):
        place = rng.choice(PhysicalTable.objects.filter(ledger=tournament.ledger_id))
        with suppress(Refused):
            place_match(rng.choice(found), table=place, by=ana(), now=timezone.now())


def _swap(tournament: Tournament, rng: Random) -> None:
    if len(found := on(tournament)) > 1:
        swap_tables(*rng.sample(found, 2), by=ana(), now=timezone.now())


def _call(tournament: Tournament, rng: Random) -> None:
    call(tournament)


MOVES = (_call, _call, _call, _win, _tables, _move, _swap)
