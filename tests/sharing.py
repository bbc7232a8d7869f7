"""Tournaments that share a hall, for tests of it on every floor."""

from typing import Any

from django.db import connection
from django.utils import timezone

from core.jobs import outbox
from core.models import Job, JobState
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable
from scheduling.dispatcher import dispatch
from tests.cast import ana, bruno, drawn, fresh, plain_win, without_account
from tournaments.act import DISPATCH
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.tables.share import share_hall


def duels(name: str, entries: int = 8, tables: int = 2, **chosen: Any) -> Tournament:
    """A tournament of duels whose people play nowhere else, so that only tables are wanted twice."""
    tournament = drawn(entries, name=name, tables=tables, table_low=2, table_high=2, **chosen)
    for persona in tournament.ledger.personas.filter(memberships__isnull=False).distinct():
        persona.player = without_account(f"{persona.player.name} {name}")
        persona.save()
    return tournament


def share(first: Tournament, second: Tournament) -> None:
    share_hall(first, second, by=ana(), now=timezone.now())


def call(tournament: Tournament) -> int:
    return dispatch(tournament.ledger_id, now=timezone.now())


def hall(**chosen: Any) -> tuple[Tournament, Tournament]:
    """Two tournaments at the same two tables, of which the first has called its first two matches."""
    first, second = duels("Um", **chosen), duels("Dois", **chosen)
    share(first, second)
    call(first)
    return fresh(first), fresh(second)


def on(tournament: Tournament) -> list[Match]:
    """Its matches that are at tables, by the label."""
    found = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
    return list(found.select_related("table").order_by("table__label"))


def labels(tournament: Tournament) -> list[str]:
    return [match.table.label for match in on(tournament) if match.table]


def ready(tournament: Tournament) -> Match:
    return Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY)[0]


def table(tournament: Tournament, label: str) -> PhysicalTable:
    return PhysicalTable.objects.get(ledger=tournament.ledger_id, label=label)


def won(match: Match) -> None:
    start_match(match, by=bruno(), now=timezone.now())
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=timezone.now())


def run_jobs(*, most: int = 50) -> int:
    """Every dispatcher's job that waits, those included that it brings about; how many there were."""
    done = 0
    while job := Job.objects.filter(kind=DISPATCH, state=JobState.WAITING).order_by("due_at", "pk").first():
        assert done < most, "they tell each other for ever"
        outbox.run(job.pk, max(job.due_at, timezone.now()))
        done += 1
    return done


def forced(match: Match, place: PhysicalTable) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE matches_match SET state = 'called', called_at = %s, table_id = %s WHERE id = %s",
            [timezone.now(), place.pk, match.pk],
        )
