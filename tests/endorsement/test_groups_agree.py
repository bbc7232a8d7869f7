"""Random days with groups: product and checker deal, seat and order them alike, and let the same go on."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from random import Random

import pytest

from checker.draw.shape_search import default_rounds
from checker.stages import advance, groups, order, pairing, played
from checker.stages.hall import StageEntry
from tournaments.bracket.gaps import most_with_bracket
from tournaments.bracket.lots import CounterLots
from tournaments.stages.groups.plan import GroupsPlan
from tournaments.stages.rounds import DrawnRound, Groups, NextRound, RoundEntry
from tournaments.stages.stage_order import StageGame, StageResults

STAGES = 40
"""How many are compared in a run of the tests; 1,500 were when groups were added."""
Score = int | None


@dataclass
class Played:
    """One game: entries by place, and their scores, None if their cards are not counted."""

    placement: list[list[str]]
    scores: dict[str, Score]

    @property
    def entries(self) -> list[str]:
        return [code for tied in self.placement for code in tied]


@dataclass
class Day:
    """A stage in groups while it is played: what product and checker are given of it."""

    rng: Random
    codes: list[str]
    high: int
    plan: GroupsPlan
    clubs: dict[str, str | None]
    gone: set[str] = field(default_factory=set)
    disqualified: set[str] = field(default_factory=set)
    groups: Groups | None = None
    rounds: list[list[list[str]]] = field(default_factory=list)
    games: list[tuple[int, int, Played]] = field(default_factory=list)
    won: Counter[str] = field(default_factory=Counter)

    @property
    def live(self) -> list[str]:
        return [code for code in self.codes if code not in self.gone]

    def met(self) -> Counter[tuple[str, str]]:
        return Counter(pair for _, _, game in self.games for pair in permutations(game.entries, 2))

    def byes(self) -> Counter[str]:
        return Counter(table[0] for tables in self.rounds for table in tables if len(table) == 1)

    def short(self) -> Counter[str]:
        """Who sat at a table of several, smaller than the largest of the group in that round."""
        found = Counter[str]()
        for tables in self.rounds:
            for group in self.groups or ():
                mine = [table for table in tables if table[0] in group and len(table) > 1]
                largest = max(map(len, mine), default=0)
                found.update(code for table in mine if len(table) < largest for code in table)
        return found


def begun(seed: int) -> Day:
    rng = Random(f"groups {seed}")
    number = rng.randint(2, 6)
    codes = [
        f"e{code:03}"
        for code in rng.sample(range(1000), rng.randint(2 * number, rng.choice((9, 9, 9, 16)) * number))
    ]
    clubs = {code: rng.choice(("rio", "macae", "niteroi", None)) for code in codes}
    plan = GroupsPlan(
        rounds=rng.randint(1, 9), advance=rng.randint(0, 4), apart=rng.random() < 0.5, groups=number
    )
    return Day(rng, codes, rng.choice((2, 2, 3, 4, 5)), plan, clubs)


# --- a round --------------------------------------------------------------------------------------------


def drawn_by_product(day: Day, seed: str) -> DrawnRound:
    met, byes, short = day.met(), day.byes(), day.short()
    entries = [
        RoundEntry(
            code,
            day.won[code],
            tuple(other for one, other in met.elements() if one == code),
            byes[code],
            short[code],
            day.clubs[code],
        )
        for code in day.live
    ]
    low = min(day.high, 3)
    coming = NextRound(len(day.rounds) + 1, entries, low, day.high, day.groups)
    return day.plan.draw_round(coming, CounterLots(seed))


def known_to_checker(day: Day) -> list[StageEntry]:
    met, byes, short = day.met(), day.byes(), day.short()
    return [
        StageEntry(
            code,
            day.won[code],
            {other: met[code, other] for other in day.codes},
            byes[code],
            byes[code] + short[code],
            day.clubs[code],
        )
        for code in day.live
    ]


def compare_round(day: Day) -> list[list[str]]:
    seed = f"{day.rng.getrandbits(256):064x}"
    entries = known_to_checker(day)
    ranked = [entry.code for entry in pairing.rank_entries(seed, entries)]
    dealt = groups.deal_groups(ranked, day.plan.groups, day.clubs if day.plan.apart else None)
    tables = groups.pair_round(seed, entries, day.groups or dealt, len(day.rounds) + 1, day.high)
    product = drawn_by_product(day, seed)
    assert [entry.entry for entry in product.order] == ranked
    if day.groups is None:
        assert [list(group) for group in product.groups or ()] == dealt
        day.groups = product.groups
    assert [*map(list, product.tables), *([code] for code in product.byes)] == tables
    return tables


def play(day: Day, tables: list[list[str]]) -> None:
    day.rounds.append(tables)
    for number, table in enumerate(tables, 1):
        if len(table) == 1:
            day.won[table[0]] += 1
            continue
        mixed = day.rng.sample(table, len(table))
        placement = [[mixed[0]]]
        for code in mixed[1:]:
            if len(placement) > 1 and day.rng.random() < 0.3:
                placement[-1].append(code)
            else:
                placement.append([code])
        counted = [day.rng.choice((0, 3, 5, None)) if day.rng.random() < 0.5 else 5 for _ in table]
        day.games.append((len(day.rounds), number, Played(placement, dict(zip(table, counted, strict=True)))))
        day.won[mixed[0]] += 1


def leave(day: Day) -> None:
    for code in day.codes:
        if code in day.gone - day.disqualified:
            day.gone -= {code} if day.rng.random() < 0.3 else set()
        elif day.rng.random() < 0.06 and len(day.live) > 2:
            day.gone.add(code)
            day.disqualified |= {code} if day.rng.random() < 0.4 else set()


# --- the end --------------------------------------------------------------------------------------------


def results(day: Day) -> StageResults:
    games = [
        StageGame(turn, number, tuple(map(tuple, game.placement)), game.scores)
        for turn, number, game in day.games
    ]
    points = {code: day.won[code] for code in day.codes}
    gone = frozenset(day.disqualified)
    return StageResults(points, games, day.byes(), day.short(), gone, len(day.rounds), day.groups)


def checker_games(day: Day) -> list[played.StageGame]:
    found = []
    for _, _, game in day.games:
        starts = [1 + sum(map(len, game.placement[:place])) for place in range(len(game.placement))]
        placed = {code: start for start, tied in zip(starts, game.placement, strict=True) for code in tied}
        found.append(played.StageGame(placed, game.scores))
    return found


def compare_end(day: Day) -> tuple[int, bool]:
    """Compare orders, who goes on and the places of the others; (how many go on, whether cards are cut)."""
    points = {code: day.won[code] for code in day.codes}
    games = checker_games(day)
    parts = [
        order.places(points, games, day.disqualified | (set(points) - set(group)))
        for group in day.groups or ()
    ]
    rows = day.plan.order(results(day))
    said = [(row.group, row.place, list(row.entries), row.why and f"stage_{row.why.code}") for row in rows]
    assert said == [
        (number, row.place, row.entries, row.why) for number, part in enumerate(parts, 1) for row in part
    ]
    preview = day.plan.preview(
        rows, set(day.live), lambda entries: most_with_bracket(entries, min(day.high, 3), day.high)
    )
    borders = list(
        advance.borders(
            [[[code for code in row.entries if code in day.live] for row in part] for part in parts],
            day.plan.advance,
            lambda entries: day.high == 2 or default_rounds(entries, min(day.high, 3), day.high) is not None,
        )
    )
    assert sorted(preview.certain) == sorted(code for border in borders for code in border.sure)
    mine = [(border.tied, border.free) for border in borders if border.tied]
    assert [(list(border.tied), border.free) for border in preview.borders] == mine
    return preview.places, bool(mine)


def compare(seed: int) -> tuple[int, bool]:
    day = begun(seed)
    while len(day.rounds) < day.plan.rounds_to_play(day.groups, day.high):
        if any(day.live) and (day.groups is None or has_match(day)):
            play(day, compare_round(day))
            leave(day)
        else:
            break
    longest = max(map(groups.circle_rounds, day.groups or ()))
    assert day.plan.rounds_to_play(day.groups, 2) == min(day.plan.rounds, longest)
    return compare_end(day)


def has_match(day: Day) -> bool:
    """Whether anyone has a match in the next round."""
    if day.high > 2:
        return True
    turn = len(day.rounds) + 1
    return any(
        code in day.live for group in day.groups or () for pair in groups.circle(group, turn) for code in pair
    )


@pytest.mark.parametrize("seed", range(STAGES))
def test_both_play_the_same_groups(seed: int) -> None:
    compare(seed)
