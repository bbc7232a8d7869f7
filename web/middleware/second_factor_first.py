"""If the site demands two-step verification, staff must enable it before they organize or administer."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.setup.second_factor_due import owes_second_factor

OPEN = ("/conta/", "/idioma/", "/saude/", "/static/", "/api/", "/privacidade/", "/sw.js")


class SecondFactorFirst:
    """Redirect staff without two-step verification to its page; the API refuses by itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on requests of all others."""
        if not settings.SECOND_FACTOR or request.path.startswith(OPEN):
            return self.get_response(request)
        if not isinstance(request.user, User) or not owes_second_factor(request.user):
            return self.get_response(request)
        messages.warning(request, _("Whoever organizes here signs in by two steps. Switch them on first."))
        return redirect(reverse("second_factor"))
