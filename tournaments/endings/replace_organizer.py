"""An administrator replaces an organizer who left: recorded as an act outside the ordinary run."""

import random
from collections.abc import Iterator
from datetime import datetime

from accounts.models import Player
from accounts.services import persona_of
from core.errors import Refused, Violation, missing_reason
from core.record.codes import SECURE_RANDOM
from tournaments.act import ActContext, acting_on
from tournaments.lines.integrity import OrganizerReplaced
from tournaments.lines.staff import StaffAssigned, StaffRemoved
from tournaments.models import Role, Staff, State, Tournament
from tournaments.standings.finish import finish_in, reopen_in


def replace_organizer(
    tournament: Tournament,
    *,
    leaving: str,
    username: str,
    reason: str,
    now: datetime,
    rng: random.Random = SECURE_RANDOM,
) -> Staff:
    """Make the account `username` an organizer, and remove the role of `leaving` (a code;

    "" for none). A finished tournament is reopened and finished again in the same act, because only a
    reopening may follow a finish in the record. Raises `Refused` with `account_unknown`, `organizer_unknown`,
    `reason_missing`; `Stale` if it is cancelled or archived.
    """
    with acting_on(tournament, by=None, need="manage", now=now, rng=rng) as ctx:
        held = _held(ctx, leaving)
        heir = _heir(username, [*_wrong(leaving, held, reason)])
        was_finished = ctx.tournament.state == State.FINISHED
        if was_finished:
            reopen_in(ctx, reason)
        ctx.act.write(OrganizerReplaced(words=reason))
        appointed = _appoint(ctx, heir, rng)
        if held is not None and held != appointed:
            ctx.act.write(StaffRemoved(held.role, held.persona.code))
            held.delete()
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["changed_seq"])
        if was_finished:
            finish_in(ctx)
        return appointed


def _appoint(ctx: ActContext, heir: Player, rng: random.Random) -> Staff:
    persona = persona_of(ctx.act.ledger, heir, rng=rng)
    staff, is_new = Staff.objects.get_or_create(
        tournament=ctx.tournament, persona=persona, role=Role.ORGANIZER
    )
    if is_new:
        ctx.act.write(StaffAssigned(Role.ORGANIZER.value, persona.code))
    return staff


def _held(ctx: ActContext, leaving: str) -> Staff | None:
    organizers = Staff.objects.filter(tournament=ctx.tournament, role=Role.ORGANIZER)
    return organizers.select_related("persona").filter(persona__code=leaving).first()


def _heir(username: str, wrong: list[Violation]) -> Player:
    """Return the account's player. Raises `Refused` with everything that is wrong."""
    heir = Player.objects.filter(user__username__iexact=username.strip()).first()
    if heir is None:
        wrong.append(Violation("account_unknown", {"username": username}, "username"))
    if heir is None or wrong:
        raise Refused(wrong)
    return heir


def _wrong(leaving: str, held: Staff | None, reason: str) -> Iterator[Violation]:
    if leaving and held is None:
        yield Violation("organizer_unknown", field="leaving")
    yield from missing_reason(reason)
