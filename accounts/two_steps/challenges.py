"""Challenges for devices to sign: for one session, valid for five minutes, used once (ADR 0038).

The session stores the challenge's code. The request that deletes the row uses the challenge, so of two
simultaneous answers one finds nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_urlsafe

from django.db import transaction

from accounts.models import Challenge, ChallengeFor, User
from accounts.two_steps.webauthn import Options, PasskeySite
from core.errors import Refused, Violation

GOOD_FOR = timedelta(minutes=5)
BYTES = 32


@dataclass(frozen=True, slots=True)
class GivenChallenge:
    """A stored challenge as handed out: its code for the session, and the options for the browser."""

    code: str
    options: Options


def create_challenge(
    purpose: ChallengeFor, site: PasskeySite, now: datetime, *, user: User | None = None, **facts: str
) -> Challenge:
    """Store a random challenge, and delete those that were not answered in time.

    `facts` are the columns `name` and `handle`. Without `user` any account may answer.
    """
    _delete_expired(now)
    return Challenge.objects.create(
        purpose=purpose, origin=site.origin, user=user, made_at=now, challenge=token_urlsafe(BYTES), **facts
    )


def take_challenge(
    code: str, purpose: ChallengeFor, site: PasskeySite, now: datetime, *, user: User | None = None
) -> Challenge:
    """Delete the challenge of this code and return it, so that even a wrong answer uses it up.

    Raise `Refused` `passkey_late` if it is over, used, or for another purpose, site or account.
    """
    with transaction.atomic():
        found = Challenge.objects.filter(code=code, purpose=purpose, user=user, origin=site.origin).first()
        is_taken = found is not None and bool(Challenge.objects.filter(pk=found.pk).delete()[0])
    if found is None or not is_taken or not timedelta(0) <= now - found.made_at < GOOD_FOR:
        raise Refused([Violation("passkey_late")])
    return found


def _delete_expired(now: datetime) -> None:
    """Delete up to 1,000 expired challenges, except those that another request takes right now."""
    over = Challenge.objects.filter(made_at__lte=now - GOOD_FOR).select_for_update(skip_locked=True)
    with transaction.atomic():
        Challenge.objects.filter(
            pk__in=list(over.order_by("pk").values_list("pk", flat=True)[:1_000])
        ).delete()
