"""The template context of every page."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from core.db import storage
from core.http.lan_address import serves_https
from core.record.signing import public_key
from operating.backup.state import state
from web.response_cache.variants import is_scheduling_delayed


def site_context(request: HttpRequest) -> dict[str, object]:
    """Return what every template may use: version, public key, state of https, scheduling, backups, disk.

    Functions are called only by the templates that show them. `backup_trouble` is None without trouble,
    `megabytes_left` unless the disk is nearly full.
    """
    return {
        "version": settings.VERSION,
        "site_key": public_key,
        "has_https_beside": serves_https,
        "is_delayed": is_scheduling_delayed,
        "backup_trouble": lambda: state.trouble(timezone.now()),
        "megabytes_left": lambda: storage.free_megabytes() if storage.is_disk_nearly_full() else None,
    }
