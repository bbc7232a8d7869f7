"""When the password was last given in this session: at sign-in, or asked for again."""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

KEY = "password_at"


def note_given(request: HttpRequest, **signal: object) -> None:
    """It was given just now."""
    request.session[KEY] = timezone.now().timestamp()


def given_within(request: HttpRequest, span: timedelta) -> bool:
    """Whether that is no longer ago; of a session that does not know it is not."""
    at = request.session.get(KEY)
    return isinstance(at, float) and 0 <= timezone.now().timestamp() - at < span.total_seconds()
