"""A plain tournament of duels in which calls are contested, repeated, or killed."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

from tools.endorsement.play.client import Client, sign_up
from tools.endorsement.play.day import Match

LOGINS = 4  # at once


@dataclass(frozen=True)
class People:
    """A coordinator, and judges with a connection each."""

    boss: Client
    judges: Sequence[Client]
    names: Sequence[str]


@dataclass
class Arena:
    """A tournament whose first matches can be played; `boss` coordinates."""

    boss: Client
    path: str

    def url(self, path: str = "") -> str:
        """Return a path under the tournament."""
        return f"{self.path}{path}"

    def matches(self, query: str = "") -> Iterator[Match]:
        """Fetch and yield the matches in bracket order; `query` filters them, as `round=1` does."""
        number = 1
        while True:
            answer = self.boss.get(self.url(f"matches/?page_size=500&page={number}&{query}"))
            yield from answer["results"]
            if not answer["next"]:
                return
            number += 1

    def fetch_record(self) -> bytes:
        """Fetch the record as it is now."""
        return self.boss.must("GET", self.url("record/")).raw

    def fetch_head(self) -> str:
        """Fetch number and hash of the record's last line, as `SEQ:SHA256`, from the people's file."""
        head = self.boss.get(self.url("people/"))["head"]
        return f"{head['seq']}:{head['sha256']}"


def sign_up_people(base: str, count: int, prefix: str) -> People:
    """Sign up `count` + 1 accounts, or sign them in: the first coordinates, the others judge."""
    names = [f"{prefix}{number}" for number in range(count + 1)]
    with ThreadPoolExecutor(LOGINS) as pool:
        clients = list(pool.map(lambda name: sign_up(base, name), names))
    return People(clients[0], clients[1:], names)


def open_arena(
    people: People,
    name: str,
    *,
    entries: int,
    tables: int,
    seed: int,
    time_limit: int | None = None,
    coordinators: int = 1,
) -> Arena:
    """Create a tournament, appoint its staff, announce it, enter and check in entries, and draw.

    Every write has a key of its own. The first `coordinators` of the people coordinate, the others judge.
    """
    boss = people.boss
    terms = {
        "kind": "campeonato", "name": name, "year": 2026, "table_low": 2, "table_high": 2, "tables": tables,
        "time_limit": time_limit,
    }  # fmt: skip
    made = boss.post("tournaments/", terms, f"create-{quote(name)}")
    arena = Arena(boss, f"tournaments/{made['slug']}/")
    for number, username in enumerate(people.names):
        role, key = "coordinator" if number < coordinators else "judge", f"staff-{made['slug']}-{username}"
        boss.post(arena.url("staff/"), {"username": username, "role": role}, key)
    said = {"text": "Vai ter torneio.", "channel": "grupo"}
    boss.post(arena.url("announcement/"), said, f"announce-{made['slug']}")
    rows = [{"names": [f"Gente {number} {name}"]} for number in range(entries)]
    boss.post(arena.url("entries/import/"), {"rows": rows}, f"import-{made['slug']}")
    boss.post(arena.url("entries/check-in/"), None, f"arrive-{made['slug']}")
    confirm(boss, arena.path)
    boss.post(arena.url("draw/"), {"seed": seed}, f"draw-{made['slug']}")
    return arena


def confirm(boss: Client, path: str) -> None:
    """Confirm the regulation of a tournament as it is read now, which the draw asks for."""
    version = boss.get(f"{path}regulation/")["version"]
    boss.post(f"{path}regulation/confirm/", {"version": version}, f"confirm-{path}")


def sheet(match: Match, winner: int, lost: int = 0) -> dict[str, Any]:
    """Return a sheet on which the side `winner` wins; the other one has `lost` realms."""
    lines = [
        {"player": seat["player"], "intact": 6 if seat["side"] == winner else lost}
        for seat in match["seats"]
        if seat["player"]
    ]
    return {"ended_by": "win_condition", "winner": winner, "lines": lines}


def random_sheet(match: Match, rng: Random) -> dict[str, Any]:
    """Return a random sheet that a match may end with."""
    return sheet(match, rng.choice((1, 2)), rng.randrange(6))


def content(lines: Sequence[dict[str, Any]]) -> str:
    """Return a sheet's content as text, equal for calls, answers and records."""
    return " ".join(sorted(f"{line['player']}:{line['intact']}" for line in lines))
