"""A link to reset a forgotten password, so that no one else knows the new one (ADR 0017).

No mail is sent: who administers the site gives the link by hand, to a person whom they recognize.
"""

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.models import User
from core.http.callers import note


def give_link(user: User, *, by: str) -> str:
    """The path at which this account gets another password: once, within `PASSWORD_RESET_TIMEOUT` seconds.

    It works no more once the account has another password, or was signed in to.
    """
    note("password_link_given", who=by, account=user.username)
    whose = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("new_password", args=[whose, default_token_generator.make_token(user)])


def use_link(user: User, token: str, password: str) -> bool:
    """Set the password if the link still works; of many at once one wins.

    It is hashed before the lock is taken, since that takes a while.
    """
    user.set_password(password)
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        if not locked.is_active or not default_token_generator.check_token(locked, token):
            return False
        user.save(update_fields=["password"])
    return True
