"""When the password was last given in this session: at sign-in, or again later."""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

KEY = "password_at"


def note_given(request: HttpRequest, **signal: object) -> None:
    """Store in the session that the password was given now; `signal` is what Django's signal adds."""
    request.session[KEY] = timezone.now().timestamp()


def was_given_within(request: HttpRequest, span: timedelta) -> bool:
    """Return whether the session's password was given within this span; False if it has no time."""
    at = request.session.get(KEY)
    return isinstance(at, float) and 0 <= timezone.now().timestamp() - at < span.total_seconds()
