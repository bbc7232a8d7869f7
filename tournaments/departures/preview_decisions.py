"""Preview each decision about an entry: run and rolled back, so the preview is what will happen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Entry, EntryState
from tournaments.corrections.effects import Effects, Overview, overview_of
from tournaments.corrections.preview import REASON, RemedyChoice, with_remedies
from tournaments.corrections.remedies import Remedies
from tournaments.departures.disqualify import Deciding, disqualify
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.models import Tournament

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)


@dataclass(frozen=True, slots=True)
class Decision:
    """One possible decision:

    `withdraw`, `disqualify` or `reinstate`. `effects` is None if it is refused now; `refused` says why.
    `choices` has every later match that needs a remedy.
    """

    act: str
    effects: Effects | None
    refused: tuple[Violation, ...] = ()
    choices: tuple[RemedyChoice, ...] = ()


def preview_decisions(
    tournament: Tournament, entry: Entry, *, by: Player, now: datetime, deciding: Deciding | None = None
) -> tuple[Decision, ...]:
    """Preview every decision that the entry's state allows, without storing anything.

    The caller has checked the right to coordinate.
    """
    told, before = deciding or Deciding(), overview_of(tournament)

    def thrown_out(remedies: Remedies) -> None:
        chosen = replace(told, remedies=remedies)
        disqualify(entry, reason=REASON, by=by, now=now, deciding=chosen)

    acts: Mapping[str, Callable[[Remedies], object]] = {
        "withdraw": lambda _: withdraw(entry, reason=REASON, by=by, now=now),
        "disqualify": thrown_out,
        "reinstate": lambda _: reinstate(entry, reason=REASON, by=by, now=now),
    }
    return tuple(_tried(before, tournament, name, acts[name], told.remedies) for name in _sensible(entry))


def _sensible(entry: Entry) -> tuple[str, ...]:
    """Return the decisions to offer for the entry's state."""
    if entry.state in LIVE:
        return ("withdraw", "disqualify")
    return ("reinstate", "disqualify") if entry.state == EntryState.WITHDRAWN else ("reinstate",)


def _tried(
    before: Overview, tournament: Tournament, name: str, act: Callable[[Remedies], object], remedies: Remedies
) -> Decision:
    """Run the act with these remedies, roll it back, and return what it would change."""
    try:
        look = with_remedies(before, tournament, act, remedies)
        return Decision(name, look.effects, choices=look.choices)
    except Refused as refused:
        return Decision(name, None, refused.violations)
    except Stale as stale:
        return Decision(name, None, (Violation(stale.code, stale.facts),))
