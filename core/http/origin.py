"""The address of the site by its settings, for links that no request is behind."""

from django.conf import settings


def site_origin() -> str:
    """Return `https://your.host` (or http) by the settings; "" if they name no host, as on a laptop.

    A request's host is no substitute: a caller chooses it, and a link by mail would lead there.
    """
    trusted = (origin for origin in settings.CSRF_TRUSTED_ORIGINS if "*" not in origin)
    scheme = "https" if settings.SECURE_SSL_REDIRECT else "http"
    named = (f"{scheme}://{host}" for host in settings.ALLOWED_HOSTS if host[:1] not in ("*", "."))
    return next(trusted, next(named, ""))


def site_host() -> str:
    """Return the host of `site_origin`, with its port if it has one; "" if the settings name none."""
    return site_origin().partition("://")[2]
