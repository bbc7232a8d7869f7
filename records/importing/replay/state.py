"""The state of a tournament after some lines of its record: plain values, no rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesets.kernel.rules import Game, Rules
from tournaments.pauses import Pause

SeatKey = tuple[str, int]


@dataclass(slots=True)
class Entry:
    """A player or a pair; `left` is None, `withdrawn` or `disqualified`.

    `players`: codes; `group`: the id of a club. `decks`: hash and time of each accepted deck by player;
    `without_decks`: reason and time of a waiver.
    """

    id: str
    players: tuple[str, ...]
    seed: int | None
    group: str | None
    checked_in: bool = False
    pineapples: frozenset[str] = frozenset()
    decks: dict[str, tuple[str, str]] = field(default_factory=dict)
    without_decks: tuple[str, str] | None = None
    left: str | None = None

    @property
    def is_live(self) -> bool:
        """Return whether the entry is neither withdrawn nor disqualified, even if it is beaten."""
        return self.left is None


@dataclass(slots=True)
class Seat:
    """A seat. `filled`: it waits for no one, though its `entry` may be None (empty).

    `source`: the match that sends its `winner` or `loser` (`take`), of one side (`source_side`) or any.
    `drawn`: the entry that the draw seated. `by_hand` and `kept` are exceptions from the bracket, from
    `integrity.noted` and the remedy `keep`.
    """

    number: int
    side: int
    suit: str | None
    entry: str | None
    player: str | None
    source: str | None
    take: str
    filled: bool
    drawn: str | None
    by_hand: bool = False
    kept: bool = False
    source_side: int | None = None


@dataclass(frozen=True, slots=True)
class ReplayedSheet:
    """One recorded version: the `data` of its line, the entries by side, and those who were absent.

    `scores` are what the rules give each side for any ending; None for cards that were not counted.
    """

    seq: int
    data: Mapping[str, Any]
    entries: Mapping[int, str]
    absent: frozenset[str]
    scores: Mapping[int, int | None]

    @property
    def winner(self) -> str | None:
        """Return the id of the entry that advances; None if none does."""
        winner: str | None = self.data["winner"]
        return winner


@dataclass(slots=True)
class Match:
    """One match; `current` is the sheet that counts, None before the first and after `replay`.

    `stage`: the number of the stage before the bracket that it is played in; None for a match of the bracket.
    `drawn_games`: for every drawn game, whether its time was called. `rewritten`: versions in which an entry
    was replaced, which an undo may restore.
    """

    id: str
    round: int
    number: int
    seats: dict[int, Seat]
    stage: int | None = None
    second_chance: bool = False
    started: bool = False
    time_called: bool = False
    starter: int | None = None
    redraws: Counter[str] = field(default_factory=Counter)
    drawn_games: list[bool] = field(default_factory=list)
    rewritten: list[ReplayedSheet] = field(default_factory=list)
    current: ReplayedSheet | None = None

    @property
    def sides(self) -> set[int]:
        """Return the numbers of its sides."""
        return {seat.side for seat in self.seats.values()}

    @property
    def is_third_place(self) -> bool:
        """Return whether the losers of the semifinals meet in it."""
        losers = any(seat.take == "loser" for seat in self.seats.values())
        return losers and not self.second_chance

    @property
    def occupied(self) -> dict[int, str]:
        """Return the entry (id) by side; sides without one are left out."""
        return {seat.side: seat.entry for seat in self.seats.values() if seat.entry is not None}

    def noted_game(self) -> "NotedGame":
        """Return a copy of what was noted of the game in play, which `resume` restores."""
        return NotedGame(
            self.started, self.time_called, self.starter, Counter(self.redraws), tuple(self.drawn_games)
        )

    def resume(self, game: "NotedGame") -> None:
        """Restore what was noted of a game before the match was made void."""
        self.started, self.time_called, self.starter = game.started, game.time_called, game.starter
        self.redraws, self.drawn_games = Counter(game.redraws), list(game.drawn_games)

    def void(self) -> None:
        """Reset the match to before its start; seats stay, so that it is played again."""
        self.started = self.time_called = False
        self.redraws.clear()
        self.drawn_games.clear()
        self.current = self.starter = None


@dataclass(frozen=True, slots=True)
class NotedGame:
    """What was noted of a game in play, to resume it; the fields are as in `Match`."""

    started: bool
    time_called: bool
    starter: int | None
    redraws: Counter[str]
    drawn_games: tuple[bool, ...]


@dataclass(slots=True)
class Draw:
    """All drawn matches by id; `fed[match]` are the seats (match id, number) that its result fills."""

    matches: dict[str, Match] = field(default_factory=dict)
    fed: dict[str, list[SeatKey]] = field(default_factory=dict)

    def later(self, match: str) -> list[str]:
        """Return the ids of all matches after this one, direct or not, nearest first."""
        found: dict[str, None] = {}
        waiting = [match]
        while waiting:
            following = [target for target, _ in self.fed.get(waiting.pop(0), ()) if target not in found]
            found.update(dict.fromkeys(following))
            waiting += dict.fromkeys(following)
        return list(found)


@dataclass(slots=True)
class ActInProgress:
    """The act in progress: consecutive lines with the same `at`.

    `hands`: seats that may be filled by hand; `opened`: matches whose seats a remedy opened again; `undoes`:
    whether it undoes a correction.
    """

    at: str = ""
    hands: set[SeatKey] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    undoes: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """An applied correction, as far as undoing it needs it.

    `open_before`: affected matches without a sheet; `voided`: each void match with its game before;
    `exceptions`: for each seat whether it was filled by hand, and whether it was kept.
    """

    open_before: frozenset[str]
    voided: Mapping[str, NotedGame]
    exceptions: Mapping[SeatKey, tuple[bool, bool]]


@dataclass(slots=True)
class State:
    """The state after the lines so far.

    `staff`: role and person. `players` is everyone ever entered; `known_people` also contains all who ever
    had a role. `corrections` by line number, `breaks` by number. `open_before[match]` are the matches without
    a sheet when its latest version was recorded, of it and all later ones.
    """

    facts: dict[str, Any] = field(default_factory=dict)
    game: Game | None = None
    rules: Rules | None = None
    staff: set[tuple[str, str]] = field(default_factory=set)
    players: set[str] = field(default_factory=set)
    entries: dict[str, Entry] = field(default_factory=dict)
    known_people: set[str] = field(default_factory=set)
    draw: Draw | None = None
    started: bool = False
    finished: bool = False
    without_points: str | None = None
    act: ActInProgress = field(default_factory=ActInProgress)
    corrections: dict[int, Correction] = field(default_factory=dict)
    open_before: dict[str, frozenset[str]] = field(default_factory=dict)
    breaks: dict[int, Pause] = field(default_factory=dict)

    def match(self, name: str) -> Match | None:
        """Return the match with this id; None if it is unknown or its draw was withdrawn."""
        return self.draw.matches.get(name) if self.draw else None

    def later(self, match: str) -> list[Match]:
        """Return the matches after this one, direct or not, nearest first."""
        names = self.draw.later(match) if self.draw else ()
        return [found for name in names if (found := self.match(name))]

    def is_live(self, entry: str | None) -> bool:
        """Return whether this is an entry (id) neither withdrawn nor disqualified, even if it is beaten."""
        return entry is not None and entry in self.entries and self.entries[entry].is_live

    @property
    def since_2(self) -> bool:
        """Return whether the record has the second format, or a later one."""
        return self.facts.get("format") != "tournament-record/1"

    @property
    def team_size(self) -> int | None:
        """Return the number of players in an entry; None if game or type are unknown."""
        kinds = self.game.kinds if self.game else ()
        return next((kind.team_size for kind in kinds if kind.key == self.facts.get("kind")), None)

    def fed_seats(self, match: str) -> Iterator[tuple[Match, Seat]]:
        """Yield the seats that the result of a match fills, each with the match it is at."""
        for target, number in self.draw.fed.get(match, ()) if self.draw else ():
            found = self.match(target)
            if found and number in found.seats:
                yield found, found.seats[number]
