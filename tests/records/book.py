"""A record in the making: the lines of a small tournament, written without the product's services.

`Book` keeps bodies (`at`, `by`, `type`, `data`); `chained` numbers and hashes them. A mutation edits the
bodies and chains them again, so that nothing but the fault itself is wrong.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from checker import Finding, Unreadable, check_bytes
from rulesets.kernel.rules import Rules, TableSize
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Situation
from rulesets.registry import game_of, kind_of_definition, kind_under
from tests.records.second_draw import add_second_chance, taker
from tournaments.bracket.commitment import hash_of, seed_of
from tournaments.bracket.draw import draw
from tournaments.bracket.lots import ALGORITHM, CounterLots, Lots, PythonLots
from tournaments.bracket.passing_over import list_index_by_entry
from tournaments.bracket.seeding import Method, Seedable
from tournaments.bracket.shapes import Shape, default_shape

Body = dict[str, Any]
Bodies = list[Body]
COUNTS = ("intact", "razed", "commanders", "armies", "razed_in_battle", "castle", "wall", "fell")
ORGANIZER, COORDINATOR, JUDGE = "organizer:po", "coordinator:pc", "judge:pj"
SECOND = "tournament-record/2"
POINTS = ["25", "18", "15", "12", "10", "8", "6", "4", "2", "1"]
TITLES = {
    "campeonato": "Campeonato",
    "duplas": "Duplas",
    "conquistadores": "Conquistadores",
    "duelo": "Duelo",
}


def chained(bodies: Iterable[Mapping[str, Any]]) -> bytes:
    """The file: bodies numbered, hashed and in canonical bytes."""
    text, prev = [], "0" * 64
    for seq, body in enumerate(bodies):
        line = canonical({**body, "seq": seq, "prev": prev})
        prev = hashlib.sha256(line).hexdigest()
        text.append(line + b"\n")
    return b"".join(text)


def canonical(value: Mapping[str, Any]) -> bytes:
    """Canonical bytes of one line."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def found(data: bytes | Bodies) -> list[Finding]:
    """What the checker says of these bytes, or of these bodies once they are chained."""
    return check_bytes(data if isinstance(data, bytes) else chained(data))


def rules_found(data: bytes | Bodies) -> set[str]:
    """Only the codes; `unreadable` for what is no record at all."""
    try:
        return {finding.rule for finding in found(data)}
    except Unreadable:
        return {"unreadable"}


