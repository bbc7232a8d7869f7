"""The day of each judge: their tables, and what is planned there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from core.text import name_key
from matches.models import MatchState, PhysicalTable, Seat
from scheduling.timetable_views import Bar, timetable_view
from tournaments.models import Staff, Tournament
from tournaments.tables.conflicts import ConflictView, conflicts_at, conflicts_of
from tournaments.tables.look_after import judge_by_table, tables_by_judge
from tournaments.tables.shifts import Shift, off_shift_codes, shifts_of


@dataclass(frozen=True, slots=True)
class JudgedMatch:
    """A match at a judge's table.

    Another judge takes it if they play in it (`is_own`), must not judge a player (`conflicts`, by name), or
    are absent (`is_away`).
    """

    bar: Bar
    is_own: bool
    conflicts: tuple[str, ...] = ()
    is_away: bool = False

    @property
    def needs_another_judge(self) -> bool:
        """Return whether another judge has to take it."""
        return self.is_own or self.is_away or bool(self.conflicts)


@dataclass(frozen=True, slots=True)
class JudgeDay:
    """A member of the staff: code, player's primary key, tables (labels), the matches there by time.

    `conflicts`: whom they must not judge. `shift` is None if they are there all day.
    """

    code: str
    player: int
    name: str
    tables: tuple[str, ...]
    matches: tuple[JudgedMatch, ...]
    conflicts: tuple[ConflictView, ...] = ()
    shift: Shift | None = None


def judge_days(tournament: Tournament, moment: datetime) -> tuple[JudgeDay, ...]:
    """Return the day of each member of the staff, by name; without a timetable they have no matches."""
    staff = Staff.objects.filter(tournament=tournament).select_related("persona__player")
    people = {one.persona.code: one.persona.player for one in staff}
    given, bars = tables_by_judge(tournament), _bars_to_come(tournament, moment)
    plays, barred = _seats_of(tournament, [player.pk for player in people.values()]), conflicts_at(tournament)
    declared, shifts = conflicts_of(tournament), shifts_of(tournament)
    days = (
        JudgeDay(
            code,
            player.pk,
            player.name,
            given.get(code, ()),
            tuple(
                JudgedMatch(
                    bar,
                    (bar.code, player.pk) in plays,
                    barred.get((bar.code, player.pk), ()),
                    code in off_shift_codes(shifts, bar.begins),
                )
                for bar in bars
                if bar.table in given.get(code, ())
            ),
            declared.get(code, ()),
            shifts.get(code),
        )
        for code, player in people.items()
    )
    return tuple(sorted(days, key=lambda day: (name_key(day.name), day.code)))


def unattended_tables(tournament: Tournament, moment: datetime) -> tuple[str, ...]:
    """Return the open tables (labels), by position, without a judge whose shift it is at that moment.

    A judge who must not judge there now (`barred_tables`) counts as none.
    """
    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id, is_open=True).order_by("position")
    away = off_shift_codes(shifts_of(tournament), moment)
    there = {label for label, judge in judge_by_table(tournament).items() if judge.code not in away}
    return tuple(label for label in tables.values_list("label", flat=True) if label not in there)


def tables_for_other_judges(days: Iterable[JudgeDay]) -> tuple[str, ...]:
    """Return the tables (labels) with a planned match that another judge has to take, each once."""
    found = (match.bar.table for day in days for match in day.matches if match.needs_another_judge)
    return tuple(dict.fromkeys(found))


def _bars_to_come(tournament: Tournament, moment: datetime) -> list[Bar]:
    """Return the timetable's matches that have not ended, by beginning; [] without a timetable."""
    plan = timetable_view(tournament, moment)
    bars = [bar for _, row in plan.lines for bar in row] if plan else []
    return sorted((bar for bar in bars if bar.state != MatchState.ENDED), key=lambda bar: bar.begins)


def _seats_of(tournament: Tournament, players: Iterable[int]) -> set[tuple[str, int]]:
    """Return (match code, player's primary key) of each seat of these players."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, persona__player__in=players)
    return set(seats.values_list("match__code", "persona__player"))
