"""Random cards on a table that fit together: realms, pools and, in Conquistadores, the battles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from rulesets.games.chama.cards import FORMATION_SIZE
from rulesets.games.chama.conditions import CONDITIONS, Condition
from rulesets.kernel.rules import Kind
from rulesets.kernel.sheet import EndedBy, Situation

MOST_RANDOM_COMMANDERS = 6
MOST_RANDOM_BATTLES = 5

Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Deal:
    """For whom cards are dealt: `winner` by condition or ruling, or None; `absent` have none."""

    kind: Kind
    situation: Situation
    winner: int | None
    absent: frozenset[int]
    ended_by: EndedBy

    @property
    def condition(self) -> Condition:
        """The win condition of the type."""
        return CONDITIONS[self.kind.key]

    @property
    def wins(self) -> int | None:
        """The side whose cards must satisfy the condition, or None."""
        return self.winner if self.ended_by is EndedBy.WIN_CONDITION else None

    def players(self, side: int) -> list[str]:
        """The players of a side, in seating order."""
        return [seat.player for seat in self.situation.seats if seat.side == side]

    def present(self) -> list[tuple[int, str]]:
        """Side and player of everybody who came, in seating order."""
        seats = self.situation.seats
        return [(seat.side, seat.player) for seat in seats if seat.side not in self.absent]


def nothing(kind: Kind, situation: Situation) -> dict[str, Counts]:
    """No card on the table for anybody."""
    return {seat.player: {field.key: 0 for field in kind.fields} for seat in situation.seats}


def deal(table: Deal, rng: Random) -> dict[str, Counts]:
    """Random counts for every seated player that break no rule with one another."""
    counts = nothing(table.kind, table.situation)
    battles, hits = _battles(table, rng)
    for player, intact in _intact(table, battles, rng).items():
        room = FORMATION_SIZE - intact
        if table.condition.razed_in_battle:
            counts[player]["razed_in_battle"] = battles[player]
            room = min(room, hits[player])
        _fill(counts[player], intact, rng.randint(0, room), rng)
    return counts


def level(situation: Situation, outs: Iterable[int], counts: Mapping[str, Counts]) -> dict[str, Counts]:
    """The same cards with the second side still in holding as many scoring cards as the first."""
    left = sorted({seat.side for seat in situation.seats} - set(outs))[:2]
    first, second = ([seat.player for seat in situation.seats if seat.side == side] for side in left)
    levelled = {player: dict(found) for player, found in counts.items()}
    for player, like in zip(second, first, strict=True):
        for key in ("intact", "commanders", "armies"):
            levelled[player][key] = counts[like][key]
        room = FORMATION_SIZE - counts[like]["intact"]
        levelled[player]["razed"] = min(counts[player]["razed"], room)
    return levelled if all(_legal(found) for found in levelled.values()) else dict(counts)


def _legal(counts: Counts) -> bool:
    pool_without_realms = counts["commanders"] > 0 and counts["intact"] + counts["razed"] == 0
    conquered = counts.get("razed_in_battle", 0) >= 4 and counts["intact"] >= 3
    return not pool_without_realms and not conquered


def _fill(counts: Counts, intact: int, razed: int, rng: Random) -> None:
    commanders = rng.randint(0, MOST_RANDOM_COMMANDERS) if intact + razed else 0
    armies = rng.randint(0, commanders)
    counts.update(intact=intact, razed=razed, commanders=commanders, armies=armies)


def _battles(table: Deal, rng: Random) -> tuple[Counts, Counts]:
    """How many realms everybody razed, and how often everybody's own realms were."""
    present = table.present()
    battles = {player: rng.randint(0, MOST_RANDOM_BATTLES) for _, player in present}
    hits = {player: 0 for _, player in present}
    for side, player in present:
        if side == table.wins:
            battles[player] = max(battles[player], table.condition.razed_in_battle)
        others = [other for _, other in present if other != player]
        if not others:
            battles[player] = 0
        for _ in range(battles[player]):
            hits[rng.choice(others)] += 1
    return battles, hits


def _intact(table: Deal, battles: Counts, rng: Random) -> Counts:
    intact: Counts = {}
    for side in sorted({side for side, _ in table.present()}):
        players = table.players(side)
        enough = side == table.wins
        while True:
            tried = {player: rng.randint(0, FORMATION_SIZE) for player in players}
            if _holds(table.condition, tried, battles) is enough:
                intact |= tried
                break
    return intact


def _holds(condition: Condition, intact: Counts, battles: Counts) -> bool:
    razed = sum(battles[player] for player in intact)
    return sum(intact.values()) >= condition.intact and razed >= condition.razed_in_battle
