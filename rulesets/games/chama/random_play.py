"""Random sheets that stand, for simulations and for the properties of the tests.

A sheet is dealt in four steps: how the match ends and who left it (`_choose_leavers`), what lies on the table
for each player (`random_cards`), the cards cut for a tie (`_cut_until_decided`), and whose cards stay
uncounted (`_leave_some_uncounted`). Only `rng` decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from core.errors import Impossible
from rulesets.games.chama import judging, random_cards
from rulesets.games.chama.cards import RANKS
from rulesets.games.chama.table import read_table
from rulesets.games.chama.types import Type
from rulesets.kernel.random_standing import reason_for
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, Sheet, Situation

ODDS: Mapping[EndedBy, int] = MappingProxyType(
    {
        EndedBy.WIN_CONDITION: 70,
        EndedBy.DECKED_OUT: 12,
        EndedBy.CONCESSION: 8,
        EndedBy.WALKOVER: 5,
        EndedBy.DISQUALIFICATION: 1,
        EndedBy.TIME: 200,
        EndedBy.NONE_ADVANCES: 0,
        EndedBy.RULING: 0,
    }
)
TIE_PERCENT = 25
EARLY_LEAVER_PERCENT = 12
UNCOUNTED_PERCENT = 20
_LAST_WAY: Mapping[EndedBy, Out] = MappingProxyType(
    {
        EndedBy.DECKED_OUT: Out.DECKED_OUT,
        EndedBy.CONCESSION: Out.CONCEDED,
        EndedBy.DISQUALIFICATION: Out.DISQUALIFIED,
        EndedBy.WALKOVER: Out.ABSENT,
    }
)


class Departure(NamedTuple):
    """How a side left, and its order of leaving: 1…k, None for ways without one."""

    way: Out
    order: int | None


@dataclass(frozen=True, slots=True)
class ChamaEnding:
    """How a match ends before any card is counted. `winner`: the declared side, None if the rules tell.

    `outs`: the departures by side, without sides that stayed.
    """

    ended_by: EndedBy
    winner: int | None
    outs: Mapping[int, Departure]


def random_sheet(
    rules: Rules, kind: Type, situation: Situation, rng: Random, odds: Mapping[EndedBy, int]
) -> Sheet:
    """Return a random sheet that the rules accept in this situation; `odds` replace weights in `ODDS`.

    Deal again if sides are equal and the rules cut no ties. Raise `Impossible` if a dealt sheet is refused
    for another reason, which is a fault of this module.
    """
    sides = sorted({seat.side for seat in situation.seats})
    while True:
        cast = _choose_leavers(_choose_ending(rules, situation, sides, rng, {**ODDS, **odds}), sides, rng)
        sheet = _cut_until_decided(rules, kind, situation, rng, _deal_sheet(kind, situation, cast, rng))
        if sheet is not None:
            return _leave_some_uncounted(kind, situation, sheet, rng)


def _choose_ending(
    rules: Rules, situation: Situation, sides: Sequence[int], rng: Random, odds: Mapping[EndedBy, int]
) -> EndedBy:
    """Return a random ending among those that the match allows; `odds` are weights."""
    if not sides:
        return EndedBy.NONE_ADVANCES
    if len(sides) == 1:
        return EndedBy.WALKOVER
    open_to = _possible_endings(rules, situation)
    weights = [odds[ending] for ending in open_to]
    if not any(weights):
        return EndedBy.WALKOVER
    return rng.choices(open_to, weights)[0]


def _possible_endings(rules: Rules, situation: Situation) -> list[EndedBy]:
    """Return the endings that the match allows with two sides or more."""
    without_play = [EndedBy.WALKOVER, EndedBy.NONE_ADVANCES, EndedBy.RULING]
    if not situation.started:
        return without_play
    played = [EndedBy.WIN_CONDITION, EndedBy.DECKED_OUT, EndedBy.CONCESSION, EndedBy.DISQUALIFICATION]
    timed = situation.time_called and rules.time_limit is not None
    return [*played, *without_play, *([EndedBy.TIME] if timed else [])]


def _choose_leavers(ended_by: EndedBy, sides: Sequence[int], rng: Random) -> ChamaEnding:
    """Return an ending of this kind: at random, which sides left and how, and the declared winner."""
    order = list(sides)
    rng.shuffle(order)
    if ended_by is EndedBy.NONE_ADVANCES:
        return ChamaEnding(ended_by, None, dict.fromkeys(order, Departure(Out.ABSENT, None)))
    if ended_by in _LAST_WAY:
        return ChamaEnding(ended_by, None, _departures_of_all_but_first(ended_by, order, rng))
    keep = 2 if len(order) > 1 else 1
    winner = order[0] if ended_by in (EndedBy.WIN_CONDITION, EndedBy.RULING) else None
    early = [side for side in order[keep:] if rng.randrange(100) < EARLY_LEAVER_PERCENT]
    ways = [_early_way(ended_by, rng) for _ in early]
    return ChamaEnding(ended_by, winner, _with_leaving_orders(early, ways))


def _departures_of_all_but_first(
    ended_by: EndedBy, order: Sequence[int], rng: Random
) -> dict[int, Departure]:
    """Return the departures of all sides but the first; the last one in the way that names the ending."""
    gone = order[1:]
    if not gone:
        return {}
    ways = [_early_way(ended_by, rng) for _ in gone[:-1]]
    return _with_leaving_orders(gone, [*ways, _LAST_WAY[ended_by]])


def _early_way(ended_by: EndedBy, rng: Random) -> Out:
    """Return a random way to leave before the end."""
    if ended_by in (EndedBy.WALKOVER, EndedBy.RULING):
        return Out.ABSENT
    return rng.choice((Out.ABSENT, Out.DECKED_OUT, Out.DECKED_OUT, Out.CONCEDED))


def _with_leaving_orders(sides: Sequence[int], ways: Sequence[Out]) -> dict[int, Departure]:
    """Return the departures by side, numbered 1…k as listed; ways without an order get none."""
    outs: dict[int, Departure] = {}
    order = 0
    for side, way in zip(sides, ways, strict=True):
        in_order = way in (Out.DECKED_OUT, Out.CONCEDED)
        order += in_order
        outs[side] = Departure(way, order if in_order else None)
    return outs


def _deal_sheet(kind: Type, situation: Situation, cast: ChamaEnding, rng: Random) -> Sheet:
    """Return the sheet with random cards for this cast; now and then a tie on time."""
    played = situation.started and cast.ended_by is not EndedBy.NONE_ADVANCES
    absent = {side for side, (way, _) in cast.outs.items() if way is Out.ABSENT}
    table = random_cards.Deal(kind, situation, cast.winner, frozenset(absent), cast.ended_by)
    counts = random_cards.deal(table, rng) if played else random_cards.empty_counts(kind, situation)
    if cast.ended_by is EndedBy.TIME and rng.randrange(100) < TIE_PERCENT:
        counts = random_cards.tie_by_cards(kind, situation, cast.outs, counts)
    lines = _lines(situation, cast, counts, rng)
    return Sheet(cast.ended_by, lines, winner=cast.winner, reason=reason_for(cast.ended_by, lines))


def _lines(
    situation: Situation, cast: ChamaEnding, counts: Mapping[str, Mapping[str, int]], rng: Random
) -> tuple[Line, ...]:
    """Return a line for each seat: its counts, and how and when its player left by `cast`."""
    leavers = _players_out(situation, cast, rng)
    lines = []
    for seat in situation.seats:
        way, order = cast.outs.get(seat.side, (None, None)) if seat.player in leavers else (None, None)
        lines.append(Line(seat.player, counts[seat.player], way, order))
    return tuple(lines)


def _players_out(situation: Situation, cast: ChamaEnding, rng: Random) -> set[str]:
    """Return the players who left: of each side that is out one, at random; all if the side is absent."""
    leavers: set[str] = set()
    for side in cast.outs:
        players = [seat.player for seat in situation.seats if seat.side == side]
        everybody = cast.ended_by is EndedBy.NONE_ADVANCES or cast.outs[side][0] is Out.ABSENT
        leavers |= set(players) if everybody else {rng.choice(players)}
    return leavers


def _cut_until_decided(
    rules: Rules, kind: Type, situation: Situation, rng: Random, sheet: Sheet
) -> Sheet | None:
    """Return the sheet with random cuts until a side is first; None if these rules cut no ties.

    Raise `Impossible` if the rules refuse the sheet for another reason.
    """
    verdict = judging.judge(read_table(rules, kind, situation, sheet))
    while verdict.open_tie:
        cards = tuple(rng.choice(RANKS) for _ in verdict.open_tie)
        sheet = replace(sheet, cuts=(*sheet.cuts, Cut(verdict.open_tie, cards)))
        verdict = judging.judge(read_table(rules, kind, situation, sheet))
    if any(violation.code == "tie_needs_ruling" for violation in verdict.violations):
        return None
    if verdict.violations:
        raise Impossible(f"random sheet refused: {[v.code for v in verdict.violations]} {sheet}")
    return sheet


def _leave_some_uncounted(kind: Type, situation: Situation, sheet: Sheet, rng: Random) -> Sheet:
    """Return the sheet with the cards of random sides uncounted, if they decide and prove nothing."""
    proven = sheet.ended_by is EndedBy.WIN_CONDITION and not kind.by_word
    won = sheet.winner if proven else None
    sides = [side for side in sorted({seat.side for seat in situation.seats}) if side != won]
    left = {side for side in sides if rng.randrange(100) < UNCOUNTED_PERCENT}
    if sheet.ended_by is EndedBy.TIME or not situation.started:
        return sheet
    people = {seat.player for seat in situation.seats if seat.side in left}
    return replace(
        sheet, lines=tuple(_without_counts(line) if line.player in people else line for line in sheet.lines)
    )


def _without_counts(line: Line) -> Line:
    """Return the line without counts; unchanged if its player is absent."""
    return line if line.out is Out.ABSENT else replace(line, counts=None)
