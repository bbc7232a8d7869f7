"""Penalties: given, taken back, and told to the staff alone; the record knows that there was one.

Touches no other room.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.db.models import Max, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Persona, Player
from core.errors import Refused, Violation, missing_reason
from core.record.codes import SECURE_RANDOM, new_code
from matches.models import IN_BRACKET, Match, Member
from tournaments.act import acting_on
from tournaments.lines.staff import PenaltyNoted, PenaltyWithdrawn
from tournaments.models import Penalty, Tournament
from tournaments.models.penalty import PenaltyKind

KIND_NAMES: Mapping[str, Promise] = {
    PenaltyKind.CAUTION: _("Caution"),
    PenaltyKind.WARNING: _("Warning"),
    PenaltyKind.GAME_LOSS: _("Game loss, by ruling"),
    PenaltyKind.DISQUALIFICATION: _("Disqualification"),
}


@dataclass(frozen=True, slots=True)
class PenaltyMatch:
    """A match by its code and its place in the bracket; `stage` is None for a match of the bracket."""

    code: str
    round: int
    number: int
    third_place: bool
    is_final: bool
    stage: int | None
    second_chance: bool


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A penalty. Person and reason are None if no longer known, and `by` if it was imported."""

    code: str
    person: str | None
    name: str | None
    kind: str
    reason: str | None
    at: datetime
    by: str | None
    withdrawn_at: datetime | None
    match: PenaltyMatch | None = None

    @property
    def kind_name(self) -> Promise:
        """Return the name of its kind, for pages and files."""
        return KIND_NAMES[self.kind]


def penalties_of(tournament: Tournament, person: str = "") -> tuple[PenaltyView, ...]:
    """Return every penalty in order of time, or those of one person (code), with those taken back."""
    found = Penalty.objects.filter(tournament=tournament)
    found = found.filter(persona__code=person) if person else found
    last = _last_round(tournament.ledger_id)
    return tuple(view_of(row, last) for row in found.select_related("persona__player", "by__player", "match"))


def view_of(row: Penalty, last: int | None = None) -> PenaltyView:
    """Return one penalty for display; `last` is the round of the final, None to look it up."""
    match = None
    if row.match is not None:
        match = _as_penalty_match(row.match, _last_round(row.match.ledger_id) if last is None else last)
    return PenaltyView(
        code=row.code,
        person=row.persona.code if row.persona else None,
        name=row.persona.player.name if row.persona else None,
        kind=row.kind,
        reason=row.reason,
        at=row.at,
        by=row.by.player.name if row.by else None,
        withdrawn_at=row.withdrawn_at,
        match=match,
    )


def matches_of(persona: Persona) -> QuerySet[Match]:
    """Return the matches in which a person sits, in bracket order."""
    found = Match.objects.filter(ledger=persona.ledger_id, seats__persona=persona)
    return found.order_by("round", "number").distinct()


def named_matches_of(persona: Persona) -> tuple[PenaltyMatch, ...]:
    """Return the matches in which a person sits with their places in the bracket, in bracket order."""
    last = _last_round(persona.ledger_id)
    return tuple(_as_penalty_match(match, last) for match in matches_of(persona))


def _as_penalty_match(match: Match, last: int) -> PenaltyMatch:
    """Return the match's place; `last` is the round of the final."""
    plain = not (match.third_place or match.second_chance)
    return PenaltyMatch(
        match.code,
        match.round,
        match.number,
        match.third_place,
        plain and match.round == last,
        match.stage,
        match.second_chance,
    )


def _last_round(ledger: int) -> int:
    """Return the round of the final; 0 before the bracket is drawn."""
    return Match.objects.filter(IN_BRACKET, ledger=ledger).aggregate(last=Max("round"))["last"] or 0


def entered_people(tournament: Tournament) -> QuerySet[Persona]:
    """Select all people who are or were entered, in order of names."""
    entered = Persona.objects.filter(ledger=tournament.ledger_id, memberships__isnull=False)
    return entered.select_related("player").order_by("player__folded", "code").distinct()


