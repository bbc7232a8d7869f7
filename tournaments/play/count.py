"""Count at the table while a match is played: one small write a tap, without the record and its lock.

A tally is scratch paper; only a sheet that a judge records counts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property

from django.db import IntegrityError, transaction

from accounts.models import Player
from core.errors import Impossible, Refused, Stale, Violation, refuse_all
from matches.models import Match, MatchState, Redraw, Seat, TableTally
from matches.namesakes import shown_name_of, with_namesakes
from rulesets.kernel import counting
from rulesets.kernel.answers import Answers, answers, propose_sheet
from rulesets.kernel.counting import Aid, Change, Goal, Tally, change_tally, check_change
from rulesets.kernel.extras import CountsAtTable
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Line, Out, SeatAt, Sheet, Situation
from rulesets.registry import game_of
from tournaments.act import require_not_closed
from tournaments.match_parts import is_counted
from tournaments.match_views.match import SeatView
from tournaments.models import Tournament
from tournaments.policies import require_counting
from tournaments.rules_of import rules_of
from tournaments.tables.cards import Phone, claim_of


@dataclass(frozen=True)
class TableCount:
    """The tallies of all players at one table.

    `personas` (keys) and `versions` (0 if not counted yet) are by player code, seats and tallies in seating
    order. `game` names the game in play: a redraw, or a match played again, begins a new one with nothing
    counted.
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
        """Return the sheet lines that follow from the tallies, in seating order."""
        return counting.lines_of(self.aid, self.tallies)

    @cached_property
    def answers(self) -> Answers:
        """Return what the rules say of the present tallies."""
        seats = tuple(SeatAt(seat.side, seat.persona_code or "") for seat in self.seats)
        return answers(game_of(self.rules.game), self.rules, Situation(seats), self.lines)

    @cached_property
    def orders(self) -> Mapping[str, int]:
        """Return in which order (from 1) players left or fell, by player code; no key for the rest."""
        return counting.orders_of(self.tallies)

    @property
    def version(self) -> str:
        """Return a tag that differs if anything on the page of this count does; polls compare it."""
        due, called = self.match.time_due_at, "t" if self.match.time_called_at else ""
        clock = f"{due.timestamp():.0f}{called}" if due else ""
        return f"{self.match.state}.{self.game}.{sum(self.versions.values())}.{clock}"

    def tally(self, player: str) -> Tally | None:
        """Return the tally of a player code; None if that player does not sit here."""
        return next((tally for tally in self.tallies if tally.player == player), None)

    def goals(self, side: int) -> tuple[Goal, ...]:
        """Return how far a side (by number) is towards each goal, its members together."""
        people = {seat.persona_code for seat in self.seats if seat.side == side}
        return self.aid.goals([tally for tally in self.tallies if tally.player in people])

    def sheet(self, side: int | None = None) -> Sheet:
        """Return the sheet that the tallies suggest.

        `side` names the winner if several sides meet the winning condition. A side whose tallies were never
        changed is uncounted, if the game allows that.
        """
        called = self.match.time_called_at is not None
        return self._with_uncounted(propose_sheet(self.answers, self.lines, time_called=called, side=side))

    def _with_uncounted(self, sheet: Sheet) -> Sheet:
        """Return the sheet without counts of the sides that counted nothing, if the game allows that.

        The winner's side keeps its counts.
        """
        counted = {seat.side for seat in self.seats if self.versions.get(seat.persona_code or "")}
        if sheet.winner is not None:
            counted.add(sheet.winner)
        left = {seat.persona_code for seat in self.seats if seat.side not in counted}
        if not game_of(self.rules.game).sheet_terms.may_be_uncounted:
            return sheet
        lines = (replace(line, counts=None) if line.player in left else line for line in sheet.lines)
        return replace(sheet, lines=tuple(lines))

    def with_tally(self, tally: Tally, version: int) -> "TableCount":
        """Return a copy of this count with one tally replaced."""
        tallies = tuple(tally if old.player == tally.player else old for old in self.tallies)
        return replace(self, tallies=tallies, versions={**self.versions, tally.player: version})


def can_be_counted(game: str) -> bool:
    """Return whether the game (key) has a table aid, by which players count in the app."""
    return isinstance(game_of(game), CountsAtTable)


def count_of(tournament: Tournament, match: Match) -> TableCount:
    """Return the count at the table of this match. Raises `Impossible` if the game has no table aid."""
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
        seats=tuple(_seat_view(seat, redraws) for seat in seats),
        personas={seat.persona.code: seat.persona.pk for seat in seats if seat.persona},
        tallies=tuple(_tallies(aid, seats, stored)),
        versions={
            seat.persona.code: stored[seat.persona.pk].version if seat.persona.pk in stored else 0
            for seat in seats if seat.persona
        },
    )  # fmt: skip


