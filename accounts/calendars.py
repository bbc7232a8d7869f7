"""Secret calendar addresses: created, renewed, deleted, found by their token (ADR 0043).

The token is a random text of which only the hash is stored, as with API keys. So the address is shown only
once, to its owner.
"""

import secrets
from datetime import datetime

from django.db.models import QuerySet
from knox.crypto import hash_token

from accounts.models import CalendarAddress, CalendarFeed, User
from core.http.callers import note

BYTES = 24  # of randomness: 192 bits


def renew_calendar(user: User, kind: CalendarFeed, now: datetime) -> str:
    """Store a new secret address of this kind and return its token; the previous address stops working."""
    token = secrets.token_urlsafe(BYTES)
    facts = {"digest": hash_token(token), "made_at": now}
    CalendarAddress.objects.update_or_create(user=user, kind=kind, defaults=facts)
    note("calendar_given", who=user.username, kind=kind)
    return token


def end_calendar(user: User, kind: CalendarFeed) -> bool:
    """Delete the address of this kind; return whether there was one."""
    was_there = bool(CalendarAddress.objects.filter(user=user, kind=kind).delete()[0])
    if was_there:
        note("calendar_taken", who=user.username, kind=kind)
    return was_there


def calendars_of(user: User) -> QuerySet[CalendarAddress]:
    """Return the account's calendar addresses, at most one of each kind, the player's first."""
    return CalendarAddress.objects.filter(user=user).order_by("-kind")


def calendar_at(token: str) -> CalendarAddress | None:
    """Return the address of this token with its account; None for any other text or an inactive account.

    It is looked up by its hash, so response times reveal nothing about similar tokens.
    """
    found = CalendarAddress.objects.filter(digest=hash_token(token), user__is_active=True)
    return found.select_related("user__player").first()