@dataclass
class Book:
    """Writes one tournament line by line; `facts` are over those of an unranked Campeonato."""

    facts: dict[str, Any] = field(default_factory=dict)
    bodies: Bodies = field(default_factory=list)
    now: datetime = datetime(2026, 5, 2, 12, tzinfo=UTC)
    by: str = ORGANIZER
    people: dict[str, list[str]] = field(default_factory=dict)
    known: dict[str, Seedable] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    matches: dict[str, Body] = field(default_factory=dict)
    started: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    versions: dict[str, int] = field(default_factory=dict)
    winners: dict[str, str | None] = field(default_factory=dict)
    secrets: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.facts = {
            "format": "tournament-record/1", "software": "a test", "game": "chama", "kind": "campeonato",
            "name": "Teste", "variants": [], "year": 2026, "ranked": False, "multiplier": 1,
            "table": {"min": 2, "max": 2}, "time_limit": 40, "house_rules": {},
            "rules": {"id": "chama@0", "sha256": "0" * 64}, "points": POINTS, **self.facts,
        }  # fmt: skip
        word = (self.facts.get("definition") or {}).get("title_word") or TITLES[self.facts["kind"]]
        self.facts.setdefault("title", f"Chama: {word} Teste 2026")
        self.write("tournament.created", **self.facts)
        self.write("staff.assigned", role="organizer", person="po")
        self.act(ORGANIZER)
        self.write("staff.assigned", role="coordinator", person="pc")
        self.write("staff.assigned", role="judge", person="pj")

    @property
    def rules(self) -> Rules:
        """The rules that the facts say."""
        facts = self.facts
        table = TableSize(facts["table"]["min"], facts["table"]["max"])
        variants, limit = tuple(facts["variants"]), facts["time_limit"]
        written = int(facts["format"].rpartition("/")[2])
        own = kind_of_definition(facts["game"], facts["kind"], facts.get("definition"))
        return Rules(facts["game"], facts["kind"], variants, table, limit, facts["house_rules"], own, written)

    def act(self, by: str) -> None:
        """Begin another act: a minute later, by somebody."""
        self.now += timedelta(minutes=1)
        self.by = by

    def write(self, type_: str, *, author: str | None = None, **data: Any) -> None:
        """One more line of this act."""
        at = self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.bodies.append({"at": at, "by": author or self.by, "type": type_, "data": deepcopy(data)})

    def announce(self) -> None:
        """Publish the announcement."""
        self.act(ORGANIZER)
        self.write("tournament.announced", channel="grupo")

    def confirm(self) -> None:
        """Confirm the regulation."""
        self.act(COORDINATOR)
        self.write("regulation.confirmed", version="1" * 64, rules=self.facts["rules"])

    def enter(
        self, count: int, *, seeds: Sequence[int | None] = (), groups: Sequence[str | None] = ()
    ) -> None:
        """Add so many entries, and check them in."""
        size = kind_under(self.rules).team_size
        for _ in range(count):
            number = len(self.people) + 1
            players = [f"p{number}{member}" for member in "ab"[:size]]
            self.people[f"e{number:03}"] = players
            self.act(JUDGE)
            seed, group = dict(enumerate(seeds, 1)).get(number), dict(enumerate(groups, 1)).get(number)
            self.known[f"e{number:03}"] = Seedable(f"e{number:03}", group, seed)
            self.write("entry.added", entry=f"e{number:03}", players=players, seed=seed, group=group)
        for entry in list(self.people)[-count:]:
            self.act(JUDGE)
            if not self.secrets:
                self.promise()
            self.write("entry.checked_in", entry=entry, pineapples=[])

    def promise(self) -> None:
        """Promise a secret for the next draw; nothing in the first format."""
        if self.facts["format"] == SECOND:
            self.secrets.append(f"{len(self.secrets) + 1:064x}")
            self.write("draw.committed", author="system", hash=hash_of(self.secrets[-1]))

    def leave(self, entry: str, how: str = "withdrawn") -> None:
        """An entry withdraws or is disqualified, in the act that is going on."""
        self.write(f"entry.{how}", entry=entry, reason="um motivo")
        self.left.add(entry)

    def draw(
        self,
        seed: int = 5,
        shape: Shape | None = None,
        prefix: str = "m",
        *,
        method: Method = "random",
        apart: bool = False,
        word: str | None = "capivara",
        lately: Sequence[Sequence[str]] = (),
    ) -> None:
        """Publish a draw and let the byes through. `word` None types the seed by hand."""
        had = list_index_by_entry(lately)
        said: Body = {"passed_over": [list(codes) for codes in lately]} if lately else {}
        here = [self.known[entry] for entry in self.people if entry not in self.left]
        entries = [replace(entry, lately=had.get(entry.entry)) for entry in here]
        table, rules = self.facts["table"], self.facts["house_rules"]
        short = rules.get("short_final", False)
        default = default_shape(len(entries), table["min"], table["max"], short_final=short)
        told, lots = self._seed(seed, word, [entry.entry for entry in entries])
        drawn = draw(
            entries,
            shape or default,
            method=method,
            lots=lots,
            apart=apart,
            third_place=rules.get("third_place_match", False),
            team_size=len(next(iter(self.people.values()))),
            marks=game_of(self.facts["game"]).marks,
            members=self.people,
        )
        matches: Bodies = [
            {
                "match": f"{prefix}{plan.round}.{plan.number}",
                "round": plan.round,
                "number": plan.number,
                "seats": [_seat(plan.sides[seat.side - 1], seat, prefix) for seat in seats],
            }
            for plan, seats in zip(drawn.plan.matches, drawn.seats, strict=True)
        ]
        suits = game_of(self.facts["game"]).marks
        said |= add_second_chance(self.facts, told["seed"], matches, prefix, suits)
        self.act(COORDINATOR)
        self.matches = {match["match"]: deepcopy(match) for match in matches}
        self.write(
            "draw.published",
            method=method,
            **told,
            order=list(drawn.plan.order),
            **said,
            shape="chosen" if shape and shape != default else "default",
            rounds=[list(sizes) for sizes in drawn.plan.shape.rounds],
            matches=matches,
        )
        for name, match in self.matches.items():
            if len({seat["side"] for seat in match["seats"]}) == 1:
                entry = match["seats"][0]["entry"]
                self.sheet_line(name, "bye", placement=[[1]], winner=entry, author="system")
                self.fill(name, author="system")

    def _seed(self, seed: int, word: str | None, entries: Sequence[str]) -> tuple[Body, Lots]:
        """What the draw's line tells of its seed, and the lots that follow."""
        if self.facts["format"] != SECOND:
            return {"seed": seed}, PythonLots(seed)
        if word is None:
            return {"seed": seed, "algorithm": None, "secret": None, "word": None}, CounterLots(str(seed))
        secret = self.secrets[-1]
        derived = seed_of(secret, entries, word)
        return {"seed": derived, "algorithm": ALGORITHM, "secret": secret, "word": word}, CounterLots(derived)

    def at(self, name: str) -> dict[int, str]:
        """The entry on each side of a match."""
        return {seat["side"]: seat["entry"] for seat in self.matches[name]["seats"] if seat["entry"]}

    def start(self, name: str) -> None:
        """A match begins."""
        self.act(JUDGE)
        self.write("match.started", match=name)
        self.started.add(name)

    def call_time(self, name: str) -> None:
        """The limit is reached."""
        self.act("system")
        self.write("match.time_called", match=name)
        self.called.add(name)

    def lines(self, name: str, **counts: Mapping[str, Any]) -> list[Body]:
        """A line for everybody at a match: five realms and a few cards, or what `counts` says by player."""
        sides = self.at(name)
        players = [player for side in sorted(sides) for player in self.people[sides[side]]]
        return [{**_plain_line(player, self.facts["kind"]), **counts.get(player, {})} for player in players]

    def win(self, name: str, side: int = 1, **more: Any) -> None:
        """A plain win by the condition of the type, in an act of its own, and who goes on."""
        if name not in self.started:
            self.start(name)
        self.act(JUDGE)
        self.won(name, side, **more)
        self.fill(name)

    def won(self, name: str, side: int, **more: Any) -> None:
        """The sheet of a plain win, in the act that is going on."""
        members = self.people[self.at(name)[side]]
        kind = self.facts["kind"]
        held = {"intact": 5} if kind == "duplas" else {"intact": 6}
        held |= {"intact": 3, "razed_in_battle": 4} if kind == "conquistadores" else {}
        lines = self.lines(name, **dict.fromkeys(members, held))
        self.judged(name, "win_condition", lines, winner=side, **more)

    def judged(
        self,
        name: str,
        ended_by: str,
        lines: Sequence[Body],
        *,
        winner: int | None = None,
        cuts: Sequence[Body] = (),
        reason: str | None = None,
        **more: Any,
    ) -> None:
        """A sheet whose winner, placement and scores are those that the rules give."""
        sides = self.at(name)
        seats = [SeatAt(side, player) for side in sorted(sides) for player in self.people[sides[side]]]
        situation = Situation(tuple(seats), name in self.started, name in self.called, name in self.winners)
        verdict = game_of(self.rules.game).judge(
            self.rules, situation, _sheet(ended_by, lines, winner, cuts, reason)
        )
        assert verdict.stands, verdict
        scores = {str(side): score for side, score in verdict.scores.items()} if ended_by == "time" else {}
        placement = [list(tied) for tied in verdict.placement]
        entry = sides[verdict.winner] if verdict.winner else None
        given = {"lines": list(lines), "cuts": list(cuts), "scores": scores, "reason": reason, **more}
        self.sheet_line(name, ended_by, placement=placement, winner=entry, **given)

    def sheet_line(self, name: str, ended_by: str, *, author: str | None = None, **data: Any) -> None:
        """A `sheet.recorded` exactly as given, with the next version."""
        self.versions[name] = self.versions.get(name, 0) + 1
        self.winners[name] = data["winner"]
        empty: Body = {
            "lines": [],
            "cuts": [],
            "scores": {},
            "report": None,
            "rewritten": False,
            "reason": None,
        }
        line = {**empty, "match": name, "version": self.versions[name], "ended_by": ended_by, **data}
        self.write("sheet.recorded", author=author, **line)

    def fill(self, name: str, author: str | None = None) -> None:
        """Seat who goes on, where the bracket says."""
        for match in self.matches.values():
            for seat in match["seats"]:
                if seat["from"] and seat["from"]["match"] == name:
                    entry = taker(self, name, seat["from"])
                    self.seat(match["match"], seat["seat"], entry if entry not in self.left else None, author)

    def seat(self, name: str, number: int, entry: str | None, author: str | None = None) -> None:
        """One `seat.filled`; in pairs each member takes their turn."""
        seats = self.matches[name]["seats"]
        seat = seats[number - 1]
        turn = (number - 1) // len({other["side"] for other in seats})
        people = self.people[entry] if entry else []
        seat["entry"], seat["player"] = entry, people[turn] if len(people) > 1 else None
        kept = {key: seat[key] for key in ("seat", "entry", "player", "suit")}
        self.write("seat.filled", author=author, match=name, **kept)

    def correct(self, name: str, *effects: Body) -> None:
        """A `correction.applied` of the latest version."""
        self.write("correction.applied", match=name, version=self.versions[name], effects=list(effects))

    def play(self, but: Iterable[str] = (), side: int = 1) -> None:
        """Play every match that has no sheet yet: the same side wins everywhere."""
        for name in [name for name in self.matches if name not in {*self.winners, *but}]:
            self.win(name, side)

    def finish(self, rows: list[Body]) -> None:
        """The end, with this classification."""
        self.act(COORDINATOR)
        self.write("tournament.finished", classification=rows)


