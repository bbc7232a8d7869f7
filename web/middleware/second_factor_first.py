"""On a site that demands it nobody organizes or administers before two-step verification is on."""

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
    """Lead whoever owes it to the page where it is switched on; the API refuses by itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on whoever owes nothing."""
        if not settings.SECOND_FACTOR or request.path.startswith(OPEN):
            return self.get_response(request)
        if not isinstance(request.user, User) or not owes_second_factor(request.user):
            return self.get_response(request)
        messages.warning(request, _("Whoever organizes here signs in by two steps. Switch them on first."))
        return redirect(reverse("second_factor"))
