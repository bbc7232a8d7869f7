"""Make three tournaments in full swing for `hall` through the services; print them as JSON.

Of each tournament: its slug, and the sessions of its coordinators, judges and of players who are signed in.
"""

import json
import os
from collections.abc import Iterator
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Player, User
from core.errors import Impossible
from matches.models import Match, MatchState
from scheduling.dispatcher import dispatch
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tournaments.models import Role, Tournament
from tournaments.play.play import start_match
from tournaments.setup.staff import assign_role

HALL = (("Salão", 256, 128, 2, 6, 60), ("Lado A", 64, 32, 0, 2, 0), ("Lado B", 64, 32, 0, 2, 0))
"""Name, entries, tables; coordinators and judges with browsers; players who are signed in."""
SESSIONS = import_module(settings.SESSION_ENGINE).SessionStore


def make_tournament(
    name: str, entries: int, tables: int, coordinators: int, judges: int, players: int, seed: int
) -> dict[str, object]:
    """Store a drawn tournament of duels whose first matches are started; return a `PreparedTournament`.

    As many new accounts as `coordinators`, `judges` and `players` say are signed in.
    """
    scenario = Scenario(entries=entries, seed=seed, table_size=2, tables=tables, name=name, time_limit=50)
    guests = tuple(create_people(f"hall-player-{seed}", players))
    tournament = Simulation(scenario, guests=guests, began=timezone.now(), stop_after=0).run()
    now = timezone.now()
    dispatch(tournament.ledger_id, now=now)
    organizer = tournament.staff.get(role=Role.ORGANIZER).persona.player
    for match in Match.objects.filter(ledger=tournament.ledger, state=MatchState.CALLED):
        start_match(match, by=organizer, now=now)
    return {
        "slug": tournament.slug,
        "coordinators": add_staff(tournament, organizer, Role.COORDINATOR, coordinators, seed),
        "judges": add_staff(tournament, organizer, Role.JUDGE, judges, seed),
        "players": [create_session(guest) for guest in guests],
    }


def add_staff(tournament: Tournament, organizer: Player, role: str, number: int, seed: int) -> list[str]:
    """Create so many accounts, give them the role, sign them in; return their session keys."""
    found = list(create_people(f"hall-{role}-{seed}", number))
    for player in found:
        username = player.user.username if player.user else ""
        assign_role(tournament, username=username, role=role, by=organizer, now=timezone.now())
    return [create_session(player) for player in found]


def create_people(prefix: str, number: int) -> Iterator[Player]:
    """Create accounts without a password, each with a player; yield the players."""
    for at in range(1, number + 1):
        user = User.objects.create_user(f"{prefix}-{at}")
        yield Player.objects.create(user=user, name=f"Pessoa {prefix.rpartition('-')[2]}x{at}")


def create_session(player: Player) -> str:
    """Store a session signed in as the player and return its key, the cookie's value."""
    if player.user is None:
        raise Impossible("a session without an account")
    session = SESSIONS()
    session[SESSION_KEY] = str(player.user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    print(json.dumps([make_tournament(*facts, seed=number) for number, facts in enumerate(HALL, start=1)]))
