"""Acts of an author: draft a type, change it, propose it, withdraw it."""

from collections.abc import Iterator
from datetime import datetime

from accounts.models import Player
from catalogue.facts import TypeFacts, check, clean_text, definition
from catalogue.models import OPEN, Proposal, StepKind, TypeState
from catalogue.policies import require_author
from catalogue.services.acting import ProposalContext, acting_on, name_free
from core.errors import Stale, Violation, refuse_all

MOST_OPEN = 20


def draft_type(facts: TypeFacts, *, by: Player, now: datetime) -> Proposal:
    """Draft a type; its author may use it at once in unranked tournaments.

    With the name of the author's own accepted type it becomes the next version of that.
    """
    key, _ = definition(facts, 1)
    refuse_all([*check(facts), *_check_name(facts, key, by), *_check_many(by)])
    with name_free(facts.title_word):
        last = Proposal.objects.filter(game=facts.game, key=key).order_by("version").last()
        version = last.version + 1 if last else 1
        proposal = Proposal(
            game=facts.game, key=key, version=version, author=by, created_at=now, changed_at=now
        )
        _say(proposal, facts)
        proposal.save()
        ctx = ProposalContext(proposal, by, now)
        ctx.revise()
        ctx.step(StepKind.DRAFTED, TypeState.DRAFT)
    return proposal


def change_type(
    proposal: Proposal, *, facts: TypeFacts, by: Player, now: datetime, seen: int | None = None
) -> Proposal:
    """Change a proposal; tournaments that pinned it keep their definition."""
    require_author(proposal, by)
    with acting_on(proposal, by=by, now=now, seen=seen) as ctx:
        fresh = ctx.proposal
        _require_open(fresh)
        refuse_all([*check(facts), *_check_rename(fresh, facts, by)])
        before = fresh.definition["sha256"]
        _say(fresh, facts)
        if fresh.definition["sha256"] == before:
            refuse_all([Violation("type_unchanged")])
        ctx.revise()
        ctx.step(StepKind.CHANGED, TypeState(fresh.state))
    return fresh


def propose_type(proposal: Proposal, *, by: Player, now: datetime, seen: int | None = None) -> Proposal:
    """Propose the type to the editors."""
    require_author(proposal, by)
    with acting_on(proposal, by=by, now=now, seen=seen) as ctx:
        if ctx.proposal.state not in (TypeState.DRAFT, TypeState.CHANGES_ASKED):
            raise Stale("type_not_draft")
        ctx.step(StepKind.PROPOSED, TypeState.PROPOSED)
    return ctx.proposal


def withdraw_type(
    proposal: Proposal, *, by: Player, now: datetime, reason: str = "", seen: int | None = None
) -> Proposal:
    """Withdraw a proposal; its name is free again, and tournaments that pinned it continue."""
    require_author(proposal, by)
    with acting_on(proposal, by=by, now=now, seen=seen) as ctx:
        _require_open(ctx.proposal)
        ctx.step(StepKind.WITHDRAWN, TypeState.WITHDRAWN, reason.strip())
    return ctx.proposal


def _require_open(proposal: Proposal) -> None:
    if not proposal.is_open:
        raise Stale("type_closed")


def _say(proposal: Proposal, facts: TypeFacts) -> None:
    proposal.key, proposal.definition = definition(facts, proposal.version)
    proposal.title_word = proposal.definition["title_word"]
    proposal.text_pt, proposal.text_en = clean_text(facts.text_pt), clean_text(facts.text_en)


def _check_many(by: Player) -> Iterator[Violation]:
    """Limit open types of one account: each reserves its name."""
    if Proposal.objects.filter(author=by, state__in=OPEN).count() >= MOST_OPEN:
        yield Violation("type_too_many", {"most": MOST_OPEN})


def _check_name(facts: TypeFacts, key: str, by: Player) -> Iterator[Violation]:
    """Yield a violation if the name belongs to another author's accepted type, or to any open one."""
    same = Proposal.objects.filter(game=facts.game, key=key)
    others = same.filter(state=TypeState.ACCEPTED).exclude(author=by)
    if others.exists() or same.filter(state__in=OPEN).exists():
        yield Violation("type_taken", {"title_word": facts.title_word}, "title_word")
        return
    accepted = same.filter(state=TypeState.ACCEPTED).first()
    if accepted and accepted.title_word != definition(facts, 1)[1]["title_word"]:
        yield Violation("type_keeps_its_name", {"title_word": accepted.title_word}, "title_word")


def _check_rename(proposal: Proposal, facts: TypeFacts, by: Player) -> Iterator[Violation]:
    key, data = definition(facts, proposal.version)
    if data["title_word"] == proposal.title_word:
        return
    same = Proposal.objects.filter(game=proposal.game, key=proposal.key).exclude(pk=proposal.pk)
    if same.filter(state=TypeState.ACCEPTED).exists():
        yield Violation("type_keeps_its_name", {"title_word": proposal.title_word}, "title_word")
    elif key != proposal.key:
        yield from _check_name(facts, key, by)
