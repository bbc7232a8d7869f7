"""Where the routes are tried: people, a tournament in progress, and what earlier steps left behind.

A step is a function that is named for a route, prepares what the route needs, and returns the call.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tools.endorsement.play.arena import Arena, People, sheet
from tools.endorsement.play.client import Client
from tools.endorsement.play.console import Console
from tools.endorsement.play.day import Match


@dataclass(frozen=True)
class Write:
    """One call to be repeated; `path` is under `/api/v1/`.

    `refusal`: the code with which it may be refused, each time alike. `varies`: each answer is another one.
    `table_pass`: of a phone at a table.
    """

    client: Client
    path: str
    body: Any = None
    refusal: str = ""
    table_pass: str = ""
    varies: bool = False


@dataclass
class Stage:
    """The day so far. `path` is that of the tournament in which steps act at the moment.

    `seed` keeps names apart from those of other runs on the same installation. `known`: the answer to each
    operation, and what steps keep for later ones.
    """

    base: str
    people: People
    seed: int
    console: Console
    path: str = ""
    known: dict[str, Any] = field(default_factory=dict)

    @property
    def boss(self) -> Client:
        """Return the client of the person who organizes and coordinates."""
        return self.people.boss

    @property
    def judge(self) -> Client:
        """Return the client of a person who judges."""
        return self.people.judges[0]

    @property
    def player(self) -> Client:
        """Return the client of a person who plays."""
        return self.people.judges[1]

    def url(self, path: str = "") -> str:
        """Return a path under the tournament."""
        return f"{self.path}{path}"

    def write(self, client: Client, path: str, body: Any = None, *, refusal: str = "") -> Write:
        """Return a call under the tournament; nothing is sent yet."""
        return Write(client, self.url(path), body, refusal)

    def name(self, what: str) -> str:
        """Return an unused name."""
        return f"{what} {self.seed}x"

    def matches(self, query: str) -> list[Match]:
        """Return the matches that a query selects, in bracket order; all for ""."""
        return list(Arena(self.boss, self.path).matches(query))

    def playable(self) -> Match:
        """Return the first match that can be played now; LookupError if none can.

        All are read at once: a worker calls some in between.
        """
        found = next(self._playable(), None)
        if found is None:
            raise LookupError("nothing to play")
        return found

    def _playable(self) -> Iterator[Match]:
        return (match for match in self.matches("") if match["state"] in ("called", "playing", "ready"))

    def play_out(self) -> None:
        """Play all that is left: the first side wins, or a side alone by walkover."""
        while match := next(self._playable(), None):
            seated = {seat["side"] for seat in match["seats"] if seat["player"]}
            body = sheet(match, min(seated))
            if len(seated) > 1:
                self.boss.post(self.url(f"matches/{match['code']}/start/"))
            else:
                body = {
                    "ended_by": "walkover",
                    "lines": [{"player": line["player"]} for line in body["lines"]],
                }
            self.boss.post(self.url(f"matches/{match['code']}/sheet/"), body)


Act = Callable[[Stage], Write]
_steps: dict[str, Act] = {}


def step(operation: str) -> Callable[[Act], Act]:
    """Register a step: how the route with this operation id is called, at its place in the day.

    A route that is called in several situations has a step for each: `close_stage`, `close_stage groups`.
    """

    def register(act: Act) -> Act:
        _steps[operation] = act
        return act

    return register


def plain(operation: str, path: str, body: Any = None, *, by: str = "boss", refusal: str = "") -> None:
    """Register a call under the tournament; `{name}` in its path stands for what a step put into `known`."""

    def act(stage: Stage) -> Write:
        return stage.write(getattr(stage, by), path.format_map(stage.known), body, refusal=refusal)

    step(operation)(act)


def steps() -> Iterator[tuple[str, Act]]:
    """Yield the steps with their names, in the order of the day."""
    return iter(_steps.items())
