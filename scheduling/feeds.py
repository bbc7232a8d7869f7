"""Calendar events: the day of a tournament, its breaks, matches as planned or played (ADR 0043).

They contain no names of people: calendars are copied to other computers, where no one can be erased. They do
not change with the clock, only with the record's version.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Max, Q, QuerySet

from accounts.models import Player
from core.models import RecordLine
from matches.models import IN_BRACKET, Match, MatchState, Member, PhysicalTable
from scheduling.models import Forecast, Timetable
from tournaments.draw.selectors import is_stage_open
from tournaments.models import JudgeShift, Staff, State, Tournament

MIN_LENGTH = timedelta(minutes=1)
LISTED_FOR = timedelta(days=90)  # so long a private calendar still lists past events


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A match's code and its place: round and number in the bracket, or in the `stage` before it.

    `stage` is the stage's number, None for a match of the bracket.
    """

    code: str
    round: int
    number: int
    third_place: bool
    is_final: bool
    stage: int | None
    second_chance: bool


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """One calendar event. `key` is its permanent id in its tournament; `changed`: since when it is as it is.

    `ends` is None if unknown; `is_expected`: it is planned and may move. `all_day`: only the date of `begins`
    counts. `match` and `table` (label) only for a match.
    """

    tournament: Tournament
    kind: Literal["day", "break", "match", "shift"]
    key: str
    begins: datetime
    ends: datetime | None
    changed: datetime
    is_expected: bool = False
    all_day: bool = False
    match: MatchPlace | None = None
    table: str | None = None


def tournament_events(tournament: Tournament) -> list[FeedEvent]:
    """Return the tournament's day, its breaks, and every match that has a time."""
    matches = Match.objects.filter(ledger=tournament.ledger_id)
    return [*day_events(tournament), *_match_events({tournament.ledger_id: tournament}, matches)]


def table_events(tournament: Tournament, position: int) -> list[FeedEvent]:
    """Return the breaks, and the past, present and planned matches at this table."""
    there = Q(table__position=position) | Q(table=None, planned__table__position=position)
    matches = Match.objects.filter(there, ledger=tournament.ledger_id)
    breaks = [event for event in day_events(tournament) if event.kind == "break"]
    return [*breaks, *_match_events({tournament.ledger_id: tournament}, matches)]


def table_at(tournament: Tournament, position: int) -> PhysicalTable | None:
    """Return the table at that position in the hall; None if there is none."""
    return PhysicalTable.objects.filter(ledger=tournament.ledger_id, position=position).first()


def tournaments_played_by(player: Player, now: datetime) -> list[Tournament]:
    """Return the public tournaments in which a person has a live entry, until 90 days after their end.

    Those that they withdrew from are left out.
    """
    entered = Member.objects.filter(persona__player=player, live=True).values("entry__ledger")
    return [found for found in _recent_tournaments(now).filter(ledger__in=entered) if found.is_public]


def tournaments_helped_by(player: Player, now: datetime) -> list[Tournament]:
    """Return the tournaments on whose staff a person is, public or not, until 90 days after their end."""
    return list(
        _recent_tournaments(now).filter(
            pk__in=Staff.objects.filter(persona__player=player).values("tournament")
        )
    )


def player_events(player: Player, tournaments: Iterable[Tournament]) -> list[FeedEvent]:
    """Return each tournament's day without breaks, and the matches of the player's live entries, if timed."""
    known = {found.ledger_id: found for found in tournaments}
    mine = Member.objects.filter(persona__player=player, live=True, entry__ledger__in=known).values("entry")
    matches = Match.objects.filter(sides__entry__in=mine)
    days = [event for found in known.values() for event in day_events(found) if event.kind == "day"]
    return [*days, *_match_events(known, matches)]


def judge_events(player: Player, tournaments: Iterable[Tournament]) -> list[FeedEvent]:
    """Return each tournament's day and breaks, the judge's shifts, and the matches at their tables.

    Matches that they play or must not judge are left out.
    """
    known = {found.ledger_id: found for found in tournaments}
    mine = PhysicalTable.objects.filter(ledger__in=known, judge__player=player).values("pk")
    matches = Match.objects.filter(Q(table__in=mine) | Q(table=None, planned__table__in=mine))
    matches = matches.exclude(seats__persona__player=player)
    matches = matches.exclude(seats__persona__not_judged_by__judge__player=player)
    return [
        *(event for found in known.values() for event in day_events(found)),
        *_shift_events(player, known),
        *_match_events(known, matches),
    ]


def _shift_events(player: Player, known: Mapping[int, Tournament]) -> Iterator[FeedEvent]:
    """Yield the judge's shifts in these tournaments (by ledger's primary key)."""
    for row in JudgeShift.objects.select_related("judge").filter(
        judge__player=player, judge__ledger__in=known
    ):
        found = known[row.judge.ledger_id]
        yield FeedEvent(found, "shift", "shift", row.begins_at, row.ends_at, row.changed_at)


