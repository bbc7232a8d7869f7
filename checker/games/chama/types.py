"""How a type is won: the four of the book, and one that a record defines itself."""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.reading.lines import canonical, sha256

STAGES = ("swiss", "groups")
"""What ranked tournaments of a type may play before the bracket, in the order of definitions."""
LEVELS = ("open", "intermediate", "advanced")
MAX_COUNTS = {"intact": 6, "razed_in_battle": 12, "laid": 6}
"""What a definition may ask of one player; of a pair twice that."""


@dataclass(frozen=True)
class Type:
    """What a side must show (a pair: both together), when, and how many sit at a table.

    `needs`: count → the least of it; empty if the judge's word wins. `counted`: counts on sheets beyond
    those.
    """

    word: str
    needs: Mapping[str, int]
    pairs: bool = False
    at_once: bool = False
    tables: tuple[int, int] = field(default=(2, 4))
    counted: tuple[str, ...] = ()

    @property
    def counts_battles(self) -> bool:
        """Whether sheets count realms razed in battle."""
        return "razed_in_battle" in (*self.needs, *self.counted)


TYPES = {
    "campeonato": Type("Campeonato", {"intact": 6}),
    "guerrilha": Type("Guerrilha", {"intact": 6}),
    "duplas": Type("Duplas", {"intact": 10}, pairs=True, tables=(2, 2)),
    "conquistadores": Type("Conquistadores", {"intact": 3, "razed_in_battle": 4}, at_once=True),
}


def type_of(setup: Mapping[str, Any]) -> Type:
    """Return the type that the terms of a tournament define; they must have a definition."""
    said = setup["definition"]
    tables = (said["table"]["min"], said["table"]["max"])
    counted = tuple(said.get("counted", ()))
    return Type(said["title_word"], said["needs"], said["team_size"] == 2, said["at_once"], tables, counted)


def faults(setup: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the type that the terms define: key, hash, numbers."""
    said = setup["definition"]
    if setup["kind"] in TYPES or said["title_word"].casefold() in TYPES:
        yield f"{setup['kind']} is a type of the book and cannot be defined again"
    if _key_of_words(said["title_word"]) != setup["kind"]:
        yield f"{said['title_word']!r} makes another key than {setup['kind']!r}"
    rest = {name: value for name, value in said.items() if name != "sha256"}
    if sha256(canonical({**rest, "game": setup["game"], "key": setup["kind"]})) != said["sha256"]:
        yield "the hash of the definition is another"
    yield from _limit_faults(said, setup)


def _judges_word_faults(said: Mapping[str, Any], setup: Mapping[str, Any]) -> Iterator[str]:
    """Yield faults of a type of which the judge says who won: a condition, stages, ranked.

    `said`: its definition; `setup`: the terms of the tournament.
    """
    if said["needs"] or said["at_once"]:
        yield "the judge's word and a condition beside it"
    if said["counted"] not in ([], ["razed_in_battle"]):
        yield f"sheets do not count {said['counted']}"
    if "stages" in said:
        yield "stages of ranked tournaments, and a type that is never ranked"
    if setup["ranked"]:
        yield "ranked, though no cards show who has won"


def _limit_faults(said: Mapping[str, Any], setup: Mapping[str, Any]) -> Iterator[str]:
    """Yield faults of a definition's numbers: needs, stages, table sizes with four suits."""
    members = said["team_size"]
    for count, least in said["needs"].items():
        if not 1 <= least <= MAX_COUNTS[count] * members:
            yield f"no player can show {least} of {count}"
    named = said.get("stages", ["swiss"])
    if named != [kind for kind in STAGES if kind in named]:
        yield f"stages {named}, not each once and in order"
    if "counted" in said:
        yield from _judges_word_faults(said, setup)
    elif not said["needs"]:
        yield "a type without a win condition"
    if not 2 <= said["table"]["min"] <= said["table"]["max"] <= 4 // members:
        yield f"tables of {said['table']['min']} to {said['table']['max']} with four suits"


def _key_of_words(word: str) -> str:
    """Return the key that the words of a type make: `Cerco das Águas` gives `cerco-das-aguas`."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFC", word).casefold())
    bare = (sign for sign in plain if not unicodedata.combining(sign))
    signs = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in bare)
    return "-".join(signs.split())
