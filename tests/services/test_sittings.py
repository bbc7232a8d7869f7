"""Nobody is at two tables at once, of one tournament or of two: the dispatcher and the database see to it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.merging import merge
from core.errors import Refused
from core.jobs import outbox
from core.models import Job, JobState
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, Seat, Sitting
from scheduling.dispatcher import dispatch, place_match
from tests.api.programs import program
from tests.cast import ana, browser, bruno, caio, drawn, plain_win, without_account
from tournaments.act import DISPATCH, acting_on
from tournaments.endings import cancel
from tournaments.models import Tournament
from tournaments.play.blocked_matches import blockers_by_match
from tournaments.play.place import free_tables
from tournaments.play.play import record_sheet, start_match
from tournaments.tables.shared_hall import MAX_HELD

pytestmark = [pytest.mark.django_db, pytest.mark.F50, pytest.mark.F109]


def of_caio(tournament: Tournament) -> Match:
    return Match.objects.get(ledger=tournament.ledger_id, round=1, seats__persona__player=caio())


def others(tournament: Tournament) -> None:
    """All but Caio are other people than those of the same names elsewhere."""
    for persona in tournament.ledger.personas.filter(player__name__startswith="Jogador"):
        persona.player = without_account(f"{persona.player.name} bis")
        persona.save()


def two() -> tuple[Tournament, Tournament]:
    """Two tournaments at once in which Caio plays; the first has called him."""
    first, second = drawn(4, name="Um"), drawn(4, name="Dois")
    others(second)
    dispatch(first.ledger_id, now=timezone.now())
    return first, second


def test_the_dispatcher_passes_over_who_is_at_a_table_of_another_tournament() -> None:
    first, second = two()
    assert of_caio(first).state == MatchState.CALLED
    dispatch(second.ledger_id, now=timezone.now())
    assert of_caio(second).state == MatchState.READY
    (kept,) = blockers_by_match(second, timezone.now())[of_caio(second).code]
    assert (kept.name, kept.elsewhere, kept.title) == ("Caio do Rio", True, first.title)
    assert kept.table == "1"


def test_it_looks_again_and_calls_once_the_other_match_is_over() -> None:
    first, second = two()
    now = timezone.now()
    Job.objects.all().delete()
    dispatch(second.ledger_id, now=now)
    job = Job.objects.get(kind=DISPATCH, ledger=second.ledger_id, state=JobState.WAITING)
    match = of_caio(first)
    start_match(match, by=bruno(), now=now)
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=now)
    assert outbox.run(job.pk, now + timedelta(seconds=15))
    assert of_caio(second).state == MatchState.CALLED


def test_it_calls_the_others_meanwhile() -> None:
    first = drawn(4, name="Um")
    second = drawn(8, name="Dois", table_low=2, table_high=2)
    others(second)
    dispatch(first.ledger_id, now=timezone.now())
    dispatch(second.ledger_id, now=timezone.now())
    assert Match.objects.filter(ledger=second.ledger_id, state=MatchState.CALLED).count() == 3
    assert of_caio(second).state == MatchState.READY


def place(match: Match) -> None:
    table = PhysicalTable.objects.filter(ledger=match.ledger_id)[0]
    place_match(match, table=table, by=ana(), now=timezone.now())


def start(match: Match) -> None:
    start_match(match, by=bruno(), now=timezone.now())


@pytest.mark.parametrize("act", [place, start])
def test_by_hand_it_is_refused_and_says_who(act: Callable[[Match], None]) -> None:
    _, second = two()
    with pytest.raises(Refused) as refused:
        act(of_caio(second))
    (violation,) = refused.value.violations
    assert (violation.code, violation.facts) == ("players_busy", {"names": ["Caio do Rio"]})


def test_the_database_refuses_it_by_itself() -> None:
    _, second = two()
    match = of_caio(second)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE matches_match SET state = 'called', called_at = %s WHERE id = %s",
            [timezone.now(), match.pk],
        )
    match.refresh_from_db()
    assert match.state == MatchState.READY


def test_the_database_gives_nobody_a_seat_at_a_second_table() -> None:
    _, second = two()
    seat = Seat.objects.filter(match=of_caio(second)).get(persona__player=caio())
    persona = seat.persona
    Seat.objects.filter(pk=seat.pk).update(persona=None)
    assert dispatch(second.ledger_id, now=timezone.now()) == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(persona=persona)


def test_rows_follow_matches_and_seats() -> None:
    tournament = drawn(4)
    dispatch(tournament.ledger_id, now=timezone.now())
    (match,) = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
    assert Sitting.objects.filter(match=match).count() == 4
    seat = match.seats.get(persona__player=caio())
    persona, seat.persona = seat.persona, None
    seat.save()
    assert not Sitting.objects.filter(player=caio()).exists()
    seat.persona = persona
    seat.save()
    assert Sitting.objects.get(player=caio()).match == match
    start_match(match, by=bruno(), now=timezone.now())
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=timezone.now())
    assert not Sitting.objects.exists()


def test_a_match_that_nobody_ended_for_a_day_keeps_nobody() -> None:
    first, second = two()
    Sitting.objects.update(since=timezone.now() - MAX_HELD)
    dispatch(second.ledger_id, now=timezone.now())
    assert of_caio(second).state == MatchState.CALLED
    assert of_caio(first).state == MatchState.CALLED


def test_a_cancelled_tournament_keeps_nobody() -> None:
    first, second = two()
    cancel(first, reason="Chuva.", by=ana(), now=timezone.now())
    dispatch(second.ledger_id, now=timezone.now())
    assert of_caio(second).state == MatchState.CALLED


def back_at_its_table(match: Match) -> None:
    """An act that asks nobody."""
    with acting_on(match, by=ana(), need="coordinate", now=timezone.now()):
        free = free_tables(match.ledger_id).first()
        Match.objects.filter(pk=match.pk).update(
            state=MatchState.CALLED, called_at=timezone.now(), table=free
        )


def test_what_any_act_would_bring_about_is_refused_in_words() -> None:
    _, second = two()
    with pytest.raises(Refused, match="at_two_tables"):
        back_at_its_table(of_caio(second))


def test_two_people_at_two_tables_are_not_made_one() -> None:
    first, second = two()
    Seat.objects.filter(persona__player=caio(), match__ledger=second.ledger_id).update(persona=None)
    dispatch(second.ledger_id, now=timezone.now())
    one, other = (
        Sitting.objects.filter(match__ledger=tournament.ledger_id).exclude(player=caio())[0].player
        for tournament in (first, second)
    )
    with pytest.raises(Refused, match="merge_both_play"):
        merge(one, other)


def test_the_day_says_whom_a_match_waits_for() -> None:
    first, second = two()
    text = browser(bruno()).get(reverse("now", args=[second.slug])).content.decode()
    assert f"Waits for Caio do Rio, who is at table 1 of “{first.title}”." in " ".join(text.split())
    (kept,) = program().get(f"tournaments/{second.slug}/now/").body["kept_waiting"]
    assert (kept["match"], kept["title"]) == (of_caio(second).code, first.title)


@pytest.mark.django_db(transaction=True)
def test_triggers_outlive_a_table_that_is_made_anew() -> None:
    _, second = two()
    constraint = next(c for c in Match._meta.constraints if c.name == "called_has_time")
    for act in ("remove_constraint", "add_constraint"):
        with connection.schema_editor() as editor:
            getattr(editor, act)(Match, constraint)
    with pytest.raises(IntegrityError):
        Match.objects.filter(pk=of_caio(second).pk).update(state="called", called_at=timezone.now())