def day_events(tournament: Tournament) -> Iterator[FeedEvent]:
    """Yield the day itself, from its planned start to its end or expected end, and its breaks.

    Without a date there is no day, only breaks.
    """
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id)
    changed = lines.filter(seq=tournament.changed_seq).aggregate(at=Max("at"))["at"] or tournament.created_at
    if tournament.starts_at is not None:
        ends, foreseen = _end_of_day(tournament)
        facts = (tournament.starts_at, ends, max(changed, *foreseen), not tournament.is_over)
        yield FeedEvent(tournament, "day", "day", *facts, all_day=tournament.day_only)
    breaks = list(tournament.breaks.order_by("number"))
    if breaks:
        moved = lines.filter(type__startswith="break.").aggregate(at=Max("at"))["at"] or changed
        for one in breaks:
            yield FeedEvent(tournament, "break", f"break {one.number}", one.begins_at, one.ends_at, moved)


def _end_of_day(tournament: Tournament) -> tuple[datetime | None, list[datetime]]:
    """Return when the day ended or is expected to end, and since which moments that is known.

    The end is None if it is unknown, not after the start, or the tournament was cancelled.
    """
    start = tournament.starts_at or tournament.created_at
    if tournament.is_over:
        ended = tournament.finished_at or tournament.cancelled_at or tournament.created_at
        return (ended if ended > start and tournament.state == State.FINISHED else None), [ended]
    planned = Timetable.objects.filter(ledger=tournament.ledger_id, ends_at__isnull=False)
    plan = None if is_stage_open(tournament) else planned.first()
    seen = Forecast.objects.filter(ledger=tournament.ledger_id).first()
    ends = (seen.high if seen else None) or (plan.ends_at if plan else None)
    known = [at for at in (seen and seen.made_at, plan and plan.made_at) if at]
    return (ends if ends and ends > start else None), known or [tournament.created_at]


def _recent_tournaments(now: datetime) -> QuerySet[Tournament]:
    """Return tournaments that are to come, in play, or ended at most 90 days ago; not binned or simulated."""
    since = now - LISTED_FOR
    over = Q(finished_at__lt=since) | Q(cancelled_at__lt=since)
    shown = Tournament.objects.filter(binned_at=None, simulated=False).exclude(over)
    return shown.select_related("ledger").order_by("pk")


def _match_events(known: Mapping[int, Tournament], matches: QuerySet[Match]) -> Iterator[FeedEvent]:
    """Yield those of the matches that have a time; a bye or a walkover has none.

    `known`: their tournaments by ledger's primary key.
    """
    timed = Q(started_at__isnull=False) | Q(planned__isnull=False) | Q(state=MatchState.CALLED)
    found = matches.filter(timed).exclude(state=MatchState.ENDED, started_at=None).distinct()
    bracket = Match.objects.filter(IN_BRACKET, ledger__in=known).order_by()
    last = dict(bracket.values_list("ledger").annotate(Max("round")))
    for match in found.select_related("table", "planned__table", "planned__timetable"):
        yield _match_event(known[match.ledger_id], match, last.get(match.ledger_id, 0))


def _match_event(tournament: Tournament, match: Match, last: int) -> FeedEvent:
    """Return the event of a match, as planned or as played; `last` is the round of the final."""
    planned = getattr(match, "planned", None)
    begins = _begin_of(match)
    ends = match.ended_at if match.state == MatchState.ENDED else planned.ends_at if planned else None
    moments = [match.called_at, match.started_at, match.ended_at]
    moments += [planned.changed_at or planned.timetable.made_at] if planned else []
    table = match.table or (planned.table if planned else None)
    is_final = match.round == last and not (match.third_place or match.second_chance)
    return FeedEvent(
        tournament,
        "match",
        match.code,
        begins,
        max(ends, begins + MIN_LENGTH) if ends else None,
        max(moment for moment in moments if moment),
        is_expected=match.state not in (MatchState.PLAYING, MatchState.ENDED),
        match=MatchPlace(
            match.code,
            match.round,
            match.number,
            match.third_place,
            is_final,
            match.stage,
            match.second_chance,
        ),
        table=table.label if table else None,
    )


def _begin_of(match: Match) -> datetime:
    """Return when the match began; before that, when the timetable expects it, else when it was called."""
    planned = getattr(match, "planned", None)
    if match.started_at and match.state in (MatchState.PLAYING, MatchState.ENDED):
        return match.started_at
    begins = planned.begins_at if planned else match.called_at
    return begins or match.started_at or match.ledger.tournament.created_at
