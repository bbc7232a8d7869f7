"""Sheets of Castelo, Hermética and Jogo dos Reinos: what each game counts, offers, and never asks."""

from typing import Any

import pytest
from django.urls import reverse

from matches.models import Match, MatchState, Sheet
from tests.cast import browser, bruno, running
from tests.web.html import text
from tests.web.sheets import first, post, url, value_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CASTELO: dict[str, Any] = {"game": "castelo", "kind": "duelo"}
HERMETICA: dict[str, Any] = {"game": "hermetica", "kind": "duelo"}
IMORTAL: dict[str, Any] = {"game": "castelo", "kind": "imortal", "table_low": 3, "table_high": 8}
REINOS: dict[str, Any] = {"game": "jogo-dos-reinos", "kind": "reinos", "table_low": 4, "table_high": 8}


def page(tournament: Tournament, match: Match) -> str:
    return text(browser(bruno()).get(url("match", tournament, match)))


def test_castelo_counts_castle_and_wall_from_their_start() -> None:
    tournament = running(4, house_rules={"castle_start": 30}, **CASTELO)
    match = first(tournament)
    html = page(tournament, match)
    assert [value_of(html, f"lines.0.{key}") for key in ("castle", "wall", "fell")] == ["30", "10", ""]
    assert "lines.0.intact" not in html
    assert reverse("match_redraw", args=[tournament.slug, match.code]) not in html
    assert 'value="decked_out"' not in html
    assert 'class="suit suit-' not in html


def test_the_last_castle_standing_wins() -> None:
    tournament = running(4, **CASTELO)
    match = first(tournament)
    typed = {"ended_by": "win_condition", "winner": "2", "lines.0.castle": "0", "lines.1.castle": "7"}
    response = browser(bruno()).post(url("sheet", tournament, match), typed, follow=True)
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=2).entry
    assert "the last castle standing" in text(response)
    assert "7 castle points" in text(response)


def test_all_that_is_wrong_with_falling_castles_is_said_at_once() -> None:
    tournament = running(3, **IMORTAL)
    match = first(tournament)
    typed = {
        "ended_by": "win_condition", "winner": "1", "lines.0.castle": "3", "lines.0.fell": "1",
        "lines.1.castle": "0", "lines.1.fell": "", "lines.2.castle": "0", "lines.2.wall": "1000",
    }  # fmt: skip
    response = post("sheet", tournament, match, typed)
    assert response.status_code == 422
    errors = response.context["form"].errors.as_data()
    found = {name: {error.code for error in said} for name, said in errors.items()}
    assert found["lines.0.fell"] == {"fell_while_standing"}
    assert found["lines.1.fell"] == {"falling_order_missing"}
    assert found["lines.2.wall"] == {"count_out_of_range"}
    assert value_of(text(response), "lines.2.wall") == "1000"
    assert not Sheet.objects.filter(match=match).exists()


def test_who_did_not_come_to_a_started_match_has_none_of_the_points_filled_in() -> None:
    tournament = running(4, **CASTELO)
    match = first(tournament)
    starts = {f"lines.{line}.{key}": str(value) for line in (0, 1) for key, value in
              (("castle", 20), ("wall", 10))}  # fmt: skip
    response = post("sheet", tournament, match, {"ended_by": "walkover", "winner": "1", **starts})
    assert response.status_code == 302
    assert Sheet.objects.get(match=match).lines.filter(out="absent", counts__castle=0).exists()


def test_hermetica_ends_at_no_potencial() -> None:
    tournament = running(4, **HERMETICA)
    match = first(tournament)
    assert value_of(page(tournament, match), "lines.1.potencial") == "20"
    typed = {"ended_by": "win_condition", "winner": "1", "lines.0.potencial": "23", "lines.1.potencial": "0"}
    response = browser(bruno()).post(url("sheet", tournament, match), typed, follow=True)
    assert "the opponent has no potencial left" in text(response)


