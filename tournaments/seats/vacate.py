"""The seats of an entry that left: at matches that have not begun, each by its house rule."""

from core.errors import Refused, Violation
from matches.models import Entry, EntryState, Exceptional, Match, MatchState, Seat, Side, Take
from rulesets.kernel.sheet import Sheet
from tournaments.act import ActContext, renew_names
from tournaments.lines.entries import EntryDisqualified, EntryReinstated, EntryWithdrawn
from tournaments.lines.integrity import LuckyLoser, SeatedByHand, SeatEmptied
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.seats.advance import fill, settle_result
from tournaments.seats.due_seats import had_withdrawn, lost_place, open_sides
from tournaments.sheets.disqualifications import disqualified_people, entries_of_people, reinstated_by

LUCKY_LOSER = "lucky_loser"


def refuse_while_playing(entry: Entry) -> None:
    """The sheet of a running match says how a player leaves it."""
    playing = Side.objects.filter(entry=entry, match__state=MatchState.PLAYING).select_related("match")
    if side := playing.first():
        facts = {"match": side.match.code, "place": str(side.match)}
        raise Refused([Violation("leaves_by_sheet", facts)])


def empty_seats(ctx: ActContext, entry: Entry, reason: str, *, promote: bool) -> None:
    """Leave the entry's seats empty, or (`promote`) whom the house rule `empty_seat` names."""
    for side in list(open_sides(entry)):
        successor = successor_of(ctx.tournament, side) if promote else None
        if successor is not None:
            seat_by_hand(ctx, side, successor, LuckyLoser, reason)
        elif side.exception:
            seat_by_hand(ctx, side, None, SeatEmptied, reason)
        else:
            fill(ctx, side, None)
        settle_result(ctx, side.match)


def seat_by_hand(
    ctx: ActContext, side: Side, entry: Entry | None, noted: type[SeatedByHand], reason: str
) -> None:
    """Seat an entry that the bracket does not send, `noted` as what it is; the caller settles the match.

    A pair is noted once; in the first format of the record, for each of its seats.
    """
    seats = Seat.objects.filter(side=side).order_by("number").values_list("number", flat=True)
    for number in seats[:1] if ctx.tournament.record_format >= 2 else seats:
        ctx.act.write(noted(match=side.match.code, seat=number, words=reason))
    fill(ctx, side, entry, exception=Exceptional.BY_HAND)


def successor_of(tournament: Tournament, side: Side) -> Entry | None:
    """The best placed loser of the table that the side comes from, where the house rule promotes one.

    Who was absent there, left, or sits elsewhere in that round is passed over.
    """
    if side.source is None or side.take != Take.WINNER:
        return None
    if rules_of(tournament).option("empty_seat") != LUCKY_LOSER:
        return None
    seated = Side.objects.filter(match__ledger=tournament.ledger_id, round=side.round, entry__isnull=False)
    beaten = side.source.sides.filter(
        entry__state=EntryState.CHECKED_IN, absent=False, place__isnull=False
    ).exclude(entry__in=seated.values("entry"))
    best = beaten.select_related("entry").order_by("place", "number").first()
    return best.entry if best else None


def disqualify_on_sheet(ctx: ActContext, match: Match, sheet: Sheet) -> bool:
    """A disqualification on a sheet is from the tournament, and comes before it in the record.

    True if one was; its reason is the sheet's.

    Raises `Refused`: `disqualified_without_reason`; where a corrected sheet disqualifies an entry that went
    further, `leaves_by_sheet` while that match is on, `disqualify_instead` where a later win is lost too.
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
            _refuse_if_further(entry, match)
        ctx.act.write(EntryDisqualified(entry.code, reason))
        change_state(ctx, entry, EntryState.DISQUALIFIED)
    return bool(leaving)


def _refuse_if_further(entry: Entry, match: Match) -> None:
    refuse_while_playing(entry)
    later = lost_place(entry)
    if later is not None and later != match:
        raise Refused([Violation("disqualify_instead", {"match": later.code, "place": str(later)})])


def reinstate_from_sheet(ctx: ActContext, match: Match, sheet: Sheet, reason: str) -> None:
    """Whom the superseded sheet disqualified and the new one does not takes part again."""
    for entry in list(reinstated_by(match, sheet)):
        state = EntryState.WITHDRAWN if had_withdrawn(entry) else EntryState.CHECKED_IN
        ctx.act.write(EntryReinstated(entry.code, reason))
        if state == EntryState.WITHDRAWN:
            ctx.act.write(EntryWithdrawn(entry.code, reason))
        change_state(ctx, entry, state)


def change_state(ctx: ActContext, entry: Entry, state: str) -> None:
    """The entry leaves or comes back, and its people with it; its line in the record is written."""
    entry.state = state
    ctx.touch(entry)
    entry.save(update_fields=["state", "changed_seq"])
    entry.members.update(live=state in (EntryState.ENTERED, EntryState.CHECKED_IN))
    renew_names(ctx, entry)
