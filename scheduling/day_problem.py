"""A tournament as a planning problem: a shape before the draw, the rest of the day after it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, Side
from rulesets.registry import kind_under
from scheduling.busy_players import busy_spans_by_match
from scheduling.models import PinnedMatch
from scheduling.planning import problem as planning
from scheduling.planning.lengths import (
    Duration,
    Lengths,
    SeenLength,
    change_over,
    duration_of,
    mean_seconds,
    remaining_lengths,
)
from scheduling.planning.problem import Pin, PlanProblem, PlanTable, Span
from scheduling.recorded_lengths import length_class_of, seen_matches
from scheduling.shared_tables import closed_by_others
from tournaments.bracket.shapes import Shape
from tournaments.bracket.tree import Plan, plan
from tournaments.models import Tournament
from tournaments.pauses import running_time
from tournaments.play.calling import closed_until
from tournaments.rules_of import rules_of

MINUTE = 60
NEVER = 1 << 50
READ = ("code", "state", "table_id", "started_at", "called_at")
CLOSED = (Span(0, NEVER),)
ACCESSIBLE = frozenset({"accessible"})


@dataclass(frozen=True, slots=True)
class DayProblem:
    """The problem to plan, and how long each of its matches may last."""

    problem: PlanProblem
    lengths: Mapping[str, Lengths]


def problem_of_shape(
    tournament: Tournament, shape: Shape, *, tables: int, begins: datetime, seen: Sequence[SeenLength]
) -> DayProblem:
    """Return the whole day of a shape that may be drawn, on at least one table, with calls from `begins` on.

    The tournament may be unsaved, with other settings: only its facts and breaks are read.
    """
    team = kind_under(rules_of(tournament)).team_size
    bracket = plan([str(number) for number in range(shape.entries)], shape, shape.third_place)
    sizes = {f"{match.round}.{match.number}": len(match.sides) for match in bracket.matches}
    lengths = lengths_by_size(tournament, {size * team for size in sizes.values()}, seen)
    usual = {people: mean_seconds(found.to_come) for people, found in lengths.items()}
    change = change_over(seen)
    matches = activities_of_bracket(bracket, usual, team)
    halls = tuple(PlanTable(str(number)) for number in range(1, tables + 1))
    asked = PlanProblem(halls, matches, _round_up(begins) + change, _breaks(tournament), change, change)
    return DayProblem(asked, {match.key: lengths[match.seats].to_come for match in matches})


def activities_of_bracket(
    bracket: Plan, usual: Mapping[int, int], team: int
) -> tuple[planning.Activity, ...]:
    """Return the matches of a bracket without byes; `usual`: seconds by the number of people at a table."""
    byes = {f"{match.round}.{match.number}" for match in bracket.matches if match.is_bye}
    return tuple(
        planning.Activity(
            f"{match.round}.{match.number}",
            usual[len(match.sides) * team],
            tuple(
                fed
                for side in match.sides
                if side.feed and (fed := f"{side.feed.round}.{side.feed.number}") not in byes
            ),
            seats=len(match.sides) * team,
        )
        for match in bracket.matches
        if not match.is_bye
    )


def problem_of_rest(tournament: Tournament, moment: datetime) -> DayProblem | None:
    """Return the matches still to be played at that moment; None if there are none, or no table is open."""
    rows = Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED)
    open_rows = {row.pk: row for row in rows.order_by("round", "number").only(*READ)}
    tables = list(PhysicalTable.objects.filter(ledger=tournament.ledger_id))
    if not open_rows or not any(table.is_open for table in tables):
        return None
    seen = seen_matches(tournament.game)
    labels = {table.pk: table.label for table in tables}
    away, (sides, in_need) = busy_spans_by_match(tournament, moment), _sides(tournament, open_rows)
    rest = _Rest(tournament, moment, change_over(seen), labels, _pins(tournament, labels), away, in_need)
    team = kind_under(rules_of(tournament)).team_size
    people = {pk: team * max(1, len(found)) for pk, found in sides.items()}
    lengths = lengths_by_size(tournament, set(people.values()), seen)
    found = [
        rest.activity_of(
            row, people[pk], lengths, [open_rows[fed].code for fed in sides[pk] if fed in open_rows]
        )
        for pk, row in open_rows.items()
    ]
    used = closed_by_others(tournament, moment, rest.change)
    halls = tuple(
        PlanTable(table.label, _has(table), used.get(table.label, ()) if table.is_open else CLOSED)
        for table in tables
    )
    begins = _round_up(closed_until(tournament, moment) or moment) + rest.change
    matches = tuple(match for match, _ in found)
    asked = PlanProblem(halls, matches, begins, _breaks(tournament), rest.change, rest.change)
    return DayProblem(asked, {match.key: values for match, values in found})


@dataclass(frozen=True, slots=True)
class _Rest:
    """The state of the day at one moment: its matches and what is left of them."""

    tournament: Tournament
    moment: datetime
    change: int
    labels: Mapping[int, str]
    pins: Mapping[int, Pin]
    away: Mapping[int, tuple[Span, ...]]
    in_need: Collection[int]

    def activity_of(
        self, row: Match, seats: int, by_size: Mapping[int, Duration], after: Sequence[str]
    ) -> tuple[planning.Activity, Lengths]:
        """Return the activity of a match, and its possible lengths, from its beginning."""
        lasts = by_size[seats]
        if row.state not in AT_TABLE or row.table_id is None:
            return self._to_come(row, seats, lasts.to_come, after), lasts.to_come
        begun = self._begins(row)
        played = 0 if row.started_at is None else self._played(row.started_at)
        lengths = lasts.to_come if row.started_at is None else lasts.begun
        values = tuple(played + left for left in remaining_lengths(lengths, played))
        pin = Pin(self.labels[row.table_id], begun, has_begun=True)
        return planning.Activity(row.code, mean_seconds(values), pin=pin, seats=seats), values

    def _to_come(self, row: Match, seats: int, lengths: Lengths, after: Sequence[str]) -> planning.Activity:
        pin, away = self.pins.get(row.pk), self.away.get(row.pk, ())
        seconds = mean_seconds(lengths)
        needs = ACCESSIBLE if row.pk in self.in_need else planning.NOWHERE
        return planning.Activity(row.code, seconds, tuple(after), needs, pin=pin, seats=seats, away=away)

    def _begins(self, row: Match) -> int:
        """Return when the match began, or when its players will have come to their table."""
        if row.started_at is not None:
            return _round_down(row.started_at)
        called = _round_down(row.called_at or self.moment) + self.change
        return max(called, _round_up(closed_until(self.tournament, self.moment) or self.moment))

    def _played(self, started: datetime) -> int:
        """Return the seconds of play since `started` without breaks, in whole minutes."""
        played = running_time(started, self.moment, self.tournament.pauses)
        return int(played.total_seconds()) // MINUTE * MINUTE


def moment_of(seconds: int) -> datetime:
    """Return a time of a plan, in seconds, as a datetime."""
    return datetime.fromtimestamp(seconds, tz=UTC)


def seconds_of(moment: datetime) -> int:
    """Return a datetime as a time of a plan, in seconds."""
    return int(moment.timestamp())


def lengths_by_size(
    tournament: Tournament, sizes: set[int], seen: Sequence[SeenLength]
) -> dict[int, Duration]:
    """Return the duration of a match by the number of people at its table."""
    return {size: duration_of(length_class_of(tournament, size), seen) for size in sizes}


def _pins(tournament: Tournament, labels: Mapping[int, str]) -> dict[int, Pin]:
    """Return the pins that hold, by match; those to closed tables are left out."""
    held = PinnedMatch.objects.filter(match__ledger=tournament.ledger_id, dropped="")
    rows = held.exclude(table__is_open=False).values_list("match", "table", "begins_at")
    return {
        match: Pin(labels[table] if table else None, seconds_of(begins) if begins else None)
        for match, table, begins in rows
    }


def _has(table: PhysicalTable) -> frozenset[str]:
    """Return the attributes of a table; a closed table has none."""
    return ACCESSIBLE if table.is_open and table.accessible_since else planning.NOWHERE


def _sides(tournament: Tournament, rows: Mapping[int, Match]) -> tuple[dict[int, list[int]], set[int]]:
    """Return the source matches of each match's sides, 0 for a side without one; and matches in need of a
    table.

    Those are matches with an entry in need; matches that it may reach later need nothing yet.
    """
    found: dict[int, list[int]] = {pk: [] for pk in rows}
    in_need: set[int] = set()
    sides = Side.objects.filter(match__ledger=tournament.ledger_id)
    for match, source, need in sides.values_list("match", "source", "entry__access_need"):
        if match in found:
            found[match].append(source or 0)
            if need is not None:
                in_need.add(match)
    return found, in_need


def _breaks(tournament: Tournament) -> tuple[Span, ...]:
    return tuple(Span(_round_down(pause.begins), _round_up(pause.ends)) for pause in tournament.pauses)


def _round_down(moment: datetime) -> int:
    """Return the last full minute before the moment, in seconds."""
    return int(moment.timestamp()) // MINUTE * MINUTE


def _round_up(moment: datetime) -> int:
    """Return the first full minute after the moment, in seconds."""
    return -(int(-moment.timestamp()) // MINUTE) * MINUTE