def row(place: int, entries: Sequence[str], points: str, why: str | None) -> Body:
    """One row of a classification."""
    return {"place": place, "entries": list(entries), "points": points, "why": why}


def edited(bodies: Bodies, edit: Callable[[Bodies], None]) -> Bodies:
    """A copy of the bodies with a fault put in."""
    copy = deepcopy(bodies)
    edit(copy)
    return copy


def of_type(bodies: Bodies, type_: str, index: int = 0) -> Body:
    """The data of the so-manyth line of a type."""
    return [body for body in bodies if body["type"] == type_][index]["data"]  # type: ignore[no-any-return]


def _plain_line(player: str, kind: str) -> Body:
    cards = {"intact": 2, "razed": 0, "commanders": 1, "armies": 1}
    battles = 0 if kind == "conquistadores" else None
    return {"player": player, **cards, "razed_in_battle": battles, "out": None, "out_order": None}


def _sheet(
    ended_by: str, lines: Sequence[Body], winner: int | None, cuts: Sequence[Body], reason: str | None
) -> Sheet:
    return Sheet(
        EndedBy(ended_by),
        tuple(
            Line(
                line["player"],
                {key: line[key] for key in COUNTS if line.get(key) is not None},
                Out(line["out"]) if line["out"] else None,
                line["out_order"],
            )
            for line in lines
        ),
        winner,
        tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in cuts),
        reason or "",
    )


def _seat(side: Any, seat: Any, prefix: str) -> Body:
    feed = side.feed
    source = feed and {"match": f"{prefix}{feed.round}.{feed.number}", "take": feed.take.value}
    return {
        "seat": seat.seat,
        "side": seat.side,
        "suit": seat.mark,
        "entry": side.entry,
        "player": seat.player,
        "from": source,
    }
