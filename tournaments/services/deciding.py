"""What each decision about an entry would lead to: carried out and rolled back, so it is what will happen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Entry, EntryState
from tournaments.models import Tournament
from tournaments.policies import require
from tournaments.selectors.effects import Effects
from tournaments.services.disqualifying import Deciding, disqualify
from tournaments.services.previewing import REASON, what_if
from tournaments.services.reinstating import reinstate
from tournaments.services.withdrawing import withdraw

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that could be decided: `withdraw`, `disqualify` or `reinstate`.

    `effects` is everything that would differ, None where it is refused now; `refused` says why.
    """

    act: str
    effects: Effects | None
    refused: tuple[Violation, ...] = ()


def decisions(
    entry: Entry, *, by: Player, now: datetime, deciding: Deciding | None = None
) -> tuple[Decision, ...]:
    """Every decision that makes sense for the entry as it is; for the coordinator. Nothing is stored."""
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    require(tournament, by, "coordinate")
    acts: Mapping[str, Callable[[], object]] = {
        "withdraw": lambda: withdraw(entry, reason=REASON, by=by, now=now),
        "disqualify": lambda: disqualify(entry, reason=REASON, by=by, now=now, deciding=deciding),
        "reinstate": lambda: reinstate(entry, reason=REASON, by=by, now=now),
    }
    return tuple(_tried(tournament, name, acts[name]) for name in _sensible(entry))


def _sensible(entry: Entry) -> tuple[str, ...]:
    if entry.state in LIVE:
        return ("withdraw", "disqualify")
    return ("reinstate", "disqualify") if entry.state == EntryState.WITHDRAWN else ("reinstate",)


def _tried(tournament: Tournament, name: str, act: Callable[[], object]) -> Decision:
    try:
        return Decision(name, what_if(tournament, act))
    except Refused as refused:
        return Decision(name, None, refused.violations)
    except Stale as stale:
        return Decision(name, None, (Violation(stale.code, stale.facts),))
