"""The timetable for pages: every match of the day, the next ones, and when one is expected."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.models import AT_TABLE, IN_BRACKET, Match, MatchState
from scheduling.models import PinnedMatch, PlannedMatch, Timetable
from scheduling.pinned import TO_COME
from scheduling.timetables import LATE
from tournaments.match_views.match import MatchView
from tournaments.models import Tournament

MAX_NEXT = 8
SHOWN = ("match__table", "match__pinned", "table")


@dataclass(frozen=True, slots=True)
class Bar:
    """A match on a table's line, as played or as expected.

    `stage` is the number of the stage before the bracket, None in the bracket. `is_late`: it begins more than
    five minutes after its published time, or has not ended five minutes after it should; False once it has
    ended. `is_pinned`: a person pinned it, to a table or a time, and it was not called yet.
    """

    code: str
    round: int
    number: int
    third_place: bool
    is_final: bool
    stage: int | None
    second_chance: bool
    state: str
    table: str
    begins: datetime
    ends: datetime
    published: datetime
    is_late: bool
    is_pinned: bool = False

    @property
    def is_to_come(self) -> bool:
        """Return whether it was not called yet, so that it can be pinned."""
        return self.state in TO_COME


@dataclass(frozen=True, slots=True)
class PinView:
    """A pin with its match; `table` is "" and `begins` None if the pin leaves it open.

    `dropped` is the code of the reason why it no longer holds; "" if it holds.
    """

    code: str
    round: int
    number: int
    third_place: bool
    is_final: bool
    stage: int | None
    second_chance: bool
    table: str
    begins: datetime | None
    dropped: str


@dataclass(frozen=True, slots=True)
class TimetableView:
    """The timetable at one moment; `lines`: each table (label) by position with its matches by time.

    `next`: at most eight matches to come, by time. `late`: how many matches are late.
    """

    timetable: Timetable
    lines: tuple[tuple[str, tuple[Bar, ...]], ...]
    next: tuple[Bar, ...]
    late: int

    @property
    def begins(self) -> datetime | None:
        """Return the beginning of the first match; None without matches."""
        return min((bar.begins for _, bars in self.lines for bar in bars), default=None)

    @property
    def ends(self) -> datetime | None:
        """Return the end of the last match; None without matches."""
        return max((bar.ends for _, bars in self.lines for bar in bars), default=None)

    @property
    def gap(self) -> int:
        """Return the minutes by which it may end later than the best possible plan; 0 if unknown."""
        row = self.timetable
        if row.ends_at is None or row.least_at is None:
            return 0
        return round((row.ends_at - row.least_at).total_seconds() / 60)


def timetable_of(tournament: Tournament) -> Timetable | None:
    """Return the timetable, ready or being made; None if there is none."""
    return Timetable.objects.filter(ledger=tournament.ledger_id).first()


def has_timetable(tournament: Tournament) -> bool:
    """Return whether a timetable holds, even if another is being made."""
    return Timetable.objects.filter(ledger=tournament.ledger_id, made_at__isnull=False).exists()


def timetable_view(tournament: Tournament, moment: datetime) -> TimetableView | None:
    """Return the timetable with all its matches as of that moment, in three queries; None if there is none.

    One that is being made for the first time has no matches.
    """
    row = timetable_of(tournament)
    if row is None:
        return None
    planned = PlannedMatch.objects.filter(timetable=row).select_related(*SHOWN)
    last = _last_round(tournament)
    rows = [(_bar_of(one, last, moment), one.match.table or one.table) for one in planned]
    bars = sorted((bar for bar, _ in rows), key=lambda bar: (bar.begins, bar.round, bar.number))
    labels = {table.label: table.position for _, table in rows}
    lines = tuple(
        (label, tuple(bar for bar in bars if bar.table == label))
        for label in sorted(labels, key=labels.__getitem__)
    )
    coming = tuple(bar for bar in bars if bar.is_to_come)
    return TimetableView(row, lines, coming[:MAX_NEXT], sum(bar.is_late for bar in bars))


def pin_views(tournament: Tournament) -> tuple[PinView, ...]:
    """Return the pins of matches not called yet, in bracket order, dropped ones included."""
    found = PinnedMatch.objects.filter(match__ledger=tournament.ledger_id, match__state__in=TO_COME)
    pins = list(found.select_related("match", "table"))
    last = _last_round(tournament) if pins else 0
    return tuple(
        PinView(
            code=pin.match.code,
            round=pin.match.round,
            number=pin.match.number,
            third_place=pin.match.third_place,
            is_final=_is_final(pin.match, last),
            stage=pin.match.stage,
            second_chance=pin.match.second_chance,
            table=pin.table.label if pin.table else "",
            begins=pin.begins_at,
            dropped=pin.dropped,
        )
        for pin in pins
    )


def expected_start(tournament: Tournament, code: str) -> datetime | None:
    """Return when a match (code) begins by the timetable, even if it has begun; None if it is not planned."""
    planned = PlannedMatch.objects.filter(match__ledger=tournament.ledger_id, match__code=code)
    return planned.filter(timetable__made_at__isnull=False).values_list("begins_at", flat=True).first()


def next_at_table(tournament: Tournament, match: Match) -> Bar | None:
    """Return the next planned match at the match's table; None if there is none, or it has no table."""
    if match.table_id is None:
        return None
    planned = PlannedMatch.objects.filter(timetable__ledger=tournament.ledger_id, match__state__in=TO_COME)
    row = planned.filter(table=match.table_id).select_related(*SHOWN).first()
    return _bar_of(row, _last_round(tournament), row.begins_at) if row else None


