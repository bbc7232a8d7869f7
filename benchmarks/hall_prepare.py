"""Three tournaments in full swing for `benchmarks.hall`, made through the services; prints them as JSON."""

import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.management import call_command
from django.utils import timezone

from accounts.tokens import give_token
from core.errors import Impossible
from matches.models import Match, MatchState
from scheduling.services import dispatch
from simulation.simulation import Scenario, Simulation
from tournaments.play.play import start_match

HALL = (("Salão", 256, 128), ("Lado A", 64, 32), ("Lado B", 64, 32))


def prepared(name: str, entries: int, tables: int, seed: int) -> dict[str, str]:
    """A drawn tournament of duels whose first matches are called and started."""
    scenario = Scenario(entries=entries, seed=seed, table_size=2, tables=tables, name=name, time_limit=50)
    tournament = Simulation(scenario, began=timezone.now(), stop_after=0).run()
    now = timezone.now()
    dispatch(tournament.ledger_id, now=now)
    judge = tournament.staff.get(role="organizer").persona.player
    for match in Match.objects.filter(ledger=tournament.ledger, state=MatchState.CALLED):
        start_match(match, by=judge, now=now)
    if judge.user is None:
        raise Impossible("an organizer without an account")
    return {"slug": tournament.slug, "token": give_token(judge.user, now=now)[1]}


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    print(json.dumps([prepared(*facts, seed=number) for number, facts in enumerate(HALL, start=1)]))
