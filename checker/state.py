"""The state of a tournament after some lines of its record, and who has to sit where."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from checker.games import Game
from checker.reading.findings import MOST_FINDINGS, Finding
from checker.reading.lines import Data, Line
from checker.stages.groups import circle_rounds


class OpenSide:
    """Marks a side fed by a match that has no result yet."""


UNDECIDED = OpenSide()
Take = str | int
"""What a side takes of a match: its `winner`, its `loser`, or the number of a side whose loser comes.

Only the second chance takes a number: of a table with more than two sides several lose.
"""


@dataclass
class Entry:
    """A player or pair in the tournament."""

    code: str
    players: list[str]
    group: str | None
    seed: int | None
    status: str = "live"
    checked_in: bool = False
    pineapples: set[str] = field(default_factory=set)
    decks: dict[str, str] = field(default_factory=dict)
    """Player → hash of the list that was accepted."""
    without_decks: bool = False

    @property
    def is_live(self) -> bool:
        """Neither withdrawn nor disqualified."""
        return self.status == "live"


@dataclass
class Seat:
    """A chair at a match."""

    number: int
    side: int
    suit: str | None
    entry: str | None
    player: str | None
    settled: bool


@dataclass
class Match:
    """A match at this point of the record; `sheet` is the data of the version that counts."""

    code: str
    round: int
    number: int
    seats: dict[int, Seat]
    sources: dict[int, tuple[str, Take]]
    """Side → the match that feeds it, and what it takes of that match."""
    owners: dict[int, str | None]
    """Side → the entry drawn there, or seated by hand."""
    drawn: tuple[str, ...] = ()
    """The entries drawn there, even if others sit there now."""
    started: bool = False
    time_called: bool = False
    starter: int | None = None
    """The seat that began the game in play, if it was noted."""
    sheet: Data | None = None
    replaced: tuple[Data, ...] = ()
    """On a rewritten sheet the lines of those replaced, without their players: they say who was held."""
    version: int = 0
    reports: set[str] = field(default_factory=set)
    """Keys of the reports that became its sheets."""
    redraws: Counter[str] = field(default_factory=Counter)
    drawn_games: list[bool] = field(default_factory=list)
    """For each drawn game since the match last started: whether time had been called."""
    kept: set[int] = field(default_factory=set)
    """Sides that keep their entry although a correction sends another one there."""
    by_hand: set[int] = field(default_factory=set)
    """Sides that the staff fill, regardless of their sources."""
    recorded_at: str = ""
    """When its last version was recorded: the moment of that act."""
    author: str = ""
    """The author of the version that counts."""
    given: bool = False
    """Whether the version before it was a walkover or an empty table."""

    @property
    def is_frozen(self) -> bool:
        """Whether its seats are final, because it has been started or decided."""
        return self.started or self.sheet is not None

    @property
    def sides(self) -> dict[int, str | None]:
        """Side → the entry that sits there, None if it is empty."""
        return {seat.side: seat.entry for seat in self.seats.values()}

    @property
    def entries(self) -> list[str]:
        """The entries that sit here, each once, in order of seats."""
        return list(dict.fromkeys(seat.entry for seat in self.seats.values() if seat.entry))

    def seats_of(self, side: int) -> list[Seat]:
        """Return the chairs of a side: two in Duplas."""
        return [seat for seat in self.seats.values() if seat.side == side]

    def side_of(self, entry: str) -> int | None:
        """Return the side on which an entry sits, or None."""
        return next((side for side, seated in self.sides.items() if seated == entry), None)

    def void(self) -> None:
        """Reset all that was noted of its games, to be played again; seats and version number stay."""
        self.started = self.time_called = False
        self.sheet = self.starter = None
        self.replaced = ()
        self.redraws.clear()
        self.drawn_games.clear()

    def resume(self, old: "Match") -> None:
        """Restore what was noted of the game in play before the match was made void."""
        self.started, self.time_called, self.starter = old.started, old.time_called, old.starter
        self.redraws, self.drawn_games, self.replaced = old.redraws, old.drawn_games, old.replaced


@dataclass
class Stage:
    """Swiss rounds or groups before the bracket, as far as they are drawn."""

    rounds: int = 0
    """How many are drawn; a match of a higher round is of the bracket."""
    groups: list[list[str]] | None = None
    """The groups as they were dealt with round 1; None in Swiss rounds."""
    places: dict[str, int] | None = None
    """Entry → place once the stage is closed; of groups the place within the group."""
    going: list[str] = field(default_factory=list)
    """Who goes on to the bracket."""
    apart: dict[str, str] = field(default_factory=dict)
    """Entry → its group, or its last Swiss match: those of one are kept apart in round 1 of the bracket."""
    owes_bracket: bool = False
    """Whether this act closed the stage and has not drawn their bracket yet."""

    def group_of(self, code: str = "") -> int:
        """Return the number of an entry's group; 0 if it is in none."""
        numbered = enumerate(self.groups or (), 1)
        return next((number for number, members in numbered if code in members), 0)