LONGEST = 1000
OF_COORDINATORS = frozenset({PenaltyKind.GAME_LOSS, PenaltyKind.DISQUALIFICATION})


def give_penalty(
    tournament: Tournament,
    *,
    person: str,
    kind: str,
    reason: str,
    by: Player,
    now: datetime,
    match: str = "",
    rng: random.Random = SECURE_RANDOM,
) -> Penalty:
    """Record a penalty for a person (code) who is or was entered here.

    A judge gives cautions and warnings, the coordinator all kinds. It changes no result. `match` is the code
    of the match it is for, "" for none; the record does not have it. Raises `Refused`: `reason_missing`,
    `penalty_kind_unknown`, `text_too_long`, `not_entered_here`, `penalty_other_match` if they do not sit in
    it, `not_in_record` in the first record format; `Stale` `finished`; `Forbidden` for a kind that a judge
    may not give.
    """
    words = reason.strip()
    with acting_on(tournament, by=by, need="judge", now=now, rng=rng) as ctx:
        if kind in OF_COORDINATORS:
            ctx.require("coordinate")
        ctx.require_not_finished()
        persona = _require_entered(ctx.tournament, person, kind, words)
        at_match = _require_match(persona, match) if match else None
        salt, code = f"{rng.getrandbits(128):032x}", new_code("f", rng)
        digest = digest_of(salt, persona.code, words)
        seq = ctx.act.write(PenaltyNoted(code, kind, digest))
        facts = {"persona": persona, "match": at_match, "kind": kind, "reason": words}
        facts |= {"salt": salt, "sha256": digest}
        return Penalty.objects.create(
            tournament=ctx.tournament, code=code, by=ctx.persona, at=now, seq=seq, **facts
        )


def withdraw_penalty(tournament: Tournament, *, code: str, by: Player, now: datetime) -> Penalty:
    """Withdraw a penalty given by mistake; it stays on the page, struck out.

    Idempotent. Raises `Refused` `penalty_unknown`; `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        found = Penalty.objects.filter(tournament=ctx.tournament, code=code).first()
        if found is None:
            raise Refused([Violation("penalty_unknown", field="penalty")])
        if found.withdrawn_at is None:
            ctx.require_not_finished()
            ctx.act.write(PenaltyWithdrawn(code))
            found.withdrawn_at, found.withdrawn_by = now, ctx.persona
            found.save(update_fields=["withdrawn_at", "withdrawn_by"])
        return found


def digest_of(salt: str, person: str, reason: str) -> str:
    """Return the hexadecimal SHA-256 of salt, person (code) and reason, one a line; the record has it."""
    return sha256(f"{salt}\n{person}\n{reason}".encode()).hexdigest()


def _require_match(persona: Persona, code: str) -> Match:
    """Return the match. Raises `Refused` `penalty_other_match` if the person does not sit in it."""
    found = matches_of(persona).filter(code=code).first()
    if found is None:
        raise Refused([Violation("penalty_other_match", field="match")])
    return found


def _require_entered(tournament: Tournament, person: str, kind: str, words: str) -> Persona:
    """Return the person. Raises `Refused` with everything wrong, in kind, words and the person (code)."""
    wrong = [] if kind in PenaltyKind.values else [Violation("penalty_kind_unknown", field="kind")]
    wrong += missing_reason(words)
    if len(words) > LONGEST:
        wrong.append(Violation("text_too_long", {"most": LONGEST}, "reason"))
    if tournament.record_format < 2:
        wrong.append(Violation("not_in_record"))
    member = Member.objects.filter(entry__ledger=tournament.ledger_id, persona__code=person).first()
    if member is None:
        raise Refused([*wrong, Violation("not_entered_here", field="person")])
    if wrong:
        raise Refused(wrong)
    return member.persona


PENALTY_SENTENCES: Mapping[str, str | Promise] = {
    "not_entered_here": _("This person is not entered here and never was."),
    "penalty_kind_unknown": _("Choose what kind of penalty it is."),
    "penalty_unknown": _("There is no such penalty here."),
    "penalty_other_match": _("This person does not sit in that match."),
}
