"""A bracket of players with long names, for tests of layouts."""

import itertools
import random
from typing import Any

from django.utils import timezone

from scheduling.dispatcher import dispatch
from tests.cast import START, ana, announced, bruno, fresh
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

NAMES = LONG, _, ANA = ("Maria Eduarda dos Santos Oliveira", "Ítalo Cavalcanti de Albuquerque", "Ana Lima")


def drawn_with_long_names(entries: int, **chosen: Any) -> Tournament:
    tournament = announced(tables=12, **chosen)
    names = (f"{name} {number}" for number, name in enumerate(itertools.cycle(NAMES), start=1))
    size = 2 if str(chosen.get("kind")) == "duplas" else 1
    rows = [NewEntry(tuple(itertools.islice(names, size))) for _ in range(entries)]
    import_entries(tournament, entries=rows, by=ana(), now=START)
    check_in_all(fresh(tournament), by=bruno(), now=START)
    publish_draw(fresh(tournament), seed=7, by=ana(), now=START, rng=random.Random(7))
    dispatch(tournament.ledger_id, now=timezone.now())
    return fresh(tournament)
