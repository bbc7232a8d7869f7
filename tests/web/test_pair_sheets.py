"""The sheet of a match of pairs: partners stand together under the pair's name, though they sit apart."""

import re

import pytest
from django.urls import reverse

from matches.models import Match, MatchState
from tests.cast import browser, bruno, finished, running
from tests.web.html import text
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def lines(tournament: Tournament) -> str:
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).order_by("number")[0]
    page = browser(bruno()).get(reverse("match", args=[tournament.slug, match.code])).content.decode()
    return page.split('id="id_lines"')[1]


def test_partners_are_grouped_under_the_pair() -> None:
    tournament = running(4, kind="duplas")
    html = lines(tournament)
    groups = html.split('class="sheet-pair"')[1:]
    assert len(groups) == 2
    for group in groups:
        title = re.sub("<[^>]*>", "", group.split("<p ")[1].split("</p>")[0])
        names = re.findall(r"<legend>.*?<bdi>([^<]*)</bdi>", group, re.DOTALL)
        assert len(names) == 2
        assert all(name in title for name in names)


def test_a_sheet_of_single_players_has_no_pairs() -> None:
    assert "sheet-pair" not in lines(running(4, table_high=2))


WON = {"pt-br": "venceram o torneio!", "es": "ganaron el torneo."}
ALONE = {"pt-br": "venceu o torneio!", "es": "ganó el torneo."}


@pytest.mark.parametrize("language", ["pt-br", "es"])
def test_a_pair_that_won_the_tournament_is_more_than_one(language: str) -> None:
    for kind, said in (("duplas", WON), ("campeonato", ALONE)):
        tournament = finished(4, kind=kind, table_high=2)
        final = Match.objects.filter(ledger=tournament.ledger_id).order_by("-round", "third_place")[0]
        page = browser(language=language).get(reverse("match", args=[tournament.slug, final.code]))
        assert said[language] in text(page)
