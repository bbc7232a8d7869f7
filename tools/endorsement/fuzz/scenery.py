"""Tournaments at every stage as targets of calls; replaced now and then, since calls end them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from tools.endorsement.fuzz.known import Known, known, passes
from tools.endorsement.play.arena import Arena, confirm, gathered
from tools.endorsement.play.client import Client, sign_up

DUELS = {"kind": "campeonato", "table_low": 2, "table_high": 2, "house_rules": {"player_reports": True}}
KINGDOMS = {"game": "jogo-dos-reinos", "kind": "reinos", "table_low": 4, "table_high": 4}
DECKS = {
    "game": "hermetica", "kind": "duelo", "table_low": 2, "table_high": 2,
    "house_rules": {"hermetica_deck_check": True},
}  # fmt: skip
TABLES = 4
_numbers = count(1)


@dataclass(frozen=True)
class Scenery:
    """The tournaments, and the callers by their role in them (`nobody` has no key)."""

    tokens: dict[str, str | None]
    places: Sequence[Known]
    arenas: Sequence[Arena]


@dataclass(frozen=True)
class Crew:
    """Those who make it. `mark` keeps names apart."""

    boss: Client
    player: Client
    partner: Client
    names: Sequence[str]
    mark: str

    def created(self, name: str, **terms: Any) -> Arena:
        """With a staff, seen by it alone."""
        plain = {"name": f"{name} {self.mark}", "year": 2026, "tables": TABLES, **terms}
        arena = Arena(self.boss, f"tournaments/{self.boss.post('tournaments/', plain)['slug']}/")
        for username, role in zip(self.names, ("coordinator", "judge"), strict=False):
            self.boss.post(arena.url("staff/"), {"username": username, "role": role})
        return arena

    def entered(self, name: str, entries: int, **terms: Any) -> Arena:
        """Announce a tournament with a player among its entries, none of them at another table."""
        arena = self.created(name, **terms)
        self.boss.post(arena.url("announcement/"), {"text": "Vai ter torneio.", "channel": "grupo"})
        who = self.partner if terms.get("game") == KINGDOMS["game"] else self.player
        who.post(arena.url("entries/self/"), {})
        rows = [{"names": [f"Gente {number} {name} {self.mark}"]} for number in range(1, entries)]
        self.boss.post(arena.url("entries/import/"), {"rows": rows})
        return arena

    def playing(self, name: str, entries: int, **terms: Any) -> Arena:
        """The first matches have begun, and every table has its card."""
        arena = self.entered(name, entries, **terms)
        self.boss.post(arena.url("entries/check-in/"))
        confirm(self.boss, arena.path)
        self.boss.post(arena.url("draw/"), {"seed": 7})
        self.boss.post(arena.url("cards/"), {"act": "issue"})
        for match in list(arena.matches("round=1")):
            if len([seat for seat in match["seats"] if seat["player"]]) > 1:
                self.boss.post(arena.url(f"matches/{match['code']}/start/"))
        return arena


def scenery(base: str, seed: int) -> Scenery:
    """People of their own, and a tournament at each stage."""
    mark = f"z{seed}x{next(_numbers)}"
    people = gathered(base, 1, mark)
    player, partner, stranger = (sign_up(base, f"{mark}{who}") for who in ("player", "partner", "stranger"))
    crew = Crew(people.boss, player, partner, people.names, mark)
    arenas = list(_stages(crew))
    places = [_known(crew, arena) for arena in arenas]
    tokens = {
        "organizer": people.boss.token, "judge": people.judges[0].token, "player": player.token,
        "partner": partner.token,
        "stranger": stranger.token, "nobody": None,
    }  # fmt: skip
    return Scenery(tokens, places, arenas)


def _stages(crew: Crew) -> Iterator[Arena]:
    yield crew.created("Segredo", **DUELS)
    full = crew.entered("Inscreve", 6, **{**DUELS, "capacity": 6})
    crew.boss.post(full.url("waiting/"), {"names": [f"Espera {crew.mark}"]})
    yield full
    yield crew.entered("Baralho", 4, **DECKS)
    yield crew.playing("Corre", 8, **DUELS)
    kingdoms = crew.playing("Reinos", 4, **KINGDOMS)
    (match,) = kingdoms.matches()
    crew.boss.post(kingdoms.url(f"matches/{match['code']}/kingdoms/"), {})
    yield kingdoms


def _known(crew: Crew, arena: Arena) -> Known:
    def read(path: str) -> Any:
        answer = crew.boss.call("GET", path)
        return answer.body if answer.ok else None

    slug = arena.path.split("/")[1]
    found = known(read, slug, crew.names)
    return {**found, "pass": passes(_exchanged(crew.boss.base), found["token"])}


def _exchanged(base: str) -> Any:
    phone = Client(base)

    def exchange(token: str) -> Any:
        answer = phone.call("POST", "table/", {"token": token})
        return answer.body if answer.ok else None

    return exchange
