"""Links to set a new password, which no one else then knows (ADR 0017).

An administrator gives one by hand to a person whom they recognize, or a mail to the account's confirmed
address contains one (ADR 0130).
"""

from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.models import User
from accounts.selectors import confirmed_address
from core.http.callers import note


class LinkTokens(PasswordResetTokenGenerator):
    """Django's tokens, which also end with the account's e-mail address: a former mailbox opens nothing."""

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        """Return Django's text to hash, with the code of the confirmed e-mail address."""
        confirmed = confirmed_address(user)
        return f"{super()._make_hash_value(user, timestamp)}{confirmed.code if confirmed else ''}"


link_tokens = LinkTokens()


def give_link(user: User, *, by: str) -> str:
    """Return a path at which one new password can be set, and log who gave it."""
    note("password_link_given", who=by, account=user.username)
    return password_path(user)


def password_path(user: User) -> str:
    """Return a path at which one new password can be set, for `PASSWORD_RESET_TIMEOUT` seconds.

    It stops working if the account gets another password or e-mail address, or is signed in to.
    """
    whose = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("new_password", args=[whose, link_tokens.make_token(user)])


def use_link(user: User, token: str, password: str) -> bool:
    """Store the password if the link is still valid; return whether it was. Of several requests one succeeds.

    It is never valid for an inactive account. With the password a new epoch begins, and a notice is enqueued.
    The password is hashed before the lock is taken, because hashing is slow.
    """
    user.set_password(password)
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        if not locked.is_active or not link_tokens.check_token(locked, token):
            return False
        user.save(update_fields=["password"])
    return True
