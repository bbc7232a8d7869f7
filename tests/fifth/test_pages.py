"""Vaza on pages: chosen, drawn, its sheet refused, recorded and corrected, its rules read."""

from typing import Any

import pytest
from django.urls import reverse

from matches.models import Match
from tests.cast import ana, browser, bruno, finished, fresh, running
from tests.web.html import text
from tests.web.sheets import first, post, timed, url, value_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

VAZA: dict[str, Any] = {"game": "vaza", "kind": "rodada", "table_high": 4}
WON = {
    "ended_by": "win_condition", "winner": "2",
    "lines.0.tricks": "4", "lines.1.tricks": "7", "lines.1.trumps": "3", "lines.1.honours": "1",
    "lines.2.tricks": "1", "lines.3.tricks": "1",
}  # fmt: skip
"""Nine counted tricks for side 2: seven tricks, the last one among them."""


def page(tournament: Tournament, name: str, *args: str) -> str:
    return text(browser(ana()).get(reverse(name, args=[tournament.slug, *args])))


def test_it_is_offered_with_its_words_and_created() -> None:
    form = text(browser(ana()).get(reverse("tournament_new"), {"jogo": "vaza"}))
    assert "thirteen tricks, and who takes the last one has the honours" in form
    assert "most counted tricks after the thirteenth" in form
    assert "Equally many counted tricks when time is over" in form
    assert "Castle points" not in form
    typed = {
        "game": "vaza", "kind": "rodada", "name": "Serrana", "year": "2026", "variants": ["sem-trunfo"],
        "multiplier": "1", "zone": "America/Sao_Paulo", "tables": "2", "sizes": "2-4",
        "house_vaza_timed_tie": "replay",
    }  # fmt: skip
    browser(ana()).post(reverse("tournament_new"), typed)
    tournament = Tournament.objects.get()
    assert tournament.title == "Vaza: Rodada Serrana (Sem Trunfo) 2026"
    assert tournament.house_rules == {"vaza_timed_tie": "replay"}


def test_a_sheet_is_refused_with_its_own_words_and_loses_nothing() -> None:
    tournament = running(4, variants=("sem-trunfo",), **VAZA)
    typed = {**WON, "lines.0.honours": "1", "lines.2.tricks": "3", "lines.3.trumps": "2"}
    response = post("sheet", tournament, first(tournament), typed)
    html = text(response)
    assert response.status_code == 422
    assert "A round has 13 tricks; the sheet tells of 15." in html
    assert html.count("In Sem Trunfo no trick is taken by a trump.") >= 2
    assert "Only one player took the last trick; here: Jogador" in html or "; here: Caio" in html
    assert value_of(html, "lines.2.tricks") == "3"


def test_a_sheet_is_recorded_and_shown_in_its_own_words() -> None:
    tournament = running(4, **VAZA)
    match = first(tournament)
    response = browser(bruno()).post(url("sheet", tournament, match), WON, follow=True)
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=2).entry
    html = text(response)
    for words in (
        "Thirteen tricks played", "the best hand of thirteen tricks", "Tricks of this round",
        "Tricks by trump", "9 counted tricks", "1 counted trick<",
    ):  # fmt: skip
        assert words in html, words
    assert "suit suit-" not in html


def test_a_corrected_sheet_makes_another_winner() -> None:
    tournament = running(4, **VAZA)
    match = first(tournament)
    post("sheet", tournament, match, WON)
    typed = {**WON, "winner": "1", "lines.0.tricks": "8", "lines.1.tricks": "3", "reason": "Read wrongly."}
    seen = {"seen": str(fresh(tournament).ledger.head_seq), "step": "confirm"}
    browser(ana()).post(url("sheet_correct", tournament, match), {**typed, **seen})
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=1).entry
    assert "Read wrongly." in page(tournament, "match_versions", match.code)


@pytest.mark.parametrize(
    ("tricks", "trumps", "said"),
    [((5, 2, 2, 1), (0, 0, 0, 0), "wins on time: 5 × 2 counted tricks"),
     ((4, 4, 2, 1), (1, 3, 0, 0), "wins on time: as many counted tricks, with more trumps")],
)  # fmt: skip
def test_time_decides_by_counted_tricks_and_then_by_trumps(
    tricks: tuple[int, ...], trumps: tuple[int, ...], said: str
) -> None:
    tournament, match = timed(**{key: VAZA[key] for key in ("game", "kind")})
    assert "the trick on the table is finished" in page(tournament, "match", match.code)
    typed = {"ended_by": "time", **{f"lines.{at}.tricks": str(number) for at, number in enumerate(tricks)}}
    typed |= {f"lines.{at}.trumps": str(number) for at, number in enumerate(trumps)}
    response = browser(bruno()).post(url("sheet", tournament, match), typed, follow=True)
    assert said in text(response)


def test_equal_after_thirteen_tricks_is_played_again() -> None:
    tournament = running(3, **VAZA)
    match = first(tournament)
    typed = {"ended_by": "win_condition", "lines.0.tricks": "6", "lines.1.tricks": "6", "lines.2.tricks": "1"}
    assert post("sheet", tournament, match, {**typed, "winner": ""}).status_code == 422
    post("drawn_game", tournament, match, typed)
    match.refresh_from_db()
    assert (match.state, match.drawn_games.count()) == ("playing", 1)


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_its_rules_and_its_regulation_are_read(language: str) -> None:
    reader = browser(language=language)
    guide = text(reader.get(reverse("rules_game", args=["vaza"]), {"tudo": ""}))
    assert "Sem Trunfo" in guide
    assert "vaza_timed_tie" in guide
    assert reader.get(reverse("rules_chapter", args=["vaza", "sem-trunfo"])).status_code == 200
    tournament = running(4, time_limit=30, house_rules={"vaza_timed_tie": "replay"}, **VAZA)
    regulation = text(reader.get(reverse("regulation", args=[tournament.slug])))
    assert "qually many counted tricks when time is over" in regulation
    assert f"{reverse('rules_chapter', args=['vaza', 'interpretacoes'])}#vaza_timed_tie" in regulation


def test_a_whole_tournament_gives_places_and_points_for_the_season() -> None:
    tournament = finished(9, ranked=True, **VAZA)
    assert "Caio" in page(tournament, "bracket")
    assert "won the final" in page(tournament, "standing")
    season = text(browser().get(reverse("season", args=["vaza", 2026])))
    winner = Match.objects.filter(ledger=tournament.ledger_id).order_by("-round")[0].winner
    assert winner is not None
    assert str(winner.members.get().persona.player.name) in season
