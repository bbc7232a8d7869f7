"""What is wrong with a sheet: said of the people at the table, with a link to its control."""

import re
from typing import Any

import pytest
from django.urls import reverse

from matches.models import Match
from tests.cast import START, ana, browser, bruno, caio, drawn, running
from tests.web.html import text
from tests.web.sheets import HTMX, at_time, first, plain, post, timed, url
from tests.web.test_other_sheets import REINOS
from tournaments.models import Tournament
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db

Items = list[tuple[str, str]]


def names(match: Match, side: int) -> str:
    """How the pages call an entry: a pair with both names."""
    entry = match.sides.get(number=side).entry
    assert entry
    return " & ".join(entry.members.order_by("position").values_list("persona__player__name", flat=True))


def wrong(html: str) -> Items:
    """Everything that the notice of errors lists: where its link goes, and the words."""
    notice = re.search(r'<div class="notice notice-danger".*?<ul>(.*?)</ul>', html, re.DOTALL)
    assert notice
    found = re.findall(r"<li>(.*?)</li>", notice[1], re.DOTALL)
    return [(_target(item), re.sub(r"<[^>]*>", "", item).replace("&amp;", "&")) for item in found]


def _target(item: str) -> str:
    link = re.search(r'href="#([^"]*)"', item)
    return link[1] if link else ""


def assert_reachable(html: str, items: Items) -> None:
    """Every error leads somewhere, and that is on the page."""
    for target, words in items:
        assert target, words
        assert f'id="{target}"' in html, target


def refused(tournament: Tournament, match: Match, data: dict[str, Any], **how: Any) -> tuple[str, Items]:
    """The page that a sheet comes back with, and its errors."""
    answer = browser(bruno(), **how).post(url("sheet", tournament, match), data)
    assert answer.status_code == 422
    return text(answer), wrong(text(answer))


