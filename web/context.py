"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from core.db import storage
from core.http.lan_address import is_served
from core.record.signing import public_key
from operating.backup.state import state
from web.response_cache.variants import is_scheduling_delayed


def site(request: HttpRequest) -> dict[str, object]:
    """The version, the key that signs heads, whether a laptop has https too, and what ails it.

    That is: scheduling, backups, and a nearly full disk.
    """
    return {
        "version": settings.VERSION,
        "site_key": public_key,
        "has_https_beside": is_served,
        "is_delayed": is_scheduling_delayed,
        "backup_trouble": lambda: state.trouble(timezone.now()),
        "megabytes_left": lambda: storage.megabytes() if storage.is_short() else None,
    }
