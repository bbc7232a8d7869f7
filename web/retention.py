"""How long a site keeps what it keeps, for its page of privacy."""

from datetime import timedelta

from django.conf import settings


def kept_for() -> dict[str, object]:
    """The times that the operator has set, and who answers for the data."""
    return {
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "answer_hours": settings.ANSWER_HOURS,
        "operator": settings.SITE_OPERATOR,
        "contact": settings.PRIVACY_CONTACT,
    }
