"""Make matches void so that they are played again: cleared, with seats that wait for void matches."""

from collections.abc import Sequence

from core.jobs.outbox import cancel
from matches.models import EntryState, Exceptional, Match, MatchState, Side
from matches.models import Sheet as SheetRow
from tournaments.act import CALL_TIME, ActContext
from tournaments.corrections.snapshots import later_matches
from tournaments.lines.integrity import SeatEmptied
from tournaments.seats.advance import entry_for_seat, fill_side, settle_readiness
from tournaments.seats.vacate import seat_by_hand


def void_from(ctx: ActContext, match: Match) -> list[Match]:
    """Save the match and all that it feeds as void, to be played again; return them in bracket order.

    Sides filled by void matches wait again. The caller records it.
    """
    void = [match, *later_matches(match)]
    for found in void:
        _clear(found)
        if found.pk != match.pk:
            emptied = found.sides.filter(source__in=[other.pk for other in void])
            found.seats.filter(side__in=emptied).update(persona=None)
            emptied.update(entry=None, filled=False, exception="")
        ctx.touch(found)
        found.save()
    return void


def replace_departed_entries(ctx: ActContext, void: Sequence[Match], reason: str) -> None:
    """Replace entries that have left since by the one that the bracket sends, or leave the seat empty.

    A seat kept for an entry that is not the rightful winner stays empty: the winner's last table is the one
    that it won.
    """
    gone = Side.objects.filter(match__in=void, entry__isnull=False).exclude(
        entry__state=EntryState.CHECKED_IN
    )
    for key in list(gone.order_by("match__round", "match__number", "number").values_list("pk", flat=True)):
        side = Side.objects.select_related("match", "source__winner").get(pk=key)
        rightful = entry_for_seat(side.source, side) if side.source else None
        if side.exception == Exceptional.KEPT:
            fill_side(ctx, side, None, exception=Exceptional.KEPT)
        elif rightful is not None and Side.objects.filter(entry=rightful, round=side.round).exists():
            seat_by_hand(ctx, side, None, SeatEmptied, reason)
        else:
            fill_side(ctx, side, rightful)
        settle_readiness(ctx, side.match)


def _clear(match: Match) -> None:
    """Reset a match to before it was called, without saving it; its sheet versions stay in the record.

    Saves that no sheet is current, that drawn games are void, and that sides have no result; deletes redraws,
    and cancels the call of time.
    """
    SheetRow.objects.filter(match=match, is_current=True).update(is_current=False)
    match.sides.update(place=None, score=0, absent=False)
    match.redraws.all().delete()
    match.drawn_games.update(is_void=True)
    cancel(CALL_TIME, str(match.pk))
    match.winner = match.table = None
    match.called_at = match.started_at = match.ended_at = None
    match.time_due_at = match.time_called_at = None
    match.extra_minutes, match.starter = 0, None
    match.state = MatchState.WAITING
