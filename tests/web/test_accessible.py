"""The pages on which tables are marked and needs are noted; nobody but the staff sees the latter."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from matches.models import AccessNeed, Entry, PhysicalTable
from scheduling.dispatcher import dispatch
from tests.acts import at, entry_at
from tests.cast import START, ana, browser, bruno, caio, checked_in, created, drawn, duda, fresh, staffed
from tests.web.cached import PAGES, address
from tests.web.html import text
from tournaments.models import Role, Tournament
from tournaments.setup import staff
from tournaments.tables.accessible import mark_table, set_accessible_need

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LACKS = 'id="lacks-accessible"'


def duels() -> Tournament:
    return drawn(8, tables=2, table_low=2, table_high=2)


def page(client: Client, name: str, tournament: Tournament) -> str:
    response = client.get(reverse(name, args=[tournament.slug]))
    assert response.status_code == 200
    return text(response)


def post(client: Client, name: str, tournament: Tournament, **typed: str) -> int:
    return client.post(reverse(name, args=[tournament.slug]), typed).status_code


def accessible(tournament: Tournament) -> list[str]:
    found = PhysicalTable.objects.filter(ledger=tournament.ledger_id, accessible_since__isnull=False)
    return list(found.values_list("label", flat=True))


def test_who_coordinates_marks_a_table_and_takes_it_back() -> None:
    tournament, boss = created(tables=2), browser(ana())
    assert "Mark as accessible" in page(boss, "tables", tournament)
    assert post(boss, "tables", tournament, table="2", act="accessible") == 302
    assert accessible(tournament) == ["2"]
    assert "Not accessible" in page(boss, "tables", tournament)
    assert post(boss, "tables", tournament, table="2", act="plain") == 302
    assert accessible(tournament) == []


def test_a_judge_sees_which_are_and_marks_none() -> None:
    tournament, desk = created(tables=2), browser(bruno())
    place = PhysicalTable.objects.get(ledger=tournament.ledger_id, label="1")
    mark_table(place, accessible=True, by=ana(), now=START)
    shown = page(desk, "tables", tournament)
    assert "accessible" in shown
    assert 'value="plain"' not in shown
    assert post(desk, "tables", tournament, table="2", act="accessible") == 403
    assert accessible(tournament) == ["1"]


@pytest.mark.parametrize("is_drawn", [False, True])
def test_a_judge_notes_at_the_door_who_needs_one_before_and_after_the_draw(is_drawn: bool) -> None:
    tournament, desk = duels() if is_drawn else checked_in(4), browser(bruno())
    entry = Entry.objects.filter(ledger=tournament.ledger_id)[0]
    assert "Needs an accessible table" in page(desk, "check_in", tournament)
    where = reverse("check_in", args=[tournament.slug])
    answer = desk.post(where, {"entry": entry.code, "act": "need"}, headers=HTMX)
    assert answer.status_code == 200
    assert "needs an accessible table" in text(answer)
    assert AccessNeed.objects.get().entry == entry
    assert "Any table will do" in page(desk, "check_in", tournament)
    assert post(desk, "check_in", tournament, entry=entry.code, act="no_need") == 302
    assert not AccessNeed.objects.exists()


@pytest.mark.parametrize("who", [None, caio, duda])
def test_nobody_else_notes_it(who: object) -> None:
    tournament = checked_in(4)
    entry = Entry.objects.filter(ledger=tournament.ledger_id)[0]
    client = browser(who() if callable(who) else None)
    assert post(client, "check_in", tournament, entry=entry.code, act="need") in (302, 403)
    assert not AccessNeed.objects.exists()


def told_of_it(tournament: Tournament) -> Entry:
    entry = entry_at(at(tournament, 1, 1), 1)
    set_accessible_need(entry, needed=True, by=bruno(), now=START)
    return entry


def elsewhere() -> Player:
    """Who judges another tournament, and is nobody here."""
    other = created(name="Outro")
    staff.assign_role(other, username=staffed(duda()), role=Role.JUDGE, by=ana(), now=START)
    return duda()


def test_no_public_page_says_it_to_anybody_not_to_who_plays_nor_to_the_staff_of_another() -> None:
    tournament = duels()
    told_of_it(tournament)
    dispatch(tournament.ledger_id, now=timezone.now())
    for client in (browser(), browser(caio()), browser(elsewhere())):
        for name in PAGES:
            assert "accessible" not in text(client.get(address(fresh(tournament), name))), name
        for name in ("check_in", "now", "tables", "calling"):
            assert client.get(reverse(name, args=[tournament.slug])).status_code in (302, 403), name


def test_the_day_says_once_that_no_open_table_is_accessible() -> None:
    tournament, desk = duels(), browser(bruno())
    assert LACKS not in page(desk, "now", tournament)
    told_of_it(tournament)
    shown = page(desk, "now", tournament)
    assert shown.count(LACKS) == 1
    assert f'id="access-needs" href="{reverse("check_in", args=[tournament.slug])}"' in shown
    place = PhysicalTable.objects.get(ledger=tournament.ledger_id, label="2")
    mark_table(place, accessible=True, by=ana(), now=START)
    assert LACKS not in page(desk, "now", tournament)


def test_who_calls_to_another_table_by_hand_is_told() -> None:
    tournament, boss = duels(), browser(ana())
    told_of_it(tournament)
    place = PhysicalTable.objects.get(ledger=tournament.ledger_id, label="2")
    mark_table(place, accessible=True, by=ana(), now=START)
    match = at(tournament, 1, 1).code
    shown = page(boss, "calling", tournament)
    assert shown.count("needs an accessible table") == 1
    assert "Table 2 (accessible)" in shown
    assert post(boss, "calling", tournament, act="place", match=match, table="1") == 302
    assert "table 1 is not marked as one" in page(boss, "calling", tournament)
    assert post(boss, "calling", tournament, act="place", match=match, table="2") == 302
    assert "is not marked as one" not in page(boss, "calling", tournament)
