"""Apply the remedies of a correction: seats change, matches become void, sheets are rewritten."""

from collections.abc import Mapping, Sequence
from typing import Any

from matches.models import Entry, EntryState, Exceptional, Match, Seat, Side
from tournaments.act import ActContext
from tournaments.corrections.plan_remedies import entry_key, moves
from tournaments.corrections.replace_on_sheet import rewrite
from tournaments.corrections.void import seat_for_the_gone, void_from
from tournaments.models import Remedy
from tournaments.seats.advance import fill, settle_result, taker
from tournaments.seats.vacate import empty_seats


def apply_remedies(
    ctx: ActContext, match: Match, changed: Sequence[Side], effects: Sequence[Mapping[str, Any]], reason: str
) -> None:
    """Apply the chosen remedy to each later match whose side changed."""
    chosen = {effect["match"]: effect["remedy"] for effect in effects}
    moving = [side.pk for side in changed if moves(match, side) and chosen[side.match.code] != Remedy.KEEP]
    # First empty all sides: two sides of one round may exchange entries, and the people their tables.
    Side.objects.filter(pk__in=moving).update(entry=None)
    Seat.objects.filter(side__in=moving).update(persona=None)
    for side in changed:
        _carry_out(ctx, side, taker(match, side.take), chosen[side.match.code], reason)


def _carry_out(ctx: ActContext, side: Side, entry: Entry | None, remedy: str, reason: str) -> None:
    """Apply one remedy at a later match; `entry` is the one that now belongs on the side."""
    if remedy == Remedy.KEEP:
        Side.objects.filter(pk=side.pk).update(exception=Exceptional.KEPT)
        return
    void = void_from(ctx, side.match) if remedy == Remedy.REPLAY else []
    replaced = side.entry
    if entry_key(entry) != side.entry_id:
        fill(ctx, side, entry)
    if remedy == Remedy.REPLACE:
        rewrite(ctx, side, replaced, reason)
        return
    seat_for_the_gone(ctx, void, reason)
    settle_result(ctx, Match.objects.get(pk=side.match_id))


def unseat_disqualified(ctx: ActContext, match: Match, reason: str) -> None:
    """Empty the later seats of entries that the corrected sheet disqualified."""
    for entry in Entry.objects.filter(sides__match=match, state=EntryState.DISQUALIFIED).distinct():
        empty_seats(ctx, entry, reason, promote=False)
