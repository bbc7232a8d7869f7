"""How many cards each person at a table draws in step 1 (1.4; variant Calouro do Chacrinha, 4.3)."""

from collections.abc import Collection, Sequence

BASE_DRAW = 3
LEAST_DRAW = 1
PINEAPPLE_VARIANT = "calouro-do-chacrinha"


def draw_per_turn(
    people: Sequence[str], bringers: Collection[str], variants: Collection[str]
) -> dict[str, int]:
    """Cards due per turn for each person at the table.

    Only bringers at this table count, each once however many pineapples they brought. One bringer
    spares only themselves (a partner draws one less); with two or more everybody draws one less.
    It neither adds up nor goes below one card, and stays when the bringer leaves the game.
    """
    if PINEAPPLE_VARIANT not in variants:
        return dict.fromkeys(people, BASE_DRAW)
    at_table = set(bringers) & set(people)
    spared = at_table if len(at_table) == 1 else set()
    less = max(BASE_DRAW - 1, LEAST_DRAW) if at_table else BASE_DRAW
    return {person: BASE_DRAW if person in spared else less for person in people}
