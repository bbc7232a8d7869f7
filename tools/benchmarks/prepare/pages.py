"""A finished tournament of duels for `tools.benchmarks.pages`, made through the services; printed as JSON."""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import SignIn, User
from core.errors import Impossible
from matches.models import Match
from simulation.scenarios import Scenario
from simulation.simulation import Simulation


def main(entries: int) -> None:
    """Play a tournament, sign its organizer in; print slug, year, code of a match, session key."""
    with transaction.atomic():
        scenario = Scenario(entries=entries, seed=entries, table_size=2, name=f"De {entries} inscrições")
        tournament = Simulation(scenario).run()
    organizer = tournament.staff.get(role="organizer").persona.player
    if organizer.user is None:
        raise Impossible("an organizer without an account")
    client = Client()
    client.force_login(organizer.user)
    _list_session(organizer.user, str(client.session.session_key))
    first = Match.objects.filter(ledger=tournament.ledger_id, round=1).order_by("number")[0]
    found = {"slug": tournament.slug, "year": tournament.year, "match": first.code}
    print(json.dumps({**found, "session": client.cookies["sessionid"].value}))


def _list_session(user: User, session: str) -> None:
    """Store the session in the account's list of sessions, as signing in on a page does."""
    SignIn.objects.create(user=user, session_key=session, epoch=user.epoch, at=timezone.now())


if __name__ == "__main__":
    main(int(sys.argv[1]))
