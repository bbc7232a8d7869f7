"""Seats of entries that leave or return: seats they hold, the place they lose, seats due to them again."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from core.models import RecordLine
from matches.models import (
    Entry,
    Exceptional,
    Match,
    MatchState,
    Side,
    Take,
)


@dataclass(frozen=True, slots=True)
class DueSeat:
    """A side that belongs to an entry by the draw or by a win, but that it does not hold.

    `obstacle`: empty if the side is free, else `seat_gone` (its match began) or `seat_taken`.
    """

    side: Side
    obstacle: str


def due_seats(entry: Entry) -> list[DueSeat]:
    """Return each side that belongs to the entry by the bracket but is empty or held by another entry.

    In bracket order; [] if there is none. Sides left to another entry by the remedy `keep` are not among
    them. In a round of a stage only a free one: the next round draws it again.
    """
    won = Q(take=Take.WINNER, source__winner=entry, source__state=MatchState.ENDED)
    sides = Side.objects.filter(Q(drawn=entry, source=None) | won, filled=True)
    others = sides.exclude(entry=entry).exclude(exception=Exceptional.KEPT)
    found = others.select_related("match", "entry").order_by("match__round", "match__number")
    dues = [DueSeat(side, _obstacle(side)) for side in found]
    return [due for due in dues if due.side.match.stage is None or not due.obstacle]


def _obstacle(side: Side) -> str:
    """Return why the side cannot be given back: `seat_gone`, `seat_taken`, or "" if it can."""
    if side.match.started_at is not None or side.match.state == MatchState.ENDED:
        return "seat_gone"
    return "seat_taken" if side.entry_id is not None else ""


def was_drawn(entry: Entry) -> bool:
    """Return whether the entry was drawn to, or sits at, any match of the present draws, stage or bracket."""
    return Side.objects.filter(Q(drawn=entry) | Q(entry=entry)).exists()


def was_withdrawn_before(entry: Entry) -> bool:
    """Return whether an entry was withdrawn at the moment when it was disqualified, by the record.

    False if it had been reinstated in between.
    """
    types = ("entry.withdrawn", "entry.reinstated", "entry.disqualified")
    lines = RecordLine.objects.filter(
        ledger=entry.ledger_id, type__in=types, text__contains=f'"entry":"{entry.code}"'
    )
    latest = list(lines.order_by("-seq").values_list("type", flat=True)[:2])
    return latest == ["entry.disqualified", "entry.withdrawn"]


def was_checked_in(entry: Entry) -> bool:
    """Return whether the entry was checked in when it left, by the record."""
    types = ("entry.checked_in", "entry.checked_out")
    lines = RecordLine.objects.filter(
        ledger=entry.ledger_id, type__in=types, text__contains=f'"entry":"{entry.code}"'
    )
    last = lines.order_by("-seq").values_list("type", flat=True).first()
    return last == "entry.checked_in"


def open_sides(entry: Entry) -> QuerySet[Side]:
    """Return the sides that an entry holds at matches that have not begun, in bracket order."""
    sides = Side.objects.filter(entry=entry, match__started_at=None).exclude(match__state=MatchState.ENDED)
    return sides.select_related("match", "source", "source__winner").order_by("match__round", "number")


def lost_place(entry: Entry) -> Match | None:
    """Return the match whose win the entry would lose if it were disqualified now; None if it keeps all.

    Its next match has not begun, or there is none after it. For an entry that withdrew before, only while no
    other entry has the seat.
    """
    empty = [due.side for due in due_seats(entry) if not due.obstacle]
    for side in [*open_sides(entry), *empty]:
        source = side.source
        if source and side.take == Take.WINNER and source.winner_id == entry.pk and was_played(source):
            return source
    ends = Match.objects.filter(ledger=entry.ledger_id, stage=None, feeds=None)  # finals and third place
    last = ends.filter(winner=entry).first()
    return last if last is not None and was_played(last) else None


def earlier_wins(entry: Entry) -> list[Match]:
    """Return played matches that the entry won and would keep if it left now, latest first."""
    won = Match.objects.filter(ledger=entry.ledger_id, winner=entry, state=MatchState.ENDED)
    lost = lost_place(entry)
    return [match for match in won.order_by("-round", "number") if match != lost and was_played(match)]


def was_played(match: Match) -> bool:
    """Return whether the match had an opponent: it is no bye."""
    return match.sides.count() > 1
