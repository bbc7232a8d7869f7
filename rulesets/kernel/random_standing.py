"""Random endings for games that the last one standing wins: who is left, who fell or left, in which order.

The games deal the points. Only `rng` decides, so the same seed gives the same sheet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from core.errors import Impossible
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet, Situation, Verdict

ODDS: Mapping[EndedBy, int] = MappingProxyType(
    {
        EndedBy.WIN_CONDITION: 80,
        EndedBy.CONCESSION: 10,
        EndedBy.WALKOVER: 5,
        EndedBy.DISQUALIFICATION: 1,
        EndedBy.TIME: 200,
        EndedBy.NONE_ADVANCES: 0,
        EndedBy.RULING: 0,
    }
)
EARLY_PERCENT = 15
RULING_REASON, OUT_REASON = "simulated ruling", "simulated disqualification"
_WITHOUT_START = (EndedBy.WALKOVER, EndedBy.NONE_ADVANCES, EndedBy.RULING)
_PLAYED = (EndedBy.WIN_CONDITION, EndedBy.CONCESSION, EndedBy.DISQUALIFICATION)
_LAST_WAY: Mapping[EndedBy, Out | None] = MappingProxyType(
    {
        EndedBy.WIN_CONDITION: None,
        EndedBy.CONCESSION: Out.CONCEDED,
        EndedBy.DISQUALIFICATION: Out.DISQUALIFIED,
        EndedBy.WALKOVER: Out.ABSENT,
        EndedBy.NONE_ADVANCES: Out.ABSENT,
    }
)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one player. `fell`: their place in the order of falls, from 1; 0 while they stand."""

    player: str
    fell: int = 0
    out: Out | None = None
    out_order: int | None = None


@dataclass(frozen=True, slots=True)
class RandomEnding:
    """How a match ends before any point is counted; `played`: points were made."""

    ended_by: EndedBy
    winner: int | None
    played: bool
    fates: tuple[Fate, ...]


Deal = Callable[[Fate, bool, Random], Line]
"""Deals the line of a player: by their fate, whether the match was played (else no points), at random."""


def random_sheet(
    rules: Rules,
    situation: Situation,
    rng: Random,
    odds: Mapping[EndedBy, int],
    deal: Deal,
    judge: Callable[[Sheet], Verdict],
) -> Sheet:
    """Return a random sheet that the rules accept; drawn games and undecided ties are tried again.

    `odds` replace weights in `ODDS`, `deal` makes the lines, `judge` is the game's. Raise `Impossible` if the
    sheet is refused for another reason.
    """
    while True:
        cast = _choose_fates(choose_ending(rules, situation, rng, odds), situation, rng)
        sheet = _write_sheet(cast, deal, rng)
        verdict = judge(sheet)
        codes = {violation.code for violation in verdict.violations}
        if verdict.stands:
            return sheet
        if not codes <= {"game_drawn", "tie_needs_ruling"}:
            raise Impossible(f"random sheet refused: {sorted(codes)} {sheet}")


def drawn_sheet(situation: Situation, deal: Deal, rng: Random) -> Sheet:
    """Return the sheet of a drawn game: all players fell at the same moment."""
    fates = (Fate(seat.player, fell=1) for seat in situation.seats)
    return Sheet(EndedBy.WIN_CONDITION, tuple(deal(fate, True, rng) for fate in fates))


def _write_sheet(cast: RandomEnding, deal: Deal, rng: Random) -> Sheet:
    """Write the sheet of a random ending: `deal` makes each line."""
    lines = tuple(deal(fate, cast.played, rng) for fate in cast.fates)
    return Sheet(cast.ended_by, lines, winner=cast.winner, reason=reason_for(cast.ended_by, lines))


def reason_for(ended_by: EndedBy, lines: Iterable[Line]) -> str:
    """Return the reason of a simulated sheet: of a ruling, or of a disqualification on it; else empty."""
    if ended_by is EndedBy.RULING:
        return RULING_REASON
    return OUT_REASON if any(line.out is Out.DISQUALIFIED for line in lines) else ""


