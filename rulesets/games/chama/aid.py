"""Chama at the table: each player's pyramid, pool, and realms razed in battle (2.2, 2.5, 4.1)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import Violation
from rulesets.games.chama.cards import COMMANDERS_IN_DECK
from rulesets.games.chama.conditions import win_shown
from rulesets.games.chama.formation import POSITIONS, Realm, exposed_positions
from rulesets.games.chama.house_rules import REALM_PROTECTION
from rulesets.games.chama.types import Type
from rulesets.kernel.counting import Board, Counter, Goal, Tally
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Line, Out

ROWS = (("A",), ("B", "C"), ("D", "E", "F"))
STATES = (Realm.MISSING, Realm.INTACT, Realm.RAZED)
WAYS = (Out.DECKED_OUT, Out.CONCEDED, Out.DISQUALIFIED, Out.ABSENT)
IN_ORDER = (Out.DECKED_OUT, Out.CONCEDED)
MAX_RAZED = 99


@dataclass(frozen=True, slots=True)
class ChamaAid:
    """See `rulesets.kernel.counting.Aid` for what each method promises."""

    rules: Rules
    kind: Type

    @property
    def board(self) -> Board:
        """Six positions; commanders and armies of the pool; realms razed in battle if they matter."""
        condition = self.kind.condition
        pool = (Counter("commanders", 0, COMMANDERS_IN_DECK), Counter("armies", 0, COMMANDERS_IN_DECK))
        razed = (Counter("razed_in_battle", 0, MAX_RAZED),) if condition.counts_battles else ()
        states = tuple(state.value for state in STATES)
        return Board((*pool, *razed), WAYS, ROWS, states, condition.at_once)

    def with_consequences(self, before: Tally, after: Tally) -> Tally:
        """Return `after`, with no more armies than commanders if a commander was lost (`one_army_each`)."""
        armies, commanders = _armies_and_commanders(after)
        fewer = commanders < _armies_and_commanders(before)[1]
        if fewer and armies > commanders:
            return replace(after, numbers={**after.numbers, "armies": commanders})
        return after

    def check(self, tally: Tally) -> tuple[Violation, ...]:
        """Return a violation for more armies than commanders to hold them."""
        armies, commanders = _armies_and_commanders(tally)
        if armies <= commanders:
            return ()
        facts = {"armies": armies, "commanders": commanders}
        return (Violation("more_armies_than_commanders", facts, "numbers.armies", "house:one_army_each"),)

    def is_gone(self, tally: Tally) -> bool:
        """Return whether the player ran out of cards or conceded; other departures have no order."""
        return tally.out in IN_ORDER

    def exposed(self, tally: Tally) -> tuple[str, ...]:
        """Return the positions that may be attacked, by the option `realm_protection`.

        In Guerrilha every intact realm (4.1); none of a player who is out.
        """
        if tally.out:
            return ()
        return exposed_positions(
            {position: Realm(tally.spots.get(position, Realm.MISSING)) for position in POSITIONS},
            guerrilha=self.rules.kind == "guerrilha",
            protection=str(self.rules.value_of(REALM_PROTECTION)),
        )

    def line(self, tally: Tally, order: int | None) -> Line:
        """Return the line, with intact and razed realms counted; who is absent has no cards."""
        states = list(tally.spots.values())
        realms = {"intact": states.count(Realm.INTACT), "razed": states.count(Realm.RAZED)}
        counts = {} if tally.out is Out.ABSENT else {**realms, **tally.numbers}
        return Line(tally.player, counts, tally.out, order if self.is_gone(tally) else None)

    def goals(self, tallies: Sequence[Tally]) -> tuple[Goal, ...]:
        """Return what the condition asks of the side together, block by block."""
        states = [state for tally in tallies for state in tally.spots.values()]
        counts = {
            "intact": states.count(Realm.INTACT),
            "razed": states.count(Realm.RAZED),
            "razed_in_battle": sum(tally.numbers.get("razed_in_battle", 0) for tally in tallies),
        }
        blocks = self.kind.condition.blocks
        return tuple(Goal(block.count, win_shown(block.count, counts), block.least) for block in blocks)


def _armies_and_commanders(tally: Tally) -> tuple[int, int]:
    """Return the player's armies and commanders."""
    return tally.numbers.get("armies", 0), tally.numbers.get("commanders", 0)
