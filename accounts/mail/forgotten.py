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


def mail_password_link(typed: str, *, origin: str, now: datetime) -> None:
    """Count the request, and enqueue a link for the account with this user name or confirmed address.

    `origin` is the caller's network address. Without such an account the same row is written, and nothing is
    sent. Raise `TooMany`, also for names that do not exist; no owner is locked out: by then the links are
    sent. Links that confirm an address count apart: else the limit would say who gave an address just now.
    """
    asked_for = normalized_address(typed) or fold_username(typed)
    hit(Purpose.MAIL, Caller(origin, f"forgotten {asked_for}"))
    with transaction.atomic():
        enqueue_mail(MailKind.FORGOTTEN, _find_account(typed.strip()[:LONGEST]), now)


def _find_account(typed: str) -> User | None:
    """Return the account with this address, else the one with this user name; None if there is neither."""
    address = normalized_address(typed) or "-"
    has_address = Q(mail_addresses__address=address, mail_addresses__confirmed_at__isnull=False)
    found = list(User.objects.filter(has_address | Q(username__iexact=typed)).distinct().order_by("pk")[:2])
    named = [user for user in found if user.username.casefold() != typed.casefold()]
    return next(iter([*named, *found]), None)
