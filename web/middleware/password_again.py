"""Ask for the password again before a signed-in person changes anything in the administration."""

from collections.abc import Callable, Iterator
from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.password_given import given_within, note_given
from web.pages import form_page
from web.site.forms import OwnPasswordForm, is_theirs

ADMIN = "/admin/"
GOOD_FOR = timedelta(minutes=5)
PREFIX = "again"
NOT_CARRIED = ("csrfmiddlewaretoken", "password", f"{PREFIX}-")
"""What the page does not repeat: a new password of another person has to be typed again."""


class PasswordAgain:
    """Ask for it where it was last given more than five minutes ago; what was typed goes on with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on requests that only read, and those within five minutes of the password."""
        user = request.user if _changes(request) else None
        if not isinstance(user, User) or not user.is_staff or given_within(request, GOOD_FOR):
            return self.get_response(request)
        asked = f"{PREFIX}-password" in request.POST
        form = OwnPasswordForm(user, request.POST if asked else None, prefix=PREFIX)
        if asked and is_theirs(request, user, form):
            note_given(request)
            return self.get_response(request)
        return form_page(
            request, "site/password_again.html", {"form": form, "carried": list(_carried(request))}
        )


def _changes(request: HttpRequest) -> bool:
    """Whether something of the administration is posted, other than the way out."""
    return request.method == "POST" and request.path.startswith(ADMIN) and request.path != f"{ADMIN}logout/"


def _carried(request: HttpRequest) -> Iterator[tuple[str, object]]:
    """What was sent, for the page to send once more."""
    for name, values in request.POST.lists():
        if not name.startswith(NOT_CARRIED):
            yield from ((name, value) for value in values)
