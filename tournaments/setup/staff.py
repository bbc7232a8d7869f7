"""Assign and remove roles of organizers, coordinators and judges, named by their accounts."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import Persona, Player, User
from accounts.services import get_or_create_persona
from accounts.two_steps.second_factor import is_on
from core.errors import Forbidden, Refused, Violation
from core.record.codes import SECURE_RANDOM
from matches.models import PhysicalTable
from tournaments.act import ActContext, acting_on
from tournaments.lines.staff import StaffAssigned, StaffRemoved
from tournaments.models import OVER, Role, Staff, Tournament
from tournaments.rules_of import rules_of
from tournaments.tables.shifts import Shift, off_shift_codes, shifts_of


def assign_role(
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
        ctx.require_not_finished()
        player = _require_account(username, role)
        persona = get_or_create_persona(ctx.act.ledger, player, rng=rng)
        staff, new = Staff.objects.get_or_create(tournament=ctx.tournament, persona=persona, role=role)
        if new:
            ctx.act.write(StaffAssigned(role, persona.code))
            _save_version(ctx)
        return staff


def remove_role(
    tournament: Tournament, *, staff: Staff, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Delete a role; a person without any other stops looking after tables. Does nothing if it is gone.

    Raises `Refused` `last_organizer`, `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen) as ctx:
        ctx.require_not_finished()
        held = Staff.objects.select_related("persona").filter(pk=staff.pk, tournament=ctx.tournament)
        found = held.first()
        if found is None:
            return
        _require_other_organizer(found)
        ctx.act.write(StaffRemoved(found.role, found.persona.code))
        found.delete()
        _leave_tables(ctx, found.persona)
        _save_version(ctx)


def _leave_tables(ctx: ActContext, persona: Persona) -> None:
    """Remove the person as judge of any table, if they have no role any more."""
    if not Staff.objects.filter(tournament=ctx.tournament, persona=persona).exists():
        PhysicalTable.objects.filter(ledger=ctx.act.ledger, judge=persona).update(judge=None)


def _require_account(username: str, role: str) -> Player:
    """Return the player of the account to assign.

    Raises `Refused` with everything wrong with the two inputs.
    """
    player = Player.objects.filter(user__username__iexact=username.strip()).first()
    wrong = []
    if role not in Role.values:
        wrong.append(Violation("role_unknown", {"role": role}, "role"))
    if player is None:
        wrong.append(Violation("account_unknown", {"username": username}, "username"))
    if wrong or player is None:
        raise Refused(wrong)
    return player


def _require_other_organizer(staff: Staff) -> None:
    """Raise `Refused` `last_organizer` if no organizer would be left."""
    organizers = Staff.objects.filter(tournament=staff.tournament, role=Role.ORGANIZER)
    if staff.role == Role.ORGANIZER and organizers.count() == 1:
        raise Refused([Violation("last_organizer")])


def _save_version(ctx: ActContext) -> None:
    """Save the record number at which the tournament changed."""
    ctx.touch(ctx.tournament)
    ctx.tournament.save(update_fields=["changed_seq"])


def owes_second_factor(user: User) -> bool:
    """Return whether the account must enable two-step verification before it can do anything else here."""
    return needs_second_factor(user) and not is_on(user)


def needs_second_factor(user: User) -> bool:
    """Return whether the site requires two-step verification of the account."""
    return settings.SECOND_FACTOR and _is_trusted(user)


def _is_trusted(user: User) -> bool:
    """Return whether the account administers the site, or organizes a tournament that is not over."""
    organized = Staff.objects.filter(persona__player__user=user, role=Role.ORGANIZER)
    return user.is_staff or organized.exclude(tournament__state__in=OVER).exists()


@dataclass(frozen=True, slots=True)
class StaffRow:
    """One role of one person; `code` is the person's in this record."""

    code: str
    role: str
    name: str
    username: str


def staff_of(tournament: Tournament) -> tuple[StaffRow, ...]:
    """Return every role, highest first, each in order of assignment."""
    found = Staff.objects.filter(tournament=tournament).select_related("persona__player__user")
    order = {str(role): index for index, role in enumerate(Role)}
    return tuple(_row(staff) for staff in sorted(found, key=lambda staff: (order[staff.role], staff.pk)))


def judges_warning(
    tournament: Tournament, moment: datetime | None = None, *, in_play: int | None = None
) -> Violation | None:
    """Return `judges_few` if there are more tables than the judges can look after, else None.

    The house rule is `tables_per_judge`. Judges off shift at `moment` do not count; without it all do.
    `in_play` is the number of tables, by default that of open ones.
    """
    away = off_shift_codes(shifts_of(tournament), moment) if moment else frozenset()
    judges = able_judges(tournament, away).values("persona").distinct().count()
    tables = tournament.ledger.tables.filter(is_open=True).count() if in_play is None else in_play
    return judges_few(tournament, tables, judges)


def judges_few(tournament: Tournament, tables: int, judges: int) -> Violation | None:
    """Return the warning `judges_few` for so many tables and judges; None if these are enough."""
    most = int(rules_of(tournament).option("tables_per_judge"))
    if tables <= most * judges:
        return None
    facts = {"tables": tables, "judges": judges, "most": most}
    return Violation("judges_few", facts, "staff", "house:tables_per_judge")


def on_shift(tournament: Tournament, moment: datetime, shifts: Mapping[str, Shift]) -> tuple[str, ...]:
    """Return the names of judges and coordinators who are on shift at that moment, sorted."""
    able = able_judges(tournament, off_shift_codes(shifts, moment)).order_by(
        "persona__player__folded", "persona"
    )
    return tuple(name for name, _ in able.values_list("persona__player__name", "persona").distinct())


def able_judges(tournament: Tournament, away: frozenset[str]) -> QuerySet[Staff]:
    """Return the roles of judges and coordinators, without the people (codes) in `away`."""
    able = Staff.objects.filter(tournament=tournament, role__in=[Role.JUDGE, Role.COORDINATOR])
    return able.exclude(persona__code__in=away)


def find_staff(tournament: Tournament, code: str, role: str) -> Staff:
    """Return that person's role here. Raises `Forbidden` `not_found` if there is none."""
    staff = Staff.objects.filter(tournament=tournament, persona__code=code, role=role).first()
    if staff is None:
        raise Forbidden("not_found")
    return staff


def _row(staff: Staff) -> StaffRow:
    player = staff.persona.player
    return StaffRow(
        code=staff.persona.code,
        role=staff.role,
        name=player.name,
        username=player.user.username if player.user else "",
    )
