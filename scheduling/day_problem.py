"""A tournament as a planning problem: a shape before the draw, the rest of the day after it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, Side
from rulesets.registry import kind_under
from scheduling.busy_players import busy_spans_by_match
from scheduling.models import PinnedMatch
from scheduling.planning import problem as planning
from scheduling.planning.lengths import (
    Duration,
    Lengths,
    SeenLength,
    change_over_seconds,
    duration_of,
    mean_seconds,
    remaining_lengths,
)
from scheduling.planning.problem import Pin, PlanProblem, PlanTable, Span
from scheduling.recorded_lengths import length_class_of, recorded_lengths
from scheduling.shared_tables import closed_by_others
from tournaments.bracket.tree import Plan
from tournaments.models import Tournament
from tournaments.pauses import running_time
from tournaments.play.calling import closed_until
from tournaments.rules_of import rules_of

MINUTE = 60
NEVER = 1 << 50
READ = ("code", "state", "table_id", "started_at", "called_at")
CLOSED = (Span(0, NEVER),)
ACCESSIBLE = frozenset({"accessible"})


class TimedActivity(NamedTuple):
    """A match to plan, and how long it may last from its beginning: seconds, equally likely."""

    activity: planning.Activity
    lengths: Lengths


@dataclass(frozen=True, slots=True)
class DayProblem:
    """The problem to plan, and by match key how long each match may last.

    Keys are the codes of drawn matches, else `round.number`. Times of the problem are Unix times in seconds.
    """

    problem: PlanProblem
    lengths: Mapping[str, Lengths]


def problem_of_bracket(
    tournament: Tournament, bracket: Plan, *, tables: int, begins: datetime, seen: Sequence[SeenLength]
) -> DayProblem:
    """Return the whole day of a bracket that may be drawn, on `tables` tables, with calls from `begins` on.

    The tournament may be unsaved, with other settings: only its facts and breaks are read.
    """
    team = kind_under(rules_of(tournament)).team_size
    lengths = lengths_by_size(tournament, {len(match.sides) * team for match in bracket.played}, seen)
    usual = {people: mean_seconds(found.to_come) for people, found in lengths.items()}
    matches = activities_of_bracket(bracket, usual, team)
    found = [TimedActivity(match, lengths[match.seats].to_come) for match in matches]
    return problem_of_matches(tournament, found, tables=tables, begins=begins, seen=seen)


def problem_of_matches(
    tournament: Tournament,
    matches: Sequence[TimedActivity],
    *,
    tables: int,
    begins: datetime,
    seen: Sequence[SeenLength],
) -> DayProblem:
    """Return the whole day of these matches on so many tables, with calls from `begins` on.

    Of the tournament only its breaks are read.
    """
    change = change_over_seconds(seen)
    halls = tuple(PlanTable(str(number)) for number in range(1, tables + 1))
    activities = tuple(match for match, _ in matches)
    first = _round_up(begins) + change
    problem = PlanProblem(halls, activities, first, _break_spans(tournament), change, change)
    return DayProblem(problem, {match.key: values for match, values in matches})


def activities_of_bracket(
    bracket: Plan, usual: Mapping[int, int], team: int
) -> tuple[planning.Activity, ...]:
    """Return the matches of a bracket without byes, with keys `round.number`.

    `usual`: seconds of a match by the number of people at its table. `team`: people of one entry.
    """
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
        for match in bracket.played
    )


def problem_of_rest(tournament: Tournament, moment: datetime) -> DayProblem | None:
    """Return the matches that have not ended at that moment; None if there are none, or no table is open.

    Those at a table are pinned there, with the time since they began.
    """
    rows = Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED)
    open_rows = {row.pk: row for row in rows.order_by("round", "number").only(*READ)}
    tables = list(PhysicalTable.objects.filter(ledger=tournament.ledger_id))
    if not open_rows or not any(table.is_open for table in tables):
        return None
    seen = recorded_lengths(tournament.game)
    labels = {table.pk: table.label for table in tables}
    away = busy_spans_by_match(tournament, moment)
    sides, in_need = _sources_and_needs(tournament, open_rows)
    rest = _RestOfDay(
        tournament,
        moment,
        change_over_seconds(seen),
        labels,
        _pins_by_match(tournament, labels),
        away,
        in_need,
    )
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
        PlanTable(table.label, _attributes_of(table), used.get(table.label, ()) if table.is_open else CLOSED)
        for table in tables
    )
    begins = _round_up(closed_until(tournament, moment) or moment) + rest.change
    matches = tuple(match for match, _ in found)
    asked = PlanProblem(halls, matches, begins, _break_spans(tournament), rest.change, rest.change)
    return DayProblem(asked, {match.key: values for match, values in found})


@dataclass(frozen=True, slots=True)
class _RestOfDay:
    """The state of the day at one moment, for the activities of its matches.

    `change`: seconds from a call to the start. `labels` of tables, the others of matches, by primary key.
    """

    tournament: Tournament
    moment: datetime
    change: int
    labels: Mapping[int, str]
    pins: Mapping[int, Pin]
    away: Mapping[int, tuple[Span, ...]]
    in_need: Collection[int]

    def activity_of(
        self, row: Match, seats: int, by_size: Mapping[int, Duration], after: Sequence[str]
    ) -> TimedActivity:
        """Return the activity of a match with its possible lengths.

        `by_size`: by the number of people at the table, here `seats`. `after`: codes of its sources still
        open.
        """
        lasts = by_size[seats]
        if row.state not in AT_TABLE or row.table_id is None:
            uncalled = self._uncalled_activity(row, seats, lasts.to_come, after)
            return TimedActivity(uncalled, lasts.to_come)
        begun = self._begin_of(row)
        played = 0 if row.started_at is None else self._seconds_played(row.started_at)
        lengths = lasts.to_come if row.started_at is None else lasts.begun
        values = tuple(played + left for left in remaining_lengths(lengths, played))
        pin = Pin(self.labels[row.table_id], begun, has_begun=True)
        at_table = planning.Activity(row.code, mean_seconds(values), pin=pin, seats=seats)
        return TimedActivity(at_table, values)

    def _uncalled_activity(
        self, row: Match, seats: int, lengths: Lengths, after: Sequence[str]
    ) -> planning.Activity:
        """Return the activity of a match that was not called yet, with its pin and need."""
        pin, away = self.pins.get(row.pk), self.away.get(row.pk, ())
        seconds = mean_seconds(lengths)
        needs = ACCESSIBLE if row.pk in self.in_need else planning.NO_ATTRIBUTES
        return planning.Activity(row.code, seconds, tuple(after), needs, pin=pin, seats=seats, away=away)

    def _begin_of(self, row: Match) -> int:
        """Return when the match began, or when its called players will be at their table, as Unix time."""
        if row.started_at is not None:
            return _round_down(row.started_at)
        called = _round_down(row.called_at or self.moment) + self.change
        return max(called, _round_up(closed_until(self.tournament, self.moment) or self.moment))

    def _seconds_played(self, started: datetime) -> int:
        """Return the seconds of play since `started` without breaks, in whole minutes."""
        played = running_time(started, self.moment, self.tournament.pauses)
        return int(played.total_seconds()) // MINUTE * MINUTE


def moment_of(seconds: int) -> datetime:
    """Return a time of a plan, a Unix time in seconds, as a datetime in UTC."""
    return datetime.fromtimestamp(seconds, tz=UTC)


def seconds_of(moment: datetime) -> int:
    """Return a datetime as a time of a plan: a Unix time in whole seconds."""
    return int(moment.timestamp())


def lengths_by_size(
    tournament: Tournament, sizes: set[int], seen: Sequence[SeenLength]
) -> dict[int, Duration]:
    """Return the duration of a match by the number of people at its table, for these `sizes`."""
    return {size: duration_of(length_class_of(tournament, size), seen) for size in sizes}


def _pins_by_match(tournament: Tournament, labels: Mapping[int, str]) -> dict[int, Pin]:
    """Return the pins that hold, by match (primary key); those to closed tables are left out."""
    held = PinnedMatch.objects.filter(match__ledger=tournament.ledger_id, dropped="")
    rows = held.exclude(table__is_open=False).values_list("match", "table", "begins_at")
    return {
        match: Pin(labels[table] if table else None, seconds_of(begins) if begins else None)
        for match, table, begins in rows
    }


def _attributes_of(table: PhysicalTable) -> frozenset[str]:
    """Return the attributes of a table; a closed table has none."""
    return ACCESSIBLE if table.is_open and table.accessible_since else planning.NO_ATTRIBUTES


def _sources_and_needs(
    tournament: Tournament, rows: Mapping[int, Match]
) -> tuple[dict[int, list[int]], set[int]]:
    """Return by match (primary key) the source of each side, and the matches that need accessible tables.

    A side without source has 0. A match is in need if one of its entries is; those that such an entry may
    reach later are not yet.
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


def _break_spans(tournament: Tournament) -> tuple[Span, ...]:
    """Return the breaks as spans of whole minutes, rounded outwards."""
    return tuple(Span(_round_down(pause.begins), _round_up(pause.ends)) for pause in tournament.pauses)


def _round_down(moment: datetime) -> int:
    """Return the last full minute up to the moment, as Unix time."""
    return int(moment.timestamp()) // MINUTE * MINUTE


def _round_up(moment: datetime) -> int:
    """Return the first full minute from the moment on, without fractions of a second, as Unix time."""
    return -(int(-moment.timestamp()) // MINUTE) * MINUTE
