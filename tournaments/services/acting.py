"""The frame of every act on a tournament: policy, lock, the fresh state, the record."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from accounts.models import Persona, Player
from accounts.services import persona_of
from core.codes import SYSTEM
from core.errors import Stale
from core.jobs import enqueue
from core.record import SYSTEM as BY_SYSTEM
from core.record import Act, acting
from tournaments.models import Tournament
from tournaments.policies import Need, require

DISPATCH = "scheduling.dispatch"
CALL_TIME = "tournaments.call_time"


class Versioned(Protocol):
    """Anything that knows the record's number at its latest change."""

    changed_seq: int


@dataclass(slots=True)
class Scene:
    """An act in progress on a tournament that was read again under the lock."""

    tournament: Tournament
    act: Act
    persona: Persona | None

    def touch(self, *things: Versioned) -> None:
        """Note that the act's latest line changed these things; the caller saves them."""
        for thing in things:
            thing.changed_seq = self.act.seq


@contextmanager
def acting_on(
    tournament: Tournament,
    *,
    by: Player | None,
    need: Need,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SYSTEM,
) -> Iterator[Scene]:
    """Check the policy, take the lock, read the tournament again, and record what is done.

    `by` None is the system itself. `seen` guards the tournament's own facts.
    Raises `Forbidden`, and `Stale` where the tournament changed after `seen`.
    """
    role = str(require(tournament, by, need) or "player") if by else ""
    with acting(tournament.ledger_id, now=now) as act:
        persona = persona_of(act.ledger, by, rng=rng) if by else None
        act.by = f"{role}:{persona.code}" if persona else BY_SYSTEM
        fresh = Tournament.objects.get(pk=tournament.pk)
        fresh.ledger = act.ledger
        check_seen(fresh, seen, act.seq)
        yield Scene(fresh, act, persona)


def look_again(scene: Scene) -> None:
    """Let the dispatcher see what can be called now."""
    ledger, now = scene.act.ledger, scene.act.now
    enqueue(DISPATCH, ledger, key=str(ledger.pk), due=now, now=now)


def check_seen(thing: Versioned, seen: int | None, head: int) -> None:
    """Raise `Stale` where the thing changed after the record's number that the person saw."""
    if seen is not None and thing.changed_seq > seen:
        raise Stale("stale", {"seen": seen, "changed": thing.changed_seq, "seq": head})
