"""The frame of every act on a proposal: lock, fresh state, step in its history."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import Player
from catalogue.models import Proposal, Revision, Step, StepKind, TypeState
from core.errors import Impossible, Refused, Stale, Violation


@dataclass(slots=True)
class ProposalContext:
    """An act in progress on a proposal that was read under its lock."""

    proposal: Proposal
    by: Player
    now: datetime

    def step(self, act: StepKind, state: TypeState, reason: str = "") -> None:
        """Change the state, and store a step: who did what, and why."""
        proposal = self.proposal
        proposal.state, proposal.changed_at, proposal.seq = state, self.now, proposal.seq + 1
        proposal.save()
        Step.objects.create(
            proposal=proposal,
            number=proposal.seq,
            act=act,
            by=self.by,
            at=self.now,
            reason=reason,
            revision=latest(proposal),
        )

    def revise(self) -> None:
        """Store the proposal's present content as a revision."""
        proposal = self.proposal
        Revision.objects.create(
            proposal=proposal,
            number=proposal.revisions.count() + 1,
            definition=proposal.definition,
            sha256=proposal.definition["sha256"],
            text_pt=proposal.text_pt,
            text_en=proposal.text_en,
            at=self.now,
        )


def latest(proposal: Proposal) -> Revision:
    """Return the latest revision of a proposal."""
    found = proposal.revisions.last()
    if found is None:
        raise Impossible(f"{proposal} never said anything")
    return found


@contextmanager
def acting_on(
    proposal: Proposal, *, by: Player, now: datetime, seen: int | None
) -> Iterator[ProposalContext]:
    """Lock the proposal and read it again. Raise `Stale` unless its `seq` is `seen`."""
    with transaction.atomic():
        fresh = Proposal.objects.select_for_update().get(pk=proposal.pk)
        if seen is not None and fresh.seq != seen:
            raise Stale("stale", {"seen": seen, "changed": fresh.seq, "seq": fresh.seq})
        with name_free(fresh.title_word):
            yield ProposalContext(fresh, by, now)


@contextmanager
def name_free(title_word: str) -> Iterator[None]:
    """Refuse if a constraint fails because another account took the name a moment ago."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise Refused([Violation("type_taken", {"title_word": title_word}, "title_word")]) from None
