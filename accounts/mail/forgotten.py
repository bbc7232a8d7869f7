"""A forgotten password: a link by mail to an account's confirmed address.

The request takes the same statements whether the account exists or not, has an address or not. The job
finds out, and nothing waits for it.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.mail.sending import enqueue_mail
from accounts.models import MailKind, User
from accounts.signing_in.attempts import fold_username
from core.http.callers import Caller
from core.http.rate_limit import Purpose, hit
from core.mail import normalized_address

LONGEST = 254


def mail_link(typed: str, *, origin: str, now: datetime) -> None:
    """Mail a link for the account with this user name or confirmed address, if there is one.

    Raise `TooMany`, also for names that do not exist. A stranger who uses the limit up has the links sent.
    Links that confirm an address count apart: else the limit would say who gave an address just now.
    """
    asked_for = normalized_address(typed) or fold_username(typed)
    hit(Purpose.MAIL, Caller(origin, f"forgotten {asked_for}"))
    with transaction.atomic():
        enqueue_mail(MailKind.FORGOTTEN, _account(typed.strip()[:LONGEST]), now)


def _account(typed: str) -> User | None:
    """Return the account; one with this address comes before one whose user name looks like it."""
    address = normalized_address(typed) or "-"
    has_address = Q(mail_addresses__address=address, mail_addresses__confirmed_at__isnull=False)
    found = list(User.objects.filter(has_address | Q(username__iexact=typed)).distinct().order_by("pk")[:2])
    named = [user for user in found if user.username.casefold() != typed.casefold()]
    return next(iter([*named, *found]), None)
