"""Give a penalty, or withdraw it (ADR 0004). Its effect on a match is on the sheet."""

import random
from datetime import datetime
from hashlib import sha256

from accounts.models import Persona, Player
from core.errors import Refused, Stale, Violation, missing_reason
from core.record.codes import SECURE_RANDOM, new_code
from matches.models import Match, Member
from tournaments.act import ActContext, acting_on
from tournaments.lines.staff import PenaltyNoted, PenaltyWithdrawn
from tournaments.models import Penalty, State, Tournament
from tournaments.models.penalty import PenaltyKind
from tournaments.penalties.selectors import matches_of

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
    `text_too_long`, `not_entered_here`, `penalty_other_match` if they do not sit in it, `not_in_record` in
    the first record format; `Stale` `finished`.
    """
    words = reason.strip()
    with acting_on(tournament, by=by, need="judge", now=now, rng=rng) as ctx:
        if kind in OF_COORDINATORS:
            ctx.require("coordinate")
        _refuse_finished(ctx)
        persona = _check(ctx.tournament, person, words)
        at_match = _match_of(persona, match) if match else None
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
            _refuse_finished(ctx)
            ctx.act.write(PenaltyWithdrawn(code))
            found.withdrawn_at, found.withdrawn_by = now, ctx.persona
            found.save(update_fields=["withdrawn_at", "withdrawn_by"])
        return found


def digest_of(salt: str, person: str, reason: str) -> str:
    """Return SHA-256 of salt, person and reason, one a line, which the record has."""
    return sha256(f"{salt}\n{person}\n{reason}".encode()).hexdigest()


def _refuse_finished(ctx: ActContext) -> None:
    if ctx.tournament.state == State.FINISHED:
        raise Stale("finished")


def _match_of(persona: Persona, code: str) -> Match:
    """Return the match. Raises `Refused` if the person does not sit in it."""
    found = matches_of(persona).filter(code=code).first()
    if found is None:
        raise Refused([Violation("penalty_other_match", field="match")])
    return found


def _check(tournament: Tournament, person: str, words: str) -> Persona:
    """Return the person. Raises `Refused` with everything wrong."""
    wrong = list(missing_reason(words))
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
