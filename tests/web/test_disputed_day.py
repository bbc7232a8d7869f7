"""A dispute on a judge's pages: the next act, a mark on its row, the reports in the sheet's bar."""

import re

import pytest
from django.urls import reverse

from accounts.models import Player
from matches.models import Match, Report
from tests.cast import ana, browser, bruno, played
from tests.services.test_reporting import player_at
from tests.web.corrected import contested as disputed_sheet
from tests.web.html import text
from tests.web.reports import at, here, phone_of, typed
from tests.web.sheets import timed
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F05]
BAR = re.compile(r'<p id="sheet-headline".*?</p>', re.DOTALL)
SAID = re.compile(r'<p [^>]*id="sheet-said".*?</p>', re.DOTALL)


def differing() -> tuple[Tournament, Match]:
    """A match of two whose players both say that they won."""
    tournament, match = here()
    for side in (1, 2):
        phone_of(match, side).post(at("match_report", match), typed(match, side))
    return tournament, match


def day(tournament: Tournament, who: Player) -> str:
    return text(browser(who).get(reverse("now", args=[tournament.slug])))


def step(page: str) -> str:
    """Where the next act leads."""
    found = re.search(r'id="step" href="([^"]+)"', page)
    return found[1] if found else ""


def row(page: str, match: Match) -> str:
    return next(part for part in page.split('<li class="day-match') if f'id="match-{match.code}"' in part)


def part(pattern: re.Pattern[str], page: str) -> str:
    """The words of a part of the page."""
    found = pattern.search(page)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def test_reports_that_differ_are_the_next_act_and_mark_their_row() -> None:
    tournament, match = differing()
    other = Match.objects.filter(ledger=tournament.ledger_id, state="playing").exclude(pk=match.pk)[0]
    for who in (ana(), bruno()):
        page = day(tournament, who)
        assert step(page) == f"{at('match', match)}#readings"
        marked, plain = row(page, match), row(page, other)
        assert (marked.startswith(" is-late"), "reports differ" in marked) == (True, True)
        assert f'href="{at("match", match)}">' in marked.split(f'id="sheet-{match.code}"')[1]
        assert ("reports differ" in plain, f"{at('match', other)}#sheet" in plain) == (False, True)


def test_a_disputed_sheet_is_the_next_act_of_who_decides() -> None:
    tournament, match, _ = disputed_sheet()
    assert step(day(tournament, ana())) == f"{at('match', match)}#under-review"
    assert step(day(tournament, bruno())) != f"{at('match', match)}#under-review"


def test_the_bar_says_who_reported_what_and_the_poll_brings_it() -> None:
    _, match = here()
    judge, names = browser(bruno()), [player_at(match, side).name for side in (1, 2)]
    page = text(judge.get(at("match", match)))
    assert part(SAID, page) == ""
    phone_of(match, 2).post(at("match_report", match), typed(match, 2))
    phone_of(match, 1).post(at("match_report", match), typed(match, 1))
    polled = judge.get(at("match", match) + "?seq=1&estado=playing", headers={"HX-Request": "true"})
    for shown in (text(judge.get(at("match", match))), text(polled)):
        said = part(SAID, shown)
        assert said.count("won") == 2
        assert [said.count(name) for name in names] == [2, 2]
    assert 'id="sheet-said" hx-swap-oob="true"' in text(polled)
    assert part(SAID, text(browser().get(at("match", match)))) == ""


def test_the_bar_of_a_report_copied_in_says_what_it_comes_to() -> None:
    _, match = differing()
    report = Report.objects.get(side__number=2, is_current=True)
    page = text(browser(bruno()).get(at("match", match) + f"?relato={report.seq}"))
    assert "the win condition is met" in part(BAR, page)


def test_the_bar_asks_for_the_cards_when_time_is_over_and_for_the_winner_before() -> None:
    _, over = timed()
    _, playing = here()
    words = "Time is over"
    for match in (over, playing):
        assert words in part(BAR, text(browser(bruno()).get(at("match", match))))


def next_table(match: Match, who: Player) -> str:
    """Where the green button below a recorded sheet leads."""
    found = re.search(r'id="next-table" href="([^"]+)"', text(browser(who).get(at("match", match))))
    return found[1] if found else ""


def test_after_a_sheet_reports_that_differ_come_next() -> None:
    tournament, match = differing()
    done = Match.objects.filter(ledger=tournament.ledger_id, state="playing").exclude(pk=match.pk)[0]
    played(done)
    for who in (ana(), bruno()):
        assert next_table(done, who) == f"{at('match', match)}#readings"


def test_after_a_sheet_a_disputed_one_comes_next_for_who_decides() -> None:
    tournament, match, _dispute = disputed_sheet()
    done = played(Match.objects.filter(ledger=tournament.ledger_id, state="playing")[0])
    assert next_table(done, ana()) == f"{at('match', match)}#under-review"
    assert "#under-review" not in next_table(done, bruno())
    assert "#under-review" not in next_table(match, ana())
