"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from core.db import space
from operating.backup.state import state
from web.ready.delay import delayed_lately


def site(request: HttpRequest) -> dict[str, object]:
    """The version, whether scheduling is delayed, what ails backups, and what a nearly full disk has left."""
    return {
        "version": settings.VERSION,
        "is_delayed": delayed_lately,
        "backup_trouble": lambda: state.trouble(timezone.now()),
        "megabytes_left": lambda: space.megabytes() if space.is_short() else None,
    }
