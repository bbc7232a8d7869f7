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
WITHDRAWN = 0.15
"""How many of the rounds after the first are taken back once."""


@dataclass
class Staff:
    """The clients of a day: of the coordinator, and of each judge; `names` are their user names."""

    coordinator: Client
    judges: Sequence[Client]
    names: Sequence[str]


@dataclass
class Day:
    """A tournament that is being played as its plan says.

    `done` counts what happened, by a word for it. `head` is set by `download`.
    """

    plan: Plan
    staff: Staff
    path: str = ""
    done: Counter[str] = field(default_factory=Counter)
    head: str = ""

    def refuse(self, act: str, answer: Answer) -> NoReturn:
        """Raise `Refusal`, because the product refused what the rules allow."""
        raise Refusal(act, answer)

    @property
    def boss(self) -> Client:
        """Return the client of the person who organizes and coordinates."""
        return self.staff.coordinator

    def url(self, path: str = "") -> str:
        """Return a path under the tournament."""
        return f"{self.path}{path}"

    def rng(self, *what: object) -> Random:
        """Return a generator that depends on the seed and on what it decides, not on the order of calls."""
        return Random(f"{self.plan.seed} {what}")

    # --- before the first match ---------------------------------------------------------------------------

    def prepare(self) -> None:
        """Create the tournament, announce it, enter and check in entries, and draw."""
        plan = self.plan
        terms = {
            "kind": plan.kind, "name": plan.name, "variants": plan.variants, "year": 2026,
            "ranked": plan.ranked,
            "multiplier": plan.multiplier, "table_low": 2, "table_high": plan.table_size,
            "time_limit": plan.time_limit, "house_rules": plan.house_rules, "tables": plan.entries,
            "stages": stages_in_api(plan),
        }  # fmt: skip
        made = self.boss.post("tournaments/", terms, key=f"create-{plan.seed}")
        self.path = f"tournaments/{made['slug']}/"
        self._announce()
        self._enter()
        version = self.boss.get(self.url("regulation/"))["version"]
        self.boss.post(self.url("regulation/confirm/"), {"version": version})
        word = {"word": f"palavra {plan.seed}"}
        chance = word if plan.seed % 3 else {"seed": plan.seed}
        body = word if plan.stage else {**chance, "apart": bool(plan.clubs)}
        self.boss.post(self.url("draw/"), body, key=f"draw-{plan.seed}")

    def _announce(self) -> None:
        """Appoint a coordinator and the judges, and publish the announcement."""
        helpers = [(self.staff.names[0], "coordinator"), *((name, "judge") for name in self.staff.names[1:])]
        for username, role in helpers:
            self.boss.post(self.url("staff/"), {"username": username, "role": role})
        self.boss.post(self.url("announcement/"), {"text": "Vai ter torneio.", "channel": "grupo"})

    def _enter(self) -> None:
        """Import the plan's entries, with random clubs, and check all in."""
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
        """Fetch and yield the matches in these states, or all without one, in bracket order."""
        page = self.url("matches/?page_size=500")
        number = 1
        while True:
            answer = self.boss.get(f"{page}&page={number}")
            yield from (match for match in answer["results"] if not states or match["state"] in states)
            if not answer["next"]:
                return
            number += 1

    def playable(self) -> list[Match]:
        """Fetch the matches that can be played now."""
        return list(self.matches("ready", "called", "playing"))

    def play_round(self) -> int:
        """Play all matches that can be played now, by all judges at once; return how many there were."""
        found = self.playable()
        with ThreadPoolExecutor(len(self.staff.judges)) as pool:
            shares = [found[number :: len(self.staff.judges)] for number in range(len(self.staff.judges))]
            work = zip(self.staff.judges, shares, strict=True)
            for future in [pool.submit(self._play_share, *one) for one in work]:
                future.result()
        return len(found)

    def _play_share(self, judge: Client, matches: Sequence[Match]) -> None:
        """Play these matches by one judge, one after the other."""
        for match in matches:
            self.play_match(judge, match)

    def play_match(self, judge: Client, match: Match) -> None:
        """Start a match and record its sheet, now and then after a redraw, or sent twice as phones do.

        Raises `Refusal`, or `AssertionError` if the second answer differs.
        """
        rng = self.rng("match", match["round"], match["number"], match["seq"])
        table = table_of(self.plan.kind, match)
        sheet = (
            outcomes.sheet(table, rng, self.plan.faults) if len(table.sides) > 1 else walkover_of(table, rng)
        )
        if sheet["ended_by"] not in ("walkover", "nobody"):
            self._start_match(judge, match, rng)
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
        """Draw the next round of a stage, or close it with its cuts; return whether there is more to play."""
        if self.plan.stage is None:
            return False
        stage = self.boss.get(self.url("stage/"))
        act, rounds = stage["next_act"], stage["rounds"]
        if act is None:
            return False
        self.done[act] += 1
        if act == "draw_round":
            self._draw_round(rounds)
            return True
        won = cut_winners(stage)
        self.done["cards cut"] += bool(won)
        closed = self.boss.post(self.url("stage/close/"), {"won": won}, f"close-{self.plan.seed}")
        return bool(closed["advanced"])

    def _draw_round(self, rounds: int) -> None:
        """Draw the next round; sometimes it is taken back at once and drawn again."""
        address, key = self.url("stage/rounds/"), f"round-{self.plan.seed}-{rounds}"
        self.boss.post(address, {"word": f"palavra {rounds}"}, key)
        if self.rng("round withdrawn", rounds).random() < WITHDRAWN:
            self.boss.post(f"{address}withdraw/", {"reason": "faltou gente"}, f"withdrawn-{key}")
            self.boss.post(address, {"word": "outra vez"}, f"again-{key}")
            self.done["round withdrawn"] += 1

    def start_and_read(self, match: Match) -> Match:
        """Start the match, and fetch it as it is then."""
        self._start_match(self.boss, match, self.rng("start", match["number"]))
        found: Match = self.boss.get(self.url(f"matches/{match['code']}/"))
        return found

    def _start_match(self, judge: Client, match: Match, rng: Random) -> None:
        """Give a ready match a free table and start it; now and then note a redraw."""
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
        """Finish the tournament."""
        self.boss.post(self.url("finish/"), key=f"finish-{self.plan.seed}-{self.done['finish']}")
        self.done["finish"] += 1

    def download(self) -> bytes:
        """Fetch the record, and store its head in `head`, as `SEQ:SHA256` from the people's file."""
        head = self.boss.get(self.url("people/"))["head"]
        self.head = f"{head['seq']}:{head['sha256']}"
        return self.boss.must("GET", self.url("record/")).raw


