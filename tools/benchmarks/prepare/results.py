"""A tournament of duels with started matches for `tools.benchmarks.results`, made through the services.

Prints the judge's token, then a line a match: the address of its sheet and its players' codes.
"""

import os
import secrets
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import transaction
from django.utils import timezone

from accounts.models import Player, User
from accounts.tokens import create_token
from core.errors import Impossible
from matches.models import Match
from simulation.scenarios import Scenario
from simulation.simulation import Simulation


def main(entries: int, count: int) -> None:
    """Make a drawn tournament, start `count` matches of round 1; print the token and the sheets' lines."""
    with transaction.atomic():
        scenario = Scenario(entries=entries, seed=secrets.randbits(32), table_size=2, tables=1)
        tournament = Simulation(scenario, stop_after=0, staff=_staff()).run()
        matches = list(Match.objects.filter(ledger=tournament.ledger, state="ready")[:count])
        for match in matches:
            Match.objects.filter(pk=match.pk).update(state="playing", started_at=timezone.now())
    organizer = tournament.staff.get(role="organizer").persona.player
    if organizer.user is None:
        raise Impossible("an organizer without an account")
    print(create_token(organizer.user, days=1, now=timezone.now())[1])
    for match in matches:
        players = match.seats.order_by("number").values_list("persona__code", flat=True)
        print(f"/api/v1/tournaments/{tournament.slug}/matches/{match.code}/sheet/", *players)


def _staff() -> tuple[Player, ...]:
    """Create three accounts with players, to be the staff of this tournament alone.

    An organizer of two tournaments knows the people of both, and would seat one person at two tables.
    """
    names = [f"bench-{secrets.token_hex(8)}" for _ in range(3)]
    users = [User.objects.create_user(name) for name in names]
    return tuple(Player.objects.create(user=user, name="Olga") for user in users)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