def counted_as(tournament: Tournament, match: Match, sheet: Sheet) -> TableCount | None:
    """Return the part of the count that agrees with a recorded sheet, to draw its pictures.

    Players whose counts differ are left out. None if nothing is left, or the game has no positions.
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


def tally_as_json(tally: Tally) -> dict[str, object]:
    """Return a tally as JSON for its row."""
    return {
        "spots": dict(tally.spots),
        "numbers": dict(tally.numbers),
        "out": tally.out.value if tally.out else None,
        "gone_at": tally.gone_at,
    }


def _same_spots(aid: Aid, counted: Mapping[str, int], recorded: Mapping[str, int]) -> bool:
    """Return whether the numbers that follow from positions equal those of the sheet."""
    return all(recorded.get(key, 0) == counted[key] for key in counted if aid.board.counter(key) is None)


def _game_key(started: datetime | None, redraws: int) -> str:
    """Return the key of the game in play: when it began, and how often it was dealt again."""
    moment = started.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%f") if started else "not-begun"
    return f"{moment}-{redraws}"


def _seat_view(seat: Seat, redraws: Mapping[int, int]) -> SeatView:
    """Return the seat as the count shows it; `redraws` are by persona key.

    Raises `Impossible` for a seat without a person.
    """
    if seat.persona is None:
        raise Impossible("a seat that was asked for its person")
    name, code = shown_name_of(seat, seat.side.entry), seat.persona.code
    number = redraws.get(seat.persona.pk, 0)
    return SeatView(seat.number, seat.side.number, seat.suit, code, name, None, number)


def _tallies(aid: Aid, seats: Sequence[Seat], by_persona: Mapping[int, TableTally]) -> Iterator[Tally]:
    """Yield the tally of each seated person, in seating order: as stored, else a fresh one."""
    for seat in seats:
        if seat.persona is not None:
            row = by_persona.get(seat.persona.pk)
            start = counting.starting_tally(aid.board, seat.persona.code)
            yield start if row is None else _tally_of_row(start, row)


def _tally_of_row(start: Tally, row: TableTally) -> Tally:
    """Return the stored tally, without keys that the board no longer has; `start` has the defaults."""
    kept = row.data
    return replace(
        start,
        spots={spot: kept["spots"].get(spot, state) for spot, state in start.spots.items()},
        numbers={key: kept["numbers"].get(key, value) for key, value in start.numbers.items()},
        out=Out(kept["out"]) if kept["out"] else None,
        gone_at=kept["gone_at"],
    )


def note_count(
    tournament: Tournament,
    count: TableCount,
    *,
    player: str,
    change: Change,
    version: int,
    by: Player | None,
    now: datetime,
    phone: Phone | None = None,
    game: str | None = None,
) -> TableCount:
    """Save a change of one player's tally, if it still has `version`; return the new count.

    A `phone` of the table's card may count if it claimed a seat; then `by` may be None. Raises `Refused` with
    all violations, or `not_at_this_table`; `Stale`: `cancelled`, `archived`, `count_void` if another game
    than `game` (None: any) has begun, `match_…` if none is in play, `count_changed` if another phone changed
    the tally first; `Forbidden` as `require_counting`.
    """
    require_not_closed(tournament)
    claimed = phone is not None and claim_of(count.match, phone, now) is not None
    require_counting(tournament, count.match, by, claimed=claimed)
    if count.match.state != MatchState.PLAYING:
        raise Stale(f"match_{count.match.state}")
    if game is not None and game != count.game:
        raise Stale("count_void")
    before = count.tally(player)
    if before is None:
        raise Refused([Violation("not_at_this_table", {"player": player}, "player")])
    if version != count.versions[player]:
        raise Stale("count_changed")
    refuse_all(check_change(count.aid.board, change))
    after = change_tally(count.aid, count.tallies, player, change)
    refuse_all(count.aid.check(after))
    if after == before:
        return count
    _save_tally(count, after, version)
    return count.with_tally(after, version + 1)


def _save_tally(count: TableCount, tally: Tally, version: int) -> None:
    """Save a tally if its row still has `version`, else raise `Stale` `count_changed`; 0 creates the row."""
    mine = {"match": count.match, "game": count.game, "persona_id": count.personas[tally.player]}
    if version == 0:
        try:
            with transaction.atomic():
                TableTally.objects.create(**mine, data=tally_as_json(tally))
        except IntegrityError:
            raise Stale("count_changed") from None
        return
    rows = TableTally.objects.filter(**mine, version=version)
    if not rows.update(data=tally_as_json(tally), version=version + 1):
        raise Stale("count_changed")
