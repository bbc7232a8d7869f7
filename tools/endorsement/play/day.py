"""One tournament over HTTP from the first call to its record, as a plan says."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any, NoReturn

from tools.endorsement.generate import outcomes
from tools.endorsement.generate.outcomes import Table
from tools.endorsement.generate.plans import Plan
from tools.endorsement.play.client import Answer, Client, Refusal

Match = dict[str, Any]


@dataclass
class Staff:
    """The accounts of a day: who coordinates, and judges with a connection each."""

    coordinator: Client
    judges: Sequence[Client]
    names: Sequence[str]


@dataclass
class Day:
    """A tournament that is being played; `done` counts what happened."""

    plan: Plan
    staff: Staff
    path: str = ""
    done: Counter[str] = field(default_factory=Counter)
    head: str = ""

    def refuse(self, act: str, answer: Answer) -> NoReturn:
        """What the rules allow was refused: raises `Refusal`."""
        raise Refusal(act, answer)

    @property
    def boss(self) -> Client:
        """Organizer and coordinator in one person."""
        return self.staff.coordinator

    def url(self, path: str = "") -> str:
        """Return a path under the tournament."""
        return f"{self.path}{path}"

    def rng(self, *what: object) -> Random:
        """Chance that depends on the seed and on what it decides, not on who is faster."""
        return Random(f"{self.plan.seed} {what}")

    # --- before the first match ---------------------------------------------------------------------------

    def prepare(self) -> None:
        """Create, announce, enter, check in, draw."""
        plan = self.plan
        terms = {
            "kind": plan.kind, "name": plan.name, "variants": plan.variants, "year": 2026,
            "ranked": plan.ranked,
            "multiplier": plan.multiplier, "table_low": 2, "table_high": plan.table_size,
            "time_limit": plan.time_limit, "house_rules": plan.house_rules, "tables": plan.entries,
            "stages": stages(plan),
        }  # fmt: skip
        made = self.boss.post("tournaments/", terms, key=f"create-{plan.seed}")
        self.path = f"tournaments/{made['slug']}/"
        self._announce()
        self._enter()
        version = self.boss.get(self.url("regulation/"))["version"]
        self.boss.post(self.url("regulation/confirm/"), {"version": version})
        word = {"word": f"palavra {plan.seed}"}
        chance = word if plan.seed % 3 else {"seed": plan.seed}
        body = word if plan.swiss else {**chance, "apart": bool(plan.clubs)}
        self.boss.post(self.url("draw/"), body, key=f"draw-{plan.seed}")

    def _announce(self) -> None:
        helpers = [(self.staff.names[0], "coordinator"), *((name, "judge") for name in self.staff.names[1:])]
        for username, role in helpers:
            self.boss.post(self.url("staff/"), {"username": username, "role": role})
        self.boss.post(self.url("announcement/"), {"text": "Vai ter torneio.", "channel": "grupo"})

    def _enter(self) -> None:
        rng, pair = self.rng("entries"), self.plan.kind == "duplas"
        rows = []
        for number in range(self.plan.entries):
            names = [f"Gente {self.plan.seed}x {number} {member}" for member in ("um", "dois")[: 1 + pair]]
            club = {"club": f"Clube {rng.randrange(self.plan.clubs)}"} if self.plan.clubs else {}
            rows.append({"names": names, **club})
        self.boss.post(self.url("entries/import/"), {"rows": rows}, key=f"import-{self.plan.seed}")
        self.boss.post(self.url("entries/check-in/"))

    # --- matches -----------------------------------------------------------------------------------------

    def matches(self, *states: str) -> Iterator[Match]:
        """All matches in these states, in bracket order."""
        page = self.url("matches/?page_size=500")
        number = 1
        while True:
            answer = self.boss.get(f"{page}&page={number}")
            yield from (match for match in answer["results"] if not states or match["state"] in states)
            if not answer["next"]:
                return
            number += 1

    def playable(self) -> list[Match]:
        """What can be played now."""
        return list(self.matches("ready", "called", "playing"))

    def play_round(self) -> int:
        """Everything that can be played now, by all judges at once; how many matches."""
        found = self.playable()
        with ThreadPoolExecutor(len(self.staff.judges)) as pool:
            shares = [found[number :: len(self.staff.judges)] for number in range(len(self.staff.judges))]
            for future in [pool.submit(self._share, *x) for x in zip(self.staff.judges, shares, strict=True)]:
                future.result()
        return len(found)

    def _share(self, judge: Client, matches: Sequence[Match]) -> None:
        for match in matches:
            self.play_match(judge, match)

    def play_match(self, judge: Client, match: Match) -> None:
        """One match: start, perhaps redraws, its sheet, sent twice as a phone does."""
        rng = self.rng("match", match["round"], match["number"], match["seq"])
        table = table_of(self.plan.kind, match)
        sheet = outcomes.sheet(table, rng, self.plan.faults) if len(table.sides) > 1 else alone(table, rng)
        if sheet["ended_by"] not in ("walkover", "nobody"):
            self._start(judge, match, rng)
        who = self.boss if sheet["ended_by"] == "ruling" else judge
        path, key = self.url(f"matches/{match['code']}/sheet/"), f"sheet-{match['code']}-{match['seq']}"
        first = who.must("POST", path, sheet, key)
        self.done[sheet["ended_by"]] += 1
        if rng.random() < 0.1:
            again = who.must("POST", path, sheet, key)
            self.done["repeated"] += 1
            if again.body != first.body or again.headers.get("idempotency-replayed") != "true":
                raise AssertionError(f"the same call was answered differently: {again.raw[:300]!r}")

    def draw_next(self) -> bool:
        """The next Swiss round, or the bracket after the rounds; whether there is more to play."""
        if self.plan.swiss is None:
            return False
        stage = self.boss.get(self.url("stage/"))
        act, rounds = stage["next_act"], stage["rounds"]
        if act is None:
            return False
        self.done[act] += 1
        if act == "draw_round":
            self.boss.post(
                self.url("stage/rounds/"), {"word": f"palavra {rounds}"}, f"round-{self.plan.seed}-{rounds}"
            )
            return True
        border = (stage["advancing"] or {}).get("border")
        won = border["tied"][: border["free"]] if border else []
        self.done["cards cut"] += bool(border)
        closed = self.boss.post(self.url("stage/close/"), {"won": won}, f"close-{self.plan.seed}")
        return bool(closed["advanced"])

    def started(self, match: Match) -> Match:
        """A match that is being played now."""
        self._start(self.boss, match, self.rng("start", match["number"]))
        found: Match = self.boss.get(self.url(f"matches/{match['code']}/"))
        return found

    def _start(self, judge: Client, match: Match, rng: Random) -> None:
        if match["state"] == "ready":
            free = judge.get(self.url("now/"))["free_tables"]
            judge.call(
                "POST",
                self.url(f"matches/{match['code']}/place/"),
                {"table": free[match["number"] % len(free)]},
            )
        judge.post(self.url(f"matches/{match['code']}/start/"))
        if rng.random() < self.plan.faults.redraw:
            player = match["seats"][0]["player"]
            if player:
                judge.post(self.url(f"matches/{match['code']}/redraw/"), {"player": player})
                self.done["redraw"] += 1

    # --- the end -----------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Fix the classification."""
        self.boss.post(self.url("finish/"), key=f"finish-{self.plan.seed}-{self.done['finish']}")
        self.done["finish"] += 1

    def download(self) -> bytes:
        """The record, with its head in `head` as the people's file says it."""
        head = self.boss.get(self.url("people/"))["head"]
        self.head = f"{head['seq']}:{head['sha256']}"
        return self.boss.must("GET", self.url("record/")).raw


def stages(plan: Plan) -> list[dict[str, Any]]:
    """What is played before the bracket."""
    if plan.swiss is None:
        return []
    rounds, advance = plan.swiss
    return [{"kind": "swiss", "rounds": rounds, "advance": advance, "apart": bool(plan.clubs)}]


def table_of(kind: str, match: Match) -> Table:
    """Who sits at a match, side by side; empty seats left out."""
    sides: dict[int, list[str]] = {}
    for seat in match["seats"]:
        if seat["player"]:
            sides.setdefault(seat["side"], []).append(seat["player"])
    return Table(kind, dict(sorted(sides.items())))


def alone(table: Table, rng: Random) -> outcomes.Sheet:
    """One side at a table whose other seats are empty wins by walkover."""
    return outcomes.walkover(table, rng)
