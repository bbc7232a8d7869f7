"""The staff of a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from core.errors import Forbidden, Violation
from tournaments.models import Role, Staff, Tournament
from tournaments.rules_of import rules_of
from tournaments.tables.shifts import Shift, away_at, shifts_of


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
    """Return a warning if there are more open tables than the judges can look after (house rule
    `tables_per_judge`), else None. `moment`: judges off shift then do not count. `in_play`: the number of
    tables to count.
    """
    away = away_at(shifts_of(tournament), moment) if moment else frozenset()
    judges = able_judges(tournament, away).values("persona").distinct().count()
    tables = tournament.ledger.tables.filter(is_open=True).count() if in_play is None else in_play
    return judges_few(tournament, tables, judges)


def judges_few(tournament: Tournament, tables: int, judges: int) -> Violation | None:
    """Return the warning for so many tables and judges; None if these are enough."""
    most = int(rules_of(tournament).option("tables_per_judge"))
    if tables <= most * judges:
        return None
    facts = {"tables": tables, "judges": judges, "most": most}
    return Violation("judges_few", facts, "staff", "house:tables_per_judge")


def on_shift(tournament: Tournament, moment: datetime, shifts: Mapping[str, Shift]) -> tuple[str, ...]:
    """Return the names of judges who are on shift at that moment, sorted."""
    able = able_judges(tournament, away_at(shifts, moment)).order_by("persona__player__folded", "persona")
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
