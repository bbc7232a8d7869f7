"""Two people of one name in one tournament: club, else number, stands beside both wherever they are shown."""

import random
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from accounts.models import Player
from core.errors import Refused
from matches.models import Entry, Member
from matches.namesakes import with_namesakes
from scheduling.dispatcher import dispatch
from tests import cast
from tests.acts import Moments, at, entry_at, finish
from tests.api.programs import program
from tests.cast import START, ana, browser, bruno
from tests.services.test_decks import DUE, HERMETICA
from tests.web.html import text
from tournaments.departures.enter_late import enter_late
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in, check_in_all
from tournaments.entries.enter import add_entry, import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.standings.selectors import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.F118]

MARE, PRAIA = "João Silva (Maré)", "JOAO SILVA (Praia)"


def with_twins(*clubs: str, others: int = 2, **chosen: Any) -> Tournament:
    """Drawn, with people of one name and these clubs, called to tables."""
    tournament = cast.announced(**chosen)
    names = ["João Silva", "JOAO SILVA", "joão silva"]
    rows = [NewEntry((name,), club=club, namesake=True) for name, club in zip(names, clubs, strict=False)]
    rows += [NewEntry((f"Outra {number}",)) for number in range(others)]
    import_entries(tournament, entries=rows, by=ana(), now=START)
    check_in_all(tournament, by=bruno(), now=START)
    publish_draw(tournament, seed=7, by=ana(), now=START, rng=random.Random(7))
    dispatch(tournament.ledger_id, now=START)
    return cast.fresh(tournament)


def shown(tournament: Tournament, name: str, *more: str, who: Player | None = None, query: str = "") -> str:
    url = reverse(name, args=[tournament.slug, *more])
    return text(browser(who).get(f"{url}{query}"))


@pytest.mark.parametrize("name", ["bracket", "hall", "tournament"])
def test_club_stands_beside_both_on_public_pages(name: str) -> None:
    html = shown(with_twins("Maré", "Praia"), name)
    assert MARE in html
    assert PRAIA in html
    assert "Outra 0 (" not in html


def test_club_stands_beside_both_in_the_seat_finder_at_the_match_and_now() -> None:
    tournament = with_twins("Maré", "Praia")
    found = shown(tournament, "where", query="?q=joao+silva")
    match = at(tournament, 1, 1)
    pages = [
        found,
        shown(tournament, "match", match.code),
        shown(tournament, "match", match.code, who=bruno()),
        shown(tournament, "now", who=bruno()),
    ]
    assert [(MARE in page, PRAIA in page) for page in pages] == [(True, True)] * len(pages)


def test_club_stands_beside_both_in_the_standings(clock: Moments) -> None:
    tournament = with_twins("Maré", "Praia", table_high=2)
    finish(tournament, clock)
    for name in ("standing", "hall"):
        html = shown(tournament, name)
        assert MARE in html
        assert PRAIA in html


def test_programs_read_it_too_and_the_entries_have_names_and_clubs_apart() -> None:
    tournament = with_twins("Maré", "Praia")
    base = f"tournaments/{tournament.slug}/"
    sides = [side["names"][0] for side in program(ana()).get(f"{base}matches/").body["results"][0]["sides"]]
    assert {MARE, PRAIA} < {*sides}
    entries = program(ana()).get(f"{base}entries/").body["results"]
    assert [(one["people"][0]["name"], one["club"]) for one in entries[:2]] == [
        ("João Silva", "Maré"),
        ("JOAO SILVA", "Praia"),
    ]


def test_the_number_stands_there_where_the_club_tells_nobody_apart() -> None:
    html = shown(with_twins("Maré", "Maré", ""), "bracket")
    for name in ("João Silva (no. 1)", "JOAO SILVA (no. 2)", "joão silva (no. 3)"):
        assert name in html


def test_one_of_several_with_a_club_of_their_own_has_the_club() -> None:
    html = shown(with_twins("Maré", "Maré", "Praia"), "bracket")
    assert "João Silva (no. 1)" in html
    assert "joão silva (Praia)" in html


def test_who_leaves_and_comes_back_changes_the_name_of_the_other(clock: Moments) -> None:
    tournament = with_twins("Maré", "Praia", table_high=2)
    url = reverse("bracket", args=[tournament.slug])
    anybody = browser()
    assert MARE in text(anybody.get(url))
    twin = Entry.objects.get(ledger=tournament.ledger_id, number=2)
    withdraw(twin, reason="", by=ana(), now=next(clock))
    html = text(anybody.get(url))
    assert MARE not in html
    assert "João Silva" in html
    reinstate(twin, reason="engano", by=ana(), now=next(clock))
    assert MARE in text(anybody.get(url))


