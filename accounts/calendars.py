"""Secret addresses of calendars: made, renewed, taken away, found by what a program asks for (ADR 0043).

The token is a random text of which only the hash is kept, as with keys for the API. No one can read it again,
so the address is shown once, to its owner.
"""

import secrets
from datetime import datetime

from django.db.models import QuerySet
from knox.crypto import hash_token

from accounts.models import CalendarAddress, Diary, User
from core.http.callers import note

BYTES = 24  # of chance: 192 bits


def renew_calendar(user: User, kind: Diary, now: datetime) -> str:
    """Another secret address of this kind, by its token; one of before opens nothing from now on."""
    token = secrets.token_urlsafe(BYTES)
    facts = {"digest": hash_token(token), "made_at": now}
    CalendarAddress.objects.update_or_create(user=user, kind=kind, defaults=facts)
    note("calendar_given", who=user.username, kind=kind)
    return token


def end_calendar(user: User, kind: Diary) -> bool:
    """Take the address of this kind away; whether there was one."""
    was_there = bool(CalendarAddress.objects.filter(user=user, kind=kind).delete()[0])
    if was_there:
        note("calendar_taken", who=user.username, kind=kind)
    return was_there


def calendars_of(user: User) -> QuerySet[CalendarAddress]:
    """The addresses of an account; none is shown itself."""
    return CalendarAddress.objects.filter(user=user).order_by("-kind")


def calendar_at(token: str) -> CalendarAddress | None:
    """The address that this token opens, with its account; None for any other text.

    It is looked up by its hash: how long that takes tells nothing of what was near.
    """
    found = CalendarAddress.objects.filter(digest=hash_token(token), user__is_active=True)
    return found.select_related("user__player").first()
