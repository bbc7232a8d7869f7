"""The tournament as the lines read so far left it: plain values, no rule.

`replay_setup` and `replay_play` change it, one line at a time; everything else only looks. It holds
whatever a well-formed file says, sound or not, so that checking can go on after a discrepancy.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesets.kernel.rules import Game, Rules
from tournaments.pauses import Pause

ROUNDS = range(1, 65)
"""Numbers that `lines` lets a round have."""

SeatKey = tuple[str, int]
Taken = tuple[str | None, str | None, bool]
Places = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the record, of a shape that `lines` accepts."""

    seq: int
    at: str
    by: str
    type: str
    data: Mapping[str, Any]

    @property
    def role(self) -> str:
        """The role in which somebody acted; `system` for nobody."""
        return self.by.partition(":")[0]

    @property
    def person(self) -> str | None:
        """Who acted, by id; None for the system."""
        return self.by.partition(":")[2] or None


@dataclass(slots=True)
class Entry:
    """A player or a pair. `left`: None, `withdrawn` or `disqualified`.

    `decks`: the hash of each accepted deck by player, and when; `without_decks`: why none are asked for,
    and since when.
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
        """Whether it will play."""
        return self.left is None


@dataclass(slots=True)
class Seat:
    """A chair. `filled` tells an empty one from one that waits; `by_hand` and `kept` are exceptions
    from what the bracket says, made by `integrity.noted` and by the remedy `keep`.
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

    @property
    def taken(self) -> Taken:
        """Who sits here, and whether that is known."""
        return self.entry, self.player, self.filled


