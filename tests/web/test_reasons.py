"""Reasons of places: a short line, once for all who share a place, whole on tap; who plays on is folded."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from matches.models import Match, MatchState
from tests.cast import ana, browser, caio, finished, played, running
from tournaments.models import Tournament
from tournaments.standings.selectors import StandingRow, standings_of

pytestmark = pytest.mark.django_db


def page(tournament: Tournament, name: str = "standing", who: Client | None = None) -> str:
    return (who or browser()).get(reverse(name, args=[tournament.slug])).content.decode()


def reasons(html: str) -> list[str]:
    return re.findall(r'<details class="why fold"\s+id="why-[^>]*><summary>([^<]*)</summary>', html)


def groups(rows: tuple[StandingRow, ...]) -> list[StandingRow]:
    """The first of each place."""
    return list({row.place: row for row in reversed(rows)}.values())


@override("en")
@pytest.mark.parametrize("name", ["standing", "finish"])
def test_a_reason_stands_once_for_a_place(name: str) -> None:
    tournament = finished(9)
    rows = standings_of(tournament)
    assert len(rows) > len(groups(rows))
    html = unescape(page(tournament, name, browser(ana())))
    whole = [row for row in groups(rows) if row.brief_reason == row.why_sentence]
    assert len(reasons(html)) == len(groups(rows)) - len(whole)
    assert all(html.count(row.why_sentence) >= 1 for row in groups(rows))


@override("en")
def test_a_brief_reason_says_how_many_share_the_place_and_is_shorter() -> None:
    rows = standings_of(finished(9))
    for row in rows:
        sharers = sum(other.place == row.place for other in rows)
        assert row.brief_reason
        assert len(row.brief_reason) <= max(48, len(row.why_sentence))
        assert (f"{sharers} share this place" in row.brief_reason) is (sharers > 1)


def test_who_still_plays_is_folded_and_counted() -> None:
    tournament = running(8, table_high=2)
    played(Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).order_by("pk")[0])
    html = page(tournament)
    fold = re.search(r'<details class="fold" id="still-playing">.*?</details>', html, re.DOTALL)
    assert fold
    assert "7" in re.sub("<[^>]*>", "", fold[0].split("</summary>")[0])
    assert fold[0].count("data-row") == 7
    assert html.count("<tr data-row") == 1
    assert 'class="is-me" data-row' in page(tournament, who=browser(caio()))


def test_nobody_is_folded_once_it_is_over() -> None:
    assert "still-playing" not in page(finished(8))


@override("en")
def test_who_lost_the_final_reached_the_final() -> None:
    rows = sorted(groups(standings_of(finished(4, table_high=2))), key=lambda row: row.place)
    assert [row.brief_reason for row in rows][:2] == ["won the final", "reached the final"]
    assert not any(row.brief_reason.startswith("reached round") for row in rows[:3])
