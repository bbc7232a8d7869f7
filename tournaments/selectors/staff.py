"""Who helps with a tournament."""

from dataclasses import dataclass

from core.errors import Forbidden
from tournaments.models import Role, Staff, Tournament


@dataclass(frozen=True, slots=True)
class StaffRow:
    """One role of one person; `code` is the person's in this record."""

    code: str
    role: str
    name: str
    username: str


def staff_of(tournament: Tournament) -> tuple[StaffRow, ...]:
    """Everybody with a role, from most to least, each in the order of joining."""
    found = Staff.objects.filter(tournament=tournament).select_related("persona__player__user")
    order = {str(role): index for index, role in enumerate(Role)}
    return tuple(_row(staff) for staff in sorted(found, key=lambda staff: (order[staff.role], staff.pk)))


def find_staff(tournament: Tournament, code: str, role: str) -> Staff:
    """The role of that person here; `Forbidden` `not_found` where there is none."""
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
