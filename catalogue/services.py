"""Acts on proposed types: propose and change one, review it, appoint editors."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction

from accounts.models import Player, User
from catalogue.facts import TypeFacts, check, clean_text, key_and_definition
from catalogue.models import OPEN, REVIEW, Proposal, Revision, Step, StepKind, TypeState
from catalogue.policies import require_author, require_judgement
from core.errors import Impossible, Refused, Stale, Violation, missing_reason, refuse_all


@dataclass(slots=True)
class ProposalContext:
    """An act in progress on a proposal; `proposal` was read under its lock, and the act changes it."""

    proposal: Proposal
    by: Player
    now: datetime

    def store_step(self, act: StepKind, state: TypeState, reason: str = "") -> None:
        """Set the proposal's state and time of change, count its `seq`, save it, and store a step.

        The step says who did what, why, and with which revision: there has to be one.
        """
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
            revision=latest_revision(proposal),
        )

    def store_revision(self) -> None:
        """Store the proposal's present definition and texts as its next revision."""
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


def latest_revision(proposal: Proposal) -> Revision:
    """Return the latest revision of a proposal. Raise `Impossible` if it has none."""
    found = proposal.revisions.last()
    if found is None:
        raise Impossible(f"{proposal} never said anything")
    return found


@contextmanager
def editing_proposal(
    proposal: Proposal, *, by: Player, now: datetime, seen: int | None
) -> Iterator[ProposalContext]:
    """Lock the proposal in a transaction, read it again, and yield it as an act; the block must save it.

    Raise `Stale` `stale` if `seen` is given and is not its `seq`, `Refused` `type_taken` if the block
    breaks a constraint because another account has taken its name.
    """
    with transaction.atomic():
        fresh = Proposal.objects.select_for_update().get(pk=proposal.pk)
        if seen is not None and fresh.seq != seen:
            raise Stale("stale", {"seen": seen, "changed": fresh.seq, "seq": fresh.seq})
        with refuse_taken_name(fresh.title_word):
            yield ProposalContext(fresh, by, now)


@contextmanager
def refuse_taken_name(title_word: str) -> Iterator[None]:
    """Run the block in a transaction.

    Raise `Refused` `type_taken` if a constraint fails: another account took the name a moment ago.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise Refused([Violation("type_taken", {"title_word": title_word}, "title_word")]) from None


MAX_OPEN = 20


def draft_type(facts: TypeFacts, *, by: Player, now: datetime) -> Proposal:
    """Store a new draft of a type; its author may use it at once in unranked tournaments.

    With the name of the author's own accepted type it becomes the next version of that; a name that was
    refused or withdrawn is free, and its versions go on too. Raise `Refused`: `type_taken`,
    `type_keeps_its_name`, `type_too_many`, and all that `check` finds or raises.
    """
    key, _ = key_and_definition(facts, 1)
    refuse_all([*check(facts), *_check_name_free(facts, key, by), *_check_open_limit(by)])
    with refuse_taken_name(facts.title_word):
        last = Proposal.objects.filter(game=facts.game, key=key).order_by("version").last()
        version = last.version + 1 if last else 1
        proposal = Proposal(
            game=facts.game, key=key, version=version, author=by, created_at=now, changed_at=now
        )
        _set_content(proposal, facts)
        proposal.save()
        ctx = ProposalContext(proposal, by, now)
        ctx.store_revision()
        ctx.store_step(StepKind.DRAFTED, TypeState.DRAFT)
    return proposal


def change_type(
    proposal: Proposal, *, facts: TypeFacts, by: Player, now: datetime, seen: int | None = None
) -> Proposal:
    """Change the content of an open proposal; tournaments that pinned it keep their definition.

    Its state stays, also if editors have it already. Raise `Forbidden` unless `by` is the author; `Stale`
    `stale`, `type_closed`; `Refused` as `draft_type` but `type_too_many`, and `type_unchanged`.
    """
    require_author(proposal, by)
    with editing_proposal(proposal, by=by, now=now, seen=seen) as ctx:
        fresh = ctx.proposal
        _require_open(fresh)
        refuse_all([*check(facts), *_check_rename(fresh, facts, by)])
        before = fresh.definition["sha256"]
        _set_content(fresh, facts)
        if fresh.definition["sha256"] == before:
            refuse_all([Violation("type_unchanged")])
        ctx.store_revision()
        ctx.store_step(StepKind.CHANGED, TypeState(fresh.state))
    return fresh


def propose_type(proposal: Proposal, *, by: Player, now: datetime, seen: int | None = None) -> Proposal:
    """Propose the type to the editors.

    Raise `Forbidden` unless `by` is the author; `Stale` `type_not_draft` unless it is a draft or changes were
    asked for, or `stale`.
    """
    require_author(proposal, by)
    with editing_proposal(proposal, by=by, now=now, seen=seen) as ctx:
        if ctx.proposal.state not in (TypeState.DRAFT, TypeState.CHANGES_ASKED):
            raise Stale("type_not_draft")
        ctx.store_step(StepKind.PROPOSED, TypeState.PROPOSED)
    return ctx.proposal


def withdraw_type(
    proposal: Proposal, *, by: Player, now: datetime, reason: str = "", seen: int | None = None
) -> Proposal:
    """Withdraw an open proposal; its name is free again, and tournaments that pinned it continue.

    Raise `Forbidden` unless `by` is the author; `Stale` `type_closed`, `stale`.
    """
    require_author(proposal, by)
    with editing_proposal(proposal, by=by, now=now, seen=seen) as ctx:
        _require_open(ctx.proposal)
        ctx.store_step(StepKind.WITHDRAWN, TypeState.WITHDRAWN, reason.strip())
    return ctx.proposal


def _require_open(proposal: Proposal) -> None:
    """Raise `Stale` `type_closed` if the proposal was decided on or withdrawn."""
    if not proposal.is_open:
        raise Stale("type_closed")


def _set_content(proposal: Proposal, facts: TypeFacts) -> None:
    """Set the proposal's key, title word, definition and texts from these facts, without saving it."""
    proposal.key, proposal.definition = key_and_definition(facts, proposal.version)
    proposal.title_word = proposal.definition["title_word"]
    proposal.text_pt, proposal.text_en = clean_text(facts.text_pt), clean_text(facts.text_en)


