"""Make a day for `tools.benchmarks.taps` through the services and print it as JSON."""

import json
import os
import sys
from collections.abc import Callable, Mapping

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.utils import timezone

from matches.models import Match, MatchState, Sheet
from scheduling.dispatcher import dispatch
from tests import cast
from tournaments.models import Tournament

TABLES, OFFLINE, ROUND = 16, 10, 12


def called(entries: int, high: int, tables: int) -> Tournament:
    """Store a drawn tournament and call a match to every table."""
    tournament = cast.drawn(entries, table_high=high, tables=tables)
    dispatch(tournament.ledger_id, now=timezone.now())
    return tournament


DAYS: Mapping[str, Callable[[], Tournament]] = {
    "playing": lambda: cast.running(2 * TABLES, table_high=2, tables=TABLES),
    "threes": lambda: cast.running(3 * TABLES, table_high=3, tables=TABLES),
    "offline": lambda: cast.running(4 * OFFLINE, table_high=4, tables=OFFLINE),
    "called": lambda: called(4 * ROUND, 4, ROUND),
    "absent": lambda: called(4, 4, 1),
    "open": cast.announced,
}


def main(day: str) -> None:
    """Make a day of `DAYS`; print slug, password and the codes of matches that are ready or further.

    If `day` is the slug of a tournament: print the numbers of its sheets and of the matches that have one.
    """
    cast.ana(), cast.bruno()
    if day in DAYS:
        tournament = DAYS[day]()
        found = Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.WAITING)
        codes = list(found.order_by("number").values_list("code", flat=True))
        print(json.dumps({"slug": tournament.slug, "codes": codes, "password": cast.PASSWORD}))
    else:
        sheets = Sheet.objects.filter(match__ledger__tournament__slug=day)
        print(json.dumps([sheets.count(), sheets.values("match").distinct().count()]))


if __name__ == "__main__":
    main(sys.argv[1])
