"""The front page, and what belongs to nobody's tournament."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import State, Tournament
from tournaments.selectors.finding import visible_tournaments
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
    return render(request, "site/home.html", {"player": player, "groups": list(_groups(found))})


def _groups(found: Iterable[Tournament]) -> Iterator[Group]:
    tournaments = tuple(found)
    for states, heading in HEADINGS:
        mine = tuple(tournament for tournament in tournaments if tournament.state in states)
        if mine:
            yield Group(heading, mine)
