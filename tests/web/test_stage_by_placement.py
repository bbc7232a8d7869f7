"""What people read where places at the tables of a stage give points, and where they choose it."""

from fractions import Fraction
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from matches.models import Match
from tests import cast
from tests.cast import ana, browser, checked_in, fresh
from tests.swiss import by_placement, in_groups, swiss, win_all
from tests.web.setup_forms import NEW, codes, edit_url, preview, typed
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament
from tournaments.play.play import start_match
from tournaments.setup.announcement_text import stage_line
from tournaments.setup.create import create_tournament
from tournaments.standings.selectors import standings_of
from tournaments.standings.sentences import brief_reason, row_sentence
from tournaments.standings.terms import PlaceReason, Row

pytestmark = pytest.mark.django_db

CHOSEN = {"stage": "swiss", "swiss_rounds": "3", "advance": "4", "placement": "on"}
GROUPS = [{**in_groups(2, 2, 2)[0], "points": "placement"}]


def played(stages: list[dict[str, Any]], entries: int = 7) -> Tournament:
    """One round is drawn and played."""
    tournament = checked_in(entries, stages=stages, table_low=3)
    publish_draw(tournament, by=ana(), now=timezone.now())
    win_all(tournament)
    return fresh(tournament)


def page(tournament: Tournament, name: str = "rounds", query: str = "") -> str:
    answer = browser(ana()).get(reverse(name, args=[tournament.slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


# --- set-up ----------------------------------------------------------------------------------------


def test_the_box_is_in_the_plan_and_in_the_form_again() -> None:
    browser(ana()).post(NEW, typed(**CHOSEN))
    tournament = Tournament.objects.get()
    assert tournament.stages == by_placement(3, 4)
    form = browser(ana()).get(edit_url(tournament)).context["form"]
    assert (form["stage"].value(), form["placement"].value()) == ("swiss", True)


def test_without_the_box_the_plan_says_nothing_of_points() -> None:
    browser(ana()).post(NEW, typed(**{**CHOSEN, "placement": ""}))
    assert Tournament.objects.get().stages == swiss(3, 4)


def test_tables_of_two_alone_are_refused_at_the_box() -> None:
    answer = browser(ana()).post(NEW, typed(**CHOSEN, sizes="2-2"))
    assert (answer.status_code, codes(answer)) == (422, {"placement_needs_larger_tables"})
    assert "placement" in answer.context["form"].errors
    assert not Tournament.objects.exists()


def test_the_summary_says_it() -> None:
    assert "by place at the tables" in preview(**typed(**CHOSEN))
    assert "by place at the tables" not in preview(**typed(**{**CHOSEN, "placement": ""}))


def test_a_table_is_not_made_smaller_afterwards() -> None:
    stages = tuple(by_placement())
    tournament = create_tournament(cast.facts(stages=stages), by=ana(), now=cast.START)
    answer = browser(ana()).post(edit_url(tournament), typed(**CHOSEN, sizes="2-2"))
    assert codes(answer) == {"placement_needs_larger_tables"}


# --- pages of the day ------------------------------------------------------------------------------


def test_the_order_has_points_in_the_words_of_the_language() -> None:
    tournament = played(by_placement())
    html = page(tournament, query="?rodada=ordem")
    assert ">Points</th>" in html
    assert ">Wins</th>" not in html
    assert '<td class="num" data-label="Points">0.75</td>' in html
    address = reverse("rounds", args=[tournament.slug]) + "?rodada=ordem"
    assert ">0,75</td>" in browser(language="pt-br").get(address).content.decode()


def test_the_order_of_groups_has_points() -> None:
    html = page(played(GROUPS, 8), query="?rodada=ordem")
    assert ">Points</th>" in html
    assert "In each group points come first" in html


@pytest.mark.parametrize("stages", [swiss(), in_groups()])
def test_a_win_alone_is_shown_as_before(stages: list[dict[str, Any]]) -> None:
    html = page(played(stages, 8), query="?rodada=ordem")
    assert ">Wins</th>" in html
    assert ">Points</th>" not in html


def test_the_standings_speak_of_points() -> None:
    tournament = played(by_placement())
    with override("en"):
        first, *_ = standings_of(tournament)
    assert first.why_sentence == "same points; opponents with 1 points on average, next had 0.75"


def test_a_reason_is_said_in_points() -> None:
    why = PlaceReason("stage_points", {"own": "9/2", "next": "4"})
    row = Row(1, ("a",), Fraction(0), why, of_stage="swiss", counts_places=True)
    with override("en"):
        assert row_sentence(row, "chama") == "points in the Swiss rounds: 4.5, next had 4"
        assert brief_reason(row, "chama") == "points: 4.5"
    with override("pt-br"):
        assert "4,5" in row_sentence(row, "chama")


@pytest.mark.parametrize("stages", [by_placement(), GROUPS])
def test_the_regulation_says_what_places_give(stages: list[dict[str, Any]]) -> None:
    html = page(checked_in(8, stages=stages, table_low=3), "regulation")
    assert "3, 2, 1 and 0 at a table of four" in html
    assert "A win counts 1" not in html


def test_the_announcement_and_the_page_before_the_draw_say_it() -> None:
    with override("en"):
        assert "places at the tables give points" in stage_line(by_placement())
        assert "places at the tables" not in stage_line(swiss())
    assert "by place at the tables" in page(checked_in(8, stages=by_placement(), table_low=3), "tournament")


def test_how_to_check_a_draw_says_how_points_are_written() -> None:
    assert "fraction in lowest terms" in page(played(by_placement()), "draw_verify")
    assert "They are its wins." in page(played(swiss(), 8), "draw_verify")


@pytest.mark.parametrize(("stages", "is_asked"), [(by_placement(), True), (swiss(), False)])
def test_the_sheet_asks_for_everyones_cards(stages: list[dict[str, Any]], is_asked: bool) -> None:
    tournament = checked_in(8, stages=stages, table_low=3)
    publish_draw(tournament, by=ana(), now=timezone.now())
    match = Match.objects.filter(ledger=tournament.ledger_id).earliest("number")
    start_match(match, by=ana(), now=timezone.now())
    html = browser(ana()).get(reverse("match", args=[tournament.slug, match.code])).content.decode()
    assert ("count everyone’s cards" in html) == is_asked