def content_of(data: Mapping[str, Any]) -> tuple[object, ...]:
    """What a version says of its match, whatever its number and its reason."""
    return tuple(data[key] for key in ("ended_by", "lines", "cuts", "scores", "placement", "winner"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One recorded version, with the entries that sat on its sides and who of them was absent.

    `scores` are those that the rules give each side, whatever ended the match; None where nobody counted.
    """

    seq: int
    at: str
    by: str
    data: Mapping[str, Any]
    entries: Mapping[int, str]
    absent: frozenset[str]
    scores: Mapping[int, int | None]

    @property
    def winner(self) -> str | None:
        """The entry that goes on."""
        winner: str | None = self.data["winner"]
        return winner

    @property
    def ended_by(self) -> str:
        """How the match ended."""
        return str(self.data["ended_by"])

    @property
    def placement(self) -> tuple[tuple[str, ...], ...]:
        """The entries by place; sides that nobody sits on are left out."""
        tied = (
            tuple(self.entries[side] for side in sides if side in self.entries)
            for sides in self.data["placement"]
        )
        return tuple(group for group in tied if group)

    @property
    def content(self) -> tuple[object, ...]:
        """What a restored version must repeat."""
        return content_of(self.data)


@dataclass(slots=True)
class Match:
    """One match. `current` is the sheet that counts: None before the first and after `replay`.

    `drawn`: of every game that nobody won, whether its time was called. `rewritten`: versions in which
    somebody was replaced, which an undo may bring back. `superseded`: how the version before `current` ended.
    """

    id: str
    round: int
    number: int
    seats: dict[int, Seat]
    started: bool = False
    time_called: bool = False
    redraws: Counter[str] = field(default_factory=Counter)
    drawn: list[bool] = field(default_factory=list)
    version: int = 0
    reports: set[str] = field(default_factory=set)
    rewritten: list[Sheet] = field(default_factory=list)
    current: Sheet | None = None
    superseded: str | None = None

    @property
    def sides(self) -> set[int]:
        """The numbers of its sides."""
        return {seat.side for seat in self.seats.values()}

    @property
    def occupied(self) -> dict[int, str]:
        """The entry on each side that somebody sits on."""
        return {seat.side: seat.entry for seat in self.seats.values() if seat.entry is not None}

    @property
    def is_open(self) -> bool:
        """Whether nothing has happened at the table yet."""
        return not self.started and self.current is None

    def seats_of(self, entry: str) -> Iterator[Seat]:
        """The seats that an entry sits on."""
        return (seat for seat in self.seats.values() if seat.entry == entry)


@dataclass(slots=True)
class Draw:
    """The published bracket. `fed[match]` are the seats that its result fills, `seated` says at which
    matches and sides an entry sits in a round: one, where all is well.
    """

    seq: int
    order: tuple[str, ...]
    rounds: tuple[tuple[int, ...], ...]
    matches: dict[str, Match]
    fed: dict[str, list[SeatKey]]
    byes: set[str]
    seated: dict[tuple[int, str], set[tuple[str, int]]]

    @property
    def third_place(self) -> str | None:
        """The third-place match, where there is one."""
        last = len(self.rounds)
        extra = (match.id for match in self.matches.values() if (match.round, match.number) == (last, 2))
        return next(extra, None) if self.rounds and len(self.rounds[-1]) == 2 else None

    def later(self, match: str) -> list[str]:
        """Every match that this one feeds, directly or not, nearest first; itself not included."""
        found: dict[str, None] = {}
        waiting = [match]
        while waiting:
            following = [target for target, _ in self.fed.get(waiting.pop(0), ()) if target not in found]
            found.update(dict.fromkeys(following))
            waiting += dict.fromkeys(following)
        return list(found)


@dataclass(slots=True)
class Act:
    """The act in progress: lines that follow each other with the same `at`.

    `watched` seats must hold whom the bracket says when the act ends (`seats`), by the line that made
    it so, `emptying` ones only if their match did not begin; `byes` are sheets that must come first;
    `dues` is what must still be written, by kind and match. `hands`: seats that may be filled by
    hand; `chairs`: seats that the act added to a table; `opened`: matches whose seats a remedy opened again;
    `undone`: what an undo must restore; `moved`: by round and entry, who came to a seat or lost one;
    `authors`: who wrote its lines so far; `secret_lost`: another may be promised.
    """

    at: str = ""
    authors: set[str] = field(default_factory=set)
    watched: dict[SeatKey, int] = field(default_factory=dict)
    emptying: dict[SeatKey, int] = field(default_factory=dict)
    dues: dict[tuple[str, str], int] = field(default_factory=dict)
    hands: set[SeatKey] = field(default_factory=set)
    chairs: set[SeatKey] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    undone: list["Undo"] = field(default_factory=list)
    byes: set[str] = field(default_factory=set)
    moved: dict[tuple[int, str], int] = field(default_factory=dict)
    secret_lost: bool = False


Look = tuple[tuple[Taken, ...], tuple[object, ...] | None]
Picture = Mapping[str, Look]
"""What each match looked like: who sat there, and what its sheet said."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An applied correction, with what was there before it and the matches that it named (`effects`; `named`
    holds its own, too).

    `exceptions`: which seats were filled by hand, and which were kept.
    """

    seq: int
    match: str
    version: int
    before: Picture
    named: frozenset[str]
    effects: frozenset[str]
    voided: Mapping[str, tuple[bool, bool]]
    exceptions: Mapping[SeatKey, tuple[bool, bool]]


@dataclass(frozen=True, slots=True)
class Undo:
    """An undo in progress: line `seq` takes back `correction`."""

    seq: int
    correction: Correction


@dataclass(slots=True)
class State:
    """Everything that the lines so far add up to.

    `players` is everybody ever entered, `live` maps those in a live entry to it; `everybody` also
    holds all who ever had a role. `promise` is the hash of the secret for the draw that stands or is to come,
    `promises` every hash that was ever promised.
    """

    facts: dict[str, Any] = field(default_factory=dict)
    creator: str = ""
    game: Game | None = None
    rules: Rules | None = None
    staff: set[tuple[str, str]] = field(default_factory=set)
    players: set[str] = field(default_factory=set)
    live: dict[str, str] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    everybody: set[str] = field(default_factory=set)
    announced: bool = False
    is_confirmed: bool = False
    was_confirmed: bool = False
    promise: str | None = None
    promises: set[str] = field(default_factory=set)
    draw: Draw | None = None
    match_ids: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    penalties: dict[str, bool] = field(default_factory=dict)
    started: bool = False
    finished: bool = False
    without_points: str | None = None
    cancelled: bool = False
    act: Act = field(default_factory=Act)
    corrections: dict[int, Correction] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    pictures: dict[str, Picture] = field(default_factory=dict)
    breaks: dict[int, Pause] = field(default_factory=dict)

    def match(self, name: str) -> Match | None:
        """The match of the standing draw, or None."""
        return self.draw.matches.get(name) if self.draw else None

    def seats_of(self, entry: str) -> Iterator[tuple[Match, Seat]]:
        """The seats that an entry sits on, in any round."""
        seated = self.draw.seated if self.draw else {}
        places = [place for round_ in ROUNDS for place in seated.get((round_, entry), ())]
        for name in sorted({match for match, _ in places}):
            if match := self.match(name):
                yield from ((match, seat) for seat in match.seats_of(entry))

    def is_live(self, entry: str | None) -> bool:
        """Whether that is an entry that will play."""
        return entry is not None and entry in self.entries and self.entries[entry].is_live

    @property
    def since_2(self) -> bool:
        """Whether the record is written in the second format, or a later one."""
        return self.facts.get("format") != "tournament-record/1"

    @property
    def team_size(self) -> int | None:
        """Players in an entry; None where game or type are unknown."""
        kinds = self.game.kinds if self.game else ()
        return next((kind.team_size for kind in kinds if kind.key == self.facts.get("kind")), None)

    def fed_seats(self, match: str) -> Iterator[tuple[Match, Seat]]:
        """The seats that the result of a match fills."""
        for target, number in self.draw.fed.get(match, ()) if self.draw else ():
            found = self.match(target)
            if found and number in found.seats:
                yield found, found.seats[number]