def stages_in_api(plan: Plan) -> list[dict[str, Any]]:
    """Return what is played before the bracket, as the API takes it."""
    if plan.stage is None:
        return []
    kind = {"kind": "groups", "groups": plan.stage.groups} if plan.stage.groups else {"kind": "swiss"}
    rounds = {"rounds": plan.stage.rounds, "advance": plan.stage.advance}
    points = "placement" if plan.stage.placement else "win"
    return [{**kind, **rounds, "apart": bool(plan.clubs), "points": points}]


def cut_winners(stage: dict[str, Any]) -> list[str]:
    """Return who wins the cuts of cards at the borders of a stage: of each the first that fill its places."""
    borders = stage["advancing"]["borders"] if stage["advancing"] else []
    return [code for border in borders for code in border["tied"][: border["free"]]]


def table_of(kind: str, match: Match) -> Table:
    """Return who sits at a match, by side, without empty seats."""
    sides: dict[int, list[str]] = {}
    for seat in match["seats"]:
        if seat["player"]:
            sides.setdefault(seat["side"], []).append(seat["player"])
    return Table(kind, dict(sorted(sides.items())))


def walkover_of(table: Table, rng: Random) -> outcomes.Sheet:
    """Return the sheet of a walkover, for a table at which one side sits alone."""
    return outcomes.walkover_sheet(table, rng)
