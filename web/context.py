"""The template context of every page."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from core.db import storage
from core.http.lan_address import is_served
from core.record.signing import public_key
from operating.backup.state import state
from web.response_cache.variants import is_scheduling_delayed


def site(request: HttpRequest) -> dict[str, object]:
    """Return the version, the site's public key, and the state of https, scheduling, backups and disk."""
    return {
        "version": settings.VERSION,
        "site_key": public_key,
        "has_https_beside": is_served,
        "is_delayed": is_scheduling_delayed,
        "backup_trouble": lambda: state.trouble(timezone.now()),
        "megabytes_left": lambda: storage.megabytes() if storage.is_short() else None,
    }
