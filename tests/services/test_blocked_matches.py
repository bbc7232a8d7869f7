"""A forgotten table of another tournament blocks a match: it is called anyway, or people are separated."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from core.errors import Forbidden, Refused, Stale
from matches.models import Match, MatchState, PhysicalTable, Sitting
from scheduling.by_hand import call_anyway
from scheduling.day_problem import problem_of_rest
from scheduling.dispatcher import dispatch
from tests.cast import ana, bruno, caio, drawn, duda, fresh, plain_win, without_account
from tests.services.test_sittings import others
from tournaments.act import DISPATCH
from tournaments.entries.repeats import separate_person
from tournaments.models import Tournament
from tournaments.now.selectors import now_view
from tournaments.play.play import record_sheet, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.F109, pytest.mark.fault("F127")]
GRACE = timedelta(minutes=11)


def blocked(
    *, account: bool = False, began: datetime | None = None
) -> tuple[Tournament, Tournament, Match, datetime]:
    """Two tournaments with one person in both, the first one's table forgotten past the grace time."""
    first, second = drawn(4, name="Um"), drawn(4, name="Dois")
    others(second)
    if not account:
        person = without_account("Caio do Rio")
        for tournament in (first, second):
            tournament.ledger.personas.filter(player=caio()).update(player=person)
    began = began or timezone.now()
    dispatch(first.ledger_id, now=began)
    dispatch(second.ledger_id, now=began)
    match = Match.objects.get(ledger=second.ledger_id, round=1, state=MatchState.READY)
    return first, fresh(second), match, began + GRACE


def test_after_the_grace_time_the_day_names_the_block() -> None:
    first, second, match, late = blocked()
    early = now_view(second, late - timedelta(minutes=2), reader=ana())
    assert early.blocked is None
    assert not early.kept_waiting[0].is_overdue
    found = now_view(second, late, reader=ana()).blocked
    assert found is not None
    assert found.matches == (match.code,)
    forgotten = Match.objects.get(ledger=first.ledger_id, state=MatchState.CALLED)
    one = found.first
    assert (one.slug, one.there, one.table) == (first.slug, forgotten.code, str(forgotten.table))
    assert (one.since, one.is_separable) == (forgotten.called_at, True)


def test_without_a_free_table_it_blocks_nothing() -> None:
    _, second, _, late = blocked()
    PhysicalTable.objects.filter(ledger=second.ledger_id).update(is_open=False)
    view = now_view(second, late, reader=ana())
    assert view.kept_waiting[0].is_overdue
    assert view.blocked is None


def test_who_may_not_see_the_other_tournament_learns_nothing_of_it() -> None:
    first, second, _, late = blocked()
    Tournament.objects.filter(pk=first.pk).update(taken_down_at=late, taken_down_because="x")
    hidden = now_view(second, late, reader=duda()).kept_waiting[0]
    assert (hidden.title, hidden.slug, hidden.there, hidden.table) == ("", "", "", "")
    assert hidden.is_overdue
    assert now_view(second, late, reader=ana()).kept_waiting[0].slug == first.slug


def test_it_is_called_anyway_and_the_other_match_stays_as_it_is() -> None:
    first, _, match, late = blocked()
    there = Match.objects.get(ledger=first.ledger_id, state=MatchState.CALLED)
    assert call_anyway(match, by=ana(), now=late).state == MatchState.CALLED
    assert Sitting.objects.filter(match=match).count() == 4
    assert Sitting.objects.filter(match=there).count() == 3
    for each in (match, there):
        start_match(each, by=bruno(), now=late)
        record_sheet(each, sheet=plain_win(each), by=bruno(), now=late)
    assert not Sitting.objects.exists()


def test_within_the_grace_time_it_is_refused() -> None:
    _, _, match, late = blocked()
    with pytest.raises(Refused, match="players_busy"):
        call_anyway(match, by=ana(), now=late - timedelta(minutes=2))
    assert Match.objects.get(pk=match.pk).state == MatchState.READY


def test_only_who_coordinates_may_and_only_what_is_ready() -> None:
    _, _, match, late = blocked()
    with pytest.raises(Forbidden):
        call_anyway(match, by=bruno(), now=late)
    call_anyway(match, by=ana(), now=late)
    with pytest.raises(Stale, match="match_called"):
        call_anyway(match, by=ana(), now=late)


def test_a_match_without_opponents_is_not_called() -> None:
    tournament = drawn(8)
    final = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.WAITING)[0]
    with pytest.raises(Stale, match="match_waiting"):
        call_anyway(final, by=ana(), now=timezone.now())


def test_a_person_of_this_tournament_at_another_table_of_it_is_not_released() -> None:
    tournament = drawn(8, tables=4, table_low=2, table_high=2)
    began = timezone.now()
    dispatch(tournament.ledger_id, now=began)
    one, other = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED)[:2]
    Match.objects.filter(pk=other.pk).update(state=MatchState.READY, table=None, called_at=None)
    seat = one.seats.order_by("pk")[0]
    assert seat.persona is not None
    Sitting.objects.filter(match=one).exclude(player=seat.persona.player).delete()
    other.seats.filter(pk=other.seats.order_by("pk")[0].pk).update(persona=seat.persona)
    with pytest.raises(Refused, match="players_busy"):
        call_anyway(other, by=ana(), now=began + GRACE)


def test_two_people_of_one_name_are_separated_and_the_match_is_called() -> None:
    first, second, match, late = blocked()
    kept = now_view(second, late, reader=ana()).kept_waiting[0]
    found = separate_person(second, person=kept.person, by=ana(), now=late)
    assert found.name == "Caio do Rio"
    assert first.ledger.personas.get(player__name="Caio do Rio").player != found
    assert second.ledger.personas.get(player=found).code == kept.person
    assert dispatch(second.ledger_id, now=late) == 1
    assert Match.objects.get(pk=match.pk).state == MatchState.CALLED


def test_separating_asks_for_the_dispatcher() -> None:
    _, second, _, late = blocked()
    kept = now_view(second, late, reader=ana()).kept_waiting[0]
    second.ledger.jobs.filter(kind=DISPATCH).delete()
    separate_person(second, person=kept.person, by=ana(), now=late)
    assert second.ledger.jobs.filter(kind=DISPATCH).exists()


def test_nobody_takes_a_tournament_from_who_has_an_account() -> None:
    _, second, _, late = blocked(account=True)
    kept = now_view(second, late, reader=ana()).kept_waiting[0]
    assert not kept.is_separable
    with pytest.raises(Refused, match="separates_account"):
        separate_person(second, person=kept.person, by=ana(), now=late)


def test_a_judge_separates_nobody_and_a_code_of_elsewhere_is_nobody() -> None:
    first, second, _, late = blocked()
    kept = now_view(second, late, reader=ana()).kept_waiting[0]
    with pytest.raises(Forbidden):
        separate_person(second, person=kept.person, by=bruno(), now=late)
    theirs = first.ledger.personas.get(player__name="Caio do Rio").code
    with pytest.raises(Forbidden, match="not_found"):
        separate_person(second, person=theirs, by=ana(), now=late)


def test_the_forecast_knows_of_the_other_table() -> None:
    _, second, match, late = blocked()
    day = problem_of_rest(second, late)
    assert day is not None
    (waiting,) = (one for one in day.problem.matches if one.key == match.code)
    assert waiting.away
    assert waiting.away[0].begins <= int(late.timestamp()) < waiting.away[0].ends
    call_anyway(match, by=ana(), now=late)
    day = problem_of_rest(second, late)
    assert day is not None
    assert not any(one.away for one in day.problem.matches if one.key == match.code)
