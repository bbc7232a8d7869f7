"""Entries that leave by a sheet, and those that a corrected sheet brings back."""

from core.errors import Refused, Violation
from matches.due_seats import had_withdrawn, lost_place
from matches.models import Entry, EntryState, Match, MatchState
from matches.thrown_out import brought_back, seated, thrown_out
from rulesets.kernel.sheet import Sheet
from tournaments.act import ActContext
from tournaments.lines.entries import EntryDisqualified, EntryReinstated, EntryWithdrawn
from tournaments.matches.namesakes import renew_names
from tournaments.seats.vacate import refuse_while_playing


def disqualify_on_sheet(ctx: ActContext, match: Match, sheet: Sheet) -> bool:
    """A disqualification on a sheet is from the tournament, and comes before it in the record.

    True if one was; its reason is the sheet's.

    Raises `Refused`: `disqualified_without_reason`; where a corrected sheet disqualifies an entry that went
    further, `leaves_by_sheet` while that match is on, `disqualify_instead` where a later win is lost too.
    """
    people = thrown_out(sheet)
    if not people:
        return False
    leaving = list(seated(match, people).exclude(state=EntryState.DISQUALIFIED))
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
    for entry in list(brought_back(match, sheet)):
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
