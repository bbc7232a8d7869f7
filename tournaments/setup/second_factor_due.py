"""A site may require two-step verification of organizers and administrators."""

from django.conf import settings

from accounts.models import User
from accounts.two_steps.second_factor import is_on
from tournaments.models import OVER, Role, Staff


def owes_second_factor(user: User) -> bool:
    """Return whether the account must switch it on before it can do anything else here."""
    return needs_second_factor(user) and not is_on(user)


def needs_second_factor(user: User) -> bool:
    """Return whether the site requires it of the account."""
    return settings.SECOND_FACTOR and _is_trusted(user)


def _is_trusted(user: User) -> bool:
    organized = Staff.objects.filter(persona__player__user=user, role=Role.ORGANIZER)
    return user.is_staff or organized.exclude(tournament__state__in=OVER).exists()
