"""Matches with their sides and seats as plain rows: few columns, no models, each row read once.

For what is only shown, and for many matches at once. They have the names of the models' own fields, so that
whoever shows a match shows either.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from accounts.models import Persona
from accounts.names import page_of
from core.db.compiled_query import CompiledRows
from core.db.looking import is_one_look
from matches.models import Match, Seat, Side

Keys = QuerySet[Match, Any] | Sequence[int]  # keys of matches, or a query for them


@dataclass(frozen=True, slots=True)
class InRounds:
    """All matches of these rounds, by the record's key: read so often that the statements are kept."""

    ledger: int
    rounds: tuple[int, ...]


Which = Keys | InRounds


def reading(build: Callable[[Any], QuerySet[Any, Any]]) -> Callable[[Which], list[Any]]:
    """Read the rows that `build` lists for matches, or for their keys."""
    kept = CompiledRows(
        lambda ledger, *rounds: build(Match.objects.filter(ledger=ledger, round__in=rounds).order_by())
    )

    def read(which: Which) -> list[Any]:
        return kept(which.ledger, *which.rounds) if isinstance(which, InRounds) else list(build(which))

    return read


class Coded(NamedTuple):
    """An entry."""

    code: str


class Named(NamedTuple):
    """A person; `page` is the code of their page, empty for none."""

    name: str
    page: str


class Labelled(NamedTuple):
    """A table."""

    label: str


class PersonaRow(NamedTuple):
    """Somebody under the code of the record."""

    code: str
    player: Named


class MatchRow(NamedTuple):
    """A match."""

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

    @property
    def table(self) -> Labelled | None:
        """Where it is played."""
        return Labelled(self.label) if self.label else None


class SideRow(NamedTuple):
    """A side; `source` is round and number of the match that feeds it, `1.3`."""

    number: int
    entry_id: int | None
    entry: Coded | None
    place: int | None
    score: int | None
    absent: bool
    filled: bool
    source: str | None
    take: str


class SeatRow(NamedTuple):
    """A seat."""

    match_id: int
    number: int
    side: SideRow
    suit: str
    persona_id: int | None
    persona: PersonaRow | None


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match as it is shown."""

    match: MatchRow
    sides: list[SideRow]
    seats: list[SeatRow]


MATCH = (
    "pk", "code", "round", "number", "third_place", "state", "table__label", "called_at", "started_at",
    "time_due_at", "extra_minutes", "time_called_at", "ended_at", "winner_id", "changed_seq",
)  # fmt: skip
SIDE = (
    "pk", "match_id", "number", "entry_id", "entry__code", "place", "score", "absent", "filled",
    "source__round", "source__number", "take",
)  # fmt: skip
SEAT = ("match_id", "number", "side_id", "suit", "persona_id")
PERSONA = ("code", "player__code", "player__name", "player__has_page")


def persona_row(code: str, player: str, name: str, has_page: bool) -> PersonaRow:
    """Somebody, by the columns of `PERSONA`."""
    return PersonaRow(code, Named(name, page_of(player, name, has_page)))


def shown_match(
    matches: QuerySet[Match] | InRounds, people: Mapping[int, PersonaRow]
) -> Iterator[ShownMatch]:
    """The matches in bracket order, in three queries; they stay the same ones if others act meanwhile.

    `people` are those known already, by their keys: whoever else sits there is asked for.
    """
    rows = [MatchRow(*row) for row in _match_rows(matches)]
    keys: Which = [row.pk for row in rows]
    if is_one_look():
        keys = matches if isinstance(matches, InRounds) else matches.order_by().values("pk")
    sides, by_match = _sides(keys)
    seats = _seats(keys, sides, people)
    return (ShownMatch(row, by_match[row.pk], seats[row.pk]) for row in rows)


_match_rows = reading(lambda matches: matches.order_by("round", "number").values_list(*MATCH))
_side_rows = reading(
    lambda keys: Side.objects.filter(match__in=keys).order_by("match_id", "number").values_list(*SIDE)
)
_seat_rows = reading(
    lambda keys: Seat.objects.filter(match__in=keys).order_by("match_id", "number").values_list(*SEAT)
)


def _sides(
    keys: Which,
) -> tuple[Mapping[int, SideRow], Mapping[int, list[SideRow]]]:
    """The sides by their keys, and those of each match in their order."""
    by_key: dict[int, SideRow] = {}
    by_match: dict[int, list[SideRow]] = defaultdict(list)
    for key, match, number, entry, code, place, score, absent, filled, at, which, take in _side_rows(keys):
        source = None if at is None else f"{at}.{which}"
        side = SideRow(
            number, entry, Coded(code) if code else None, place, score, absent, filled, source, take
        )
        by_key[key] = side
        by_match[match].append(side)
    return by_key, by_match


def _seats(
    keys: Which, sides: Mapping[int, SideRow], known: Mapping[int, PersonaRow]
) -> Mapping[int, list[SeatRow]]:
    found: dict[int, list[SeatRow]] = defaultdict(list)
    rows = _seat_rows(keys)
    people = _with_all(known, {row[-1] for row in rows if row[-1]})
    for match, number, side, suit, persona in rows:
        person = people[persona] if persona else None
        found[match].append(SeatRow(match, number, sides[side], suit, persona, person))
    return found


def _with_all(known: Mapping[int, PersonaRow], wanted: set[int]) -> Mapping[int, PersonaRow]:
    """Those who are known, and the others of whom there is a seat: who left their entry's side, say."""
    others = wanted - known.keys()
    if not others:
        return known
    rows = Persona.objects.filter(pk__in=others).values_list("pk", *PERSONA)
    return {**known, **{key: persona_row(*row) for key, *row in rows}}
