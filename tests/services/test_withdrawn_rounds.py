"""A later round of a stage is withdrawn before its first match, and drawn again."""

import json
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale
from core.models import RecordLine
from matches.models import Entry, EntryState, Match, MatchState, PhysicalTable, Sheet, Side
from rulesets.kernel.sheet import EndedBy, Line, Out
from rulesets.kernel.sheet import Sheet as SheetOf
from scheduling.dispatcher import dispatch
from tests.acts import assert_sound
from tests.cast import ana, bruno, caio, fresh
from tests.swiss import closed, first_round, groups_drawn, play_all, play_rounds, win_all
from tournaments.departures.join_stage import join_between_rounds
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.draw.rounds import draw_round
from tournaments.draw.selectors import promise, withdrawn_draws
from tournaments.draw.stage_progress import stage_progress
from tournaments.draw.withdraw_round import withdraw_round
from tournaments.inputs import NewEntry
from tournaments.models import Commitment, Draw, Stage, Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db


def drawn_on(tournament: Tournament, *, word: str = "") -> Tournament:
    """What is drawn is played, and the next round is drawn."""
    win_all(tournament)
    draw_round(fresh(tournament), word=word, by=ana(), now=timezone.now())
    return fresh(tournament)


def two_rounds(**chosen: int) -> Tournament:
    """Two Swiss rounds of three are drawn; the second has not begun."""
    return drawn_on(first_round(**{"entries": 8, "table_low": 2, "table_high": 2, **chosen}), word="Uva")


def take_back(tournament: Tournament, seen: int | None = None) -> Draw:
    now = timezone.now()
    return withdraw_round(fresh(tournament), reason="Faltou gente", by=ana(), now=now, seen=seen)


def latest(tournament: Tournament) -> Match:
    """The first match of the latest round."""
    return Match.objects.filter(ledger=tournament.ledger_id).order_by("-round", "number")[0]


def tables(tournament: Tournament, round_: int) -> list[tuple[str, ...]]:
    """The entries at each table of a round, as drawn."""
    matches = Match.objects.filter(ledger=tournament.ledger_id, round=round_).order_by("number")
    return [tuple(match.sides.order_by("number").values_list("drawn__code", flat=True)) for match in matches]


# --- withdrawn --------------------------------------------------------------------------------------


def test_a_later_round_is_withdrawn_and_drawn_again() -> None:
    tournament = two_rounds()
    gone = take_back(tournament)
    assert (gone.first_round, gone.withdrawn) == (2, True)
    assert not Match.objects.filter(ledger=tournament.ledger_id, round=2).exists()
    progress = stage_progress(fresh(tournament))
    assert progress is not None
    assert (progress.rounds, progress.next_act) == (1, "draw_round")
    drawn_on(tournament)
    assert Match.objects.filter(ledger=tournament.ledger_id, round=2).count() == 4
    play_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    assert_sound(tournament)


def test_its_line_is_followed_by_another_promise() -> None:
    tournament = two_rounds()
    before = promise(tournament)
    take_back(tournament)
    promised, withdrawn = RecordLine.objects.filter(ledger=tournament.ledger_id).order_by("-seq")[:2]
    assert json.loads(withdrawn.text)["data"] == {"stage": 1, "round": 2, "reason": "Faltou gente"}
    assert promised.type == "draw.committed"
    now = promise(fresh(tournament))
    assert before is not None
    assert now is not None
    assert before.sha256 != now.sha256 == json.loads(promised.text)["data"]["hash"]
    assert Commitment.objects.filter(tournament=tournament).count() == 4
    assert_sound(tournament)


def test_it_says_why_among_the_earlier_draws() -> None:
    tournament = two_rounds()
    first = take_back(tournament)
    drawn_on(tournament)
    withdraw_round(fresh(tournament), reason="De novo", by=ana(), now=timezone.now())
    found = withdrawn_draws(fresh(tournament))
    assert [one.reason for one in found] == ["Faltou gente", "De novo"]
    assert found[0].draw == first


def test_draws_withdrawn_before_the_first_match_keep_their_reasons() -> None:
    tournament = first_round(8, table_low=2, table_high=2)
    withdraw_draw(tournament, reason="Engano", by=ana(), now=timezone.now())
    publish_draw(fresh(tournament), by=ana(), now=timezone.now())
    take_back(drawn_on(fresh(tournament)))
    assert [one.reason for one in withdrawn_draws(fresh(tournament))] == ["Engano", "Faltou gente"]
    assert_sound(tournament)


def test_the_last_round_without_a_bracket_promises_again() -> None:
    tournament = two_rounds(rounds=2, advance=0)
    assert promise(tournament) is None
    take_back(tournament)
    assert promise(fresh(tournament)) is not None
    drawn_on(tournament)
    assert promise(fresh(tournament)) is None
    assert_sound(tournament)


def test_byes_do_not_keep_a_round() -> None:
    tournament = two_rounds(entries=9)
    assert Match.objects.filter(ledger=tournament.ledger_id, round=2, state=MatchState.ENDED).count() == 1
    take_back(tournament)
    drawn_on(tournament)
    assert Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN).count() == 9
    assert_sound(tournament)


