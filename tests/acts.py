"""Acts that the tests of the services share: play a match, look at it, ask the record's checker."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from accounts.models import Club
from checker import check_bytes
from matches.models import Entry, Match, MatchState, Side
from records.export import record_lines
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet
from tests.cast import START, ana, bruno, plain_win
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.standings import finish as finishing

Moments = Iterator[datetime]


def moments() -> Moments:
    """A clock that moves a minute with every look."""
    return (START + timedelta(minutes=minute) for minute in range(1, 100_000))


def at(tournament: Tournament, round_: int, number: int) -> Match:
    """The match at this place of the bracket, as it is now."""
    return Match.objects.get(ledger=tournament.ledger_id, round=round_, number=number)


def side(match: Match, number: int) -> Side:
    """One of its sides, as it is now."""
    return Side.objects.select_related("entry").get(match=match, number=number)


def entry_at(match: Match, number: int) -> Entry:
    """Who sits there."""
    entry = side(match, number).entry
    assert entry is not None
    return entry


def won(tournament: Tournament, round_: int, number: int, clock: Moments, *, by_side: int = 1) -> Match:
    """Start the match, and record a plain win of one side."""
    match = at(tournament, round_, number)
    start_match(match, by=bruno(), now=next(clock))
    sheet = plain_win(match, by_side, tournament.kind)
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    return at(tournament, round_, number)


def absences(match: Match, *sides: int, ended_by: EndedBy = EndedBy.WALKOVER) -> Sheet:
    """A sheet on which these sides did not come."""
    lines = tuple(
        Line(seat.persona.code, {}, Out.ABSENT if seat.side.number in sides else None)
        for seat in match.seats.select_related("side", "persona").order_by("number")
        if seat.persona
    )
    return Sheet(ended_by, lines)


def walked_over(match: Match, *sides: int, clock: Moments) -> Match:
    """These sides did not come; where nobody else is there, nobody advances."""
    rest = match.sides.filter(entry__isnull=False).exclude(number__in=sides)
    ending = EndedBy.WALKOVER if rest.exists() else EndedBy.NONE_ADVANCES
    sheet = absences(match, *sides, ended_by=ending)
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    return Match.objects.get(pk=match.pk)


def outs(sheet: Sheet, **ways: tuple[Out, int | None]) -> Sheet:
    """The sheet with some people out, by code."""
    lines = tuple(
        replace(line, out=ways[line.player][0], out_order=ways[line.player][1], counts={})
        if line.player in ways
        else line
        for line in sheet.lines
    )
    return replace(sheet, lines=lines)


def play_on(tournament: Tournament, clock: Moments) -> None:
    """Play every match that can be played: its first side there wins, or is alone."""
    while ready := _next(tournament):
        there = list(ready.sides.filter(entry__isnull=False).order_by("number"))
        if len(there) > 1:
            won(tournament, ready.round, ready.number, clock, by_side=there[0].number)
        else:
            walked_over(ready, clock=clock)


def _next(tournament: Tournament) -> Match | None:
    states = (MatchState.READY, MatchState.CALLED)
    return Match.objects.filter(ledger=tournament.ledger_id, state__in=states).first()


def finish(tournament: Tournament, clock: Moments) -> dict[str, int]:
    """Play it out and finish; the place of every entry that has one, by its code."""
    play_on(tournament, clock)
    finished = finishing.finish(tournament, by=ana(), now=next(clock))
    return dict(finished.placings.values_list("entry__code", "place"))


def assert_sound(tournament: Tournament) -> None:
    """The checker finds nothing in the record as it stands."""
    assert [str(found) for found in check_bytes("".join(record_lines(tournament)).encode())] == []


def line_types(tournament: Tournament, count: int) -> list[str]:
    """The types of the record's last lines."""
    lines = tournament.ledger.lines.order_by("-seq").values_list("type", flat=True)[:count]
    return list(reversed(lines))


def playing_for(tournament: Tournament, name: str = "Ilha") -> Club:
    """Everybody of the tournament plays for one club."""
    club = Club.objects.get_or_create(name=name)[0]
    Entry.objects.filter(ledger=tournament.ledger_id).update(club=club)
    return club
