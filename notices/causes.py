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
    """What happened, to the people with these codes in the record; `facts` are for the text."""

    kind: NoticeKind
    about: str
    people: frozenset[str]
    at: datetime
    until: datetime
    facts: dict[str, str] = field(default_factory=dict)


def causes_of(tournament: Tournament, lines: list[RecordLine]) -> Iterator[Cause]:
    """Yield the causes in these lines, in order."""
    for line in lines:
        body = json.loads(line.text)
        found = READERS[line.type](tournament, line, body) if line.type in READERS else None
        if found is not None and found.people:
            yield found


def _cause(
    kind: NoticeKind, line: RecordLine, people: frozenset[str], facts: dict[str, str] | None = None
) -> Cause:
    return Cause(kind, str(line.seq), people, line.at, line.at + LASTS[kind], facts or {})


def _placed(tournament: Tournament, line: RecordLine, body: Facts) -> Cause:
    data = body["data"]
    facts = {"match": data["match"], "table": data["place"]}
    return _cause(NoticeKind.CALLED, line, people_at(tournament, data["match"]), facts)


def _time_called(tournament: Tournament, line: RecordLine, body: Facts) -> Cause:
    match = body["data"]["match"]
    return _cause(NoticeKind.TIME, line, people_at(tournament, match), {"match": match})


def _corrected(tournament: Tournament, line: RecordLine, body: Facts) -> Cause:
    match = body["data"]["match"]
    return _cause(NoticeKind.CORRECTED, line, people_at(tournament, match), {"match": match})


def _entered(tournament: Tournament, line: RecordLine, body: Facts) -> Cause | None:
    """Return a cause if the entry waited before."""
    entry = Entry.objects.filter(ledger=tournament.ledger_id, code=body["data"]["entry"], state__in=LIVE)
    moved_up = entry.filter(waited__state=WaitingState.ENTERED).first()
    if moved_up is None:
        return None
    members = Member.objects.filter(entry=moved_up).values_list("persona__code", flat=True)
    return _cause(NoticeKind.MOVED_UP, line, frozenset(members))


def _assigned(tournament: Tournament, line: RecordLine, body: Facts) -> Cause | None:
    """Return a cause unless they took the role themselves, as by a link."""
    person, role = body["data"]["person"], body["data"]["role"]
    if actor_of(body) == person:
        return None
    return _cause(NoticeKind.ROLE, line, frozenset({person}), {"role": role})


def _changed(tournament: Tournament, line: RecordLine, body: Facts) -> Cause | None:
    """Return a cause if this change moved the tournament, and no later one has moved it again."""
    if tournament.moved_seq != line.seq:
        return None
    return _cause(NoticeKind.CHANGED, line, all_others(tournament, body), {"what": "moved"})


def _cancelled(tournament: Tournament, line: RecordLine, body: Facts) -> Cause:
    return _cause(NoticeKind.CHANGED, line, all_others(tournament, body), {"what": "cancelled"})


def _noted(tournament: Tournament, line: RecordLine, body: Facts) -> Cause | None:
    """Return a cause if the tournament was cancelled, of which the first format has only a note."""
    return _cancelled(tournament, line, body) if body["data"]["what"] == "cancelled" else None


def people_at(tournament: Tournament, match: str) -> frozenset[str]:
    """Return the codes of the people who sit at this match."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, match__code=match, persona__isnull=False)
    return frozenset(seats.values_list("persona__code", flat=True))


def actor_of(body: Facts) -> str:
    """Return the code of the person whose act it was; "" for the system."""
    return str(body["by"]).partition(":")[2]


def all_others(tournament: Tournament, body: Facts) -> frozenset[str]:
    """Return the codes of all who are entered, wait for a place, or have a role, but for the actor."""
    ledger = tournament.ledger_id
    entered = Member.objects.filter(entry__ledger=ledger, entry__state__in=LIVE, live=True)
    wait = WaitingMember.objects.filter(waiting__ledger=ledger, waiting__state=WaitingState.WAITING)
    staff = Staff.objects.filter(tournament=tournament)
    codes = (rows.values_list("persona__code", flat=True) for rows in (entered, wait, staff))
    return frozenset(code for found in codes for code in found) - {actor_of(body)}


READERS: Mapping[str, Callable[[Tournament, RecordLine, Facts], Cause | None]] = {
    "match.placed": _placed,
    "match.time_called": _time_called,
    "correction.applied": _corrected,
    "entry.added": _entered,
    "staff.assigned": _assigned,
    "tournament.changed": _changed,
    "tournament.cancelled": _cancelled,
    "integrity.noted": _noted,
}
