"""Tournaments with a second chance, and their pages."""

from django.test import Client
from django.urls import reverse

from matches.models import Match
from tests.cast import browser, drawn
from tournaments.models import Tournament

OWN_TITLE, FINAL_SEAT = {"second_chance": "own_title"}, {"second_chance": "final_seat"}
ALL_LOSERS = {**OWN_TITLE, "second_chance_losers": "before_final"}
"""For a title, for losers of every round before the final."""


def pairs(entries: int = 13) -> Tournament:
    """Drawn, pairs in Duplas, with a second chance."""
    return drawn(entries, kind="duplas", house_rules=OWN_TITLE)


def page(tournament: Tournament, name: str = "bracket", query: str = "", who: Client | None = None) -> str:
    """The HTML of a page, for a visitor unless someone is named."""
    answer = (who or browser()).get(reverse(name, args=[tournament.slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def own(tournament: Tournament) -> list[Match]:
    """The matches of the second chance, in order."""
    matches = Match.objects.filter(ledger=tournament.ledger_id, second_chance=True)
    return list(matches.order_by("round", "number"))
