"""The remedy `replace`: the next sheet has the rightful entry as absent; the result of the others stands.

Only a tie caused by the uncounted cards of the replaced entry is resolved (`uncounted_cards`).
"""

from collections.abc import Sequence
from dataclasses import replace

from matches.lineups import Lineup
from matches.models import Entry, Match, Member, Side
from matches.models import Sheet as SheetRow
from matches.sheets import sheet_value, verdict_of, winning_side
from rulesets.kernel.sheet import Line, Out, Sheet
from rulesets.registry import game_of, split_lost_ties
from tournaments.act import ActContext
from tournaments.rules_of import rules_of
from tournaments.sheets.judge import situation_at
from tournaments.sheets.store import store_sheet

Placement = tuple[tuple[int, ...], ...]
"""The numbers of the sides by place, first one first; tied sides together."""


def store_with_absent_entry(ctx: ActContext, side: Side, replaced: Entry | None, reason: str) -> SheetRow:
    """Store the next version of a sheet whose side was given to another entry after the match.

    The side's new people are absent on it, and last; `replaced` is the entry that played.
    """
    match = Match.objects.get(pk=side.match_id)
    lineup, row = Lineup(match), SheetRow.objects.get(match=match, is_current=True)
    sheet = sheet_value(row)
    rules = rules_of(ctx.tournament)
    lines = (*_others(sheet, _people(replaced)), *(_absent_line(code) for code in _people(side.entry)))
    tidy = game_of(rules.game).tidy(rules, replace(sheet, lines=lines, reason=reason.strip()))
    placement = _placement(row.placement, side.number, _absent_sides(sheet, match))
    before = verdict_of(row, winning_side(row, match.sides.all()))
    verdict = replace(
        before,
        placement=split_lost_ties(rules, situation_at(lineup), tidy, placement),
        scores={key: 0 if key == side.number else score for key, score in before.scores.items()},
    )
    return store_sheet(ctx, lineup, tidy, verdict, rewritten=True)


def _people(entry: Entry | None) -> list[str]:
    """Return the persona codes of an entry's people, in order."""
    members = Member.objects.filter(entry=entry) if entry else Member.objects.none()
    return list(members.order_by("position").values_list("persona__code", flat=True))


def _others(sheet: Sheet, replaced: Sequence[str]) -> tuple[Line, ...]:
    """Return the lines of players who were not replaced."""
    return tuple(line for line in sheet.lines if line.player not in replaced)


def _absent_line(code: str) -> Line:
    """Return the sheet line of an absent person (code)."""
    return Line(code, {}, Out.ABSENT)


def _absent_sides(sheet: Sheet, match: Match) -> set[int]:
    """Return the numbers of sides with a player who was already absent."""
    gone = {line.player for line in sheet.lines if line.out == Out.ABSENT}
    seats = match.seats.select_related("persona", "side")
    return {seat.side.number for seat in seats if seat.persona and seat.persona.code in gone}


def _placement(placement: Sequence[Sequence[int]], side: int, absent: set[int]) -> Placement:
    """Return the placement with the side moved to the last place, which it shares with absent sides."""
    left = [tuple(number for number in tied if number != side) for tied in placement]
    kept = [tied for tied in left if tied and not set(tied) <= absent]
    gone = sorted({side, *(number for tied in left for number in tied if number in absent)})
    return (*kept, tuple(gone))