def test_a_late_twin_changes_the_name_of_who_is_there(clock: Moments) -> None:
    tournament = with_twins("Maré", others=3, table_high=2)
    url, anybody = reverse("bracket", args=[tournament.slug]), browser()
    assert MARE not in text(anybody.get(url))
    side = next(
        (match, number)
        for match in (at(tournament, 1, 1), at(tournament, 1, 2))
        for number in (1, 2)
        if entry_at(match, number).number != 1
    )
    withdraw(entry_at(*side), reason="", by=ana(), now=next(clock))
    twin = NewEntry(("Joao Silva",), club="Praia", namesake=True)
    match = at(tournament, 1, side[0].number)
    enter_late(match, side=side[1], entry=twin, reason="ônibus", by=ana(), now=next(clock))
    assert MARE in text(anybody.get(url))


def test_a_pair_has_it_beside_the_person() -> None:
    tournament = cast.announced(kind="duplas")
    for club, partner in (("Maré", "Lia"), ("Praia", "Bia")):
        entry = NewEntry(("João Silva", partner), club=club, namesake=True)
        add_entry(tournament, entry=entry, by=ana(), now=START)
    check_in_all(tournament, by=bruno(), now=START)
    publish_draw(tournament, seed=7, by=ana(), now=START, rng=random.Random(7))
    names = {row.names for row in standings_of(cast.fresh(tournament))}
    assert names == {("João Silva (Maré)", "Lia"), ("João Silva (Praia)", "Bia")}


def test_the_same_person_entered_again_is_no_namesake(clock: Moments) -> None:
    tournament = cast.announced()
    first = add_entry(tournament, entry=NewEntry(("Lia",), club="Maré"), by=ana(), now=START)
    withdraw(first, reason="", by=ana(), now=next(clock))
    player = first.members.get().persona.player
    again = NewEntry(("Lia",), club="Maré", players=(player.code,))
    add_entry(tournament, entry=again, by=ana(), now=next(clock))
    assert "Lia (" not in shown(tournament, "entries")


@pytest.mark.parametrize("page", ["penalties", "judges"])
def test_who_is_chosen_from_a_list_is_told_apart(page: str) -> None:
    address = reverse(page, args=[with_twins("Maré", "Praia").slug])
    shown = text(browser(ana()).get(address))
    assert MARE in shown
    assert PRAIA in shown


def test_deck_pages_and_who_owes_a_deck_tell_namesakes_apart() -> None:
    tournament = with_decks_due()
    entry = Entry.objects.get(ledger=tournament.ledger_id, number=1)
    page = shown(tournament, "entry_decks", entry.code, who=bruno())
    assert f"<bdi>{MARE}</bdi></h2>" in page
    assert f"<bdi>{MARE}</bdi></h3>" in page
    assert f"· {MARE} ·" in page
    decks = program(bruno()).get(f"tournaments/{tournament.slug}/entries/{entry.code}/decks/").body
    assert (decks["missing"], decks["decks"][0]["name"]) == ([MARE], MARE)
    with pytest.raises(Refused) as refused:
        check_in(entry, by=bruno(), now=START)
    assert refused.value.violations[0].facts["names"] == (MARE,)


def with_decks_due() -> Tournament:
    """Two of one name in a tournament whose players hand in decks."""
    tournament = cast.announced(**HERMETICA, house_rules=DUE)
    for name, club in (("João Silva", "Maré"), ("JOAO SILVA", "Praia")):
        add_entry(tournament, entry=NewEntry((name,), club=club, namesake=True), by=ana(), now=START)
    return cast.fresh(tournament)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has statistics to choose an index by")
def test_namesakes_are_looked_up_by_name_and_not_among_all_people_of_the_record() -> None:
    tournament = with_twins("Maré", "Praia")
    plan = with_namesakes(Member.objects.filter(entry__ledger=tournament.ledger_id)).explain()
    assert plan.count("player_by_folded_name") == 2
    assert "(ledger_id=?)" not in plan.partition("CORRELATED")[2]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite plans without statistics")
def test_namesakes_are_looked_up_by_name_while_all_people_are_of_one_record() -> None:
    tournament = with_twins("Maré", "Praia", others=62)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    entries = Entry.objects.filter(ledger=tournament.ledger_id).values_list("pk", flat=True)[:2]
    members = Member.objects.filter(entry__in=list(entries))
    assert "Removed by Join Filter" not in with_namesakes(members).explain(analyze=True)