def _check_open_limit(by: Player) -> Iterator[Violation]:
    """Yield `type_too_many` if the account has 20 open types, each of which reserves its name."""
    if Proposal.objects.filter(author=by, state__in=OPEN).count() >= MAX_OPEN:
        yield Violation("type_too_many", {"most": MAX_OPEN})


def _check_name_free(facts: TypeFacts, key: str, by: Player) -> Iterator[Violation]:
    """Yield `type_taken` if the name is that of another author's accepted type, or of any open one.

    Yield `type_keeps_its_name` if it is the author's own accepted type, written otherwise.
    """
    same = Proposal.objects.filter(game=facts.game, key=key)
    others = same.filter(state=TypeState.ACCEPTED).exclude(author=by)
    if others.exists() or same.filter(state__in=OPEN).exists():
        yield Violation("type_taken", {"title_word": facts.title_word}, "title_word")
        return
    accepted = same.filter(state=TypeState.ACCEPTED).first()
    if accepted and accepted.title_word != key_and_definition(facts, 1)[1]["title_word"]:
        yield Violation("type_keeps_its_name", {"title_word": accepted.title_word}, "title_word")


def _check_rename(proposal: Proposal, facts: TypeFacts, by: Player) -> Iterator[Violation]:
    """Yield a violation if the facts name the type otherwise and must not.

    `type_keeps_its_name` if an accepted version has this key, `type_taken` for a name in use.
    """
    key, data = key_and_definition(facts, proposal.version)
    if data["title_word"] == proposal.title_word:
        return
    same = Proposal.objects.filter(game=proposal.game, key=proposal.key).exclude(pk=proposal.pk)
    if same.filter(state=TypeState.ACCEPTED).exists():
        yield Violation("type_keeps_its_name", {"title_word": proposal.title_word}, "title_word")
    elif key != proposal.key:
        yield from _check_name_free(facts, key, by)


DECISIONS: Mapping[str, tuple[StepKind, TypeState]] = {
    "accept": (StepKind.ACCEPTED, TypeState.ACCEPTED),
    "ask_changes": (StepKind.CHANGES_ASKED, TypeState.CHANGES_ASKED),
    "refuse": (StepKind.REFUSED, TypeState.REFUSED),
}


def decide(
    proposal: Proposal, *, decision: str, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Proposal:
    """Decide on a proposal as an editor: `accept`, `ask_changes` or `refuse`.

    An accepted one supersedes the version before.

    Raise `Forbidden` `not_an_editor`, `own_type`; `Refused` `type_decision_unknown`, `reason_missing`;
    `Stale` `type_not_proposed` after another decision, or `stale`. It does not check titles of
    tournaments: pages and API call `tournaments.setup.type_choice`, which does.
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
        ctx.store_step(act, state, reason.strip())
    return ctx.proposal


def _supersede(ctx: ProposalContext) -> None:
    """Set the state of the version accepted before, if there is one, to superseded, and store that step."""
    new = ctx.proposal
    older = Proposal.objects.select_for_update().filter(game=new.game, key=new.key, state=TypeState.ACCEPTED)
    for old in older:
        ProposalContext(old, ctx.by, ctx.now).store_step(StepKind.SUPERSEDED, TypeState.SUPERSEDED)


EDITORS = "type editors"


@transaction.atomic
def appoint(user: User) -> None:
    """Make an account an editor of the catalogue; repeating it changes nothing."""
    user.groups.add(_editors_group())


@transaction.atomic
def dismiss(user: User) -> None:
    """Remove an account from the editors of the catalogue; repeating it changes nothing."""
    user.groups.remove(_editors_group())


def _editors_group() -> Group:
    """Return the group of editors; create it with its permission if it does not exist."""
    group, is_new = Group.objects.get_or_create(name=EDITORS)
    if is_new:
        kind = ContentType.objects.get_for_model(Proposal)
        code = REVIEW.partition(".")[2]
        permission, _ = Permission.objects.get_or_create(
            content_type=kind, codename=code, defaults={"name": "Can review proposed tournament types"}
        )
        group.permissions.add(permission)
    return group
