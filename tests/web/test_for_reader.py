"""A match's page reads what it asks for its reader with the match itself: for that reader and no other."""

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Persona
from matches.models import Match, Seat, TableTally
from tests.cast import ana, finished, listed_browser, running
from tournaments import finding, match_parts

pytestmark = pytest.mark.django_db


def test_each_player_has_the_side_at_which_they_sit() -> None:
    tournament = running()
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1)[0]
    seats = Seat.objects.filter(match=match, persona__isnull=False).select_related("persona__player", "side")
    readers = {seat.persona.player: seat.side.number for seat in seats if seat.persona}
    assert len(set(readers.values())) > 1
    for player, side in readers.items():
        read = finding.find_match_for(tournament, match.code, player)
        assert read == match
        assert {match_parts.side_of(one, player.pk) for one in (read, match)} == {side}
        assert {one: match_parts.side_of(read, one.pk) for one in readers} == readers


def test_whoever_does_not_sit_there_has_no_side() -> None:
    tournament = running()
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1)[0]
    for player in (ana(), None):
        read = finding.find_match_for(tournament, match.code, player)
        assert match_parts.side_of(read, ana().pk) is None


def test_a_match_knows_whether_somebody_counted_at_its_table() -> None:
    tournament = running()
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1)[0]
    persona = Persona.objects.filter(seats__match=match)[0]

    def known() -> list[bool]:
        read = finding.find_match_for(tournament, match.code, None)
        return [match_parts.is_counted(one) for one in (read, match)]

    assert known() == [False, False]
    TableTally.objects.create(match=match, game="1", persona=persona, version=1, data={})
    assert known() == [True, True]


def test_the_page_of_a_match_that_is_over_asks_little(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, client = finished(8), listed_browser(ana())
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1)[0]
    url = reverse("match", args=[tournament.slug, match.code])
    client.get(url)
    with django_assert_num_queries(3):  # session with account, tournament with role, match
        assert client.get(url).status_code == 200
