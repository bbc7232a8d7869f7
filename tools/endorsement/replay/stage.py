"""Where the routes are tried: people, a tournament in progress, and what earlier steps left behind."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tools.endorsement.play.arena import Arena, People, sheet
from tools.endorsement.play.client import Client
from tools.endorsement.play.console import Console
from tools.endorsement.play.day import Match


@dataclass(frozen=True)
class Write:
    """One call to be repeated.

    `refusal`: the code with which it may be refused, each time alike. `varies`: each answer is another one.
    """

    client: Client
    path: str
    body: Any = None
    refusal: str = ""
    table_pass: str = ""
    varies: bool = False


@dataclass
class Stage:
    """The day so far. `seed` keeps names apart from those of other runs on the same installation."""

    base: str
    people: People
    seed: int
    console: Console
    path: str = ""
    known: dict[str, Any] = field(default_factory=dict)

    @property
    def boss(self) -> Client:
        """Organizes and coordinates."""
        return self.people.boss

    @property
    def judge(self) -> Client:
        """Judges."""
        return self.people.judges[0]

    @property
    def player(self) -> Client:
        """Plays."""
        return self.people.judges[1]

    def url(self, path: str = "") -> str:
        """Return a path under the tournament."""
        return f"{self.path}{path}"

    def write(self, client: Client, path: str, body: Any = None, *, refusal: str = "") -> Write:
        """A call under the tournament."""
        return Write(client, self.url(path), body, refusal)

    def name(self, what: str) -> str:
        """Return an unused name."""
        return f"{what} {self.seed}x"

    def matches(self, query: str) -> list[Match]:
        """Some matches of the tournament."""
        return list(Arena(self.boss, self.path).matches(query))

    def playable(self) -> Match:
        """A match that can be played now. All are read at once: a worker calls some in between."""
        found = next(self._playable(), None)
        if found is None:
            raise LookupError("nothing to play")
        return found

    def _playable(self) -> Iterator[Match]:
        return (match for match in self.matches("") if match["state"] in ("called", "playing", "ready"))

    def play_out(self) -> None:
        """Everything that is left."""
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
    """Register how a route is called, at its place in the day."""

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
    """Operations in the order of the day."""
    return iter(_steps.items())
