"""Make a season for `pages`: so many finished ranked tournaments in which so many people took part.

Written as rows, since playing them would take an hour: everybody has a place in about two of them.
"""

import os
import random
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import transaction
from django.utils import timezone

from accounts.models import Persona, Player
from core.models import Ledger
from core.record.codes import new_code
from matches.models import Entry, EntryState, Member
from rulesets.kernel.points import POINTS
from tournaments.models import Placing, State, Tournament

ENTRIES = 50
BATCH = 500


def main(tournaments: int, people: int) -> None:
    """Store the people, then finished tournaments in which 50 of them, at random, have places."""
    chance = random.Random(1)
    with transaction.atomic():
        players = [Player(name=f"Pessoa {number}") for number in range(people)]
        Player.objects.bulk_create(players, batch_size=BATCH)
        for number in range(tournaments):
            _create_tournament(number, chance.sample(players, min(ENTRIES, people)))


def _create_tournament(number: int, players: list[Player]) -> None:
    """Store a finished tournament in which the players have places 1, 2, … in their order."""
    now, name = timezone.now(), f"Etapa {number}ª"
    ledger = Ledger.objects.create()
    tournament = Tournament.objects.create(
        ledger=ledger, slug=f"etapa-{number}", state=State.RUNNING, game="chama", kind="campeonato",
        name=name, year=now.year, title=f"Chama: Campeonato {name} {now.year}", ranked=True, table_low=2,
        table_high=4, edition="chama@0", edition_hash="0" * 64, zone="America/Sao_Paulo", announced_at=now,
        created_at=now,
    )  # fmt: skip
    entries = _create_entries(ledger, players)
    Placing.objects.bulk_create(_placing(tournament, entry, at) for at, entry in enumerate(entries, start=1))
    Tournament.objects.filter(pk=tournament.pk).update(state=State.FINISHED, finished_at=now)


def _create_entries(ledger: Ledger, players: list[Player]) -> list[Entry]:
    personas = [Persona(ledger=ledger, player=player, code=new_code("p")) for player in players]
    Persona.objects.bulk_create(personas)
    entries = [
        Entry(ledger=ledger, code=new_code("e"), number=number, state=EntryState.CHECKED_IN)
        for number in range(1, len(players) + 1)
    ]
    Entry.objects.bulk_create(entries)
    sat = zip(entries, personas, strict=True)
    Member.objects.bulk_create(Member(entry=entry, persona=persona, position=1) for entry, persona in sat)
    return entries


def _placing(tournament: Tournament, entry: Entry, place: int) -> Placing:
    """Return a place with its points, not stored."""
    points = POINTS[place - 1] if place <= len(POINTS) else 0
    return Placing(tournament=tournament, entry=entry, place=place, points_numerator=points)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
