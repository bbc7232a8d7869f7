"""Store a judged sheet: its rows, the match's end, and its record line."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.db.compiled_query import add_rows, save_rows
from core.record.act import SYSTEM_ACTOR
from matches.lineups import Lineup
from matches.models import Entry, Match, MatchState, Seat, SheetLine
from matches.models import Sheet as SheetRow
from matches.sheets import PLAYED_AGAIN, sheet_value, verdict_of, winning_side
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet, Verdict
from rulesets.registry import recorded_counts
from tournaments.act import ActContext
from tournaments.lines.sheets import DrawnCards, PlayerLine, SheetRecorded
from tournaments.rules_of import rules_of


def store_sheet(
    ctx: ActContext,
    lineup: Lineup,
    sheet: Sheet,
    verdict: Verdict,
    *,
    submission_key: str = "",
    rewritten: bool = False,
) -> SheetRow:
    """Store a valid sheet as the next version, end the match, and record it; return the version's row.

    Sets row, lines and result on `lineup` too. No entry is seated elsewhere (`seats.advance`).
    Lines are stored in seating order, so that a restored version equals the one before. A later version
    without a reason gets the reason that the match was played again.
    """
    match = lineup.match
    winner = next((side.entry for side in lineup.sides if side.number == verdict.winner), None)
    version = _supersede_current(lineup)
    if version > 1 and not sheet.reason:
        sheet = replace(sheet, reason=PLAYED_AGAIN)
    people = {seat.persona.code: seat for seat in lineup.seats if seat.persona}
    sheet = replace(sheet, lines=tuple(sorted(sheet.lines, key=lambda line: people[line.player].number)))
    row = _sheet_row(ctx, match, sheet, verdict, winner, version, submission_key)
    row.rewritten = rewritten
    add_rows([row])
    lineup.latest, lineup.lines = row, _store_lines(row, people, sheet)
    _write_sheet(ctx, match, row, sheet, verdict)
    _save_result(lineup, sheet, verdict)
    _save_end(ctx, match, winner)
    return row


def _supersede_current(lineup: Lineup) -> int:
    """Save the current version as superseded, if there is one; return the number of the next."""
    if lineup.sheet is not None:
        SheetRow.objects.filter(match=lineup.match, is_current=True).update(is_current=False)
    return lineup.latest.version + 1 if lineup.latest else 1


def store_bye(ctx: ActContext, lineup: Lineup) -> None:
    """Record a bye: the only side advances without a game."""
    (side,) = lineup.sides
    verdict = Verdict(winner=side.number, placement=((side.number,),))
    store_sheet(ctx, lineup, Sheet(EndedBy.BYE), verdict)


def store_empty_match(ctx: ActContext, lineup: Lineup) -> None:
    """Record that every seat is empty: no entry played, none advances."""
    store_sheet(ctx, lineup, Sheet(EndedBy.NONE_ADVANCES), Verdict())


def restore_sheet(ctx: ActContext, match: Match, row: SheetRow, reason: str) -> SheetRow:
    """Store and record a new version equal to an earlier one (`row`), with the reason; return the new row."""
    lineup = Lineup(match)
    verdict = verdict_of(row, winning_side(row, lineup.sides))
    again = replace(sheet_value(row), reason=reason)
    return store_sheet(ctx, lineup, again, verdict, rewritten=row.rewritten)


def _save_end(ctx: ActContext, match: Match, winner: Entry | None) -> None:
    """Save the match as ended with this winner; an earlier time of its end stays."""
    match.state, match.held = MatchState.ENDED, False
    match.ended_at = match.ended_at or ctx.act.now
    match.winner = winner
    ctx.touch(match)
    save_rows([match], "state", "held", "ended_at", "winner", "changed_seq")


def _sheet_row(
    ctx: ActContext,
    match: Match,
    sheet: Sheet,
    verdict: Verdict,
    winner: Entry | None,
    version: int,
    submission_key: str,
) -> SheetRow:
    """Return the row of the new version, not saved yet."""
    return SheetRow(
        match=match,
        version=version,
        ended_by=sheet.ended_by.value,
        winner=winner,
        declared_side=sheet.winner,
        cuts=[{"sides": list(cut.sides), "cards": list(cut.cards)} for cut in sheet.cuts],
        placement=[list(tied) for tied in verdict.placement],
        scores={str(side): score for side, score in sorted(verdict.scores.items())},
        reason=sheet.reason,
        report=submission_key,
        recorded_by=None if ctx.act.by == SYSTEM_ACTOR else ctx.persona,
        recorded_at=ctx.act.now,
    )


def _store_lines(row: SheetRow, people: Mapping[str, Seat], sheet: Sheet) -> list[SheetLine]:
    """Save and return the lines of the sheet, each with the person and the seat at the match."""
    lines = [
        SheetLine(
            sheet=row,
            persona=people[line.player].persona,
            position=people[line.player].number,
            counts=None if line.counts is None else dict(line.counts),
            out=line.out.value if line.out else "",
            out_order=line.out_order,
        )
        for line in sheet.lines
    ]
    add_rows(lines)
    return lines


def _save_result(lineup: Lineup, sheet: Sheet, verdict: Verdict) -> None:
    """Save each side's place, score and absence, which standings read; a pair is absent if one of it is."""
    absent = {line.player for line in sheet.lines if line.out == Out.ABSENT}
    missing = {seat.side_id for seat in lineup.seats if seat.persona and seat.persona.code in absent}
    places = _place_by_side(verdict.placement)
    for side in lineup.sides:
        side.place = places.get(side.number)
        side.score = verdict.scores.get(side.number, 0)
        side.absent = side.pk in missing
    save_rows(lineup.sides, "place", "score", "absent")


def _place_by_side(placement: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return each side's place by its number; ties count 1, 2, 2, 4."""
    found, place = {}, 1
    for tied in placement:
        found.update(dict.fromkeys(tied, place))
        place += len(tied)
    return found


def _write_sheet(ctx: ActContext, match: Match, row: SheetRow, sheet: Sheet, verdict: Verdict) -> None:
    """Record the version; scores only if time ended the game."""
    timed = sheet.ended_by == EndedBy.TIME
    rules = rules_of(ctx.tournament)
    ctx.act.write(
        SheetRecorded(
            match=match.code,
            version=row.version,
            ended_by=row.ended_by,
            lines=[record_line(rules, line) for line in sheet.lines],
            cuts=[DrawnCards(cut.sides, cut.cards) for cut in sheet.cuts],
            scores=row.scores if timed else {},
            placement=row.placement,
            winner=row.winner.code if row.winner else None,
            report=row.report or None,
            rewritten=row.rewritten,
            reason=row.reason or None,
        )
    )


def record_line(rules: Rules, line: Line) -> PlayerLine:
    """Return a line as the record has it: every count, null if uncounted or if the type has none."""
    counts = {key: line.numbers.get(key) for key in recorded_counts(rules)}
    return PlayerLine(line.player, counts, line.out.value if line.out else None, line.out_order)
