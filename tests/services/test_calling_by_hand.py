"""The dispatcher by hand: offered, called, held back, moved, swapped; tables go and come in mid-round."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from core.errors import Forbidden, Refused, Stale
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable
from scheduling.by_hand import (
    CallOffer,
    calls_state,
    hold_match,
    release_match,
    set_calls_by_hand,
    swap_tables,
)
from scheduling.dispatcher import close_table, dispatch, open_table, place_match, set_tables
from tests.acts import assert_sound
from tests.api.programs import program
from tests.cast import ana, browser, bruno, called, drawn, duda, fresh, played
from tournaments.models import Tournament
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db


def duels(**chosen: Any) -> Tournament:
    """Eight entries at tables of two."""
    return drawn(8, **{"table_low": 2, "table_high": 2, "tables": 2, **chosen})


def by_hand(tournament: Tournament) -> Tournament:
    return set_calls_by_hand(tournament, by_hand=True, by=ana(), now=timezone.now())


def at(tournament: Tournament, number: int) -> Match:
    return Match.objects.get(ledger=tournament.ledger_id, round=1, number=number)


def table(tournament: Tournament, label: str) -> PhysicalTable:
    return PhysicalTable.objects.get(ledger=tournament.ledger_id, label=label)


def called_now(tournament: Tournament) -> int:
    return dispatch(tournament.ledger_id, now=timezone.now())


def test_by_hand_nobody_is_called_but_offered() -> None:
    tournament = by_hand(duels())
    assert called_now(tournament) == 0
    found = calls_state(fresh(tournament), timezone.now())
    assert found.by_hand
    assert found.offers == (CallOffer(at(tournament, 1).code, "1"), CallOffer(at(tournament, 2).code, "2"))
    set_calls_by_hand(tournament, by_hand=False, by=ana(), now=timezone.now())
    assert called_now(tournament) == 2


def test_a_match_that_is_held_back_is_passed_over_until_it_is_let_go() -> None:
    tournament = duels()
    hold_match(at(tournament, 1), by=ana(), now=timezone.now())
    assert called_now(tournament) == 2
    assert at(tournament, 1).state == MatchState.READY
    assert calls_state(tournament, timezone.now()).held == {at(tournament, 1).code}
    played(at(tournament, 2), seed=2)
    assert called_now(tournament) == 1
    assert at(tournament, 1).state == MatchState.READY
    release_match(at(tournament, 1), by=ana(), now=timezone.now())
    set_tables(tournament, count=3, by=ana(), now=timezone.now())
    assert called_now(tournament) == 1
    assert at(tournament, 1).state == MatchState.CALLED


def test_calling_by_hand_lets_go_and_a_called_match_is_not_held_back() -> None:
    tournament = duels()
    held = hold_match(at(tournament, 3), by=ana(), now=timezone.now())
    place_match(held, table=table(tournament, "2"), by=ana(), now=timezone.now())
    assert not at(tournament, 3).held
    with pytest.raises(Stale, match="match_called"):
        hold_match(at(tournament, 3), by=ana(), now=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=held.pk).update(held=True)


@pytest.mark.parametrize("plays", [0, 1, 2])
def test_two_matches_change_tables_and_the_record_knows_it(plays: int, tmp_path: Any) -> None:
    tournament = duels()
    called_now(tournament)
    one, two = called(tournament)
    for match in (one, two)[:plays]:
        start_match(match, by=bruno(), now=timezone.now())
    swap_tables(one, two, by=ana(), now=timezone.now())
    labels = [at(tournament, number).table for number in (1, 2)]
    assert [found.label for found in labels if found] == ["2", "1"]
    assert_sound(tournament)
    with pytest.raises(Stale, match="match_ready"):
        swap_tables(one, at(tournament, 3), by=ana(), now=timezone.now())


def test_only_who_coordinates_does_any_of_it() -> None:
    tournament = duels()
    match, now = at(tournament, 1), timezone.now()
    for who in (bruno(), duda()):
        for act in (hold_match, release_match):
            with pytest.raises(Forbidden):
                act(match, by=who, now=now)
        with pytest.raises(Forbidden):
            set_calls_by_hand(tournament, by_hand=True, by=who, now=now)
        with pytest.raises(Forbidden):
            swap_tables(match, match, by=who, now=now)


@pytest.mark.F52
def test_tables_go_and_come_in_mid_round_and_nothing_is_dropped() -> None:
    tournament = duels(tables=3)
    called_now(tournament)
    on = called(tournament)
    for label in "123":
        close_table(table(tournament, label), by=ana(), now=timezone.now())
    assert [match.code for match in called(tournament)] == [match.code for match in on]
    played(on[0], seed=1)
    assert called_now(tournament) == 0
    assert at(tournament, 4).state == MatchState.READY
    open_table(table(tournament, "1"), by=ana(), now=timezone.now())
    assert called_now(tournament) == 1
    while ready := Match.objects.filter(ledger=tournament.ledger_id).exclude(state="ended").order_by("round"):
        match = next(m for m in ready if m.state in AT_TABLE)
        played(match, seed=match.number)
        called_now(tournament)
    assert Match.objects.filter(ledger=tournament.ledger_id, state="ended").count() == 7


def page(tournament: Tournament) -> str:
    return reverse("calling", args=[tournament.slug])


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_the_page_offers_calls_moves_swaps_and_holds(language: str) -> None:
    tournament = duels(tables=3)
    client, code = browser(ana(), language=language), at(tournament, 1).code

    def post(**sent: str) -> int:
        return client.post(page(tournament), sent).status_code

    assert post(act="hand") == 302
    assert f'name="match" value="{code}"' in client.get(page(tournament)).content.decode()
    assert post(act="place", match=code, table="2") == 302
    assert post(act="place", match=at(tournament, 2).code, table="2") == 422
    assert post(act="place", match=at(tournament, 2).code, table="1") == 302
    assert post(act="place", match=code, table="1") == 302
    assert at(tournament, 1).table == table(tournament, "1")
    assert post(act="place", match=code, table="3") == 302
    assert at(tournament, 1).table == table(tournament, "3")
    assert post(act="hold", match=at(tournament, 3).code) == 302
    assert post(act="hold", match=code) == 409
    assert post(act="release", match=at(tournament, 3).code) == 302
    assert post(act="auto") == 302
    assert not fresh(tournament).calls_by_hand


def test_the_page_is_for_who_coordinates() -> None:
    tournament = duels()
    assert browser(bruno()).get(page(tournament)).status_code == 403
    assert page(tournament) in browser(ana()).get(reverse("now", args=[tournament.slug])).content.decode()


def test_programs_hold_release_and_swap() -> None:
    tournament = duels()
    path = f"tournaments/{tournament.slug}/"
    mine = program(ana())
    assert len(mine.put(f"{path}calling/", {"by_hand": True}).body["offers"]) == 2
    code = at(tournament, 1).code
    assert mine.post(f"{path}matches/{code}/hold/", None).status == 200
    assert mine.get(f"{path}calling/").body["held"] == [code]
    assert program(bruno()).post(f"{path}matches/{code}/release/", None).status == 403
    assert mine.post(f"{path}matches/{code}/release/", None).status == 200
    mine.put(f"{path}calling/", {"by_hand": False})
    called_now(tournament)
    other = {"match": at(tournament, 2).code}
    assert mine.post(f"{path}matches/{code}/swap/", other).body["table"] == "2"
    with pytest.raises(Refused, match="table_busy"):
        place_match(at(tournament, 1), table=table(tournament, "1"), by=ana(), now=timezone.now())
