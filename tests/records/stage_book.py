"""Days with groups or Swiss rounds before the bracket, written without the product's services."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from checker.draw import lots
from checker.draw.shape_search import default_rounds
from checker.stages import groups, pairing
from checker.stages.hall import StageEntry
from rulesets.registry import composer
from tests.records.book import COORDINATOR, SECOND, Bodies, Body, Book

BY_PLACE = {
    1: (Fraction(3),),
    2: (Fraction(3), Fraction(0)),
    3: (Fraction(3), Fraction(3, 2), Fraction(0)),
    4: (Fraction(3), Fraction(2), Fraction(1), Fraction(0)),
}
"""Entries at a table → points of first, second … where places count."""
SUITS = ("hearts", "diamonds", "clubs", "spades")


def group_stage(number: int = 2, rounds: int = 3, advance: int = 1, *, apart: bool = False) -> Bodies:
    """The stages of a tournament with groups."""
    return [{"kind": "groups", "groups": number, "rounds": rounds, "advance": advance, "apart": apart}]


def begun(entries: int = 8, *, most: int = 2, clubs: Sequence[str | None] = (), **plan: Any) -> "StageBook":
    """A day on which everybody is checked in, and nothing is drawn."""
    book = _planned(group_stage(**plan), most)
    book.clubs = dict(zip((f"e{number:03}" for number in range(1, entries + 1)), clubs, strict=False))
    book.enter(entries, groups=clubs)
    return book


def begun_ranked(entries: int, stages: Bodies, *, named: Sequence[str]) -> "StageBook":
    """A ranked day of double points; its type is won as Campeonato and was accepted with the stages named."""
    key, definition = composer("chama").seal(
        {
            "title_word": "Etapas", "level": "open", "team_size": 1, "table": {"min": 2, "max": 4},
            "needs": {"intact": 6}, "at_once": False, "version": 1, "texts": "0" * 64, "stages": [*named],
        }
    )  # fmt: skip
    book = _planned(stages, 2, definition=definition, kind=key, ranked=True, multiplier=2)
    book.announce()
    book.enter(entries)
    return book


def begun_swiss(entries: int, rounds: int, advance: int, *, most: int = 2, **more: Any) -> "StageBook":
    """A day with Swiss rounds on which everybody is checked in."""
    plan = {"kind": "swiss", "rounds": rounds, "advance": advance, "apart": False, **more}
    book = _planned([plan], most)
    book.enter(entries)
    return book


def _planned(stages: Bodies, most: int, **facts: Any) -> "StageBook":
    table = {"min": min(most, 3), "max": most}
    return StageBook({"format": SECOND, "definition": None, "table": table, "stages": stages, **facts})


class StageBook(Book):
    """Draws and plays rounds: who was dealt first wins, in Swiss rounds the lowest code at the table."""

    groups: Sequence[Sequence[str]] = ()
    drawn: int = 0
    withdrawn: int = 0
    clubs: Mapping[str, str | None] = {}

    def __init__(self, facts: Body) -> None:
        self.placements: dict[str, Sequence[Sequence[int]]] = {}
        super().__init__(facts)

    @property
    def plan(self) -> Body:
        """The plan of the stage."""
        found: Body = self.facts["stages"][0]
        return found

    @property
    def is_swiss(self) -> bool:
        """Whether Swiss rounds are played, not groups."""
        return bool(self.plan["kind"] == "swiss")

    @property
    def rounds_to_play(self) -> int:
        """The rounds of the plan, or of the longest circle."""
        if self.is_swiss or self.facts["table"]["max"] > 2:
            return int(self.plan["rounds"])
        return min(int(self.plan["rounds"]), max(map(groups.circle_rounds, self.groups)))

    def stage_entries(self) -> list[StageEntry]:
        """What the next round knows of those who are here."""
        met, won = Counter[tuple[str, str]](), self.stage_points()
        for name in self.matches:
            met.update(permutations(self.at(name).values(), 2))
        byes, short = Counter(self._at_tables_of_one()), Counter(self._at_short_tables())
        return [
            StageEntry(
                code, won.get(code, 0), {two: met[code, two] for two in self.people}, byes[code],
                byes[code] + short[code],
            )
            for code in self.people
            if code not in self.left
        ]  # fmt: skip

    def stage_points(self) -> Mapping[str, Fraction | int]:
        """What everyone has: a point for each win, or by the places at the tables."""
        if "points" not in self.plan:
            return Counter(code for code in self.winners.values() if code)
        found = dict.fromkeys(self.people, Fraction(0))
        for name in [name for name, winner in self.winners.items() if winner]:
            shares = list(BY_PLACE[len(self.at(name))])
            for tied in self.placements[name]:
                mine, shares = shares[: len(tied)], shares[len(tied) :]
                for side in tied:
                    found[self.at(name)[side]] += sum(mine, Fraction(0)) / len(tied)
        return found

    def sheet_line(self, name: str, ended_by: str, *, author: str | None = None, **data: Any) -> None:
        """Write a sheet, and note who was placed where."""
        self.placements[name] = data["placement"]
        super().sheet_line(name, ended_by, author=author, **data)

    def _at_tables_of_one(self) -> Iterator[str]:
        """Yield who had a bye."""
        yield from (
            code for name in self.matches for code in self.at(name).values() if len(self.at(name)) == 1
        )

    def _at_short_tables(self) -> Iterator[str]:
        """Yield who sat with another, but with fewer than at the largest table of the group in that round."""
        for group, turn in product(self.groups or [[*self.people]], range(1, self.drawn + 1)):
            tables = [self.at(name) for name, match in self.matches.items() if match["round"] == turn]
            mine = [[*here.values()] for here in tables if set(here.values()) <= {*group}]
            largest = max(map(len, mine), default=0)
            yield from (code for table in mine if 1 < len(table) < largest for code in table)

    def draw_round(self, word: str = "capivara") -> None:
        """Draw the next round, with its byes and the promise of the draw after it."""
        self.act(COORDINATOR)
        secret, entries = self.secrets[-1], self.stage_entries()
        seed = pairing.derive_seed(secret, {entry.code: str(entry.points) for entry in entries}, word)
        order = pairing.rank_entries(seed, entries)
        dealt = {} if self.groups or self.is_swiss else self._dealt([entry.code for entry in order])
        self.drawn += 1
        tables = self._tables(seed, entries)
        matches = [self._match(seed, number, table) for number, table in enumerate(tables, 1)]
        said = [{"entry": entry.code, "points": str(entry.points)} for entry in order]
        self.write(
            "round.drawn", stage=1, round=self.drawn, algorithm=f"{self.plan['kind']}/1", secret=secret,
            word=word, seed=seed, order=said, matches=matches, **dealt,
        )  # fmt: skip
        self._let_byes_through(matches)
        if self.drawn < self.rounds_to_play or self.plan["advance"]:
            self.promise()

    def withdraw_round(self) -> None:
        """Take the latest round back, and promise a secret for its next draw."""
        self.act(COORDINATOR)
        self.write("round.withdrawn", stage=1, round=self.drawn, reason="faltou gente")
        gone = [name for name, match in self.matches.items() if match["round"] == self.drawn]
        for name in gone:
            self.matches.pop(name)
            self.winners.pop(name, None)
        self.drawn -= 1
        self.withdrawn += 1
        self.promise()

    def _dealt(self, order: Sequence[str]) -> Body:
        """Deal the groups."""
        clubs = {code: self.clubs.get(code) for code in self.people} if self.plan["apart"] else None
        self.groups = groups.deal_groups(order, self.plan["groups"], clubs)
        return {"groups": self.groups}

    def _tables(self, seed: str, entries: Sequence[StageEntry]) -> list[list[str]]:
        table = self.facts["table"]
        if self.groups:
            return groups.pair_round(seed, entries, self.groups, self.drawn, table["max"])
        found = pairing.pair_round(seed, entries, table["min"], table["max"])
        return found.tables if found else []

    def _match(self, seed: str, number: int, table: Sequence[str]) -> Body:
        suits = lots.suits(seed, (self.drawn, number), SUITS, len(table)) if len(table) > 1 else [None]
        seats = [
            {"seat": at, "side": at, "suit": suit, "entry": code, "player": None, "from": None}
            for at, (code, suit) in enumerate(zip(table, suits, strict=True), 1)
        ]
        name = f"g{self.drawn}.{number}{'w' * self.withdrawn}"
        return {"match": name, "round": self.drawn, "number": number, "seats": seats}

    def _let_byes_through(self, matches: Bodies) -> None:
        self.matches.update({match["match"]: match for match in matches})
        for match in [match for match in matches if len(match["seats"]) == 1]:
            winner = match["seats"][0]["entry"]
            self.sheet_line(match["match"], "bye", placement=[[1]], winner=winner, author="system")

    def play_round(self, **sides: int) -> None:
        """Play what is open: `sides` may say who wins, or else who was dealt first."""
        dealt = [code for group in self.groups or [[*self.people]] for code in group]
        for name in [name for name in self.matches if name not in self.winners]:
            here = self.at(name)
            self.win(name, sides.get(name, min(here, key=lambda side: dealt.index(here[side]))))

    def play_stage(self) -> "StageBook":
        """Draw and play all rounds."""
        self.draw_round()
        self.play_round()
        while self.drawn < self.rounds_to_play:
            self.draw_round()
            self.play_round()
        return self

    def close(self, rows: Bodies, advance: Sequence[str], cut: Body | None = None) -> None:
        """Close the stage, and draw the bracket of those who go on."""
        self.act(COORDINATOR)
        self.write("stage.closed", stage=1, order=rows, advance=list(advance), cut=cut)
        if advance:
            self.draw_bracket(advance, {code: row["place"] for row in rows for code in row["entries"]})

    def draw_bracket(self, advance: Sequence[str], places: Mapping[str, int]) -> None:
        """Draw the bracket with the promised secret: by place, members of a group apart."""
        secret, table = self.secrets[-1], self.facts["table"]
        seed = lots.derive_seed(secret, advance, "jabuti")
        sizes = _tables(len(advance), table["min"], table["max"])
        entered = [lots.DrawnEntry(code, seed=places[code]) for code in advance]
        numbers = {code: str(number) for number, group in enumerate(self.groups, 1) for code in group}
        order = lots.kept_apart(lots.order(seed, entered, by_hand=True), len(sizes[0]), numbers)
        found = lots.bracket(order, sizes)
        sizes = [
            [len(sides) for place, sides in sorted(found.items()) if place[0] == number]
            for number in range(1, len(sizes) + 1)
        ]
        matches = [self._of_bracket(seed, place, sides) for place, sides in sorted(found.items())]
        self.write(
            "draw.published", method="stage", algorithm=lots.ALGORITHM, secret=secret, word="jabuti",
            seed=seed, order=order, shape="default", rounds=sizes, matches=matches,
        )  # fmt: skip
        self._let_byes_through([match for match in matches if match["round"] == self.drawn + 1])
        self.matches.update({match["match"]: match for match in matches})
        for name in [match["match"] for match in matches if match["match"] in self.winners]:
            self.fill(name, author="system")

    def _of_bracket(self, seed: str, place: tuple[int, int], sides: lots.Sides) -> Body:
        at = (place[0] + self.drawn, place[1])
        suits = lots.suits(seed, at, SUITS, len(sides)) if len(sides) > 1 else [None]
        seats = [
            {
                "seat": seat,
                "side": seat,
                "suit": suit,
                "entry": entry,
                "player": None,
                "from": self._from(source),
            }
            for seat, ((entry, source), suit) in enumerate(zip(sides, suits, strict=True), 1)
        ]
        return {"match": f"g{at[0]}.{at[1]}", "round": at[0], "number": at[1], "seats": seats}

    def _from(self, source: str | None) -> Body | None:
        if source is None:
            return None
        place, take = source.split()
        before, number = place.split(".")
        return {"match": f"g{int(before) + self.drawn}.{number}", "take": take}


def _tables(entries: int, least: int, most: int) -> list[list[int]]:
    """Rows with as many numbers as each round of the bracket has tables."""
    if most == 2:
        depth = (entries - 1).bit_length()
        return [[2] * 2 ** (depth - number) for number in range(1, depth + 1)]
    found = default_rounds(entries, least, most)
    assert found is not None
    return found


def played(entries: int = 8, **chosen: Any) -> StageBook:
    """All rounds of two groups are over."""
    return begun(entries, **{"number": 2, **chosen}).play_stage()


def rows(book: StageBook) -> Bodies:
    """The order of each group, if who was dealt first won all matches; of Swiss rounds by code."""
    return [
        {
            **({"group": number} if book.groups else {}),
            "place": place,
            "entries": [code],
            "why": "stage_points" if code != group[-1] else None,
        }
        for number, group in enumerate(book.groups or [[*book.people]], 1)
        for place, code in enumerate(group, 1)
    ]


def first(book: StageBook, each: int) -> list[str]:
    """The first of each group, best first."""
    return [group[place] for place in range(each) for group in book.groups]
