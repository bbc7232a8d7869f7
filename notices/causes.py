"""From the lines of an act to causes: what happened, to whom, and until when it is worth a notice."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from core.models import RecordLine
from matches.models import Entry, EntryState, Member, Seat, WaitingMember, WaitingState
from notices.kinds import LASTS, NoticeKind
from tournaments.models import Staff, Tournament

Facts = Mapping[str, Any]
LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that happened, and the codes in the record of the people who get a notice of it.

    `about` identifies it: the number of the line, or the code of a match that begins soon. After `until` no
    notice is sent. `facts` are for the text.
    """

    kind: NoticeKind
    about: str
    people: frozenset[str]
    at: datetime
    until: datetime
    facts: dict[str, str] = field(default_factory=dict)


def causes_of(tournament: Tournament, lines: list[RecordLine]) -> Iterator[Cause]:
    """Yield the causes in these lines, in order; none for a line of which no one gets a notice."""
    for line in lines:
        body = json.loads(line.text)
        found = READERS[line.type](tournament, line, body) if line.type in READERS else None
        if found is not None and found.people:
            yield found


def _cause(
    kind: NoticeKind, line: RecordLine, people: frozenset[str], facts: dict[str, str] | None = None
) -> Cause:
    """Return the cause of a line, worth a notice for the time of its kind (`LASTS`)."""
    return Cause(kind, str(line.seq), people, line.at, line.at + LASTS[kind], facts or {})


def _call_to_table(tournament: Tournament, line: RecordLine, body: Facts) -> Cause:
    """Return the cause for those who are called to a table (`match.placed`)."""
    data = body["data"]
    facts = {"match": data["match"], "table": data["place"]}
    return _cause(NoticeKind.CALLED, line, people_at(tournament, data["match"]), facts)


def _end_of_time(tournament: Tournament, line: RecordLine, body: Facts) -> Cause:
    """Return the cause for those whose match's time was called (`match.time_called`)."""
    match = body["data"]["match"]
    return _cause(NoticeKind.TIME, line, people_at(tournament, match), {"match": match})


def _correction(tournament: Tournament, line: RecordLine, body: Facts) -> Cause:
    """Return the cause for those whose match's result was corrected (`correction.applied`)."""
    match = body["data"]["match"]
    return _cause(NoticeKind.CORRECTED, line, people_at(tournament, match), {"match": match})


def _move_up(tournament: Tournament, line: RecordLine, body: Facts) -> Cause | None:
    """Return the cause for the people of a new entry from the waiting list.

    None for any other entry, and for one that is no longer entered or checked in.
    """
    entry = Entry.objects.filter(ledger=tournament.ledger_id, code=body["data"]["entry"], state__in=LIVE)
    moved_up = entry.filter(waited__state=WaitingState.ENTERED).first()
    if moved_up is None:
        return None
    members = Member.objects.filter(entry=moved_up).values_list("persona__code", flat=True)
    return _cause(NoticeKind.MOVED_UP, line, frozenset(members))


def _new_role(tournament: Tournament, line: RecordLine, body: Facts) -> Cause | None:
    """Return the cause for a new member of the staff; None if they took the role themselves, as by a link."""
    person, role = body["data"]["person"], body["data"]["role"]
    if actor_of(body) == person:
        return None
    return _cause(NoticeKind.ROLE, line, frozenset({person}), {"role": role})


def _new_date(tournament: Tournament, line: RecordLine, body: Facts) -> Cause | None:
    """Return the cause for all others if this line has the latest change of the start; else None."""
    if tournament.moved_seq != line.seq:
        return None
    return _cause(NoticeKind.CHANGED, line, all_others(tournament, body), {"what": "moved"})


def _cancellation(tournament: Tournament, line: RecordLine, body: Facts) -> Cause:
    """Return the cause for all others of a cancelled tournament (`tournament.cancelled`)."""
    return _cause(NoticeKind.CHANGED, line, all_others(tournament, body), {"what": "cancelled"})


def _noted_cancellation(tournament: Tournament, line: RecordLine, body: Facts) -> Cause | None:
    """Return what `_cancellation` does if this note is of one, else None.

    The first format of records has no other line of it.
    """
    return _cancellation(tournament, line, body) if body["data"]["what"] == "cancelled" else None


def people_at(tournament: Tournament, match: str) -> frozenset[str]:
    """Return the codes, in the record, of the people who have a seat in this match."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, match__code=match, persona__isnull=False)
    return frozenset(seats.values_list("persona__code", flat=True))


def actor_of(body: Facts) -> str:
    """Return the code of the person whose act it was; "" for the system."""
    return str(body["by"]).partition(":")[2]


def all_others(tournament: Tournament, body: Facts) -> frozenset[str]:
    """Return the codes of all who are entered, on the waiting list, or staff, without the actor."""
    ledger = tournament.ledger_id
    entered = Member.objects.filter(entry__ledger=ledger, entry__state__in=LIVE, live=True)
    wait = WaitingMember.objects.filter(waiting__ledger=ledger, waiting__state=WaitingState.WAITING)
    staff = Staff.objects.filter(tournament=tournament)
    codes = (rows.values_list("persona__code", flat=True) for rows in (entered, wait, staff))
    return frozenset(code for found in codes for code in found) - {actor_of(body)}


READERS: Mapping[str, Callable[[Tournament, RecordLine, Facts], Cause | None]] = {
    "match.placed": _call_to_table,
    "match.time_called": _end_of_time,
    "correction.applied": _correction,
    "entry.added": _move_up,
    "staff.assigned": _new_role,
    "tournament.changed": _new_date,
    "tournament.cancelled": _cancellation,
    "integrity.noted": _noted_cancellation,
}