def choose_ending(rules: Rules, situation: Situation, rng: Random, odds: Mapping[EndedBy, int]) -> EndedBy:
    """Choose an ending that this situation allows, at random by weight; `odds` replace weights in `ODDS`.

    A walkover if no weight is left, also if one side alone came; without sides, no one advances.
    """
    sides = {seat.side for seat in situation.seats}
    if len(sides) < 2:
        return EndedBy.WALKOVER if sides else EndedBy.NONE_ADVANCES
    timed = situation.time_called and rules.time_limit is not None
    played = [*_PLAYED, *([EndedBy.TIME] if timed else [])] if situation.started else []
    open_to = [*played, *_WITHOUT_START]
    weights = [{**ODDS, **odds}[ending] for ending in open_to]
    return rng.choices(open_to, weights)[0] if any(weights) else EndedBy.WALKOVER


def _choose_fates(ended_by: EndedBy, situation: Situation, rng: Random) -> RandomEnding:
    """Return an ending of this kind: at random, what became of each player, and the declared winner."""
    order = sorted({seat.side for seat in situation.seats})
    rng.shuffle(order)
    played = situation.started and ended_by is not EndedBy.NONE_ADVANCES
    kept = _sides_left(ended_by, order, rng)
    ways = {side: _early_way(ended_by, rng) for side in order if side not in kept}
    if ways and ended_by in _LAST_WAY:
        ways[list(ways)[-1]] = _LAST_WAY[ended_by]
    winner = order[0] if ended_by in (EndedBy.WIN_CONDITION, EndedBy.RULING) else None
    return RandomEnding(ended_by, winner, played, tuple(_fates(situation, ways, played, rng)))


def _sides_left(ended_by: EndedBy, order: Sequence[int], rng: Random) -> list[int]:
    """Return the sides still in the game at the end; [] if no side came."""
    if ended_by is EndedBy.NONE_ADVANCES:
        return []
    if ended_by is EndedBy.TIME or ended_by is EndedBy.RULING:
        return [side for index, side in enumerate(order) if index < 2 or rng.randrange(100) >= EARLY_PERCENT]
    return list(order[:1])


def _early_way(ended_by: EndedBy, rng: Random) -> Out | None:
    """Return at random how a side that is not the last one left; None: it fell."""
    if ended_by in _WITHOUT_START:
        return Out.ABSENT
    return rng.choice((None, None, None, Out.CONCEDED, Out.ABSENT))


def _fates(situation: Situation, ways: Mapping[int, Out | None], played: bool, rng: Random) -> Iterator[Fate]:
    """Yield what became of each player.

    Falls and concessions are numbered together, side after side; a partner may fall alone before.
    """
    fates = {seat.player: Fate(seat.player) for seat in situation.seats}
    moment = 0
    for side, players in _players_by_side(situation, ways):
        for fate in _departures(players, ways.get(side), side in ways, played, rng):
            moment += bool(fate.fell or fate.out_order)
            fell = moment if fate.fell else 0
            fates[fate.player] = replace(fate, fell=fell, out_order=moment if fate.out_order else None)
    return iter(fates.values())


def _players_by_side(situation: Situation, ways: Mapping[int, Out | None]) -> Iterator[tuple[int, list[str]]]:
    """Return the sides with their players, those that stay first, the others in the order of `ways`."""
    sides = sorted({seat.side for seat in situation.seats} - set(ways))
    for side in (*sides, *ways):
        yield side, [seat.player for seat in situation.seats if seat.side == side]


def _departures(
    players: Sequence[str], way: Out | None, gone: bool, played: bool, rng: Random
) -> Iterator[Fate]:
    """Yield the fates of one side's players who go; none for those who stay.

    If `gone`, the whole side goes in this `way`, None for a fall. `fell` and `out_order` are 1 where they
    apply: the caller numbers them.
    """
    first, *rest = rng.sample(list(players), len(players))
    if gone and way is None:
        yield from (Fate(player, fell=1) for player in (first, *rest))
    elif gone and way is Out.ABSENT:
        yield from (Fate(player, out=way) for player in players)
    else:
        if rest and played and rng.randrange(100) < EARLY_PERCENT:
            yield Fate(rest[0], fell=1)
        if gone:
            yield Fate(first, out=way, out_order=1 if way is Out.CONCEDED else None)
