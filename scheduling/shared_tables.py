"""Tables that other tournaments of the hall use: now, and by an earlier timetable (ADR 0046)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import Player
from matches.models import AT_TABLE, MatchState, PhysicalTable
from scheduling.busy_players import earlier_timetables, expected_ends
from scheduling.models import PlannedMatch, Timetable
from scheduling.planning.problem import Span, merge_spans
from tournaments.models import Tournament
from tournaments.tables.shared_hall import neighbours, taken_elsewhere, titles_for

MINUTE = 60
Spans = Mapping[str, tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class TableInUse:
    """A table (label) with a match of another tournament of the hall, and when that is expected to end.

    `title` and `slug` are "" if the reader may not see that tournament.
    """

    label: str
    title: str
    slug: str
    until: datetime


def tables_in_use(
    tournament: Tournament, player: Player | None, now: datetime, *, closed_too: bool = False
) -> tuple[TableInUse, ...]:
    """Return which of its open tables (all if `closed_too`) others of its hall use now, by position.

    Titles are those that this person, None for the public, may see. () after one query if none is in use.
    """
    own = PhysicalTable.objects.filter(ledger=tournament.ledger_id, label=OuterRef("label"))
    place = Subquery((own if closed_too else own.filter(is_open=True)).values("position"))
    taken = taken_elsewhere(tournament.ledger_id).annotate(place=place).exclude(place=None)
    rows = {row.match: row.label for row in taken.order_by("place")}
    if not rows:
        return ()
    there = {match.pk: match.ledger.tournament for match in rows}
    titles = titles_for(player, list(there.values()))
    ends = expected_ends(list(rows), now)
    return tuple(
        TableInUse(
            label=label,
            title=titles.get(there[match.pk].pk, ""),
            slug=there[match.pk].slug if there[match.pk].pk in titles else "",
            until=ends[match.pk],
        )
        for match, label in rows.items()
    )


def closed_by_others(tournament: Tournament, moment: datetime, change: int) -> Spans:
    """Return by label when other tournaments have a match at that table, with `change` seconds around it.

    That is: matches there now, and those in timetables made before this one's. {} after one query without a
    shared hall. Spans are in Unix seconds, in whole minutes.
    """
    others = [other.ledger_id for other in neighbours(tournament.ledger_id)]
    if not others:
        return {}
    spans: dict[str, list[Span]] = {}
    earlier = earlier_timetables(tournament).filter(ledger__in=others)
    for use in (*_uses_now(tournament, moment), *_planned_uses(earlier)):
        around = Span(
            _round_down(use.begins.timestamp()) - change, -_round_down(-use.ends.timestamp()) + change
        )
        spans.setdefault(use.label, []).append(around)
    return {label: merge_spans(found) for label, found in spans.items()}


def _round_down(seconds: float) -> int:
    """Round seconds down to a whole minute."""
    return int(seconds // MINUTE) * MINUTE


@dataclass(frozen=True, slots=True)
class TableUse:
    """A present or planned match of another tournament at a table (label)."""

    label: str
    begins: datetime
    ends: datetime


def uses_of_others(tournament: Tournament, moment: datetime) -> list[TableUse]:
    """Return the present and planned matches of other tournaments in its hall, of all their timetables.

    [] without a shared hall.
    """
    others = [other.ledger_id for other in neighbours(tournament.ledger_id)]
    made = Timetable.objects.filter(ledger__in=others, made_at__isnull=False)
    return [*_uses_now(tournament, moment), *_planned_uses(made)] if others else []


def _uses_now(tournament: Tournament, moment: datetime) -> list[TableUse]:
    """Return matches of other tournaments at shared tables now, with their expected ends."""
    rows = {row.match: row for row in taken_elsewhere(tournament.ledger_id)}
    ends = expected_ends(list(rows), moment) if rows else {}
    return [TableUse(row.label, row.since, ends[match.pk]) for match, row in rows.items()]


def _planned_uses(timetables: QuerySet[Timetable]) -> list[TableUse]:
    """Return the matches of these timetables that are not at a table yet."""
    planned = PlannedMatch.objects.filter(timetable__in=timetables)
    to_come = planned.exclude(match__state__in=[MatchState.ENDED, *AT_TABLE])
    return [TableUse(*use) for use in to_come.values_list("table__label", "begins_at", "ends_at")]
