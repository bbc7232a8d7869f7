"""What a judge’s sheet form posts in tests, and the matches to post it for."""

import re
from datetime import timedelta
from typing import Any

from django.urls import reverse

from matches.models import Match, MatchState
from tests.cast import browser, bruno, running
from tournaments.models import Tournament
from tournaments.play.play import call_time

HTMX = {"HX-Request": "true"}


def first(tournament: Tournament) -> Match:
    return Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).order_by("pk")[0]


def url(name: str, tournament: Tournament, match: Match) -> str:
    return reverse(name, args=[tournament.slug, match.code])


def plain(**changes: Any) -> dict[str, Any]:
    """What the form posts for a plain win of side 1."""
    return {"ended_by": "win_condition", "winner": "1", "lines.0.intact": "6", "report": "r1", **changes}


def at_time(*intact: int, **changes: Any) -> dict[str, Any]:
    """What the form posts at the end of time: so many intact realms of everybody at a table of four."""
    counts = {f"lines.{index}.intact": str(number) for index, number in enumerate([*intact, 0, 0, 0, 0][:4])}
    return {"ended_by": "time", **counts, **changes}


def value_of(html: str, name: str) -> str:
    """What stands in a control of the page."""
    control = rf'name="{re.escape(name)}" value="([^"]*)"'
    found = re.search(rf'<input type="(?:number|hidden)" {control}|{control}[^>]* checked>', html)
    return (found[1] or found[2] or "") if found else ""


def timed(entries: int = 4, **chosen: Any) -> tuple[Tournament, Match]:
    """A match whose time was called."""
    tournament = running(entries, time_limit=30, table_high=4, **chosen)
    match = first(tournament)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    return tournament, match


def post(name: str, tournament: Tournament, match: Match, data: dict[str, Any], who: Any = None) -> Any:
    return browser(who or bruno()).post(url(name, tournament, match), data)
