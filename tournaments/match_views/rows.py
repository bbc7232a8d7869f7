"""Matches with their sides and seats as plain rows: few columns, no models, each row read once.

For display, and for many matches at once. Rows have the field names of the models, so that the same code
displays either.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery

from accounts.names import page_of
from core.db.compiled_query import CompiledRows
from matches.models import Match, Redraw, Seat, Sheet, Side, Take
from tournaments.entry_names import PublicPlayer


@dataclass(frozen=True, slots=True)
class InRounds:
    """All matches of these rounds, by ledger key; read so often that the statements are prepared."""

    ledger: int
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InKeys:
    """A few matches by their keys."""

    keys: tuple[int, ...]


MatchSelection = QuerySet[Match, Any] | InRounds | InKeys


def row_reader(build: Callable[[Any], QuerySet[Any, Any]]) -> Callable[[MatchSelection], list[Any]]:
    """Return a function that reads the rows which `build` selects for matches.

    For `InRounds` and `InKeys` it prepares the statement at its first use.
    """
    in_rounds = CompiledRows(
        lambda ledger, *rounds: build(Match.objects.filter(ledger=ledger, round__in=rounds).order_by())
    )
    in_keys = CompiledRows(lambda *keys: build(Match.objects.filter(pk__in=keys).order_by()))

    def read(which: MatchSelection) -> list[Any]:
        """Return the rows of these matches."""
        if isinstance(which, InRounds):
            return in_rounds(which.ledger, *which.rounds)
        if isinstance(which, InKeys):
            return in_keys(*which.keys) if which.keys else []
        return list(build(which))

    return read


class EntryCode(NamedTuple):
    """An entry by its code."""

    code: str


class TableLabel(NamedTuple):
    """A table by its label."""

    label: str


class PersonaRow(NamedTuple):
    """A person under their code in the record."""

    code: str
    player: PublicPlayer


class MatchRow(NamedTuple):
    """A match, in the order of `MATCH`; `label` is its table's."""

    pk: int
    code: str
    round: int
    number: int
    third_place: bool
    state: str
    label: str | None
    called_at: datetime | None
    started_at: datetime | None
    time_due_at: datetime | None
    extra_minutes: int
    time_called_at: datetime | None
    ended_at: datetime | None
    winner_id: int | None
    changed_seq: int
    starter: int | None
    stage: int | None
    second_chance: bool

    @property
    def table(self) -> TableLabel | None:
        """Return the table where it is played; None without one."""
        return TableLabel(self.label) if self.label else None


class SideRow(NamedTuple):
    """A side; `source` is round and number of the match that feeds it, `1.3`."""

    number: int
    entry_id: int | None
    entry: EntryCode | None
    place: int | None
    score: int | None
    absent: bool
    filled: bool
    source: str | None
    take: str
    source_side: int | None


class SeatRow(NamedTuple):
    """A seat; `redraws` is how often its person has restarted the game."""

    match_id: int
    number: int
    side: SideRow
    suit: str
    persona_id: int | None
    persona: PersonaRow | None
    redraws: int


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match for display. `next_code` is the match to which its winner advances."""

    match: MatchRow
    ended_by: str | None
    next_code: str | None
    sides: list[SideRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)


MATCH = (
    "pk", "code", "round", "number", "third_place", "state", "table__label", "called_at", "started_at",
    "time_due_at", "extra_minutes", "time_called_at", "ended_at", "winner_id", "changed_seq",
    "starter", "stage", "second_chance",
)  # fmt: skip
SIDE = (
    "number", "entry_id", "entry__code", "place", "score", "absent", "filled", "source__round",
    "source__number", "take", "source_side",
)  # fmt: skip
PERSONA = ("code", "player__code", "player__name", "player__has_page")
COLUMNS = (
    *(f"match__{name}" for name in MATCH), *(f"side__{name}" for name in SIDE), "number", "suit",
    "persona_id", *(f"persona__{name}" for name in PERSONA), "ended_by", "next_code", "redraws",
)  # fmt: skip
SIDES, SEATS = len(MATCH), len(MATCH) + len(SIDE)
"""Where the columns of a side and of a seat begin."""


def persona_row(code: str, player: str, name: str, has_page: bool) -> PersonaRow:
    """Return a person from the columns of `PERSONA`: persona code, player code, name, has a public page."""
    return PersonaRow(code, PublicPlayer(name, page_of(player, name, has_page)))


def shown_matches(rows: Iterable[Sequence[Any]], people: Mapping[int, PersonaRow]) -> Iterable[ShownMatch]:
    """Return the matches of these `seat_rows`, in their order, sides by number.

    `people` (by persona key) replace the rows' own people.
    """
    found: dict[int, ShownMatch] = {}
    for row in rows:
        shown = found.get(row[0])
        if shown is None:
            shown = found[row[0]] = ShownMatch(MatchRow(*row[:SIDES]), *row[-3:-1])
        _add_seat(shown, row, people)
    for shown in found.values():
        shown.sides.sort(key=attrgetter("number"))
    return found.values()


def _displayed_seats(matches: Any) -> QuerySet[Seat, Any]:
    """Return the query of seats with everything that is displayed of their matches."""
    match = OuterRef("match")
    sheets = Sheet.objects.filter(match=match, is_current=True).values("ended_by")
    feeds = Side.objects.filter(source=match, take=Take.WINNER).order_by().values("match__code")[:1]
    redraws = Redraw.objects.filter(match=match, persona=OuterRef("persona")).order_by().values("match")
    return (
        Seat.objects.filter(match__in=matches)
        .order_by("match__round", "match__number", "number")
        .annotate(
            ended_by=Subquery(sheets),
            next_code=Subquery(feeds),
            redraws=Subquery(redraws.annotate(number=Count("pk")).values("number")),
        )
        .values_list(*COLUMNS)
    )


seat_rows = row_reader(_displayed_seats)
"""Read a row for each seat of matches, in bracket order; every side has a seat."""


def _add_seat(shown: ShownMatch, row: Sequence[Any], people: Mapping[int, PersonaRow]) -> None:
    """Add the seat of a row, and its side if this is its first seat."""
    number, suit, persona, *own = row[SEATS:-3]
    side = next((side for side in shown.sides if side.number == row[SIDES]), None)
    if side is None:
        at, entry, code, place, score, absent, filled, source, which, *take = row[SIDES:SEATS]
        fed_by = None if source is None else f"{source}.{which}"
        coded = EntryCode(code) if code else None
        side = SideRow(at, entry, coded, place, score, absent, filled, fed_by, *take)
        shown.sides.append(side)
    person = (people.get(persona) or persona_row(*own)) if persona else None
    shown.seats.append(SeatRow(shown.match.pk, number, side, suit, persona, person, row[-1] or 0))
