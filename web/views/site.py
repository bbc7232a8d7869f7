"""The front page, and what belongs to nobody's tournament."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.errors import Forbidden
from rulesets.kernel.titles import YEARS
from rulesets.registry import GAMES
from tournaments.models import State, Tournament
from tournaments.selectors.finding import visible_tournaments
from tournaments.selectors.standing import season as season_lines
from tournaments.selectors.standing import seasons
from web.pages import acting

MOST_SHOWN = 60
HEADINGS: tuple[tuple[frozenset[str], Promise], ...] = (
    (frozenset({State.RUNNING, State.DRAWN}), _("Happening now")),
    (frozenset({State.PREPARING}), _("Coming up")),
    (frozenset({State.FINISHED}), _("Finished")),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Tournaments under one heading."""

    heading: Promise
    tournaments: tuple[Tournament, ...]


def home(request: HttpRequest) -> HttpResponse:
    """Tournaments that run, come and are over."""
    player = acting(request)
    found = visible_tournaments(player)[:MOST_SHOWN]
    context = {"player": player, "groups": list(_groups(found)), "seasons": seasons()}
    return render(request, "site/home.html", context)


def season(request: HttpRequest, game: str, year: int) -> HttpResponse:
    """The ranking over the finished ranked tournaments of a game's year."""
    if game not in GAMES or year not in YEARS:
        raise Forbidden("not_found")
    context = {"game": game, "year": year, "lines": season_lines(game, year), "seasons": seasons()}
    return render(request, "site/season.html", context)


def _groups(found: Iterable[Tournament]) -> Iterator[Group]:
    tournaments = tuple(found)
    for states, heading in HEADINGS:
        mine = tuple(tournament for tournament in tournaments if tournament.state in states)
        if mine:
            yield Group(heading, mine)
