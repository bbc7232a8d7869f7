"""Preview each decision about an entry: run and rolled back, so the preview is what will happen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Entry, EntryState
from tournaments.corrections.effects import Effects, Overview, overview_of
from tournaments.corrections.preview import REASON, RemedyChoice, preview_with_remedies
from tournaments.corrections.remedies import Remedies
from tournaments.departures.disqualify import LostPlaceDecisions, disqualify
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.models import Tournament

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)


@dataclass(frozen=True, slots=True)
class Decision:
    """One possible decision about an entry.

    `act` is `withdraw`, `disqualify` or `reinstate`. `effects` is None if it is refused now; `refused` says
    why. `choices` has every later match that needs a remedy.
    """

    act: str
    effects: Effects | None
    refused: tuple[Violation, ...] = ()
    choices: tuple[RemedyChoice, ...] = ()


def preview_decisions(
    tournament: Tournament,
    entry: Entry,
    *,
    by: Player,
    now: datetime,
    deciding: LostPlaceDecisions | None = None,
) -> tuple[Decision, ...]:
    """Run every decision that the entry's state allows, roll it back, and return what it would change.

    The caller has checked the right to coordinate.
    """
    chosen, before = deciding or LostPlaceDecisions(), overview_of(tournament)

    def disqualify_with(remedies: Remedies) -> None:
        decided = replace(chosen, remedies=remedies)
        disqualify(entry, reason=REASON, by=by, now=now, deciding=decided)

    acts: Mapping[str, Callable[[Remedies], object]] = {
        "withdraw": lambda _: withdraw(entry, reason=REASON, by=by, now=now),
        "disqualify": disqualify_with,
        "reinstate": lambda _: reinstate(entry, reason=REASON, by=by, now=now),
    }
    return tuple(
        _preview_act(before, tournament, name, acts[name], chosen.remedies) for name in _decisions_for(entry)
    )


def _decisions_for(entry: Entry) -> tuple[str, ...]:
    """Return the decisions to offer for the entry's state."""
    if entry.state in LIVE:
        return ("withdraw", "disqualify")
    return ("reinstate", "disqualify") if entry.state == EntryState.WITHDRAWN else ("reinstate",)


def _preview_act(
    before: Overview, tournament: Tournament, name: str, act: Callable[[Remedies], object], remedies: Remedies
) -> Decision:
    """Run the act with these remedies and roll it back; return what it would change or why it is refused."""
    try:
        look = preview_with_remedies(before, tournament, act, remedies)
        return Decision(name, look.effects, choices=look.choices)
    except Refused as refused:
        return Decision(name, None, refused.violations)
    except Stale as stale:
        return Decision(name, None, (Violation(stale.code, stale.facts),))
