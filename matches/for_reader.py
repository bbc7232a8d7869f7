"""What a match's page asks of it for one reader, as its columns: their side, whether anybody counted.

It is known of a match that was read so, for the reader it was read for, and of no other.
"""

from typing import cast

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from matches.models import Match, Seat, TableTally

SIDE, COUNTED, READER = "side_of_reader", "is_counted", "read_for"


def asked(matches: QuerySet[Match], player: int) -> QuerySet[Match]:
    """The matches with both, for the person of this key."""
    seats = Seat.objects.filter(match=OuterRef("pk"), persona__player=player, side__entry__isnull=False)
    tallies = TableTally.objects.filter(match=OuterRef("pk"))
    return matches.annotate(
        **{SIDE: Subquery(seats.order_by().values("side__number")[:1]), COUNTED: Exists(tallies)}
    )


def noted(match: Match, player: int) -> Match:
    """The match that was read so, with whom for."""
    match.__dict__[READER] = player
    return match


def side_of(match: Match, player: int) -> int | None:
    """The side that the person of this key plays for there; either partner of a pair speaks for it."""
    if match.__dict__.get(READER) == player:
        return cast("int | None", match.__dict__[SIDE])
    seats = Seat.objects.filter(match=match, persona__player=player, side__entry__isnull=False)
    return seats.values_list("side__number", flat=True).first()


def is_counted(match: Match) -> bool:
    """Whether anybody has counted at its table."""
    known = match.__dict__.get(COUNTED)
    return TableTally.objects.filter(match=match).exists() if known is None else bool(known)
