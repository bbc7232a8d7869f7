"""Acts on proposed types: propose and change one, review it, appoint editors."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction

from accounts.models import Player, User
from catalogue.facts import TypeFacts, check, clean_text, definition
from catalogue.models import OPEN, REVIEW, Proposal, Revision, Step, StepKind, TypeState
from catalogue.policies import require_author, require_judgement
from core.errors import Impossible, Refused, Stale, Violation, missing_reason, refuse_all


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
def editing_proposal(
    proposal: Proposal, *, by: Player, now: datetime, seen: int | None
) -> Iterator[ProposalContext]:
    """Lock the proposal and read it again. Raise `Stale` `stale` if `seen` is given and is not its `seq`.

    Raise `Refused` `type_taken` if another account has taken its name.
    """
    with transaction.atomic():
        fresh = Proposal.objects.select_for_update().get(pk=proposal.pk)
        if seen is not None and fresh.seq != seen:
            raise Stale("stale", {"seen": seen, "changed": fresh.seq, "seq": fresh.seq})
        with name_free(fresh.title_word):
            yield ProposalContext(fresh, by, now)


@contextmanager
def name_free(title_word: str) -> Iterator[None]:
    """Raise `Refused` `type_taken` if a constraint fails: another account took the name a moment ago."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise Refused([Violation("type_taken", {"title_word": title_word}, "title_word")]) from None


MAX_OPEN = 20


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
    with editing_proposal(proposal, by=by, now=now, seen=seen) as ctx:
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
    """Propose the type to the editors. Raise `Stale` `type_not_draft` if it was proposed or accepted."""
    require_author(proposal, by)
    with editing_proposal(proposal, by=by, now=now, seen=seen) as ctx:
        if ctx.proposal.state not in (TypeState.DRAFT, TypeState.CHANGES_ASKED):
            raise Stale("type_not_draft")
        ctx.step(StepKind.PROPOSED, TypeState.PROPOSED)
    return ctx.proposal


def withdraw_type(
    proposal: Proposal, *, by: Player, now: datetime, reason: str = "", seen: int | None = None
) -> Proposal:
    """Withdraw a proposal; its name is free again, and tournaments that pinned it continue."""
    require_author(proposal, by)
    with editing_proposal(proposal, by=by, now=now, seen=seen) as ctx:
        _require_open(ctx.proposal)
        ctx.step(StepKind.WITHDRAWN, TypeState.WITHDRAWN, reason.strip())
    return ctx.proposal


def _require_open(proposal: Proposal) -> None:
    if not proposal.is_open:
        raise Stale("type_closed")


def _say(proposal: Proposal, facts: TypeFacts) -> None:
    """Set the proposal's key, definition and texts from these facts."""
    proposal.key, proposal.definition = definition(facts, proposal.version)
    proposal.title_word = proposal.definition["title_word"]
    proposal.text_pt, proposal.text_en = clean_text(facts.text_pt), clean_text(facts.text_en)


def _check_many(by: Player) -> Iterator[Violation]:
    """Limit open types of one account: each reserves its name."""
    if Proposal.objects.filter(author=by, state__in=OPEN).count() >= MAX_OPEN:
        yield Violation("type_too_many", {"most": MAX_OPEN})


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


DECISIONS: Mapping[str, tuple[StepKind, TypeState]] = {
    "accept": (StepKind.ACCEPTED, TypeState.ACCEPTED),
    "ask_changes": (StepKind.CHANGES_ASKED, TypeState.CHANGES_ASKED),
    "refuse": (StepKind.REFUSED, TypeState.REFUSED),
}


def decide(
    proposal: Proposal, *, decision: str, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Proposal:
    """Decide on a proposal; the second of two decisions is `Stale` `type_not_proposed`.

    It does not check titles of tournaments: pages and API call `tournaments.setup.type_choice`, which does.
    """
    require_judgement(proposal, by)
    found = []
    if decision not in DECISIONS:
        found.append(Violation("type_decision_unknown", {}, "decision"))
    found += missing_reason(reason)
    refuse_all(found)
    act, state = DECISIONS[decision]
    with editing_proposal(proposal, by=by, now=now, seen=seen) as ctx:
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


EDITORS = "type editors"


@transaction.atomic
def appoint(user: User) -> None:
    """Make an account an editor."""
    user.groups.add(_group())


@transaction.atomic
def dismiss(user: User) -> None:
    """Remove an account from the editors."""
    user.groups.remove(_group())


def _group() -> Group:
    group, is_new = Group.objects.get_or_create(name=EDITORS)
    if is_new:
        kind = ContentType.objects.get_for_model(Proposal)
        code = REVIEW.partition(".")[2]
        permission, _ = Permission.objects.get_or_create(
            content_type=kind, codename=code, defaults={"name": "Can review proposed tournament types"}
        )
        group.permissions.add(permission)
    return group
