"""A stored row that is damaged or gone: the pages around it, the lists and the export survive."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from core.models import RecordLine
from matches.models import Match, Seat, Sheet
from records.export import record_lines
from tests import cast
from tests.acts import at, moments, won
from tests.unguarded import unguarded
from tournaments.models import Draw, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F57]

PAGES = ("tournament", "bracket", "standing", "hall", "now", "tables", "notices", "record", "entries")
DAMAGES: dict[str, Callable[[Match], object]] = {
    "the sheet is gone": lambda match: match.sheets.all().delete(),
    "the sheet has no lines": lambda match: Sheet.objects.get(match=match).lines.all().delete(),
    "nobody won": lambda match: Match.objects.filter(pk=match.pk).update(winner=None),
    "no suits": lambda match: Seat.objects.filter(side__match=match).update(suit=""),
    "the draw has no shape": lambda match: Draw.objects.filter(tournament__ledger=match.ledger).update(
        shape={}
    ),
    "a line of the record": lambda match: RecordLine.objects.filter(ledger=match.ledger, seq=5).update(
        text="?\n"
    ),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_every_page_of_its_tournament_is_there(damage: Callable[[Match], object]) -> None:
    tournament = cast.drawn(8, table_high=2)
    match = won(tournament, 1, 1, moments())
    with unguarded():
        damage(match)
    browser = cast.browser(cast.ana())
    addresses = [reverse(page, args=[tournament.slug]) for page in PAGES]
    addresses += [
        reverse("match", args=[tournament.slug, at(tournament, 1, number).code]) for number in (1, 2)
    ]
    assert {address: browser.get(address).status_code for address in addresses} == dict.fromkeys(
        addresses, 200
    )
    assert len(list(record_lines(tournament))) == RecordLine.objects.filter(ledger=tournament.ledger).count()


def test_the_bracket_says_which_sheet_is_missing_and_shows_the_others() -> None:
    tournament = cast.drawn(8, table_high=2)
    broken, _ = won(tournament, 1, 1, clock := moments()), won(tournament, 1, 2, clock)
    with unguarded():
        broken.sheets.all().delete()
    page = cast.browser().get(reverse("bracket", args=[tournament.slug])).content.decode()
    assert page.count("its sheet is missing") == 1
    assert page.count("is-winner") == 2, "both matches that were won show by whom"


@pytest.mark.parametrize(
    "damage",
    [
        {"game": "nothing"},
        {"kind": "nothing"},
        {"variants": ["nothing"]},
        {"house_rules": {"nothing": 1}},
        {"definition": {"nothing": 1}},
    ],
    ids=str,
)
def test_the_lists_show_a_damaged_tournament_beside_the_others(damage: dict[str, Any]) -> None:
    whole, broken = cast.announced(), cast.announced(name="Quebrado")
    Tournament.objects.filter(pk=broken.pk).update(**damage)
    browser = cast.browser()
    for address in ("/", "/?busca=2026", "/api/v1/tournaments/"):
        shown = browser.get(address).content.decode()
        assert whole.name in shown
        assert broken.name in shown
    assert browser.get(f"/api/v1/tournaments/{broken.slug}/record/").status_code == 200
