"""The parts of a page that show one group each; the reader's own group comes first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Generic, Protocol, TypeVar

from django.utils.safestring import SafeString, mark_safe

from matches.models import Member
from tournaments.match_views.group_numbers import group_numbers
from web.tournament_request import TournamentRequest

FIRST = "<!--groups-->"
"""Placeholder in front of the groups of a page."""


class InGroup(Protocol):
    """Anything of a group."""

    @property
    def group(self) -> int | None: ...


Item = TypeVar("Item", bound=InGroup)


@dataclass(frozen=True, slots=True)
class GroupPart(Generic[Item]):
    """What a page shows of one group."""

    number: int
    items: tuple[Item, ...]

    @property
    def begin(self) -> SafeString:
        """Return the mark in front of its part of the page."""
        return SafeString(f"<!--group {self.number}-->")

    @property
    def end(self) -> SafeString:
        """Return the mark behind its part of the page."""
        return SafeString(f"<!--/group {self.number}-->")


def by_group(items: Iterable[Item]) -> Iterator[GroupPart[Item]]:
    """Yield a part for each group, by number; its items keep their order. Those of no group are left out."""
    known = sorted((item for item in items if item.group), key=lambda item: item.group or 0)
    for number, those in groupby(known, key=attrgetter("group")):
        yield GroupPart(number, tuple(those))


def groups_a_page(parts: Sequence[GroupPart[Item]], most: int) -> int:
    """Return how many groups fill a page of at most `most` items; at least one."""
    return max(1, most // max((len(part.items) for part in parts), default=1))


def own_group(req: TournamentRequest) -> int | None:
    """Return the number of the reader's group; None if they are in none."""
    numbers = group_numbers(req.tournament)
    if req.player is None or not numbers:
        return None
    mine = Member.objects.filter(entry__ledger=req.tournament.ledger_id, persona__player=req.player)
    codes = mine.order_by("-live", "-pk").values_list("entry__code", flat=True)
    return next((numbers[code] for code in codes if code in numbers), None)


def with_own_first(part: SafeString, number: int | None) -> SafeString:
    """Return the page with the part of this group first; unchanged if it is on another page."""
    begin, end = f"<!--group {number}-->", f"<!--/group {number}-->"
    before, found, rest = part.partition(begin)
    own, is_closed, after = rest.partition(end)
    if not found or not is_closed or FIRST not in before:
        return part
    own = own.replace('class="stage-group"', 'class="stage-group is-mine"', 1)
    moved = f"{before}{after}".replace(FIRST, f"{FIRST}{own}", 1)
    return mark_safe(moved)  # noqa: S308 - our own template, reordered
