"""Pages of a tournament with Swiss rounds: the bracket's page, the hall screen, a match."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.models import Match, Side
from tests.cast import ana, browser, drawn, fresh, plain_win
from tests.swiss import by_placement, closed, first_round, play_all, play_rounds
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.preview import preview_correction
from tournaments.draw.rounds import draw_round
from tournaments.export import standings_table
from tournaments.match_views.selectors import all_rounds
from tournaments.models import Tournament
from tournaments.standings.finish import finish

pytestmark = pytest.mark.django_db


def page(name: str, tournament: Tournament, *more: str) -> str:
    """The page as a visitor sees it."""
    found = browser().get(reverse(name, args=[tournament.slug, *more]))
    assert found.status_code == 200
    return found.content.decode()


def test_the_page_of_the_bracket_waits_for_the_swiss_rounds() -> None:
    shown = page("bracket", first_round(12))
    assert "The bracket is drawn after the Swiss rounds" in shown
    assert f'href="{reverse("rounds", args=[Tournament.objects.get().slug])}"' in shown
    assert "Round 1" not in shown
    assert "m-" + all_rounds(Tournament.objects.get())[0].matches[0].code not in shown


def test_without_a_bracket_its_page_says_what_decides() -> None:
    assert "There is no bracket here" in page("bracket", first_round(12, rounds=1, advance=0))


def test_the_bracket_alone_is_drawn_on_its_page() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=1, advance=4, table_low=2, table_high=2)))
    swiss, *bracket = [[match.code for match in one.matches] for one in all_rounds(tournament)]
    shown = page("bracket", tournament)
    assert all(f"m-{code}" not in shown for code in swiss)
    assert all(f"m-{code}" in shown for codes in bracket for code in codes)
    assert "Semifinals" in shown


def test_the_hall_screen_of_a_swiss_round_has_no_bracket_and_no_champion() -> None:
    tournament = first_round(12)
    play_all(tournament)
    shown = page("hall", fresh(tournament))
    assert 'data-kind="bracket"' not in shown
    assert "The title goes to" not in shown
    assert ">Final<" not in shown


def test_a_match_of_a_swiss_round_is_named_and_wins_no_tournament() -> None:
    tournament = first_round(12)
    play_all(tournament)
    code = all_rounds(tournament)[0].matches[0].code
    shown = page("match", fresh(tournament), code)
    assert "Round 1, match 1" in shown
    assert "won the tournament" not in shown


def test_a_correction_of_a_swiss_match_speaks_of_rounds_and_changes_places_alone() -> None:
    tournament = first_round(8, rounds=2, table_low=2, table_high=2)
    play_all(tournament)
    match = Match.objects.filter(ledger=tournament.ledger_id).earliest("number")
    loser = match.sides.exclude(entry=match.winner).get().number
    sheet = plain_win(match, loser)
    foreseen = preview_correction(match, sheet=sheet, by=ana(), now=timezone.now())
    assert len(foreseen.effects.matches) == 1
    assert foreseen.effects.places
    correct_sheet(match, sheet=sheet, reason="misread", by=ana(), now=timezone.now())
    shown = page("notices", fresh(tournament))
    assert "Rounds that are drawn stay as they are" in shown
    assert "Round 1, match 1" in shown


def test_the_standings_have_the_order_of_the_rounds_so_far() -> None:
    tournament = first_round(12)
    assert "The standings begin with the first result" in page("standing", tournament)
    play_all(tournament)
    shown = page("standing", fresh(tournament))
    assert "still in play" not in shown
    assert "wins in the Swiss rounds: 1, next had 0" in shown
    assert shown.count('class="place place-') == 12
    assert "Standings so far" in page("hall", fresh(tournament))


def test_the_standings_of_the_bracket_have_places_for_those_who_did_not_go_on() -> None:
    tournament = closed(play_rounds(first_round(12, rounds=1)))
    shown = page("standing", tournament)
    assert "still in play" in shown
    came = Side.objects.filter(match__ledger=tournament.ledger_id, match__round=1, absent=False).count()
    assert 4 < came < 12
    assert shown.count('class="place place-') == came - 4


def test_the_table_of_standings_has_places_while_rounds_are_played() -> None:
    tournament = first_round(12)
    play_all(tournament)
    assert all(row[0] is not None for row in standings_table(fresh(tournament)).rows)


def test_sheets_from_paper_lead_to_a_next_match_in_a_bracket_only() -> None:
    who, said = browser(ana()), "Winners appear at their next match"
    rounds = who.get(reverse("sheet_rows", args=[first_round(8).slug])).content.decode()
    bracket = who.get(reverse("sheet_rows", args=[drawn(8).slug])).content.decode()
    assert (said in rounds, said in bracket) == (False, True)


def test_sheets_from_paper_ask_for_everybodys_cards_where_places_give_points() -> None:
    who, said = browser(ana()), "count everyone’s cards"
    by_wins = who.get(reverse("sheet_rows", args=[first_round(8).slug])).content.decode()
    placed = first_round(8, stages=by_placement(), name="Ipê", table_low=3, table_high=4)
    by_places = who.get(reverse("sheet_rows", args=[placed.slug])).content.decode()
    assert (said in by_wins, said in by_places) == (False, True)


EVERY_GAME = [
    {"kind": "duplas", "table_low": 2, "table_high": 2},
    {"game": "castelo", "kind": "duelo", "table_low": 2, "table_high": 2},
    {"game": "hermetica", "kind": "duelo", "table_low": 2, "table_high": 2},
    {"game": "jogo-dos-reinos", "kind": "reinos", "table_low": 4, "table_high": 8},
]
PAGES = ["tournament", "bracket", "standing", "hall", "share", "now", "entry_late", "timetable", "organize"]


@pytest.mark.parametrize(
    "chosen", EVERY_GAME, ids=lambda chosen: str(chosen["kind"]) + str(chosen.get("game"))
)
def test_pages_open_on_a_day_of_every_game_with_a_bye(chosen: dict[str, Any]) -> None:
    """Seven entries: with duels one has a bye each round; during a round, between rounds, in the bracket."""
    tournament = first_round(7, rounds=2, advance=4, **chosen)
    client = browser(ana())

    def opens_all() -> None:
        for name in PAGES:
            found = client.get(reverse(name, args=[tournament.slug]))
            assert (name, found.status_code) == (name, 200)

    opens_all()
    play_all(tournament)
    opens_all()
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    play_all(tournament)
    closed(fresh(tournament))
    opens_all()
    play_all(tournament)
    opens_all()
    finish(fresh(tournament), by=ana(), now=timezone.now())
    opens_all()


@pytest.mark.parametrize(("advance", "is_there"), [(4, True), (0, False)])
def test_sites_are_offered_a_line_for_a_bracket_that_is_planned(advance: int, is_there: bool) -> None:
    tournament = first_round(8, rounds=2, advance=advance)
    assert (reverse("embed_bracket", args=[tournament.slug]) in page("share", tournament)) is is_there
    assert reverse("embed_standing", args=[tournament.slug]) in page("share", tournament)