@dataclass
class State:
    """Everything that follows from the lines so far, and the discrepancies found in them."""

    game: Game
    is_second_format: bool
    """Whether the record is in the second format, which has more lines and keys."""
    setup: Data = field(default_factory=dict)
    staff: set[tuple[str, str]] = field(default_factory=set)
    creator: str = ""
    announced: bool = False
    confirmed: bool | None = None
    """Whether the terms stand as they were confirmed; None if they were never confirmed."""
    entries: dict[str, Entry] = field(default_factory=dict)
    codes: dict[str, set[str]] = field(default_factory=dict)
    """Person → the entries that they are or were in."""
    promise: str | None = None
    """The hash of the secret for the draw that stands or is to come."""
    promises: set[str] = field(default_factory=set)
    lost: bool = False
    """Whether the system noted in this act that the secret is lost."""
    owes_promise: bool = False
    draw: Data | None = None
    stage: Stage = field(default_factory=Stage)
    matches: dict[str, Match] = field(default_factory=dict)
    feeds: dict[str, list[tuple[str, int, Take]]] = field(default_factory=dict)
    """Match → the (later match, side there, what it takes) that it feeds."""
    second_chance: set[str] = field(default_factory=set)
    """The matches of the draw in which losers play on."""
    match_codes: set[str] = field(default_factory=set)
    """Every id that a match of this record ever had."""
    started: bool = False
    """Whether a match of this record ever started."""
    texts: set[str] = field(default_factory=set)
    penalties: set[str] = field(default_factory=set)
    forgiven: set[str] = field(default_factory=set)
    finished: bool = False
    cancelled: bool = False
    touched: set[str] = field(default_factory=set)
    """Matches whose seats may have another owner since the last act."""
    restoring: dict[str, Match] = field(default_factory=dict)
    """Match that an undo brings back in this act → what it was."""
    reopened: set[str] = field(default_factory=set)
    """Matches that have begun and whose seats a correction changes in this act."""
    superseding: dict[str, int] = field(default_factory=dict)
    """Match started after its walkover → that version: a played result follows in this act and beats it."""
    leaving: list[tuple[str, str]] = field(default_factory=list)
    """(entry, match): disqualified winners who lose that match in this act."""
    breaks: dict[int, tuple[datetime, datetime]] = field(default_factory=dict)
    """Number of a break → when it begins and ends."""
    findings: list[Finding] = field(default_factory=list)
    acting: set[str] = field(default_factory=set)
    """Authors of lines of the current act."""
    dealt: set[str] = field(default_factory=set)
    """Matches with seats that the current act fills; their suits are checked at its end."""
    noted: set[tuple[str, int]] = field(default_factory=set)
    """Sides that this act fills by hand, each noted once."""
    lucky: set[tuple[str, int]] = field(default_factory=set)
    """Sides that this act gives to a lucky loser."""
    arriving: set[str] = field(default_factory=set)
    """Entries added in this act while a draw stands, which have no seat yet."""
    chairs: set[tuple[str, int]] = field(default_factory=set)
    """Seats that this act added to a table."""
    unfinished: set[str] = field(default_factory=set)
    """Matches during which this act disqualified a player: their sheet has to follow."""
    accused: list[tuple[str, str]] = field(default_factory=list)
    """(entry, author): disqualified by a judge, which a sheet of this act has to say."""

    def note_fault(self, line: Line, rule: str, what: str) -> None:
        """Store a finding at this line: the rule that it breaks, and what is wrong."""
        self.note_faults(line, rule, (what,))

    def note_faults(self, line: Line, rule: str, whats: Iterable[str]) -> None:
        """Store each of these sentences as a finding at this line, under one rule, up to `MOST_FINDINGS`."""
        room = MOST_FINDINGS - len(self.findings)
        self.findings.extend(Finding(line.seq, rule, what) for what in islice(whats, room))

    @property
    def has_pairs(self) -> bool:
        """Whether entries are pairs."""
        found = self.game.kind(self.setup)
        return found is not None and found.pairs

    @property
    def plan(self) -> Data | None:
        """What is planned before the bracket; None for the bracket alone."""
        stages: list[Data] = self.setup.get("stages") or [{}]
        return stages[0] or None

    @property
    def drawn_matches(self) -> list[Match]:
        """The matches after the rounds of the stage: all of them without a stage."""
        return [match for match in self.matches.values() if match.round > self.stage.rounds]

    @property
    def bracket(self) -> list[Match]:
        """The matches of the bracket, without those of the second chance."""
        return [match for match in self.drawn_matches if match.code not in self.second_chance]

    @property
    def is_stage_open(self) -> bool:
        """Whether rounds of a stage are drawn, and it is not closed."""
        return self.stage.rounds > 0 and self.stage.places is None

    @property
    def are_groups_open(self) -> bool:
        """Whether groups are dealt, and their stage is not closed: they take no entry in."""
        return self.is_stage_open and self.stage.groups is not None

    @property
    def rounds_to_play(self) -> int:
        """How many rounds the stage has in all; 0 without one.

        As planned, or fewer in groups at tables of two, once all of each group have met.
        """
        planned: int = (self.plan or {"rounds": 0})["rounds"]
        if self.stage.groups and self.setup["table"]["max"] == 2:
            return min(planned, max(map(circle_rounds, self.stage.groups)))
        return planned

    @property
    def has_round_left(self) -> bool:
        """Whether a stage is open and not all its rounds are drawn."""
        return self.is_stage_open and self.stage.rounds < self.rounds_to_play

    @property
    def may_draw(self) -> bool:
        """Whether another draw can follow: none stands, a round of the plan is left, or a bracket comes."""
        if self.draw is None or self.stage.owes_bracket:
            return True
        return self.has_round_left or (self.is_stage_open and (self.plan or {}).get("advance", 0) > 0)

    def option(self, code: str, default: Any) -> Any:
        """Return the value of a house rule, or this default if the tournament does not set it."""
        return self.setup["house_rules"].get(code, default)

    def register(self, entry: Entry) -> None:
        """Store that the people of an entry are in it; `codes` keeps them after they leave."""
        for person in entry.players:
            self.codes.setdefault(person, set()).add(entry.code)

    def entries_of(self, person: str) -> list[Entry]:
        """Return the entries whose player a person is now, also those that left the tournament."""
        found = (self.entries[code] for code in sorted(self.codes.get(person, ())))
        return [entry for entry in found if person in entry.players]

    def is_live(self, code: str | None) -> bool:
        """Whether this is the code of an entry neither withdrawn nor disqualified, even if it is beaten."""
        return code is not None and code in self.entries and self.entries[code].is_live

    def add_match(self, match: Match) -> None:
        """Store a match, and that its sources feed its sides."""
        self.matches[match.code] = match
        for side, (source, take) in match.sources.items():
            self.feeds.setdefault(source, []).append((match.code, side, take))

    def sides_fed_by(self, match: str) -> list[tuple[Match, int, Take]]:
        """Return the sides that a match fills: (later match, side there, what the side takes)."""
        return [(self.matches[code], side, take) for code, side, take in self.feeds.get(match, [])]

    def dependents(self, match: str) -> Iterator[Match]:
        """Yield every match that depends on this one, nearest first, each once."""
        seen: dict[str, Match] = {}
        queue = [match]
        for code in queue:
            for following, _, _ in self.sides_fed_by(code):
                if following.code not in seen:
                    seen[following.code] = following
                    queue.append(following.code)
        yield from seen.values()

    def due_entry(self, match: Match, side: int) -> str | OpenSide | None:
        """Return who has to sit on a side of a match that has not begun; None if it stays empty.

        `UNDECIDED` while the match that feeds the side has no sheet.
        """
        if side in match.by_hand or side not in match.sources:
            owner = match.owners.get(side)
            return owner if self.is_live(owner) else None
        source, take = match.sources[side]
        if source not in self.matches or self.matches[source].sheet is None:
            return UNDECIDED
        coming = self.entry_sent(self.matches[source], take)
        return coming if self.may_come(coming, take) else None

    def entry_sent(self, match: Match, take: Take) -> str | None:
        """Return the entry that the sheet of a match sends to a side, even if it left since; None if none."""
        if isinstance(take, int):
            return self._beaten(match, take)
        return winner(match) if take == "winner" else loser(match)

    def may_come(self, code: str | None, take: Take) -> bool:
        """Whether an entry that is sent takes the seat: it is live, in the second chance also checked in."""
        return self.is_live(code) and (isinstance(take, str) or self.entries[code or ""].checked_in)

    def _beaten(self, match: Match, side: int) -> str | None:
        """Return the entry of a side, or of side 1 if that side won; None without a sheet, or if absent."""
        seated = match.sides.get(side)
        if match.sheet is None or seated is None:
            return None
        lost = 1 if seated == winner(match) else side
        return match.sides.get(lost) if self.has_come(match, lost) else None

    def has_come(self, match: Match, side: int) -> bool:
        """Whether a side has lines on the sheet, and none of its members is absent."""
        side_of, lines = self.sides_by_player(match), match.sheet["lines"] if match.sheet else []
        mine = [line["out"] for line in lines if side_of.get(line["player"]) == side]
        return bool(mine) and "absent" not in mine

    def sides_by_player(self, match: Match) -> dict[str, int]:
        """Return player → side for everyone who sits at a match."""
        if self.has_pairs:
            return {seat.player: seat.side for seat in match.seats.values() if seat.entry and seat.player}
        taken = ((seat.side, seat.entry) for seat in match.seats.values() if seat.entry in self.entries)
        return {player: side for side, code in taken for player in self.entries[code or ""].players}

    def touch_fed_matches(self, match: str) -> None:
        """Add the matches that this match feeds to `touched`: their seats are checked after the act."""
        self.touched.update(following.code for following, _, _ in self.sides_fed_by(match))


def winner(match: Match) -> str | None:
    """Return the entry that wins on the sheet, even if it left since; None without one."""
    return match.sheet["winner"] if match.sheet else None


def loser(match: Match) -> str | None:
    """Return the entry placed second at a table of two; None if it was absent, or without a winner.

    At a larger table too, but None if any entry was absent there, or several share the place.
    """
    if match.sheet is None or len(match.sheet["placement"]) < 2 or match.sheet["winner"] is None:
        return None
    (side, *others) = match.sheet["placement"][1]
    return None if others or _absent(match, side) else match.sides.get(side)


def _absent(match: Match, side: int) -> bool:
    """Whether any line is `absent`, which at a table of two can only be the loser's (`side`)."""
    lines: list[Data] = match.sheet["lines"] if match.sheet else []
    return side in match.sides and any(line["out"] == "absent" for line in lines)
