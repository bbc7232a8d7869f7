"""Links to set a new password, which no one else then knows (ADR 0017).

No mail is sent: an administrator gives the link by hand to a person whom they recognize.
"""

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.models import User
from core.http.callers import note


def give_link(user: User, *, by: str) -> str:
    """Return a path for one new password, valid for `PASSWORD_RESET_TIMEOUT` seconds.

    It stops working if the account gets another password or is signed in to.
    """
    note("password_link_given", who=by, account=user.username)
    whose = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("new_password", args=[whose, default_token_generator.make_token(user)])


def use_link(user: User, token: str, password: str) -> bool:
    """Set the password if the link is still valid; return whether it was. Of several requests one succeeds.

    The password is hashed before the lock is taken, because hashing is slow.
    """
    user.set_password(password)
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        if not locked.is_active or not default_token_generator.check_token(locked, token):
            return False
        user.save(update_fields=["password"])
    return True
