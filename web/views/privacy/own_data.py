"""What the site knows of oneself: to read, to carry away, and to have forgotten."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.erasing import anonymise, why_not_yet
from core.http.rate_limit import Purpose
from tournaments.privacy.export import own_data
from web.forms.privacy import ForgetForm
from web.limiting import limited
from web.pages import form_page
from web.retention import kept_for
from web.sentences import text_for_refusal
from web.views.site.accounts import account_of
from web.views.site.own_password import is_theirs
from web.visits import signed_in


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people, why, for how long, and what they may ask for."""
    return render(request, "privacy/privacy.html", kept_for())


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What there is, where it is changed, and the ways to have it or to end it."""
    player = signed_in(request)
    return render(
        request, "privacy/own_data.html", {"player": player, "data": own_data(player, timezone.now())}
    )


@require_safe
@limited(Purpose.COSTLY)
def download(request: HttpRequest) -> HttpResponse:
    """All of it as a file."""
    player = signed_in(request)
    shape = {"ensure_ascii": False, "indent": 1}
    response = JsonResponse(own_data(player, timezone.now()), json_dumps_params=shape)
    response.headers["Content-Disposition"] = f'attachment; filename="chama-{player.code}.json"'
    return response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest) -> HttpResponse:
    """End the account and the name for good, for whoever gives the password again."""
    user, player = account_of(request), signed_in(request)
    form = ForgetForm(user, request.POST or None)
    if form.is_bound and is_theirs(request, user, form) and form.run(lambda: anonymise(player)):
        logout(request)
        messages.success(request, _("You are forgotten: your account is gone, and no page shows your name."))
        return redirect("home")
    first = [text_for_refusal(violation) for violation in why_not_yet(player)]
    return form_page(request, "privacy/forget.html", {"form": form, "first": first})
