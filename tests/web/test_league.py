"""A league within a season: events, best results and club are in its address."""

from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.services import offer_page
from tests.acts import playing_for
from tests.cast import browser, caio, finished
from tests.web.html import text
from tournaments.models import Placing, Tournament

pytestmark = pytest.mark.django_db


def page(**asked: Any) -> Any:
    return browser().get(reverse("league", args=["chama", 2026]), asked)


def played(many: int = 3) -> list[Tournament]:
    return [
        finished(8, ranked=True, name=f"Etapa {chr(65 + number)}", sheets=number) for number in range(many)
    ]


def sums(answer: Any) -> dict[str, str]:
    return {row.line.name: row.line.points_decimal for row in answer.context["rows"]}


def won(*tournaments: Tournament, best: int = 99) -> dict[str, float]:
    """What each player has, added up by hand."""
    held: dict[str, list[float]] = {}
    for placing in Placing.objects.filter(tournament__in=tournaments):
        name = placing.entry.members.get().persona.player.name
        held.setdefault(name, []).append(float(placing.points))
    return {name: sum(sorted(points, reverse=True)[:best]) for name, points in held.items()}


def test_without_a_choice_it_is_the_season() -> None:
    assert {name: float(points) for name, points in sums(page()).items()} == {}
    events = played()
    assert {name: float(points) for name, points in sums(page()).items()} == won(*events)


def test_chosen_events_and_the_best_of_each_player_count() -> None:
    events = played()
    chosen = [event.slug for event in events[:2]]
    shown = page(etapa=chosen)
    assert {name: float(points) for name, points in sums(shown).items()} == won(*events[:2])
    best = page(etapa=chosen, melhores=1)
    assert {name: float(points) for name, points in sums(best).items()} == won(*events[:2], best=1)
    assert len(best.context["columns"]) == 2
    cells = [cell for row in best.context["rows"] for cell in row.cells if cell]
    assert sum(cell.counts for cell in cells) == sum(not cell.counts for cell in cells) == 8
    assert "<s " in text(best)


def test_only_what_was_played_for_a_club_counts() -> None:
    first, second = played(2)
    club = playing_for(first)
    shown = page(clube=club.pk)
    assert {name: float(points) for name, points in sums(shown).items()} == won(first)
    assert second.slug in text(shown)
    assert page(clube=club.pk + 1).status_code == 404


def test_who_hid_their_page_is_not_gathered_under_a_club() -> None:
    club, hidden = playing_for(played(1)[0]), caio()
    assert hidden.name in sums(page(clube=club.pk))
    offer_page(hidden, has_page=False)
    assert hidden.name not in sums(page(clube=club.pk))
    assert hidden.name in sums(page())


@pytest.mark.parametrize("asked", [{"melhores": "0"}, {"melhores": "x"}, {"etapa": "nada"}, {"clube": "x"}])
def test_what_cannot_be_read_is_told(asked: dict[str, str]) -> None:
    played(1)
    assert page(**asked).status_code == 422


def test_a_year_or_game_that_cannot_be_has_none() -> None:
    for args in (["chama", 1], ["xadrez", 2026]):
        assert browser().get(reverse("league", args=args)).status_code == 404


def test_season_and_club_lead_there_and_its_pages_keep_what_was_asked() -> None:
    (tournament,) = played(1)
    address, club = reverse("league", args=["chama", 2026]), playing_for(tournament)
    assert address in text(browser().get(reverse("season", args=["chama", 2026])))
    assert f"{address}?clube={club.pk}" in text(browser().get(reverse("club", args=[club.pk])))
    assert page(melhores=1, pagina=2).context["kept"] == "melhores=1"


def test_many_events_ask_as_much_as_one(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    played()
    page(melhores=1)
    with django_assert_max_num_queries(5):
        assert page(melhores=2).status_code == 200


def test_a_league_adds_up_the_seasons_of_the_games_that_it_names() -> None:
    own, other = played(1)[0], finished(8, game="castelo", kind="duelo", ranked=True, name="Serrano")
    assert set(sums(page())) == set(won(own))
    shown = page(jogo="castelo")
    assert {name: float(points) for name, points in sums(shown).items()} == won(own, other)
    assert [event for _, event in shown.context["columns"]] == [own, other]
    alone = page(jogo="castelo", etapa=other.slug)
    assert {name: float(points) for name, points in sums(alone).items()} == won(other)
    assert "Chama + Castelo" in text(alone)


@pytest.mark.parametrize("asked", [{"jogo": "xadrez"}, {"jogo": "chama"}])
def test_a_game_that_is_none_or_its_own_is_told(asked: dict[str, str]) -> None:
    assert page(**asked).status_code == 422


def test_an_event_of_a_game_that_is_not_named_is_told() -> None:
    other = finished(8, game="castelo", kind="duelo", ranked=True, name="Serrano")
    assert page(etapa=other.slug).status_code == 422
