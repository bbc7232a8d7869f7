"""Product and checker, written independently of each other, deal the same groups and draw the same rounds."""

from random import Random

import pytest

from checker.stages import groups, hall, pairing
from tests.bracket.as_checked import as_checked
from tournaments.bracket.lots import CounterLots
from tournaments.stages.groups.plan import GroupsPlan
from tournaments.stages.rounds import NextRound, RoundEntry
from tournaments.stages.swiss import annealing

SHORT_SEARCH = 500


def some_entries(chance: Random) -> list[RoundEntry]:
    """Entries with any history, also such as no event would give."""
    codes = [f"{chance.choice('eéz')}{index}" for index in range(chance.randint(4, 40))]
    met: dict[str, list[str]] = {code: ["gone"] for code in codes}
    for _ in range(chance.randint(0, 2 * len(codes))):
        one, two = chance.sample(codes, 2)
        met[one].append(two)
        met[two].append(one)
    few = chance.randint(1, 4)
    return [
        RoundEntry(
            code,
            chance.randrange(few),
            tuple(met[code]),
            chance.randrange(2),
            chance.randrange(3),
            chance.choice([None, "a", "b"]),
        )
        for code in codes
    ]


def test_groups_and_their_rounds_are_drawn_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annealing, "STEPS", SHORT_SEARCH)
    monkeypatch.setattr(hall, "STEPS", SHORT_SEARCH)
    chance, tables = Random(11), 0
    for _ in range(300):
        entries, high = some_entries(chance), chance.choice([2, 2, 3, 4, 5])
        apart, seed = chance.random() < 0.5, chance.randbytes(32).hex()
        plan = GroupsPlan(9, 1, apart=apart, groups=chance.randint(2, len(entries) // 2))
        first = plan.draw_round(NextRound(1, entries, 2, high), CounterLots(seed))
        order = [entry.code for entry in pairing.rank_entries(seed, as_checked(entries))]
        clubs = {entry.entry: entry.club for entry in entries} if apart else {}
        dealt = groups.deal_groups(order, plan.groups, clubs)
        assert [*map(list, first.groups or ())] == dealt
        left = [entry for entry in entries if chance.random() < 0.8]
        number = chance.randint(1, plan.rounds_to_play(dealt, high))
        coming = NextRound(number, left, 2, high, dealt)
        checked = groups.pair_round(seed, as_checked(left), dealt, number, high)
        if checked:
            found = plan.draw_round(coming, CounterLots(seed))
            assert [*map(list, found.tables), *([code] for code in found.byes)] == checked
            assert sorted(plan.next_tables(coming)) == sorted(map(len, checked))
            tables += len(checked)
    assert tables > 1_500