@pytest.mark.parametrize(
    ("chosen", "data", "target", "who"),
    [
        ({}, plain(**{"lines.0.intact": ""}), "id_lines.0.intact", [1]),
        ({}, plain(**{"lines.0.intact": "2"}), "id_winner", [1]),
        ({}, plain(**{"lines.0.out": "conceded", "lines.0.out_order": "1"}), "id_winner", [1]),
        ({"kind": "conquistadores"}, plain(**{"lines.0.intact": "3", "lines.0.razed_in_battle": "4",
          "lines.2.intact": "3", "lines.2.razed_in_battle": "4"}), "id_lines.2.intact", [3]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_an_error_names_the_entry_and_leads_to_the_control(
    chosen: dict[str, Any], data: dict[str, Any], target: str, who: list[int], language: str
) -> None:
    tournament = running(4, table_high=4, **chosen)
    match = first(tournament)
    html, items = refused(tournament, match, data, language=language)
    assert_reachable(html, items)
    (words,) = (words for at, words in items if at == target)
    assert all(names(match, side) in words.split(" – ", 1)[1] for side in who)
    assert not re.search(r"(?i)\b(side|lado) \d", words)


def test_a_pair_is_named_with_both() -> None:
    tournament = running(4, kind="duplas")
    match = first(tournament)
    html, items = refused(tournament, match, {"ended_by": "win_condition", "winner": "2"})
    assert_reachable(html, items)
    assert all(names(match, 2) in words for _, words in items)
    assert " & " in names(match, 2)


def test_time_asks_for_the_cards_of_each_by_name() -> None:
    tournament, match = timed()
    html, items = refused(tournament, match, at_time(2, **{"lines.1.intact": "", "lines.3.intact": ""}))
    assert_reachable(html, items)
    assert [at for at, _ in items] == ["id_lines.1.intact", "id_lines.3.intact"]
    assert [
        names(match, side) in words.split(" – ", 1)[1] for side, (_, words) in zip((2, 4), items, strict=True)
    ]


def test_the_other_games_speak_of_people_too() -> None:
    kingdoms = running(4, **REINOS)
    match = first(kingdoms)
    typed = {"ended_by": "win_condition", "winner": "3", "lines.0.holder": "2", "lines.1.holder": "3"}
    html, items = refused(kingdoms, match, {**typed, "lines.0.fall": "1", "lines.1.fall": "2"})
    assert_reachable(html, items)
    told = dict(items)
    assert all(names(match, side) in told["id_lines.0.holder"] for side in (1, 2))
    assert names(match, 4) in told["id_winner"]
    assert not re.search(r"side \d", " ".join(told.values()))


@pytest.mark.F22
def test_an_open_tie_leads_to_the_card_that_is_missing() -> None:
    tournament, match = timed()
    html, items = refused(tournament, match, at_time(2, 2))
    assert_reachable(html, items)
    assert [at for at, _ in items] == ["cut.0.1"]
    assert all(names(match, side) in items[0][1] for side in (1, 2))
    typed = at_time(2, 2, **{"cut.0.1": "K", "cut.0.2": "K", "cut.1.1": "3"})
    html, items = refused(tournament, match, typed)
    assert_reachable(html, items)
    assert [at for at, _ in items] == ["cut.1.2"]


def test_what_is_about_all_lines_leads_to_them() -> None:
    tournament = running(4, table_high=4)
    match = first(tournament)
    typed = plain(**{"lines.1.out": "conceded", "lines.1.out_order": "2"})
    html, items = refused(tournament, match, typed)
    assert_reachable(html, items)
    assert "id_lines" in [at for at, _ in items]


def test_before_the_start_the_link_goes_to_what_can_be_said_then() -> None:
    tournament = drawn(4, table_high=2)
    match = Match.objects.get(ledger=tournament.ledger_id, round=1, number=1)
    html, items = refused(tournament, match, {"ended_by": "walkover", "winner": "1", "lines.1.intact": "1",
                                              "lines.1.out": "absent"})  # fmt: skip
    assert_reachable(html, items)


def test_the_line_under_the_sheet_says_the_same_while_it_is_filled_in() -> None:
    tournament = running(4, table_high=4)
    match = first(tournament)
    data = plain(**{"lines.0.intact": ""})
    answer = browser(bruno()).post(url("sheet_check", tournament, match), data, headers=HTMX)
    ((target, words),) = wrong(text(answer))
    assert target == "id_lines.0.intact"
    assert names(match, 1) in words


def test_a_name_is_only_text() -> None:
    tournament = running(4, table_high=4)
    match = first(tournament)
    player = match.seats.get(side__number=1).persona
    assert player
    type(player.player).objects.filter(pk=player.player.pk).update(name="100%s <b>Zé</b> %(side)d")
    html, _ = refused(tournament, match, plain(**{"lines.0.intact": ""}))
    assert "<b>Zé" not in html
    assert "100%s &lt;b&gt;Zé&lt;/b&gt; %(side)d" in html


def test_a_correction_and_a_report_name_people_too() -> None:
    tournament = running(4, table_high=4)
    match = first(tournament)
    side = match.seats.get(persona__player=caio()).side.number
    asked = {"ended_by": "win_condition", "winner": str(side), "report": "r2"}
    said = text(browser(caio()).post(reverse("match_report", args=[tournament.slug, match.code]), asked))
    assert names(match, side) in wrong(said)[0][1].split(" – ", 1)[1]
    assert post("sheet", tournament, match, plain()).status_code == 302
    typed = {"ended_by": "win_condition", "winner": "2", "reason": "sides", "step": "show"}
    answer = browser(ana()).post(url("sheet_correct", tournament, match), typed)
    items = wrong(text(answer))
    assert_reachable(text(answer), items)
    assert names(match, 2) in items[0][1].split(" – ", 1)[1]


@pytest.mark.F20
@pytest.mark.parametrize("tie_cut", [True, False], ids=["cut", "ruling"])
def test_deciding_about_an_entry_names_those_who_are_equal(tie_cut: bool) -> None:
    tournament = drawn(3, table_high=3, house_rules={} if tie_cut else {"tie_cut": False})
    match = Match.objects.get(ledger=tournament.ledger_id)
    start_match(match, by=bruno(), now=START)
    assert (
        post("sheet", tournament, match, plain(**{"lines.1.intact": "0", "lines.2.intact": "0"})).status_code
        == 302
    )
    entry = match.sides.get(number=1).entry
    assert entry
    address = reverse("entry_decide", args=[tournament.slug, entry.code])
    page = browser(ana()).post(address, {"act": "disqualify", "reason": "marked deck"})
    items = wrong(text(page))
    assert_reachable(text(page), items)
    assert all(names(match, side) in items[0][1] for side in (2, 3))
    assert not re.search(r"side \d", re.sub(r"<[^>]*>", "", text(page)))
