"""Change the suits of a table's seats before its match starts (1, `house:suits_chosen`)."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from matches.models import Match, MatchState, Seat
from rulesets.registry import game_of
from tournaments.act import ActContext, acting_on
from tournaments.play.clock import refetch_open_match
from tournaments.seats.advance import write_suits

OPEN = (MatchState.READY, MatchState.CALLED)


def choose_suits(
    match: Match, *, suits: Sequence[str], by: Player, now: datetime, seen: int | None = None
) -> Match:
    """Give each seat the suit at its place in `suits`, in seating order.

    Idempotent. Raises `Refused` `suits_off`, `suits_incomplete`, `suit_unknown`, `suit_twice`; `Stale`
    `match_waiting`, `match_playing` or `match_ended`.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = refetch_open_match(ctx, match, seen)
        if fresh.state not in OPEN:
            raise Stale(f"match_{fresh.state}")
        seats = list(fresh.seats.select_related("side__entry", "persona").order_by("number"))
        refuse_all(_obstacles(game_of(ctx.tournament.game).marks, seats, suits))
        changed = [(seat, suit) for seat, suit in zip(seats, suits, strict=True) if seat.suit != suit]
        if changed:
            _save_suits(ctx, fresh, changed)
        return fresh


def _save_suits(ctx: ActContext, match: Match, changed: Sequence[tuple[Seat, str]]) -> None:
    """Save and record new suits of these seats."""
    seats = [seat for seat, _suit in changed]
    # Clear them first: the database refuses a suit held twice, also within the act.
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(suit="")
    for seat, suit in changed:
        seat.suit = suit
    Seat.objects.bulk_update(seats, ["suit"])
    write_suits(ctx, match, seats)
    ctx.touch(match)
    match.save(update_fields=["changed_seq"])


def _obstacles(marks: Sequence[str], seats: Sequence[Seat], suits: Sequence[str]) -> Iterator[Violation]:
    """Yield why the seats cannot have these suits; nothing if they can. `marks` are the game's suits."""
    if not marks:
        yield Violation("suits_off", field="suits")
    elif len(suits) != len(seats):
        yield Violation("suits_incomplete", {"seats": len(seats), "given": len(suits)}, "suits")
    elif set(suits) - set(marks):
        yield Violation("suit_unknown", field="suits")
    elif len(set(suits)) < len(suits):
        yield Violation("suit_twice", field="suits", rule="house:suits_chosen")
