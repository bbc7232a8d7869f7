"""Who a session or a password is, with their player."""

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from accounts.sessions import brought
from core.http.callers import note, origin_of


class AccountsBackend(ModelBackend):
    """Django's own backend, which every page for a signed-in reader uses, in a third of its time."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: object,
    ) -> User | None:
        """The account; `PermissionDenied` where it is not theirs, so that no other backend hashes again."""
        if password is None:
            return None
        found = super().authenticate(request, username, password, **more)
        _note(request, username, is_right=found is not None)
        if found is None:
            raise PermissionDenied
        return found

    def get_user(self, user_id: int) -> User | None:
        """The account of a session with its player, unless it was switched off."""
        found = brought(user_id) or User.objects.select_related("player").filter(pk=user_id).first()
        return found if found is not None and self.user_can_authenticate(found) else None


def _note(request: HttpRequest | None, typed: str | None, *, is_right: bool) -> None:
    """Tell whose account it was; what is no user name is not told, since people type passwords there too."""
    known = User.objects.filter(username__iexact=typed).values_list("username", flat=True).first()
    origin = origin_of(request) if request else None
    note("password_right" if is_right else "password_wrong", failed=not is_right, who=known, origin=origin)
