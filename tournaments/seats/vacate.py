"""Empty the seats of an entry that left, at matches that have not begun, by the house rules."""

from django.db.models import Q

from core.errors import Refused, Violation
from matches.models import Entry, EntryState, Exceptional, Match, MatchState, Seat, Side, Take
from rulesets.kernel.sheet import Sheet
from tournaments.act import ActContext, bump_namesake_version
from tournaments.lines.entries import EntryDisqualified, EntryReinstated, EntryWithdrawn
from tournaments.lines.integrity import LuckyLoser, SeatedByHand, SeatEmptied
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.seats.advance import fill_side, settle_readiness
from tournaments.seats.due_seats import lost_place, open_sides, was_withdrawn_before
from tournaments.sheets.disqualifications import disqualified_people, entries_of_people, reinstated_by

LUCKY_LOSER = "lucky_loser"


def refuse_while_playing(entry: Entry) -> None:
    """Raise `Refused` `leaves_by_sheet` if the entry is playing: the match's sheet says how it leaves."""
    playing = Side.objects.filter(entry=entry, match__state=MatchState.PLAYING).select_related("match")
    if side := playing.first():
        facts = {"match": side.match.code, "place": str(side.match)}
        raise Refused([Violation("leaves_by_sheet", facts)])


def empty_seats(ctx: ActContext, entry: Entry, reason: str, *, promote: bool) -> None:
    """Empty the entry's seats at matches that have not begun; save, record and settle them.

    With `promote` the loser that the house rule `empty_seat` names takes the seat.
    """
    for side in list(open_sides(entry)):
        successor = successor_of(ctx.tournament, side) if promote else None
        if successor is not None:
            seat_by_hand(ctx, side, successor, LuckyLoser, reason)
        elif side.exception:
            seat_by_hand(ctx, side, None, SeatEmptied, reason)
        else:
            fill_side(ctx, side, None)
        settle_readiness(ctx, side.match)


def seat_by_hand(
    ctx: ActContext, side: Side, entry: Entry | None, noted: type[SeatedByHand], reason: str
) -> None:
    """Seat an entry (None: no one) that the bracket does not send; the caller settles the match.

    The note of class `noted` is recorded once a pair; in the first format of the record, once a seat.
    """
    seats = Seat.objects.filter(side=side).order_by("number").values_list("number", flat=True)
    for number in seats[:1] if ctx.tournament.record_format >= 2 else seats:
        ctx.act.write(noted(match=side.match.code, seat=number, words=reason))
    fill_side(ctx, side, entry, exception=Exceptional.BY_HAND)


def successor_of(tournament: Tournament, side: Side) -> Entry | None:
    """Return the best placed loser of the table that feeds the side, if the house rule promotes one.

    Entries that were absent there, left, sit elsewhere in that round, or have a second chance are passed
    over; None if none is left.
    """
    if side.source is None or side.take != Take.WINNER:
        return None
    if rules_of(tournament).option("empty_seat") != LUCKY_LOSER:
        return None
    elsewhere = Q(round=side.round) | Q(match__second_chance=True)
    seated = Side.objects.filter(elsewhere, match__ledger=tournament.ledger_id, entry__isnull=False)
    beaten = side.source.sides.filter(
        entry__state=EntryState.CHECKED_IN, absent=False, place__isnull=False
    ).exclude(entry__in=seated.values("entry"))
    best = beaten.select_related("entry").order_by("place", "number").first()
    return best.entry if best else None


def disqualify_on_sheet(ctx: ActContext, match: Match, sheet: Sheet) -> bool:
    """Disqualify the entries that a sheet disqualifies, before the sheet is recorded; return whether any was.

    It is from the tournament, with the sheet's reason. Raises `Refused`: `disqualified_without_reason`; if a
    corrected sheet disqualifies an entry that advanced, `leaves_by_sheet` while it is playing,
    `disqualify_instead` if it loses a later win too.
    """
    people = disqualified_people(sheet)
    if not people:
        return False
    leaving = list(entries_of_people(match, people).exclude(state=EntryState.DISQUALIFIED))
    reason = sheet.reason.strip()
    if leaving and not reason:
        raise Refused([Violation("disqualified_without_reason", field="reason")])
    for entry in leaving:
        if match.state == MatchState.ENDED:
            _require_no_later_win(entry, match)
        ctx.act.write(EntryDisqualified(entry.code, reason))
        change_state(ctx, entry, EntryState.DISQUALIFIED)
    return bool(leaving)


def _require_no_later_win(entry: Entry, match: Match) -> None:
    """Raise `Refused` if the entry plays now (`leaves_by_sheet`) or won later (`disqualify_instead`)."""
    refuse_while_playing(entry)
    later = lost_place(entry)
    if later is not None and later != match:
        raise Refused([Violation("disqualify_instead", {"match": later.code, "place": str(later)})])


def reinstate_from_sheet(ctx: ActContext, match: Match, sheet: Sheet, reason: str) -> None:
    """Record and save as back the entries that the superseded sheet disqualified and the new one does not.

    One that was withdrawn before is withdrawn again.
    """
    for entry in list(reinstated_by(match, sheet)):
        state = EntryState.WITHDRAWN if was_withdrawn_before(entry) else EntryState.CHECKED_IN
        ctx.act.write(EntryReinstated(entry.code, reason))
        if state == EntryState.WITHDRAWN:
            ctx.act.write(EntryWithdrawn(entry.code, reason))
        change_state(ctx, entry, state)


def change_state(ctx: ActContext, entry: Entry, state: str) -> None:
    """Save an entry's new state and whether its members are live; the caller records it."""
    entry.state = state
    ctx.touch(entry)
    entry.save(update_fields=["state", "changed_seq"])
    entry.members.update(live=state in (EntryState.ENTERED, EntryState.CHECKED_IN))
    bump_namesake_version(ctx, entry)
