"""The second step of a sign-in: a code or a passkey."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from accounts.models import User
from accounts.sign_ins import sign_in as begin_session
from accounts.two_steps import passkeys, second_factor
from core.errors import Refused, Violation
from core.http.callers import address_of
from web.pages import form_page
from web.service_form import ServiceForm
from web.site.accounts import next_page, wanted_page
from web.site.forms import CodeForm, DeviceForm
from web.site.sign_in_session import forget_pending, pending_account, place_of, take_challenge


@sensitive_post_parameters("code", "credential")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Check the second step; then redirect to the page that the person wanted."""
    user = pending_account(request)
    if user is None:
        return redirect("login")
    shown = _available_factors(request, user)
    sent, is_of_device = request.POST or None, "credential" in request.POST
    code = CodeForm(
        None if is_of_device else sent, has_app=shown["has_app"], is_first=not shown["has_passkey"]
    )
    form = DeviceForm(sent) if is_of_device else code
    if form.run(lambda: _check(request, user, form)):
        forget_pending(request)
        begin_session(request, user, timezone.now())
        return redirect(next_page(request))
    shown |= {"form": form, "code_form": code, "device": form if is_of_device else None}
    return form_page(request, "site/second_step.html", shown)


def _available_factors(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return which second factors the account has: an app, a passkey of this site."""
    place = place_of(request)
    return {
        "next": wanted_page(request),
        "has_app": second_factor.has_app(user),
        "has_passkey": bool(place and passkeys.passkeys_of(user, place.host)),
    }


def _check(request: HttpRequest, user: User, form: ServiceForm) -> None:
    address, now = address_of(request), timezone.now()
    if not isinstance(form, DeviceForm):
        second_factor.check(user, form.cleaned_data["code"], address, now)
        return
    if (place := place_of(request)) is None:
        raise Refused([Violation("passkey_wrong")])
    challenge, answer = take_challenge(request), form.cleaned_data["credential"]
    passkeys.check(user, challenge=challenge, answer=answer, place=place, address=address, now=now)
