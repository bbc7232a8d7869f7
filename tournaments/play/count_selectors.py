"""The count at a table as it stands: three queries for any count. Scratch, no part of the record."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property

from core.errors import Impossible
from matches.models import Match, Redraw, Seat, TableTally
from matches.namesakes import shown_name_of, with_namesakes
from rulesets.kernel import counting
from rulesets.kernel.answers import Answers, answers, proposed
from rulesets.kernel.counting import Aid, Goal, Tally
from rulesets.kernel.extras import CountsAtTable
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Line, Out, SeatAt, Sheet, Situation
from rulesets.registry import game_of
from tournaments.match_parts import is_counted
from tournaments.match_views.match import SeatView
from tournaments.models import Tournament
from tournaments.rules_of import rules_of


@dataclass(frozen=True)
class TableCount:
    """What lies on one table. `versions`: by player, 0 if not counted yet.

    `game` names the game in play: a redraw, or a match played again, begins a new one with nothing counted.
    """

    match: Match
    rules: Rules
    aid: Aid
    game: str
    seats: tuple[SeatView, ...]
    personas: Mapping[str, int]
    tallies: tuple[Tally, ...]
    versions: Mapping[str, int]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the sheet that these tallies come to, in seating order."""
        return counting.lines_of(self.aid, self.tallies)

    @cached_property
    def answers(self) -> Answers:
        """What the cards would come to now."""
        seats = tuple(SeatAt(seat.side, seat.persona_code or "") for seat in self.seats)
        return answers(game_of(self.rules.game), self.rules, Situation(seats), self.lines)

    @cached_property
    def orders(self) -> Mapping[str, int]:
        """The order of leaving or falling, of those who are gone, by player."""
        return counting.orders_of(self.tallies)

    @property
    def version(self) -> str:
        """Differs whenever anything here does; what a poll compares."""
        due, called = self.match.time_due_at, "t" if self.match.time_called_at else ""
        clock = f"{due.timestamp():.0f}{called}" if due else ""
        return f"{self.match.state}.{self.game}.{sum(self.versions.values())}.{clock}"

    def tally(self, player: str) -> Tally | None:
        """What lies before one player; None for a stranger."""
        return next((tally for tally in self.tallies if tally.player == player), None)

    def goals(self, side: int) -> tuple[Goal, ...]:
        """How far a side is, its members together."""
        people = {seat.persona_code for seat in self.seats if seat.side == side}
        return self.aid.goals([tally for tally in self.tallies if tally.player in people])

    def sheet(self, side: int | None = None) -> Sheet:
        """The sheet that these cards suggest; `side` is who has won, where several show the condition.

        A side whose count was not touched is uncounted, if the game lets that be.
        """
        called = self.match.time_called_at is not None
        return self._with_uncounted(proposed(self.answers, self.lines, time_called=called, side=side))

    def _with_uncounted(self, sheet: Sheet) -> Sheet:
        counted = {seat.side for seat in self.seats if self.versions.get(seat.persona_code or "")}
        if sheet.winner is not None:
            counted.add(sheet.winner)
        left = {seat.persona_code for seat in self.seats if seat.side not in counted}
        if not game_of(self.rules.game).sheet_terms.may_be_uncounted:
            return sheet
        lines = (replace(line, counts=None) if line.player in left else line for line in sheet.lines)
        return replace(sheet, lines=tuple(lines))

    def with_tally(self, tally: Tally, version: int) -> "TableCount":
        """The same table after one player was counted again."""
        tallies = tuple(tally if old.player == tally.player else old for old in self.tallies)
        return replace(self, tallies=tallies, versions={**self.versions, tally.player: version})


def can_be_counted(game: str) -> bool:
    """Whether the product has an aid for the tables of this game."""
    return isinstance(game_of(game), CountsAtTable)


def count_of(tournament: Tournament, match: Match) -> TableCount:
    """The count at the table of this match; `Impossible` for a game that is not counted."""
    rules, game = rules_of(tournament), game_of(tournament.game)
    if not isinstance(game, CountsAtTable):
        raise Impossible(f"no table aid for {tournament.game}")
    aid = game.table_aid(rules)
    redraws = Counter(Redraw.objects.filter(match=match).values_list("persona_id", flat=True))
    rows = with_namesakes(Seat.objects.filter(match=match, persona__isnull=False), "side__entry")
    seats = list(rows.select_related("side__entry__club", "persona__player").order_by("number"))
    key = _game_key(match.started_at, redraws.total())
    stored = {row.persona_id: row for row in TableTally.objects.filter(match=match, game=key)}
    return TableCount(
        match, rules, aid, key,
        seats=tuple(_seat(seat, redraws) for seat in seats),
        personas={seat.persona.code: seat.persona.pk for seat in seats if seat.persona},
        tallies=tuple(_tallies(aid, seats, stored)),
        versions={
            seat.persona.code: stored[seat.persona.pk].version if seat.persona.pk in stored else 0
            for seat in seats if seat.persona
        },
    )  # fmt: skip


def counted_as(tournament: Tournament, match: Match, sheet: Sheet) -> TableCount | None:
    """The count that a recorded sheet agrees with, for its pictures; of others, players are left out.

    None if that game was not counted, or the game has no positions.
    """
    if not can_be_counted(tournament.game) or not is_counted(match):
        return None
    count = count_of(tournament, match)
    recorded = {line.player: line.counts for line in sheet.lines if line.counts is not None}
    agreed = tuple(
        tally
        for tally, line in zip(count.tallies, count.lines, strict=True)
        if count.versions[tally.player]
        and tally.player in recorded
        and _same_spots(count.aid, line.numbers, recorded[tally.player])
    )
    return replace(count, tallies=agreed) if agreed and count.aid.board.rows else None


def plain(tally: Tally) -> dict[str, object]:
    """A tally as it is stored."""
    return {
        "spots": dict(tally.spots),
        "numbers": dict(tally.numbers),
        "out": tally.out.value if tally.out else None,
        "gone_at": tally.gone_at,
    }


def _same_spots(aid: Aid, counted: Mapping[str, int], recorded: Mapping[str, int]) -> bool:
    """Whether the numbers that follow from positions are those of the sheet."""
    return all(recorded.get(key, 0) == counted[key] for key in counted if aid.board.counter(key) is None)


def _game_key(started: datetime | None, redraws: int) -> str:
    moment = started.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%f") if started else "not-begun"
    return f"{moment}-{redraws}"


def _seat(seat: Seat, redraws: Mapping[int, int]) -> SeatView:
    if seat.persona is None:
        raise Impossible("a seat that was asked for its person")
    name, code = shown_name_of(seat, seat.side.entry), seat.persona.code
    number = redraws.get(seat.persona.pk, 0)
    return SeatView(seat.number, seat.side.number, seat.suit, code, name, None, number)


def _tallies(aid: Aid, seats: Sequence[Seat], stored: Mapping[int, TableTally]) -> Iterator[Tally]:
    """The tallies in seating order; what the board does not know any more is left out."""
    for seat in seats:
        if seat.persona is not None:
            row = stored.get(seat.persona.pk)
            start = counting.fresh(aid.board, seat.persona.code)
            yield start if row is None else _read(start, row)


def _read(start: Tally, row: TableTally) -> Tally:
    kept = row.data
    return replace(
        start,
        spots={spot: kept["spots"].get(spot, state) for spot, state in start.spots.items()},
        numbers={key: kept["numbers"].get(key, value) for key, value in start.numbers.items()},
        out=Out(kept["out"]) if kept["out"] else None,
        gone_at=kept["gone_at"],
    )
