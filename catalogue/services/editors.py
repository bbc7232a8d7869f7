"""The editors of the catalogue: a group of accounts, changed on the command line or in the administration."""

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts.models import User
from catalogue.models import REVIEW, Proposal

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