def sort_by_timetable(tournament: Tournament, ready: Sequence[MatchView]) -> list[MatchView]:
    """Return matches that wait for a table, in the order of the timetable; others last, as given.

    The dispatcher prefers pinned ones, and those in need of an accessible table.
    """
    if len(ready) < 2:
        return list(ready)
    planned = PlannedMatch.objects.filter(timetable__ledger=tournament.ledger_id)
    codes = planned.order_by("begins_at", "pk").values_list("match__code", flat=True)
    place = {code: index for index, code in enumerate(codes)}
    return sorted(ready, key=lambda view: place.get(view.code, len(place)))


def _last_round(tournament: Tournament) -> int:
    """Return the round of the final; 0 before the bracket is drawn."""
    found = Match.objects.filter(IN_BRACKET, ledger=tournament.ledger_id).order_by("-round")
    return found.values_list("round", flat=True).first() or 0


def _is_final(match: Match, last: int) -> bool:
    """Return whether the match is the final of the bracket; `last` is the final's round."""
    return match.round == last and not (match.third_place or match.second_chance)


def _bar_of(planned: PlannedMatch, last: int, moment: datetime) -> Bar:
    """Return a match as played or, until it begins, as planned; `last` is the round of the final."""
    match = planned.match
    begins = match.started_at if match.started_at and match.state != MatchState.READY else planned.begins_at
    ends = _bar_end(planned, match, begins, moment)
    return Bar(
        code=match.code,
        round=match.round,
        number=match.number,
        third_place=match.third_place,
        is_final=_is_final(match, last),
        stage=match.stage,
        second_chance=match.second_chance,
        state=match.state,
        table=(match.table or planned.table).label,
        begins=begins,
        ends=ends,
        published=planned.published_at,
        is_late=_is_late(planned, match, begins, moment),
        is_pinned=match.state in TO_COME and _has_pin(match),
    )


def _has_pin(match: Match) -> bool:
    """Return whether the match has a pin that was not dropped."""
    pin = getattr(match, "pinned", None)
    return pin is not None and not pin.dropped


def _bar_end(planned: PlannedMatch, match: Match, begins: datetime, moment: datetime) -> datetime:
    """Return when the match ended or is expected to; one at a table ends no earlier than `moment`."""
    least = begins + timedelta(minutes=1)
    if match.ended_at is not None and match.state == MatchState.ENDED:
        return max(match.ended_at, least)
    return max(planned.ends_at, moment, least) if match.state in AT_TABLE else max(planned.ends_at, least)


def _is_late(planned: PlannedMatch, match: Match, begins: datetime, moment: datetime) -> bool:
    """Return whether the match begins or ends more than `LATE` after its time; False once it has ended."""
    if match.state == MatchState.ENDED:
        return False
    if match.state in AT_TABLE and moment > planned.ends_at + LATE:
        return True
    return begins > planned.published_at + LATE
