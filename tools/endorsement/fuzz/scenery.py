"""Tournaments at every stage as targets of calls; replaced now and then, since calls end them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from tools.endorsement.fuzz.known import Known, exchange_tokens, read_codes
from tools.endorsement.play.arena import Arena, confirm, sign_up_people
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
    """The tournaments, what is known of each, and the keys of callers by role (`nobody` has none)."""

    tokens: dict[str, str | None]
    places: Sequence[Known]
    arenas: Sequence[Arena]


@dataclass(frozen=True)
class Crew:
    """The people who set up the tournaments. `mark` is a part of all names, so that they are unique."""

    boss: Client
    player: Client
    partner: Client
    names: Sequence[str]
    mark: str

    def create(self, name: str, **terms: Any) -> Arena:
        """Create a tournament with a staff, not announced."""
        plain = {"name": f"{name} {self.mark}", "year": 2026, "tables": TABLES, **terms}
        arena = Arena(self.boss, f"tournaments/{self.boss.post('tournaments/', plain)['slug']}/")
        for username, role in zip(self.names, ("coordinator", "judge"), strict=False):
            self.boss.post(arena.url("staff/"), {"username": username, "role": role})
        return arena

    def announce_and_enter(self, name: str, entries: int, **terms: Any) -> Arena:
        """Create and announce a tournament, and enter `entries`, one of them by a player of the crew.

        None of them sits at another table.
        """
        arena = self.create(name, **terms)
        self.boss.post(arena.url("announcement/"), {"text": "Vai ter torneio.", "channel": "grupo"})
        who = self.partner if terms.get("game") == KINGDOMS["game"] else self.player
        who.post(arena.url("entries/self/"), {})
        rows = [{"names": [f"Gente {number} {name} {self.mark}"]} for number in range(1, entries)]
        self.boss.post(arena.url("entries/import/"), {"rows": rows})
        return arena

    def start_playing(self, name: str, entries: int, **terms: Any) -> Arena:
        """Set up a tournament whose first matches are started and whose tables have cards."""
        arena = self.announce_and_enter(name, entries, **terms)
        self.boss.post(arena.url("entries/check-in/"))
        confirm(self.boss, arena.path)
        self.boss.post(arena.url("draw/"), {"seed": 7})
        self.boss.post(arena.url("cards/"), {"act": "issue"})
        for match in list(arena.matches("round=1")):
            if len([seat for seat in match["seats"] if seat["player"]]) > 1:
                self.boss.post(arena.url(f"matches/{match['code']}/start/"))
        return arena


def build_scenery(base: str, seed: int) -> Scenery:
    """Sign up new people, and set up a tournament at each stage."""
    mark = f"z{seed}x{next(_numbers)}"
    people = sign_up_people(base, 1, mark)
    player, partner, stranger = (sign_up(base, f"{mark}{who}") for who in ("player", "partner", "stranger"))
    crew = Crew(people.boss, player, partner, people.names, mark)
    arenas = list(_create_stages(crew))
    places = [_read_known(crew, arena) for arena in arenas]
    tokens = {
        "organizer": people.boss.token, "judge": people.judges[0].token, "player": player.token,
        "partner": partner.token,
        "stranger": stranger.token, "nobody": None,
    }  # fmt: skip
    return Scenery(tokens, places, arenas)


def _create_stages(crew: Crew) -> Iterator[Arena]:
    """Create a tournament for each stage of a day, and yield them."""
    yield crew.create("Segredo", **DUELS)
    full = crew.announce_and_enter("Inscreve", 6, **{**DUELS, "capacity": 6})
    crew.boss.post(full.url("waiting/"), {"names": [f"Espera {crew.mark}"]})
    yield full
    yield crew.announce_and_enter("Baralho", 4, **DECKS)
    yield crew.start_playing("Corre", 8, **DUELS)
    kingdoms = crew.start_playing("Reinos", 4, **KINGDOMS)
    (match,) = kingdoms.matches()
    crew.boss.post(kingdoms.url(f"matches/{match['code']}/kingdoms/"), {})
    yield kingdoms


def _read_known(crew: Crew, arena: Arena) -> Known:
    """Read the codes of a tournament, and exchange tokens of its cards for passes."""

    def read(path: str) -> Any:
        answer = crew.boss.call("GET", path)
        return answer.body if answer.ok else None

    slug = arena.path.split("/")[1]
    found = read_codes(read, slug, crew.names)
    return {**found, "pass": exchange_tokens(_pass_exchange(crew.boss.base), found["token"])}


def _pass_exchange(base: str) -> Any:
    """Return a function that exchanges a card's token for what the API answers; None if it is refused."""
    phone = Client(base)

    def exchange(token: str) -> Any:
        answer = phone.call("POST", "table/", {"token": token})
        return answer.body if answer.ok else None

    return exchange
