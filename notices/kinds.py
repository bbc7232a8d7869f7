"""The kinds of notices, and how long after its cause each is still worth reading."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class NoticeKind(models.TextChoices):
    """The kinds, in the order of the account page."""

    CALLED = "called", _("You are called to a table")
    SOON = "soon", _("Your match begins in 10 minutes")
    TIME = "time", _("The time of your match is up")
    CORRECTED = "corrected", _("Your result was corrected")
    MOVED_UP = "moved_up", _("You are off the waiting list")
    ROLE = "role", _("You were given a role")
    CHANGED = "changed", _("A tournament of yours was moved or cancelled")


class NoticeChannel(models.TextChoices):
    """The ways by which a notice goes to a person."""

    MAIL = "mail", _("E-mail")
    PUSH = "push", _("On your devices")


HEADS_UP: Final = timedelta(minutes=10)
"""How long before a planned match its players hear of it."""
LASTS: Final[Mapping[NoticeKind, timedelta]] = {
    NoticeKind.CALLED: timedelta(minutes=15),
    NoticeKind.SOON: HEADS_UP,
    NoticeKind.TIME: timedelta(minutes=10),
    NoticeKind.CORRECTED: timedelta(hours=24),
    NoticeKind.MOVED_UP: timedelta(hours=24),
    NoticeKind.ROLE: timedelta(hours=24),
    NoticeKind.CHANGED: timedelta(hours=48),
}
"""How long after its cause a notice is sent at the latest."""
