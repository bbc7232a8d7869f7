"""The part of a public page that everybody shares, for pages of readers who are signed in."""

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from core.versions import RecordVersion
from tournaments.match_views.versioned_cache import VersionedCache
from web.response_cache.variants import page_of, variant_of

PARTS = 32  # of a tenth of a megabyte or two each
_parts = VersionedCache(PARTS)


def shared_part(request: HttpRequest, record: RecordVersion, render: Callable[[], str]) -> SafeString:
    """Return the part of the page at this version; what `render` returns may be about no reader."""
    page = page_of(request)
    if page is None or not record.is_public:
        return mark_safe(render())  # noqa: S308 - a rendered template
    variant = variant_of(replace(page, is_fragment=True), request)
    return _parts.get(record, (variant,), lambda: mark_safe(render()))  # noqa: S308 - as above
