"""Random sheets of Vaza."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from rulesets.kernel.random_standing import choose_ending, reason_for
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet, Situation, Verdict
from tests.fifth.vaza.round_rules import TRICKS

LAST = {
    EndedBy.CONCESSION: Out.CONCEDED,
    EndedBy.DISQUALIFICATION: Out.DISQUALIFIED,
    EndedBy.WALKOVER: Out.ABSENT,
    EndedBy.NONE_ADVANCES: Out.ABSENT,
}
Judge = Callable[[Sheet], Verdict]


def random_sheet(
    rules: Rules, situation: Situation, rng: Random, odds: Mapping[EndedBy, int], judge: Judge
) -> Sheet:
    """A sheet that stands; ties are dealt again."""
    while True:
        ended_by = choose_ending(rules, situation, rng, odds)
        sheet = _sheet(rules, situation, rng, ended_by)
        best = judge(replace(sheet, winner=None))
        if best.is_draw:
            continue
        if ended_by is EndedBy.WIN_CONDITION:
            sheet = replace(sheet, winner=_best(sheet, situation))
        if judge(sheet).stands:
            return sheet


def drawn(situation: Situation) -> Sheet | None:
    """Equal sides and no trump: two of three or four share thirteen tricks, the third has one."""
    if len(situation.seats) < 3:
        return None
    tricks = [6, 6, 1, *[0] * (len(situation.seats) - 3)]
    lines = (Line(seat.player, _counts(number)) for seat, number in zip(situation.seats, tricks, strict=True))
    return Sheet(EndedBy.WIN_CONDITION, tuple(lines))


def _sheet(rules: Rules, situation: Situation, rng: Random, ended_by: EndedBy) -> Sheet:
    players = [seat.player for seat in situation.seats]
    order = rng.sample(players, len(players))
    stay = {EndedBy.NONE_ADVANCES: 0}.get(ended_by, 1 if ended_by in LAST else len(order))
    gone = {player: _left(ended_by, place, order[stay:]) for place, player in enumerate(order[stay:], 1)}
    played = situation.started and ended_by not in (EndedBy.NONE_ADVANCES, EndedBy.WALKOVER)
    tricks = _tricks(order[:stay], ended_by, rng) if played else {}
    proud = rng.choice(order[:stay]) if played and ended_by is EndedBy.WIN_CONDITION else ""
    trumps = "sem-trunfo" not in rules.variants
    lines = tuple(
        Line(player, _counts(tricks.get(player, 0), trumps, player == proud), *gone.get(player, (None, None)))
        for player in players
    )
    winner = next((s.side for s in situation.seats if s.player == order[0]), None) if order else None
    named = winner if ended_by is EndedBy.RULING else None
    return Sheet(ended_by, lines, named, reason=reason_for(ended_by, lines))


def _left(ended_by: EndedBy, place: int, gone: Sequence[str]) -> tuple[Out, int | None]:
    way = LAST[ended_by]
    if way is Out.DISQUALIFIED and place < len(gone):
        return Out.CONCEDED, place
    return way, place if way is Out.CONCEDED else None


def _tricks(players: Sequence[str], ended_by: EndedBy, rng: Random) -> dict[str, int]:
    played = TRICKS if ended_by is EndedBy.WIN_CONDITION else rng.randrange(TRICKS)
    takers = rng.choices(players, k=played)
    return {player: takers.count(player) for player in players}


def _counts(tricks: int, trumps: bool = False, honours: bool = False) -> dict[str, int]:
    return {"tricks": tricks, "trumps": tricks // 2 if trumps else 0, "honours": int(honours and tricks > 0)}


def _best(sheet: Sheet, situation: Situation) -> int:
    sides = {seat.player: seat.side for seat in situation.seats}
    best = max(sheet.lines, key=lambda line: _strength(line.numbers))
    return sides[best.player]


def _strength(counts: Mapping[str, int]) -> tuple[int, int]:
    return counts["tricks"] + 2 * counts["honours"], counts["trumps"]
