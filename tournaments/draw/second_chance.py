"""The second chance of a tournament: chosen by a house rule, and its shape beside that of the bracket."""

from collections.abc import Sequence

from core.errors import Refused, Violation
from tournaments.bracket.lots import CounterLots
from tournaments.bracket.second_chance import (
    FINAL_SEAT,
    NONE,
    SecondChance,
    second_chance_beside,
    with_second_chance,
)
from tournaments.bracket.shapes import Shape
from tournaments.bracket.tree import Plan, plan
from tournaments.models import Tournament
from tournaments.rules_of import rules_of


def has_second_chance(tournament: Tournament) -> bool:
    """Return whether losers get a bracket of their own."""
    return rules_of(tournament).option("second_chance") != NONE


def chosen_second_chance(tournament: Tournament, shape: Shape) -> SecondChance | None:
    """Return the second chance beside a bracket of this shape; None if none is chosen.

    Raises `Refused` `no_second_chance` if one is chosen and this bracket can have none.
    """
    if not has_second_chance(tournament):
        return None
    found = _find_second_chance(tournament, shape)
    if found is None:
        raise Refused([Violation("no_second_chance", {"entries": shape.entries}, "shape")])
    return found


def can_have_second_chance(tournament: Tournament, shape: Shape) -> bool:
    """Return whether there can be a second chance beside a bracket of this shape."""
    return _find_second_chance(tournament, shape) is not None


def possible_second_chance(tournament: Tournament, shape: Shape) -> SecondChance | None:
    """Return the second chance beside a bracket of this shape; None if none is chosen or possible."""
    return _find_second_chance(tournament, shape) if has_second_chance(tournament) else None


def fitting_shapes(tournament: Tournament, found: Sequence[Shape]) -> Sequence[Shape]:
    """Return the shapes that can have the second chance; all if none is chosen, or none of them can."""
    if not has_second_chance(tournament):
        return found
    return [shape for shape in found if can_have_second_chance(tournament, shape)] or found


def undrawn_bracket(tournament: Tournament, shape: Shape, *, second_chance: bool = True) -> Plan:
    """Return a bracket of this shape before its draw, with invented entries, to count and time its matches.

    It has the third-place match and, unless `second_chance` is False, the second chance, if they are chosen
    and possible. The tournament may be unsaved.
    """
    entries = [str(number) for number in range(shape.entries)]
    bracket = plan(entries, shape, _has_third_place(tournament))
    beside = possible_second_chance(tournament, shape) if second_chance else None
    return with_second_chance(bracket, beside, CounterLots("undrawn")) if beside else bracket


def second_chance_matches(tournament: Tournament, shape: Shape) -> int | None:
    """Return the number of its matches: 0 if this shape can have none, None if no second chance is chosen."""
    if not has_second_chance(tournament):
        return None
    return sum(match.second_chance for match in undrawn_bracket(tournament, shape).matches)


def _has_third_place(tournament: Tournament) -> bool:
    return bool(rules_of(tournament).option("third_place_match"))


def _find_second_chance(tournament: Tournament, shape: Shape) -> SecondChance | None:
    return second_chance_beside(
        shape,
        tournament.table_low,
        tournament.table_high,
        losers=str(rules_of(tournament).option("second_chance_losers")),
        third_place=_has_third_place(tournament),
        final_seat=rules_of(tournament).option("second_chance") == FINAL_SEAT,
    )
