"""A type that the judge's word wins, on its page: from the list a tap on the winner, and it is recorded."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

from matches.models import Match, MatchState, SheetLine
from tests.cast import browser, bruno, running
from tests.inventions import drafted
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F92]


class Controls(HTMLParser):
    """What the form of the sheet sends as it was opened: hidden inputs, and the chips that are chosen."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.feed(page[page.index("data-sheet") :])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = dict(attrs)
        chosen = had.get("type") not in ("radio", "checkbox") or "checked" in had
        if tag == "input" and had.get("name") and chosen:
            self.sent[str(had["name"])] = had.get("value") or ""


def by_word(**changes: Any) -> Tournament:
    drafted(needs={}, counted=("razed_in_battle",), title_word="Relicário")
    return running(4, kind="relicario", table_high=4, **changes)


def from_the_list(tournament: Tournament, match: Match) -> str:
    """The sheet of the match, as the judge opens it from the list of what is on."""
    judge, sheet = browser(bruno()), reverse("sheet", args=[tournament.slug, match.code])
    assert f'href="{sheet}"' in judge.get(reverse("now", args=[tournament.slug])).content.decode()
    return judge.get(sheet, follow=True).content.decode()


def test_one_tap_on_the_winner_is_enough() -> None:
    tournament = by_word()
    match = Match.objects.get(ledger=tournament.ledger_id)
    tapped = {**Controls(from_the_list(tournament, match)).sent, "winner": "3"}
    assert tapped["ended_by"] == "win_condition"
    answer = browser(bruno()).post(reverse("sheet", args=[tournament.slug, match.code]), tapped, follow=True)
    match.refresh_from_db()
    assert (match.state, match.winner) == (MatchState.ENDED, match.sides.get(number=3).entry)
    assert not SheetLine.objects.filter(sheet__match=match, counts__isnull=False).exists()
    assert "not counted" in answer.content.decode()
