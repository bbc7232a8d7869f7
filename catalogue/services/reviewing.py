"""Acts of an editor: accept, ask for changes, refuse; each with a reason."""

from collections.abc import Mapping
from datetime import datetime

from accounts.models import Player
from catalogue.models import Proposal, StepKind, TypeState
from catalogue.policies import require_judgement
from catalogue.services.acting import ProposalContext, acting_on
from core.errors import Stale, Violation, missing_reason, refuse_all

DECISIONS: Mapping[str, tuple[StepKind, TypeState]] = {
    "accept": (StepKind.ACCEPTED, TypeState.ACCEPTED),
    "ask_changes": (StepKind.CHANGES_ASKED, TypeState.CHANGES_ASKED),
    "refuse": (StepKind.REFUSED, TypeState.REFUSED),
}


def decide(
    proposal: Proposal, *, decision: str, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Proposal:
    """Decide on a proposal; the second of two decisions is `Stale`.

    It does not check titles of tournaments: pages and API call `tournaments.setup.type_choice`, which does.
    """
    require_judgement(proposal, by)
    found = []
    if decision not in DECISIONS:
        found.append(Violation("type_decision_unknown", {}, "decision"))
    found += missing_reason(reason)
    refuse_all(found)
    act, state = DECISIONS[decision]
    with acting_on(proposal, by=by, now=now, seen=seen) as ctx:
        if ctx.proposal.state != TypeState.PROPOSED:
            raise Stale("type_not_proposed")
        if state == TypeState.ACCEPTED:
            _supersede(ctx)
        ctx.step(act, state, reason.strip())
    return ctx.proposal


def _supersede(ctx: ProposalContext) -> None:
    """Mark the version accepted before as superseded."""
    new = ctx.proposal
    older = Proposal.objects.select_for_update().filter(game=new.game, key=new.key, state=TypeState.ACCEPTED)
    for old in older:
        ProposalContext(old, ctx.by, ctx.now).step(StepKind.SUPERSEDED, TypeState.SUPERSEDED)
