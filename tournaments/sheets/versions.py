"""All versions of a match's sheet, with recorder, role, time and reason."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.models import RecordLine
from matches.models import Match
from matches.models import Sheet as SheetRow
from matches.sheet_values import PAPER, PaperTimes
from matches.sheets import sheet_facts, sheet_value, verdict_of
from rulesets.kernel.sheet import Sheet, Verdict
from tournaments.match_views.match import MatchView, SeatView, SideView, match_view
from tournaments.models import Tournament


def roles_at(tournament: Tournament, seqs: Collection[int]) -> dict[int, str]:
    """Return the role behind each of these lines, by the line's number.

    `organizer`, `coordinator`, `judge`, `player` or `system`.
    """
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, seq__in=seqs)
    return {seq: _role(json.loads(text)["by"]) for seq, text in lines.values_list("seq", "text")}


def sheet_lines(tournament: Tournament, match: str) -> dict[int, tuple[int, str]]:
    """Return by version of the sheet of a match (code): its record number, and the role behind it."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type="sheet.recorded")
    bodies = [json.loads(text) for text in lines.filter(text__contains=match).values_list("text", flat=True)]
    own = (body for body in bodies if body["data"]["match"] == match)
    return {body["data"]["version"]: (body["seq"], _role(body["by"])) for body in own}


def paper_notes(tournament: Tournament, match: str) -> list[tuple[int, PaperTimes]]:
    """Return (record number, times of play) of each sheet from paper of the match (code)."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type="integrity.noted")
    bodies = [json.loads(text) for text in lines.filter(text__contains=match).values_list("text", flat=True)]
    own = (body for body in bodies if (body["data"]["what"], body["data"]["match"]) == (PAPER, match))
    told = ((body["seq"], PaperTimes.read(body["data"]["reason"])) for body in own)
    return [(seq, played) for seq, played in told if played is not None]


def _role(by: str) -> str:
    """Return the role in the record's name of an actor, such as `judge:p3k9`."""
    return by.partition(":")[0]


@dataclass(frozen=True, slots=True)
class SheetVersion:
    """One version of a match's sheet.

    `match` has the people who sat there then, `seq` is the record number. `name` of the recorder is for the
    staff; the public sees the `role`. `played`: times of play, if it is from paper.
    """

    number: int
    is_current: bool
    seq: int | None
    role: str
    name: str
    sheet: Sheet
    verdict: Verdict
    match: MatchView
    at: datetime
    facts: Mapping[str, object]
    played: PaperTimes | None = None


def versions_of(tournament: Tournament, match: Match) -> tuple[SheetVersion, ...]:
    """Return all versions, newest first."""
    rows = SheetRow.objects.filter(match=match).select_related("match", "winner", "recorded_by__player")
    lines = sheet_lines(tournament, match.code)
    view = match_view(tournament, match)
    found = (_version(row, view, *lines.get(row.version, (None, ""))) for row in rows.order_by("version"))
    return tuple(reversed(_with_paper_times(found, paper_notes(tournament, match.code))))


def _with_paper_times(
    versions: Iterable[SheetVersion], notes: Sequence[tuple[int, PaperTimes]]
) -> list[SheetVersion]:
    """Return the versions (oldest first), each with the paper note recorded between its former and itself."""
    found, since = [], 0
    for version in versions:
        upto = version.seq or 0
        played = next((played for seq, played in notes if since < seq < upto), None)
        found.append(replace(version, played=played))
        since = upto
    return found


def _version(row: SheetRow, view: MatchView, seq: int | None, role: str) -> SheetVersion:
    """Return the version as pages show it; `seq` and `role` are of its line in the record."""
    seated = with_people_of_version(view, row)
    winner = row.winner.code if row.winner else ""
    return SheetVersion(
        number=row.version,
        is_current=row.is_current,
        seq=seq,
        role=role,
        name=row.recorded_by.player.name if row.recorded_by else "",
        sheet=sheet_value(row),
        verdict=verdict_of(
            row, next((side.number for side in seated.sides if side.entry_code == winner), None)
        ),
        match=seated,
        at=row.recorded_at,
        facts=sheet_facts(row),
    )


def with_people_of_version(view: MatchView, row: SheetRow) -> MatchView:
    """Return the match with the people of this version; a correction may have replaced them since."""
    lines = row.lines.select_related("persona__player")
    people = {line.position: (line.persona.code, line.persona.player.name) for line in lines}
    if not people:
        return view
    entries = _entry_by_person(row)
    seats = tuple(_seat_with_person(seat, people.get(seat.number)) for seat in view.seats)
    sides = tuple(_sides_of_version(view, seats, entries))
    return view._replace(seats=seats, sides=sides)


def _entry_by_person(row: SheetRow) -> dict[str, str]:
    """Return the entry code of each person (code) on the sheet; a live membership counts first."""
    members = row.lines.filter(persona__memberships__entry__ledger=row.match.ledger_id)
    pairs = members.values_list("persona__code", "persona__memberships__entry__code")
    return dict(pairs.order_by("persona__memberships__live"))


def _seat_with_person(seat: SeatView, person: tuple[str, str] | None) -> SeatView:
    """Return the seat with this person (code, name); unchanged for None."""
    if person is None or person[0] == seat.persona_code:
        return seat
    return seat._replace(persona_code=person[0], name=person[1])


def _sides_of_version(
    view: MatchView, seats: tuple[SeatView, ...], entries: Mapping[str, str]
) -> Iterator[SideView]:
    """Yield the sides with the people who sat there in this version."""
    for side in view.sides:
        own = [seat for seat in seats if seat.side == side.number and seat.persona_code]
        names = tuple(seat.name for seat in own)
        codes = (entries.get(seat.persona_code or "") for seat in own)
        code = next(filter(None, codes), None)
        yield side._replace(names=names or side.names, entry_code=code or side.entry_code)
