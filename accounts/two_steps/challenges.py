"""Challenges for devices to sign: for one session, valid for five minutes, used once (ADR 0038).

The session stores the challenge's code. The request that deletes the row uses the challenge, so of two
simultaneous answers one finds nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_urlsafe

from django.db import transaction

from accounts.models import Challenge, ChallengeFor, User
from accounts.two_steps.webauthn import Options, Place
from core.errors import Refused, Violation

GOOD_FOR = timedelta(minutes=5)
BYTES = 32


@dataclass(frozen=True, slots=True)
class GivenChallenge:
    """A challenge's code for the session, and the options for the browser."""

    code: str
    options: Options


def create_challenge(
    purpose: ChallengeFor, place: Place, now: datetime, *, user: User | None = None, **facts: str
) -> Challenge:
    """Create a challenge; delete those that were not answered in time."""
    _drop_old(now)
    return Challenge.objects.create(
        purpose=purpose, origin=place.origin, user=user, made_at=now, challenge=token_urlsafe(BYTES), **facts
    )


def take_challenge(
    code: str, purpose: ChallengeFor, place: Place, now: datetime, *, user: User | None = None
) -> Challenge:
    """Delete the challenge of this code and return it, even if its answer is wrong.

    Raise `Refused`: `passkey_late`.
    """
    with transaction.atomic():
        found = Challenge.objects.filter(code=code, purpose=purpose, user=user, origin=place.origin).first()
        is_taken = found is not None and bool(Challenge.objects.filter(pk=found.pk).delete()[0])
    if found is None or not is_taken or not timedelta(0) <= now - found.made_at < GOOD_FOR:
        raise Refused([Violation("passkey_late")])
    return found


def _drop_old(now: datetime) -> None:
    """Delete expired challenges, except those that another request takes right now."""
    over = Challenge.objects.filter(made_at__lte=now - GOOD_FOR).select_for_update(skip_locked=True)
    with transaction.atomic():
        Challenge.objects.filter(
            pk__in=list(over.order_by("pk").values_list("pk", flat=True)[:1_000])
        ).delete()
