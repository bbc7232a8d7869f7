"""The password again, before what a stranger at an open phone must not do; guesses are counted."""

from django.http import HttpRequest

from accounts import attempts
from accounts.models import User
from core.http.callers import address_of
from web.site.forms import OwnPasswordForm


def is_theirs(request: HttpRequest, user: User, form: OwnPasswordForm) -> bool:
    """Whether the password on the form was right, and all else on it too."""
    if not form.tried(lambda: attempts.try_once(user.username, address_of(request))):
        return False
    if form.is_valid() or "password_wrong" not in form.codes:
        attempts.succeeded(user.username, address_of(request))
    return form.is_valid()
