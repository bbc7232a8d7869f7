"""Matches to correct in tests, and what the form of a correction posts."""

from typing import Any

from django.test import Client
from django.urls import reverse

from matches.models import Dispute, Match, MatchState, Side
from tests.cast import (
    START,
    ana,
    browser,
    bruno,
    drawn,
    fresh,
    plain_win,
    running,
)
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match

HTMX = {"HX-Request": "true"}


REASON = "The judge tapped the wrong side."


def won(tournament: Tournament, place: tuple[int, int], side: int = 1) -> Match:
    """The match at this place of the bracket, won by this side with six realms."""
    match = Match.objects.get(ledger=tournament.ledger, round=place[0], number=place[1])
    start_match(match, by=bruno(), now=START)
    record_sheet(match, sheet=plain_win(match, side, tournament.kind), by=bruno(), now=START)
    match.refresh_from_db()
    return match


def played_on() -> tuple[Tournament, Match, Match]:
    """A first match recorded for side 1, and the next one, which its winner lost."""
    tournament = drawn(8, table_high=2, ranked=True)
    match = won(tournament, (1, 1))
    won(tournament, (1, 2))
    seat = Side.objects.get(source=match)
    later = won(tournament, (2, 1), 3 - seat.number)
    return tournament, match, later


def url(tournament: Tournament, match: Match, name: str = "sheet_correct") -> str:
    return reverse(name, args=[tournament.slug, match.code])


def right(tournament: Tournament, **more: Any) -> dict[str, Any]:
    """What the form posts for the same match, won by side 2."""
    typed = {"ended_by": "win_condition", "winner": "2", "lines.1.intact": "6", "reason": REASON}
    return {**typed, "seen": str(fresh(tournament).ledger.head_seq), "step": "show", **more}


def coordinator() -> Client:
    return browser(ana())


def contested() -> tuple[Tournament, Match, Dispute]:
    """Bruno's sheet is recorded; Ana then sends another one."""
    tournament = running(8, table_high=2)
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING).order_by("pk")[0]
    record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=START)
    other = {"ended_by": "win_condition", "winner": "2", "lines.1.intact": "6", "report": "other"}
    assert browser(ana()).post(url(tournament, match, "sheet"), other).status_code == 409
    return tournament, match, Dispute.objects.get()
