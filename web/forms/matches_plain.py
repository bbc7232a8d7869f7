"""The plain win: the cards that a declared winner has at least, so that a tap can fill them in."""

from collections.abc import Mapping

from rulesets.games.chama.conditions import CONDITIONS
from rulesets.kernel.rules import Rules


def plain_win(rules: Rules, members: int) -> Mapping[str, int]:
    """The least counts on each member's line when their side (`members` people) meets the condition.

    A pair's condition is shared out evenly, rounded up. Empty for a game that has none here: its
    judge counts by hand.
    """
    condition = CONDITIONS.get(rules.kind) if rules.game == "chama" else None
    if condition is None:
        return {}
    least = {"intact": condition.intact, "razed_in_battle": condition.razed_in_battle}
    return {key: -(-count // members) for key, count in least.items() if count}
