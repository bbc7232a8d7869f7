"""Signing in and out, told to the security log."""

from typing import Any

from django.contrib.auth import signals
from django.dispatch import receiver
from django.http import HttpRequest

from core.http.callers import origin_of
from core.http.security_log import note


@receiver(signals.user_logged_in)
def signed_in(request: HttpRequest | None, user: Any, **_more: Any) -> None:
    """Somebody came in."""
    note("signed_in", who=user.get_username(), origin=_from(request))


@receiver(signals.user_logged_out)
def signed_out(request: HttpRequest | None, user: Any, **_more: Any) -> None:
    """Somebody left."""
    note("signed_out", who=user.get_username() if user else None, origin=_from(request))


@receiver(signals.user_login_failed)
def refused(credentials: Any, request: HttpRequest | None = None, **_more: Any) -> None:
    """A user name and a password did not go together; the password is not among what Django tells."""
    note("sign_in_failed", failed=True, who=str(credentials.get("username", ""))[:150], origin=_from(request))


def _from(request: HttpRequest | None) -> str | None:
    return origin_of(request) if request is not None else None