def test_kingdoms_ask_who_holds_whom_and_show_it_by_name() -> None:
    tournament = running(4, **REINOS)
    match = first(tournament)
    html = page(tournament, match)
    assert '<select name="lines.0.holder"' in html
    typed = {"ended_by": "win_condition", "winner": "3"}
    typed |= {f"lines.{line}.holder": "3" for line in (0, 1, 3)}
    typed |= {"lines.0.fall": "2", "lines.1.fall": "1", "lines.3.fall": "3"}
    response = browser(bruno()).post(url("sheet", tournament, match), typed, follow=True)
    match.refresh_from_db()
    assert match.state == MatchState.ENDED
    assert Sheet.objects.get(match=match).placement == [[3], [4], [1], [2]]
    assert "3 vassals" in text(response)


def test_a_kingdom_without_its_order_or_held_by_itself_is_refused_beside_its_field() -> None:
    tournament = running(4, **REINOS)
    match = first(tournament)
    typed = {"ended_by": "win_condition", "winner": "3", "lines.0.holder": "3", "lines.1.holder": "2"}
    response = post("sheet", tournament, match, typed)
    assert response.status_code == 422
    assert "lines.1.holder" in response.context["form"].errors
    assert '<option value="3" selected>' in text(response)


DRAWN: dict[str, str] = {"ended_by": "win_condition", "winner": ""} | {
    f"lines.{line}.castle": "0" for line in (0, 1)
}


def test_a_drawn_game_is_offered_noted_and_taken_back() -> None:
    tournament = running(4, time_limit=30, **CASTELO)
    match = first(tournament)
    refused = post("sheet", tournament, match, DRAWN)
    assert refused.status_code == 422
    assert url("drawn_game", tournament, match) in text(refused)
    html = text(browser(bruno()).post(url("drawn_game", tournament, match), DRAWN, follow=True))
    again = Match.objects.get(pk=match.pk)
    assert again.started_at
    assert match.started_at
    assert again.started_at > match.started_at
    assert "Games that no one won" in html
    assert [value_of(html, f"lines.{line}.castle") for line in (0, 1)] == ["20", "20"]
    assert post("drawn_game_take_back", tournament, match, {"reason": ""}).status_code == 422
    html = text(
        browser(bruno()).post(
            url("drawn_game_take_back", tournament, match), {"reason": "miscounted"}, follow=True
        )
    )
    assert "taken back" in html
    assert Match.objects.get(pk=match.pk).started_at == match.started_at


def test_a_game_with_a_winner_is_not_noted_as_drawn_and_what_was_typed_stays() -> None:
    tournament = running(4, **CASTELO)
    match = first(tournament)
    typed = {**DRAWN, "winner": "1", "lines.0.castle": "3"}
    response = post("drawn_game", tournament, match, typed)
    assert (response.status_code, response.context["form"].codes) == (422, {"game_has_winner"})
    assert value_of(text(response), "lines.0.castle") == "3"


def test_more_time_where_there_is_no_limit_is_refused_in_words() -> None:
    tournament = running(4, **CASTELO)
    match = first(tournament)
    for typed in ({"minutes": "7", "reason": "Lâmpada"}, {}):
        refused = post("match_extend", tournament, match, typed)
        assert refused.status_code == 422
        assert "Nothing was saved." in text(refused)
        assert f'action="{url("match_extend", tournament, match)}"' not in text(refused)


def test_more_time_is_given_with_a_reason_that_everybody_reads() -> None:
    tournament = running(4, time_limit=30, **CASTELO)
    match = first(tournament)
    refused = post("match_extend", tournament, match, {"minutes": "0", "reason": "Lâmpada"})
    assert refused.status_code == 422
    assert 'value="Lâmpada"' in text(refused)
    post("match_extend", tournament, match, {"minutes": "7", "reason": "Lâmpada"})
    html = text(browser().get(url("match", tournament, match)))
    assert "7 more minutes:" in html
    assert "+7 min" in html
    assert url("match_extend", tournament, match) not in html