def test_the_sheet_of_a_bye_stays_with_a_round_that_stands() -> None:
    tournament = two_rounds(entries=9)
    bye = Sheet.objects.get(match__ledger=tournament.ledger_id, match__round=2)
    with pytest.raises(IntegrityError, match="sheet_stays_put"), transaction.atomic():
        bye.delete()
    Draw.objects.filter(tournament=tournament, first_round=2).update(withdrawn=True)
    bye.delete()


def test_groups_keep_their_members() -> None:
    tournament = drawn_on(groups_drawn(8))
    dealt, before = Stage.objects.get(tournament=tournament).groups, tables(tournament, 2)
    take_back(tournament)
    drawn_on(tournament)
    assert Stage.objects.get(tournament=tournament).groups == dealt
    assert set(map(frozenset, tables(tournament, 2))) == set(map(frozenset, before))
    assert_sound(tournament)


def test_pairs_are_drawn_again() -> None:
    tournament = drawn_on(first_round(6, kind="duplas", table_low=2))
    take_back(tournament)
    drawn_on(tournament)
    assert_sound(tournament)


def test_a_forgotten_player_comes_in() -> None:
    tournament = two_rounds()
    take_back(tournament)
    late = NewEntry(("Esquecido",))
    entry = join_between_rounds(fresh(tournament), entry=late, reason="Fila", by=ana(), now=timezone.now())
    drawn_on(tournament)
    assert Side.objects.filter(entry=entry, round=2).exists()
    assert_sound(tournament)


def test_an_entry_that_came_into_it_is_drawn_again() -> None:
    tournament = first_round(8, table_low=2, table_high=2)
    win_all(tournament)
    late = NewEntry(("Atrasado",))
    entry = join_between_rounds(fresh(tournament), entry=late, reason="Fila", by=ana(), now=timezone.now())
    drawn_on(tournament)
    take_back(tournament)
    assert Entry.objects.get(pk=entry.pk).state == EntryState.CHECKED_IN
    drawn_on(tournament)
    assert Side.objects.filter(entry=entry, round=2).exists()
    assert_sound(tournament)


def test_who_left_during_it_is_not_drawn_again() -> None:
    tournament = drawn_on(first_round(8))
    entry = latest(tournament).sides.order_by("number")[0].entry
    assert entry is not None
    withdraw(entry, reason="Foi embora", by=ana(), now=timezone.now())
    take_back(tournament)
    drawn_on(tournament)
    assert not Side.objects.filter(drawn=entry, round=2).exists()
    assert_sound(tournament)


def test_called_matches_leave_their_tables() -> None:
    tournament = two_rounds()
    dispatch(tournament.ledger_id, now=timezone.now())
    assert Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED).count() == 4
    take_back(tournament)
    assert not PhysicalTable.objects.filter(ledger=tournament.ledger_id, matches__state="called").exists()
    drawn_on(tournament)
    dispatch(tournament.ledger_id, now=timezone.now())
    assert Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED).count() == 4
    assert_sound(tournament)


# --- refused ------------------------------------------------------------------------------------------


def starts(tournament: Tournament) -> None:
    start_match(latest(tournament), by=ana(), now=timezone.now())


def walks_over(tournament: Tournament) -> None:
    match = latest(tournament)
    here, missing = (seat.persona.code for seat in match.seats.order_by("number") if seat.persona)
    lines = (Line(here), Line(missing, out=Out.ABSENT))
    sheet = SheetOf(EndedBy.WALKOVER, lines, winner=1)
    record_sheet(match, sheet=sheet, by=ana(), now=timezone.now())


@pytest.mark.parametrize("act", [starts, walks_over, win_all])
def test_a_round_that_has_begun_stands(act: Callable[[Tournament], None]) -> None:
    tournament = two_rounds()
    act(fresh(tournament))
    with pytest.raises(Stale, match="round_begun"):
        take_back(tournament)
    assert Draw.objects.get(tournament=tournament, first_round=2).withdrawn is False


def test_the_first_round_is_withdrawn_with_the_draw() -> None:
    with pytest.raises(Stale, match="no_later_round"):
        take_back(first_round(8))


def test_no_round_of_a_closed_stage_is_withdrawn() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2)))
    with pytest.raises(Stale, match="no_open_stage"):
        take_back(tournament)


def test_a_round_is_withdrawn_once() -> None:
    tournament = two_rounds()
    seen = fresh(tournament).ledger.head_seq
    take_back(tournament, seen=seen)
    with pytest.raises(Stale, match="stale"):
        take_back(tournament, seen=seen)
    with pytest.raises(Stale, match="no_later_round"):
        take_back(tournament)


def test_a_reason_is_needed() -> None:
    tournament = two_rounds()
    with pytest.raises(Refused, match="reason_missing"):
        withdraw_round(tournament, reason="  ", by=ana(), now=timezone.now())


@pytest.mark.parametrize("who", [bruno, caio])
def test_only_a_coordinator_withdraws_a_round(who: Callable[[], Player]) -> None:
    tournament = two_rounds()
    with pytest.raises(Forbidden):
        withdraw_round(tournament, reason="x", by=who(), now=timezone.now())


def test_its_matches_are_not_found_afterwards() -> None:
    tournament = two_rounds()
    match = latest(tournament)
    take_back(tournament)
    with pytest.raises(Forbidden, match="not_found"):
        start_match(match, by=bruno(), now=timezone.now())
