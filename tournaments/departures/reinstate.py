"""Reinstate an entry that left by mistake: the same entry, with its seat if that is still free."""

from datetime import datetime

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from matches.models import Entry, EntryState
from tournaments.act import ActContext, acting_on, enqueue_dispatch, refetch_entry, require_reason
from tournaments.departures.late_places import require_late_entries
from tournaments.draw.selectors import is_stage_open
from tournaments.entries.known_players import live_players
from tournaments.entries.write_entries import ONE_ENTRY, require_room
from tournaments.lines.entries import EntryReinstated
from tournaments.models import State, Tournament
from tournaments.policies import need_to_change_entries
from tournaments.seats.due_seats import due_seats, was_checked_in, was_drawn
from tournaments.seats.sit_down import sit_down
from tournaments.seats.vacate import change_state
from tournaments.sheets.disqualifications import disqualified_at


def reinstate(entry: Entry, *, reason: str, by: Player, now: datetime, seen: int | None = None) -> Entry:
    """Let an entry take part again, at its seat if there is one; one that has not left is returned unchanged.

    Raises `Refused`: `reason_missing`, `disqualified_on_sheet` (correct that sheet), `seat_gone` or
    `seat_taken` if its next match went on without it, `person_in_two_entries`, `full`, `groups_fixed` if it
    is in no group; `Stale` `finished`, or `entries_closed` if it is not in the draw; while Swiss rounds are
    played, the next one draws it.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        ctx.require(need_to_change_entries(ctx.tournament))
        fresh = refetch_entry(ctx, entry, seen)
        if fresh.state in (EntryState.ENTERED, EntryState.CHECKED_IN):
            return fresh
        require_reason(reason)
        _require_reinstatable(ctx, fresh)
        ctx.act.write(EntryReinstated(fresh.code, reason.strip()))
        if ctx.tournament.state == State.PREPARING:
            change_state(ctx, fresh, _state_before(fresh))
        else:
            change_state(ctx, fresh, EntryState.CHECKED_IN)
            sit_down(ctx, fresh, reason)
        enqueue_dispatch(ctx)
        return fresh


def _require_reinstatable(ctx: ActContext, entry: Entry) -> None:
    """Raise `Stale` `entries_closed`, or `Refused` with every obstacle that `reinstate` lists."""
    if ctx.tournament.state != State.PREPARING and not was_drawn(entry):
        if not is_stage_open(ctx.tournament):
            raise Stale("entries_closed")
        require_late_entries(ctx.tournament)
    require_room(ctx.tournament, adding=1)
    found = []
    if match := disqualified_at(entry):
        found.append(Violation("disqualified_on_sheet", {"match": match.code, "place": str(match)}))
    for due in due_seats(entry):
        if due.obstacle:
            facts = {"match": due.side.match.code, "place": str(due.side.match)}
            found.append(Violation(due.obstacle, facts))
    refuse_all([*found, *_entered_elsewhere(ctx.tournament, entry)])


def _entered_elsewhere(tournament: Tournament, entry: Entry) -> list[Violation]:
    """Return `person_in_two_entries` for each of its people who now play for another entry."""
    taken = live_players(tournament)
    members = entry.members.select_related("persona__player")
    names = [m.persona.player.name for m in members if m.persona.player_id in taken]
    return [Violation("person_in_two_entries", {"name": name}, rule=ONE_ENTRY) for name in names]


def _state_before(entry: Entry) -> EntryState:
    """Return the state that the entry had before it left."""
    return EntryState.CHECKED_IN if was_checked_in(entry) else EntryState.ENTERED
