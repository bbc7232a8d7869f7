"""The draw: entries in, bracket with seats and marks out. A pure function of its arguments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from tournaments.bracket.lots import Lots
from tournaments.bracket.passing_over import pass_over
from tournaments.bracket.seats import Members, SeatPlan, seats_for
from tournaments.bracket.second_chance import SecondChance, with_second_chance
from tournaments.bracket.seeding import Method, Seedable, keep_apart, order_entries
from tournaments.bracket.shapes import Shape
from tournaments.bracket.tree import MatchPlan, Plan, plan

NO_MEMBERS: Mapping[str, Sequence[str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DrawResult:
    """The bracket, and the seats of each of its matches: `seats[i]` belong to `plan.matches[i]`."""

    plan: Plan
    seats: tuple[tuple[SeatPlan, ...], ...]


def draw(  # noqa: PLR0913  all that a draw depends on
    entries: Sequence[Seedable],
    shape: Shape,
    *,
    method: Method,
    lots: Lots,
    third_place: bool = False,
    second_chance: SecondChance | None = None,
    apart: bool = False,
    team_size: int = 1,
    marks: Sequence[str] = (),
    members: Members = NO_MEMBERS,
    rounds_before: int = 0,
) -> DrawResult:
    """Order the entries, keep mates apart in round 1 if `apart`, fill the shape, seat every match.

    With a `second_chance`, losers get a bracket of their own beside it.
    Entries that recently had a bye or short table are passed over for the next one. The same arguments (and
    fresh `lots`) give the same draw, in any order of the entries. Marks have their own lots, so they do not
    depend on the method. Rounds are numbered after `rounds_before`. Raises `Impossible` if entries, shape,
    marks and members do not match each other.
    """
    order = order_entries(entries, method, lots)
    groups = {entry.entry: entry.group for entry in entries} if apart else {}
    if apart:
        order = keep_apart(order, shape, groups)
    lately = {entry.entry: entry.lately for entry in entries if entry.lately is not None}
    if lately:
        order = pass_over(order, shape, lately, groups)
    bracket = plan(order, shape, third_place)
    if second_chance:
        bracket = with_second_chance(bracket, second_chance, lots)
    bracket = _numbered_after(rounds_before, bracket)
    seats = (seats_for(match, team_size, marks, lots, members) for match in bracket.matches)
    return DrawResult(bracket, tuple(seats))


def _numbered_after(rounds: int, bracket: Plan) -> Plan:
    """Return the bracket with its rounds numbered after so many earlier ones."""
    return replace(bracket, matches=tuple(_renumber(rounds, match) for match in bracket.matches))


def _renumber(rounds: int, match: MatchPlan) -> MatchPlan:
    """Return the match, and the feeds of its sides, so many rounds later."""
    sides = tuple(
        replace(side, feed=replace(side.feed, round=side.feed.round + rounds)) if side.feed else side
        for side in match.sides
    )
    return replace(match, round=match.round + rounds, sides=sides)
