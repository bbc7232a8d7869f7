"""Plays whole tournaments by chance, and says who must stand where by a slower, plainer way."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from tournaments.bracket.shapes import shapes
from tournaments.bracket.tree import MatchPlan, Plan, Take, plan
from tournaments.standings.classification import TableResult


@dataclass(frozen=True, slots=True)
class End:
    """How an entry came to its end, in the words of domain.md §2."""

    round: int
    absent: bool
    place: int
    score: int | None
    winner: str | None
    third: int = 0
    taken_by: str | None = None

    @property
    def early(self) -> tuple[int, bool, bool, int, int]:
        """Everything that is compared before the score."""
        return -self.round, self.winner is None, self.absent, self.place, self.third

    @property
    def key(self) -> tuple[int, bool, bool, int, int, int]:
        """Everything that is compared before the place of whoever won the table."""
        return *self.early, -(self.score or 0)


@dataclass
class Day:
    """A tournament as it happened."""

    bracket: Plan
    chance: Random
    disqualified: frozenset[str] = frozenset()
    withdrawn: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    results: list[TableResult] = field(default_factory=list)
    seats: dict[tuple[int, int, Take], str | None] = field(default_factory=dict)
    ends: dict[str, End] = field(default_factory=dict)
    played: set[str] = field(default_factory=set)

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def play(self) -> None:
        next_number = {
            (side.feed.round, side.feed.number): match.number
            for match in self.bracket.matches
            for side in match.sides
            if side.feed and side.feed.take is Take.WINNER
        }
        for match in self.bracket.matches:
            self.play_match(match, next_number.get((match.round, match.number)))

    def play_match(self, match: MatchPlan, leads_to: int | None) -> None:
        third = match.round > 1 and match.sides[0].feed is not None and match.sides[0].feed.take is Take.LOSER
        there = [entry for entry in self.seated(match) if entry]
        absent = [entry for entry in there if not match.is_bye and self.often(0.12)]
        placement = [
            *self.tie([entry for entry in there if entry not in absent]),
            *([absent] if absent else []),
        ]
        winner = placement[0][0] if placement and placement[0] != absent else None
        scores = {entry: 0 if entry in absent else self.score() for entry in there}
        self.note_ends(match, placement, set(absent), scores, winner, third)
        promoted = self.advance(match, placement, winner, leads_to)
        self.results.append(
            TableResult(
                match.round,
                match.number,
                tuple(map(tuple, placement)),
                scores,
                frozenset(absent),
                winner,
                third,
                match.is_bye,
                frozenset([promoted] if promoted and leads_to else []),
                promoted if promoted != winner else None,
            )
        )

    def score(self) -> int | None:
        return None if self.often(0.1) else self.chance.randrange(3)

    def seated(self, match: MatchPlan) -> Iterator[str | None]:
        for side in match.sides:
            if side.feed:
                yield self.seats[side.feed.round, side.feed.number, side.feed.take]
            elif self.often(0.05) and side.entry and not match.is_bye:
                self.withdrawn[side.entry] = (1, match.number)
                yield None
            else:
                yield side.entry

    def tie(self, present: Sequence[str]) -> list[list[str]]:
        """Places of those who came: one winner, the others sometimes tied."""
        groups: list[list[str]] = []
        for entry in self.chance.sample(present, len(present)):
            if len(groups) > 1 and self.often(0.3):
                groups[-1].append(entry)
            else:
                groups.append([entry])
        return groups

    def note_ends(
        self,
        match: MatchPlan,
        placement: list[list[str]],
        absent: set[str],
        scores: Mapping[str, int | None],
        winner: str | None,
        third: bool,
    ) -> None:
        place = 1
        for group in placement:
            for entry in group:
                if third:
                    before = self.ends[entry]
                    self.ends[entry] = End(
                        before.round, before.absent, before.place, before.score, before.winner, place
                    )
                else:
                    self.ends[entry] = End(match.round, entry in absent, place, scores[entry], winner)
                if not match.is_bye and entry not in absent:
                    self.played.add(entry)
            place += len(group)
        if not third:
            self.note_empty_seats(match, placement, absent, winner)

    def note_empty_seats(
        self, match: MatchPlan, placement: list[list[str]], absent: set[str], winner: str | None
    ) -> None:
        named = sum(map(len, placement))
        for entry, reached in self.withdrawn.items():
            if reached == (match.round, match.number):
                self.ends[entry] = End(match.round, True, named - len(absent) + 1, 0, winner)

    def advance(
        self, match: MatchPlan, placement: list[list[str]], winner: str | None, leads_to: int | None
    ) -> str | None:
        seat = winner
        losers = [group for group in placement[1:] if group[0] in self.played]
        if winner and leads_to and self.often(0.15):
            if losers and len(losers[0]) == 1 and self.often(0.5):
                seat = losers[0][0]
                self.withdrawn[winner] = None
                end = self.ends[winner]
                self.ends[winner] = End(end.round, end.absent, 2, end.score, end.winner)
                left = [who for who, table in self.withdrawn.items() if table == (match.round, match.number)]
                for entry in (*left, *(entry for group in placement for entry in group)):
                    self.ends[entry] = replace(self.ends[entry], taken_by=seat)
            else:
                seat = None
                self.withdrawn[winner] = (match.round + 1, leads_to)
        self.seats[match.round, match.number, Take.WINNER] = seat
        rest = [entry for group in placement for entry in group if entry not in {winner, seat}]
        self.seats[match.round, match.number, Take.LOSER] = rest[0] if rest else None
        return seat

    def expected_places(self, never_played: bool) -> dict[str, int]:
        """The place of everybody who has one: one more than there are better ones."""
        ends = without_unknown(
            {
                entry: end
                for entry, end in self.ends.items()
                if entry not in self.disqualified and (never_played or entry in self.played)
            }
        )

        @cache
        def behind(entry: str) -> tuple[int, int]:
            winner = ends[entry].taken_by or ends[entry].winner
            if winner is None or winner not in ends:
                return 2, 0
            return (0, place(winner)) if ends[winner].key < ends[entry].key else (1, 0)

        @cache
        def place(entry: str) -> int:
            own = ends[entry].key
            better = [other for other, end in ends.items() if end.key < own]
            equal = [other for other, end in ends.items() if end.key == own and behind(other) < behind(entry)]
            return 1 + len(better) + len(equal)

        return {entry: place(entry) for entry in ends}


def without_unknown(ends: Mapping[str, End]) -> dict[str, End]:
    """The same ends; nobody has a score where that of somebody who is equal so far is unknown."""
    unknown = {end.early for end in ends.values() if end.score is None}
    return {entry: replace(end, score=0) if end.early in unknown else end for entry, end in ends.items()}


def play_day(seed: int, entries: int, high: int, third_place: bool) -> Day:
    """A tournament with absences, empty tables, ties, withdrawals, promotions and disqualifications."""
    chance = Random(seed)
    names = [f"e{number:02}" for number in range(entries)]
    shape = chance.choice(shapes(entries, 2, high))
    day = Day(plan(chance.sample(names, entries), shape, third_place), chance)
    day.disqualified = frozenset(name for name in names if day.often(0.06))
    day.play()
    return day
