"""A match with its sides, seats and people, each part read at most once.

An act takes the lock, reads, decides and writes; a lineup is what it read. It does not notice later changes:
read it again after other code wrote to the match.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Persona
from core.db.compiled_query import CompiledQuery
from core.errors import Forbidden
from matches.models import Entry, Match, Member, Redraw, Seat, SheetLine, Side
from matches.models import Sheet as SheetRow
from matches.namesakes import with_namesakes


@dataclass
class Lineup:
    """A match with its sides and seats in order, their people, its latest sheet, and the matches it feeds.

    `seq`: the record's latest line before the match was read; None if not known.
    """

    match: Match
    seq: int | None = None

    @cached_property
    def seats(self) -> list[Seat]:
        """Return the seats in seating order, with their persons; seats of a side share its object."""
        rows = _select_people(Seat.objects.filter(match=self.match))
        return _share_objects(self.match, rows)

    @cached_property
    def sides(self) -> list[Side]:
        """Return the sides in order, with their entries."""
        found = {seat.side_id: seat.side for seat in self.seats}
        return sorted(found.values(), key=lambda side: side.number)

    @cached_property
    def members(self) -> list[Member]:
        """Return past and present members of the entries that play here, in order; [] before any is known."""
        entries = [side.entry_id for side in self.sides if side.entry_id]
        return _MEMBERS(*entries) if entries else []

    @cached_property
    def latest(self) -> SheetRow | None:
        """Return the latest version of its sheet, also one that a replay made void; None before the first."""
        row = SheetRow.objects.filter(match=self.match).order_by("-version").first()
        if row is not None:
            row.match = self.match
        return row

    @property
    def sheet(self) -> SheetRow | None:
        """Return the current sheet, or None."""
        return self.latest if self.latest and self.latest.is_current else None

    @cached_property
    def lines(self) -> list[SheetLine]:
        """Return the lines of the current sheet, with their persons; [] without a sheet."""
        return list(self.sheet.lines.select_related("persona")) if self.sheet else []

    @cached_property
    def redraws(self) -> Counter[int | None]:
        """Return how many redraws each person had, by persona key."""
        return Counter(Redraw.objects.filter(match=self.match).values_list("persona", flat=True))

    @cached_property
    def following(self) -> list["Lineup"]:
        """Return the matches that this one feeds, in bracket order."""
        fed = Side.objects.filter(source=self.match).values("match")
        return _lineups_of(_select_in_order(Seat.objects.filter(match__in=fed)))

    def people_of(self, entry: Entry | None) -> list[Persona]:
        """Return the people of a live entry that plays here, in order; empty for None."""
        return [m.persona for m in self.members if entry and m.entry_id == entry.pk and m.live]


def lineup_in(ledger: int, code: str) -> Lineup:
    """Return the match `code` of this record (key of its ledger), with those that it feeds, in one query.

    `seq` stays None. Raises `Forbidden` with `not_found` if there is no such match.
    """
    seats = _WITH_FED(ledger, code)
    found = {lineup.match.code: lineup for lineup in _lineups_of(seats)}
    if code not in found:
        raise Forbidden("not_found")
    lineup = found.pop(code)
    lineup.following = list(found.values())
    lineup.redraws = Counter({seat.persona_id: vars(seat)["redrawn"] for seat in lineup.seats})
    if not any(vars(seat)["has_sheet"] for seat in lineup.seats):
        lineup.latest = None
    return lineup


def lineups(seats: QuerySet[Seat]) -> list[Lineup]:
    """Return the matches of these seats, in bracket order, in one query."""
    return _lineups_of(_select_in_order(seats))


def _lineups_of(seats: Iterable[Seat]) -> list[Lineup]:
    """Return a lineup for each match of these seats, which come in bracket order."""
    rows: dict[int, list[Seat]] = {}
    for seat in seats:
        rows.setdefault(seat.match_id, []).append(seat)
    return [_lineup_of(mine) for mine in rows.values()]


def _lineup_of(seats: list[Seat]) -> Lineup:
    """Build the lineup of one match from its seats."""
    lineup = Lineup(seats[0].match)
    lineup.seats = _share_objects(lineup.match, seats)
    return lineup


def _select_people(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return the seats by seat number, read with their entries and people."""
    return seats.select_related("side__entry", "persona__player").order_by("number")


def _select_in_order(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return the seats by match in bracket order, then by number, read with their people and table."""
    order = ("match__round", "match__number", "number")
    return _select_people(seats).select_related("match__table").order_by(*order)


def _select_with_fed(ledger: int, code: str) -> QuerySet[Seat]:
    """Return the seats of the match and of those that it feeds, in bracket order.

    Annotations: `has_sheet`: the match has a sheet, current or not; `redrawn`: how many redraws the person
    had there.
    """
    here = Match.objects.filter(ledger=ledger, code=code).order_by().values("pk")
    fed = Side.objects.filter(source__ledger=ledger, source__code=code).order_by().values("match")
    sheets = SheetRow.objects.filter(match=OuterRef("match"))
    redraws = Redraw.objects.filter(match=OuterRef("match"), persona=OuterRef("persona")).order_by()
    counted = redraws.values("match").annotate(number=Count("pk")).values("number")
    return _select_in_order(Seat.objects.filter(match__in=here.union(fed))).annotate(
        has_sheet=Exists(sheets), redrawn=Coalesce(Subquery(counted), 0)
    )


def _select_members(*entries: int) -> QuerySet[Member]:
    """Return past and present members of these entries (keys), with what namesakes need."""
    found = with_namesakes(Member.objects.filter(entry__in=entries))
    return found.select_related("persona__player", "entry__club").order_by("entry_id", "position")


_WITH_FED, _MEMBERS = CompiledQuery(_select_with_fed), CompiledQuery(_select_members)


def _share_objects(match: Match, seats: Iterable[Seat]) -> list[Seat]:
    """Make seats and sides share their match object, and seats of one side their side object; return them."""
    sides: dict[int, Side] = {}
    found = list(seats)
    for seat in found:
        seat.match = match
        seat.side = sides.setdefault(seat.side_id, seat.side)
        seat.side.match = match
    return found
