"""Make many tournaments for `calls`, play them at a steady rate, print how long calls took as JSON.

python -m tools.benchmarks.prepare.calls TOURNAMENTS SECONDS RATE
"""

import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import cycle

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connection
from django.db.models import Min
from django.utils import timezone

from core.models import Job, JobState
from matches.models import AT_TABLE, Match, MatchState
from rulesets.registry import game_of
from scheduling.forecasting import FORECAST
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tools.endorsement.whole_day.waits import waits
from tournaments.act import DISPATCH
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, situation_of, start_match
from tournaments.rules_of import rules_of

ENTRIES, TABLES = 32, 4
HOUR = 3600.0
LINES = """
    SELECT seq, text, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8
    FROM core_recordline WHERE ledger_id = %s ORDER BY seq
"""


def main(tournaments: int, seconds: float, rate: float) -> None:
    """Make and play so many tournaments; print a `CallMeasurement`."""
    made = [make_tournament(number) for number in range(tournaments)]
    wait_until_settled(made)
    began = timezone.now()
    results = record_results(made, seconds, rate)
    time.sleep(10)
    ran = Job.objects.filter(state=JobState.DONE, done_at__gte=began)
    due = Job.objects.filter(state=JobState.WAITING, due_at__lte=timezone.now())
    oldest = due.aggregate(at=Min("due_at"))["at"]
    print(json.dumps({
        "results": results,
        "waits": [wait for tournament in made for wait in seconds_to_calls(tournament, began)],
        "dispatches": Counter(ran.filter(kind=DISPATCH).values_list("ran_by", flat=True)),
        "forecasts": ran.filter(kind=FORECAST).count(),
        "late": (timezone.now() - oldest).total_seconds() if oldest else 0.0,
    }))  # fmt: skip


def make_tournament(number: int) -> Tournament:
    """Store a drawn tournament of duels; workers call its first matches."""
    scenario = Scenario(
        entries=ENTRIES, seed=number, table_size=2, tables=TABLES, name=f"Salão {number}", time_limit=50
    )
    return Simulation(scenario, began=timezone.now(), stop_after=0).run()


def wait_until_settled(made: list[Tournament]) -> None:
    """Wait until every tournament plays and no more matches are called; some wait for people of another."""
    ledgers = [tournament.ledger_id for tournament in made]
    at_tables = Match.objects.filter(ledger__in=ledgers, state__in=AT_TABLE)
    before, now = 0, at_tables.count()
    while now != before or at_tables.values("ledger").distinct().count() < len(made):
        time.sleep(3)
        before, now = now, at_tables.count()


def record_results(made: list[Tournament], seconds: float, rate: float) -> int:
    """Record `rate` results a second, each in the next tournament with a match at a table; their number."""
    began, rng, halls = time.monotonic(), random.Random(1), cycle(made)
    for number in range(int(seconds * rate)):
        time.sleep(max(0.0, began + number / rate - time.monotonic()))
        match = next(filter(None, (first_called_match(hall) for hall in halls)))
        record_random_sheet(match, rng)
    return int(seconds * rate)


def first_called_match(tournament: Tournament) -> Match | None:
    """Return the match at a table that was called first, None if all tables are free."""
    found = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
    return found.order_by("called_at").first()


def record_random_sheet(match: Match, rng: random.Random) -> None:
    """Start the match if it was only called, and record a random legal sheet."""
    tournament = Tournament.objects.get(ledger=match.ledger_id)
    organizer = tournament.staff.get(role="organizer").persona.player
    if match.state == MatchState.CALLED:
        start_match(match, by=organizer, now=timezone.now())
        match.refresh_from_db()
    rules = rules_of(tournament)
    sheet = game_of(rules.game).random_sheet(rules, situation_of(match), rng)
    record_sheet(match, sheet=sheet, by=organizer, now=timezone.now())


def seconds_to_calls(tournament: Tournament, began: datetime) -> Iterator[float]:
    """Yield seconds from each result that made a call possible to that call, between their commits."""
    with connection.cursor() as cursor:
        cursor.execute(LINES, [tournament.ledger_id])
        rows = cursor.fetchall()
    moments = {seq: at for seq, _text, at in rows}
    record_file = "\n".join(text.rstrip("\n") for _seq, text, _at in rows).encode()
    for wait in waits(record_file, moments, HOUR):
        if wait.kind == "result" and wait.since >= began.timestamp():
            yield wait.seconds


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
