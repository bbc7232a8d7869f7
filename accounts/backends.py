"""The authentication backend: it finds the account and player of a session or password."""

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from accounts.signing_in.sessions import loaded_account
from core.http.callers import note, origin_of


class AccountsBackend(ModelBackend):
    """Django's backend; the account of a session comes from the session's own query (`sessions`)."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: object,
    ) -> User | None:
        """Return the account, and log the attempt; None if no password was given.

        Raise `PermissionDenied` for a wrong password, an unknown name or an inactive account, so that no
        other backend hashes again.
        """
        if password is None:
            return None
        found = super().authenticate(request, username, password, **more)
        _log_attempt(request, username, is_right=found is not None)
        if found is None:
            raise PermissionDenied
        return found

    def get_user(self, user_id: int) -> User | None:
        """Return the account of a session with its player; None if it is missing or inactive."""
        found = loaded_account(user_id) or User.objects.select_related("player").filter(pk=user_id).first()
        return found if found is not None and self.user_can_authenticate(found) else None


def _log_attempt(request: HttpRequest | None, typed: str | None, *, is_right: bool) -> None:
    """Log whether the password was right, with the account's name.

    An unknown name is not logged: people sometimes type the password there.
    """
    known = User.objects.filter(username__iexact=typed).values_list("username", flat=True).first()
    origin = origin_of(request) if request else None
    note("password_right" if is_right else "password_wrong", failed=not is_right, who=known, origin=origin)
