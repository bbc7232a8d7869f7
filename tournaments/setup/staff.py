"""Assign and remove roles of organizers, coordinators and judges, named by their accounts."""

import random
from datetime import datetime

from accounts.models import Persona, Player
from accounts.services import persona_of
from core.errors import Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM
from matches.models import PhysicalTable
from tournaments.act import ActContext, acting_on
from tournaments.lines.staff import StaffAssigned, StaffRemoved
from tournaments.models import Role, Staff, State, Tournament


def assign(
    tournament: Tournament,
    *,
    username: str,
    role: str,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Staff:
    """Give the account `username` a role.

    Idempotent. Raises `Refused`: `role_unknown`, `account_unknown`; `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen) as ctx:
        _refuse_finished(ctx.tournament)
        player = _helper(username, role)
        persona = persona_of(ctx.act.ledger, player, rng=rng)
        staff, new = Staff.objects.get_or_create(tournament=ctx.tournament, persona=persona, role=role)
        if new:
            ctx.act.write(StaffAssigned(role, persona.code))
            _touched(ctx)
        return staff


def remove(
    tournament: Tournament, *, staff: Staff, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Take a role away. Raises `Refused` `last_organizer`."""
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen) as ctx:
        _refuse_finished(ctx.tournament)
        held = Staff.objects.select_related("persona").filter(pk=staff.pk, tournament=ctx.tournament)
        found = held.first()
        if found is None:
            return
        _keep_an_organizer(found)
        ctx.act.write(StaffRemoved(found.role, found.persona.code))
        found.delete()
        _leave_tables(ctx, found.persona)
        _touched(ctx)


def _leave_tables(ctx: ActContext, persona: Persona) -> None:
    """Free the tables of a person who has no role any more."""
    if not Staff.objects.filter(tournament=ctx.tournament, persona=persona).exists():
        PhysicalTable.objects.filter(ledger=ctx.act.ledger, judge=persona).update(judge=None)


def _refuse_finished(tournament: Tournament) -> None:
    """Raise `Stale` if the tournament is finished; then it can only be reopened."""
    if tournament.state == State.FINISHED:
        raise Stale("finished")


def _helper(username: str, role: str) -> Player:
    """Return the account to assign. Raises `Refused` with everything wrong with the two inputs."""
    player = Player.objects.filter(user__username__iexact=username.strip()).first()
    wrong = []
    if role not in Role.values:
        wrong.append(Violation("role_unknown", {"role": role}, "role"))
    if player is None:
        wrong.append(Violation("account_unknown", {"username": username}, "username"))
    if wrong or player is None:
        raise Refused(wrong)
    return player


def _keep_an_organizer(staff: Staff) -> None:
    organizers = Staff.objects.filter(tournament=staff.tournament, role=Role.ORGANIZER)
    if staff.role == Role.ORGANIZER and organizers.count() == 1:
        raise Refused([Violation("last_organizer")])


def _touched(ctx: ActContext) -> None:
    ctx.touch(ctx.tournament)
    ctx.tournament.save(update_fields=["changed_seq"])
