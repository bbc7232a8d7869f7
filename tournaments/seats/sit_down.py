"""Seat an entry again that takes part again, at matches that have not begun."""

from matches.models import Entry, EntryState, Match, MatchState, Side, Take
from tournaments.act import ActContext
from tournaments.lines.integrity import SeatTakenAgain
from tournaments.seats.advance import entry_for_seat, fill_side, settle_readiness
from tournaments.seats.due_seats import due_seats
from tournaments.seats.vacate import seat_by_hand


def sit_down(ctx: ActContext, entry: Entry, reason: str) -> None:
    """Save and record the entry at every free seat that is due to it, a loser's too; settle those matches.

    `reason` is recorded only for seats that were filled or emptied by hand before.
    """
    for due in due_seats(entry):
        if not due.obstacle:
            _seat_again(ctx, due.side, entry, reason)
    waiting = Side.objects.filter(take=Take.LOSER, source__sides__entry=entry, filled=True, entry=None)
    begun = waiting.filter(match__started_at=None).exclude(match__state=MatchState.ENDED)
    for side in begun.select_related("match", "source").distinct():
        if side.source is not None and entry_for_seat(side.source, side) == entry:
            _seat_again(ctx, side, entry, reason)


def sit_down_after_stage_match(ctx: ActContext, match: Match, reason: str) -> None:
    """Seat the entries of a match of a stage that its sheet no longer disqualifies.

    Such a match feeds no other, so the remedies of a correction do not give them their seats back.
    """
    if match.stage is not None:
        for entry in Entry.objects.filter(sides__match=match, state=EntryState.CHECKED_IN).order_by("number"):
            sit_down(ctx, entry, reason)


def _seat_again(ctx: ActContext, side: Side, entry: Entry, reason: str) -> None:
    """Seat the entry on its side and settle the match; by hand if the side was filled or emptied by hand."""
    if side.exception:
        seat_by_hand(ctx, side, entry, SeatTakenAgain, reason)
    else:
        fill_side(ctx, side, entry)
    settle_readiness(ctx, side.match)
