"""Random cards on a table that fit together: realms, pools and, in Conquistadores, the battles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from rulesets.games.chama.cards import FORMATION_SIZE
from rulesets.games.chama.conditions import Condition
from rulesets.games.chama.types import Type
from rulesets.kernel.sheet import EndedBy, Situation

MAX_RANDOM_COMMANDERS = 6
MAX_RANDOM_BATTLES = 5

Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Deal:
    """For which match cards are dealt.

    `winner`: the side declared by condition or ruling, else None. `absent`: sides that get no cards.
    """

    kind: Type
    situation: Situation
    winner: int | None
    absent: frozenset[int]
    ended_by: EndedBy

    @property
    def condition(self) -> Condition:
        """Return the win condition of the type."""
        return self.kind.condition

    @property
    def winner_by_condition(self) -> int | None:
        """Return the side whose cards must satisfy the condition; None if the match ended another way."""
        return self.winner if self.ended_by is EndedBy.WIN_CONDITION else None

    def players(self, side: int) -> list[str]:
        """Return the players of a side, in seating order."""
        return [seat.player for seat in self.situation.seats if seat.side == side]

    def present(self) -> list[tuple[int, str]]:
        """Return side and player of everyone who came, in seating order."""
        seats = self.situation.seats
        return [(seat.side, seat.player) for seat in seats if seat.side not in self.absent]


def empty_counts(kind: Type, situation: Situation) -> dict[str, Counts]:
    """Return all counts of the type as 0, for every seated player."""
    return {seat.player: {field.key: 0 for field in kind.fields} for seat in situation.seats}


def deal(table: Deal, rng: Random) -> dict[str, Counts]:
    """Return random counts by player, for every seated player, that break no rule with one another."""
    counts = empty_counts(table.kind, table.situation)
    battles, hits = _deal_battles(table, rng)
    laid = _deal_intact_realms(table, battles, rng)
    for player, intact in laid.items():
        room = min(FORMATION_SIZE - intact, _most_razed(table, player, laid))
        if table.condition.counts_battles:
            counts[player]["razed_in_battle"] = battles[player]
            room = min(room, hits[player])
        _set_realms_and_pool(counts[player], intact, rng.randint(0, room), rng)
    return counts


def tie_by_cards(
    kind: Type, situation: Situation, outs: Iterable[int], counts: Mapping[str, Counts]
) -> dict[str, Counts]:
    """Copy the scoring cards of the first side still in to the second, for a tie; return the new counts.

    `outs`: the sides that left. Unchanged if the copy would break a rule.
    """
    left = sorted({seat.side for seat in situation.seats} - set(outs))[:2]
    first, second = ([seat.player for seat in situation.seats if seat.side == side] for side in left)
    levelled = {player: dict(found) for player, found in counts.items()}
    for player, like in zip(second, first, strict=True):
        for key in ("intact", "commanders", "armies"):
            levelled[player][key] = counts[like][key]
        room = FORMATION_SIZE - counts[like]["intact"]
        levelled[player]["razed"] = min(counts[player]["razed"], room)
    pools = not any(_pool_without_realms(found) for found in levelled.values())
    open_still = not kind.condition.at_once or not kind.condition.met_by(_totals(levelled, second))
    return levelled if pools and open_still else dict(counts)


def _pool_without_realms(counts: Counts) -> bool:
    """Return whether there are commanders and no realm, razed ones included, which 2.1 forbids."""
    return counts["commanders"] > 0 and counts["intact"] + counts["razed"] == 0


def _totals(counts: Mapping[str, Counts], players: Sequence[str]) -> Counts:
    """Return the sum of each count over these players."""
    return {key: sum(counts[player][key] for player in players) for key in counts[players[0]]}


def _most_razed(table: Deal, player: str, intact: Counts) -> int:
    """Return how many razed realms the player may have at most; `intact` has the intact ones by player.

    More could make laid realms win for a side that must not.
    """
    side = next(side for side, present in table.present() if present == player)
    least, members = table.condition.least("laid"), table.players(side)
    if not least or side == table.winner_by_condition:
        return FORMATION_SIZE
    return max(0, least - 1 - sum(intact[member] for member in members)) // len(members)


def _set_realms_and_pool(counts: Counts, intact: int, razed: int, rng: Random) -> None:
    """Store realms, and a random pool beside them, in the counts of a player."""
    commanders = rng.randint(0, MAX_RANDOM_COMMANDERS) if intact + razed else 0
    armies = rng.randint(0, commanders)
    counts.update(intact=intact, razed=razed, commanders=commanders, armies=armies)


def _deal_battles(table: Deal, rng: Random) -> tuple[Counts, Counts]:
    """Return by player, at random, how many realms they razed, and how often their own were razed."""
    present = table.present()
    battles = {player: rng.randint(0, _most_battles(table, side)) for side, player in present}
    hits = {player: 0 for _, player in present}
    for side, player in present:
        if side == table.winner_by_condition:
            battles[player] = max(battles[player], table.condition.least("razed_in_battle"))
        others = [other for where, other in present if where != side]
        if not others:
            battles[player] = 0
        for _ in range(battles[player]):
            hits[rng.choice(others)] += 1
    return battles, hits


def _most_battles(table: Deal, side: int) -> int:
    """Return the most realms that a player of this side may raze.

    Few if the side must not win and battles alone decide.
    """
    least = table.condition.least("razed_in_battle")
    free = side == table.winner_by_condition or table.condition.by_word
    if free or any(block.count != "razed_in_battle" for block in table.condition.blocks):
        return MAX_RANDOM_BATTLES
    return min(MAX_RANDOM_BATTLES, (least - 1) // len(table.players(side)))


def _deal_intact_realms(table: Deal, battles: Counts, rng: Random) -> Counts:
    """Return random intact realms by player, so that only the winner satisfies the condition."""
    intact: Counts = {}
    for side in sorted({side for side, _ in table.present()}):
        players = table.players(side)
        enough = side == table.winner_by_condition
        while True:
            tried = {player: rng.randint(0, FORMATION_SIZE) for player in players}
            if table.condition.by_word or table.condition.met_by(_side_totals(tried, battles)) is enough:
                intact |= tried
                break
    return intact


def _side_totals(intact: Counts, battles: Counts) -> Counts:
    """Return the totals of a side, by field: its intact realms, and those it razed in battle."""
    razed = sum(battles[player] for player in intact)
    return {"intact": sum(intact.values()), "razed_in_battle": razed}
