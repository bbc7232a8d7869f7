"""What says who won the second chance: places, bulletins, feed, paper."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from tests.acts import Moments, finish, moments, won
from tests.cast import ana, browser, bruno, drawn, fresh
from tests.second_chance import page, pairs
from tournaments.departures.disqualify import disqualify
from tournaments.entry_names import names_of
from tournaments.export import matches_table
from tournaments.match_views.selectors import second_chance_winner
from tournaments.models import Tournament
from tournaments.printing.papers import slips_of
from tournaments.share.feed import tournament_news
from tournaments.share.news import own_result, pairings, podium, results
from tournaments.standings import finish as finishing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def clock() -> Moments:
    return moments()


# --- results -----------------------------------------------------------------------------------------


def line_of_title(html: str) -> str:
    found = re.search(r'class="title-beside">(.*?)</p>', " ".join(html.split()))
    return unescape(re.sub("<[^>]+>", "", found[1])) if found else ""


def test_the_title_stands_beside_the_places_once_its_match_has_ended(clock: Moments) -> None:
    tournament = pairs(4)
    for round_, number in ((1, 1), (1, 2)):
        won(tournament, round_, number, clock)
    assert line_of_title(page(fresh(tournament), "standing")) == ""
    last = won(tournament, 2, 2, clock)
    assert last.winner is not None
    names = " & ".join(names_of(tournament)[last.winner.code])
    assert line_of_title(page(fresh(tournament), "standing")) == f"Second chance: {names}"
    won(tournament, 2, 1, clock)
    assert line_of_title(page(fresh(tournament), "finish", who=browser(ana()))) == f"Second chance: {names}"
    finishing.finish(fresh(tournament), by=ana(), now=next(clock))
    assert line_of_title(page(fresh(tournament), "tournament")) == f"Second chance: {names}"
    done = podium(fresh(tournament))
    assert done is not None
    assert done.lead == (f"Second chance: {names}",)
    own_words = own_result(fresh(tournament), last.winner.code)
    assert own_words is not None
    assert "Won the second chance" in own_words.lead
    assert f"Second chance: {names}" in " ".join(
        " ".join(one.lines) for one in tournament_news(fresh(tournament))
    )


def test_a_winner_who_is_disqualified_loses_the_title_to_the_other_entry(clock: Moments) -> None:
    tournament = pairs(4)
    for round_, number in ((1, 1), (1, 2)):
        won(tournament, round_, number, clock)
    last = won(tournament, 2, 2, clock)
    assert last.winner is not None
    disqualify(last.winner, reason="Bateu na mesa.", by=ana(), now=next(clock))
    holder = second_chance_winner(fresh(tournament))
    assert holder is not None
    assert last.sides.exclude(entry=last.winner).filter(entry__code=holder.entry).exists()


def test_bulletins_say_which_matches_are_of_the_second_chance(clock: Moments) -> None:
    tournament = pairs(4)
    for round_, number in ((1, 1), (1, 2)):
        won(tournament, round_, number, clock)
    tables = pairings(fresh(tournament))
    assert tables is not None
    assert [section.label for section in tables.sections] == ["Match 2.1", "Match 2.2 · Second chance"]
    finish(tournament, clock)
    ended = results(fresh(tournament))
    assert ended is not None
    assert ended.heading == "Final: results"
    assert sum("Second chance" in section.label for section in ended.sections) == 1


# --- paper -------------------------------------------------------------------------------------------


def printed_text(tournament: Tournament, subject: str) -> list[str]:
    answer = browser(bruno()).get(reverse("printed_paper", args=[tournament.slug, subject]), {"lingua": "en"})
    assert answer.status_code == 200
    return [sheet.extract_text() for sheet in PdfReader(BytesIO(answer.content)).pages]


def test_the_poster_has_the_second_chance_on_a_sheet_of_its_own() -> None:
    first, *others = printed_text(pairs(), "chave")
    assert "a loser of 1." not in first
    assert "a loser of 1." in others[-1]
    assert "Final of the second chance" in others[-1]
    assert len(printed_text(drawn(8), "chave")) == 1


def test_who_won_it_has_a_diploma(clock: Moments) -> None:
    tournament = pairs(4)
    finish(tournament, clock)
    assert (
        sum("Winner of the second chance" in text for text in printed_text(fresh(tournament), "diplomas"))
        == 2
    )


def test_a_printed_sheet_names_the_second_chance(clock: Moments) -> None:
    tournament = pairs(4)
    for round_, number in ((1, 1), (1, 2)):
        won(tournament, round_, number, clock)
    slips = slips_of(fresh(tournament), lambda match: "")
    assert [slip.round for slip in slips] == ["Final · 2.1", "Second chance · 2.2"]


def test_the_list_of_matches_has_a_column_for_it() -> None:
    assert matches_table(pairs(4)).headings[-1] == "Second chance"
    assert matches_table(drawn(4)).headings[-1] == "How it ended"
