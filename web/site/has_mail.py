"""Whether this site sends mail; without a mail server no page mentions it."""

from django.conf import settings

from core.errors import Forbidden


def has_mail() -> bool:
    return bool(settings.HAS_MAIL)


def require_mail() -> None:
    """Raise `Forbidden` `not_found` on a site without a mail server."""
    if not has_mail():
        raise Forbidden("not_found")
