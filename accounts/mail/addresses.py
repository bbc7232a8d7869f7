"""An account's e-mail address: added, confirmed by a link, changed, removed.

No answer says whether another account has an address: only its mailbox learns that.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts.mail import links
from accounts.mail.sending import enqueue_mail, notify
from accounts.models import MailAddress, MailKind, User
from core.errors import Refused, Violation, refuse_all
from core.http.callers import Caller, note
from core.http.rate_limit import Purpose, hit
from core.mail import normalized_address


class OwnAddresses(NamedTuple):
    """The addresses of an account: at most one of each; None without."""

    confirmed: MailAddress | None
    waiting: MailAddress | None


def addresses_of(user: User) -> OwnAddresses:
    """Return the account's confirmed address and the one that waits, each None without."""
    found = list(MailAddress.objects.filter(user=user))
    confirmed = next((one for one in found if one.confirmed_at), None)
    return OwnAddresses(confirmed, next((one for one in found if not one.confirmed_at), None))


def check_address(typed: str) -> Iterator[Violation]:
    """Yield `mail_address_invalid` if the text is no e-mail address."""
    if not normalized_address(typed):
        yield Violation("mail_address_invalid", {}, "address")


def add_address(user: User, typed: str, *, language: str, origin: str, now: datetime) -> None:
    """Store an address, in place of another one that waits, and enqueue a mail with the link to confirm it.

    `origin` is the caller's network address. Raise `Refused` (`mail_address_invalid`, `mail_address_same`)
    and `TooMany`.
    """
    refuse_all(check_address(typed))
    address = normalized_address(typed)
    if MailAddress.objects.filter(user=user, address=address, confirmed_at__isnull=False).exists():
        raise Refused([Violation("mail_address_same", {}, "address")])
    _count_link(user, address, origin)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        MailAddress.objects.filter(user=user, confirmed_at=None).delete()
        facts = {"address": address, "language": language, "added_at": now}
        enqueue_mail(MailKind.CONFIRM, user, now, mail_address=MailAddress.objects.create(user=user, **facts))
    note("mail_address_added", who=user.username)


def send_link_again(user: User, *, origin: str, now: datetime) -> bool:
    """Enqueue another link to the address that waits; return False if none does. Raise `TooMany`.

    `origin` is the caller's network address.
    """
    waiting = addresses_of(user).waiting
    if waiting is None:
        return False
    _count_link(user, waiting.address, origin)
    enqueue_mail(MailKind.CONFIRM, user, now, mail_address=waiting)
    return True


def _count_link(user: User, address: str, origin: str) -> None:
    """Count a link for the account that asks, and for the mailbox that gets it. Raise `TooMany`."""
    hit(Purpose.CREATE, Caller(origin, str(user.pk)))
    hit(Purpose.MAIL, Caller(origin, address))


def waiting_address(user: User, token: str) -> MailAddress | None:
    """Return the account's address that this link would confirm; None if the link no longer works."""
    code = links.code_in(token)
    return MailAddress.objects.filter(user=user, code=code, confirmed_at=None).first() if code else None


def confirm_address(user: User, token: str, *, now: datetime) -> None:
    """Confirm the address of this link in place of the former one, which gets a notice.

    Raise `Refused` (`mail_link_over`, `mail_address_taken`).
    """
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            found = waiting_address(user, token)
            if found is None:
                raise Refused([Violation("mail_link_over")])
            _delete_confirmed(user)
            found.confirmed_at = now
            found.save(update_fields=["confirmed_at"])
    except IntegrityError:
        raise Refused([Violation("mail_address_taken")]) from None
    note("mail_address_confirmed", who=user.username)


def remove_addresses(user: User) -> None:
    """Delete the confirmed address, which gets a notice, and the one that waits."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        _delete_confirmed(user)
        MailAddress.objects.filter(user=user, confirmed_at=None).delete()
    note("mail_address_removed", who=user.username)


def _delete_confirmed(user: User) -> None:
    """Delete the confirmed address, if there is one, and enqueue a notice to it."""
    for former in MailAddress.objects.filter(user=user, confirmed_at__isnull=False):
        notify(user, MailKind.ADDRESS, to=former)
        former.delete()
