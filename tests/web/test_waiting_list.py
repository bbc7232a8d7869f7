"""The waiting list on pages: joined, left, reordered, and who moved up is told."""

import pytest
from django.urls import reverse

from matches.models import Entry, Waiting, WaitingState
from tests import cast
from tests.cast import ana, bruno, caio, duda
from tournaments.departures.withdraw import withdraw
from tournaments.entries.waiting_list import waiting_views
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, name: str) -> str:
    return reverse(name, args=[tournament.slug])


def listed(tournament: Tournament) -> list[str]:
    return [view.names[0] for view in waiting_views(tournament)]


def test_a_player_joins_a_full_tournaments_list_moves_up_and_is_told() -> None:
    tournament, browser = cast.entered(4, capacity=4), cast.browser(duda())
    url = at(tournament, "enter_self")
    overview = cast.browser().get(at(tournament, "tournament")).content.decode()
    assert "Join the waiting list" in overview
    refused = browser.post(url, {})
    assert (refused.status_code, refused.context["form"].codes) == (422, {"full"})
    assert browser.post(url, {"wait": "1"}).status_code == 302
    assert "Place 1 of 1" in browser.get(url).content.decode()
    assert "number 1 on the waiting list" in browser.get(at(tournament, "tournament")).content.decode()
    assert "<dd>1</dd>" in cast.browser().get(at(tournament, "tournament")).content.decode()
    assert tournament.title in browser.get(reverse("home")).content.decode().split("Yours</h2>")[1]
    gone = Entry.objects.get(ledger=tournament.ledger_id, number=2)
    withdraw(gone, reason="", by=bruno(), now=cast.START)
    assert "you moved up from the waiting list" in browser.get(url).content.decode()


def test_a_player_leaves_the_list_and_not_twice() -> None:
    tournament, browser = cast.entered(4, capacity=4), cast.browser(duda())
    url = at(tournament, "enter_self")
    browser.post(url, {"wait": "1"})
    assert browser.post(url, {"leave": "1"}).status_code == 302
    assert browser.post(url, {"leave": "1"}).status_code == 302
    assert Waiting.objects.get().state == WaitingState.LEFT
    assert cast.browser(caio()).post(url, {"wait": "1"}).status_code == 422


def test_a_pair_waits_with_its_partners_name() -> None:
    tournament = cast.entered(2, kind="duplas", capacity=2)
    browser, url = cast.browser(duda()), at(tournament, "enter_self")
    assert browser.post(url, {"wait": "1", "partner_name": ""}).status_code == 422
    browser.post(url, {"wait": "1", "partner_name": "Lia Prado"})
    assert waiting_views(tournament)[0].names == ("Duda Estranha", "Lia Prado")


def test_the_staff_puts_on_the_list_reorders_and_removes() -> None:
    tournament, browser = cast.entered(4, capacity=4), cast.browser(bruno())
    for name in ("Eva", "Fábio", "Gil"):
        assert browser.post(at(tournament, "entries"), {"names.0": name, "wait": "1"}).status_code == 302
    refused = browser.post(at(tournament, "entries"), {"names.0": "gil", "wait": "1"})
    assert (refused.status_code, refused.context["form"].codes) == (422, {"waits_already"})
    url, rows = at(tournament, "waiting_list"), waiting_views(tournament)
    browser.post(url, {"code": rows[2].code, "place": "1"})
    assert listed(tournament) == ["Gil", "Eva", "Fábio"]
    browser.post(url, {"code": rows[0].code, "remove": "1"})
    assert listed(tournament) == ["Gil", "Fábio"]
    for wrong in ("0", "", "x", "9" * 9):
        assert browser.post(url, {"code": rows[1].code, "place": wrong}).status_code == 422
    assert browser.post(url, {"code": "w0", "place": "1"}).status_code == 404
    assert cast.browser(duda()).post(url, {"code": rows[1].code, "remove": "1"}).status_code == 403
    shown = cast.browser().get(at(tournament, "entries")).content.decode()
    assert "Gil" in shown
    assert url not in shown


@pytest.mark.F66
def test_the_list_of_another_tournament_is_out_of_reach() -> None:
    tournament, browser = cast.entered(4, capacity=4), cast.browser(ana())
    browser.post(at(tournament, "entries"), {"names.0": "Eva", "wait": "1"})
    other = cast.entered(4, capacity=4, name="Serrano")
    code = waiting_views(tournament)[0].code
    assert browser.post(at(other, "waiting_list"), {"code": code, "remove": "1"}).status_code == 404
    assert listed(tournament) == ["Eva"]
