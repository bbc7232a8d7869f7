"""The page of two-step verification; `second_step` asks for the code at sign-in."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from pyotp import TOTP

from accounts.models import RecoveryCode, SecondFactor, User
from accounts.services import end_access
from accounts.signing_in.sign_ins import sign_in as begin_session
from accounts.signing_in.sign_ins import stay_signed_in
from accounts.two_steps import passkeys, second_factor
from accounts.two_steps.passkeys import passkeys_of
from core import qr
from core.errors import Refused, Violation
from core.http.callers import address_of
from web.pages import form_page
from web.service_form import ServiceForm
from web.site.accounts import account_of, next_page, wanted_page
from web.site.forms import (
    CodeForm,
    DeviceForm,
    FirstCodeForm,
    OwnPasswordForm,
    PasskeyForm,
    is_valid_with_password,
)
from web.site.sign_in_session import forget_pending, pending_account, place_of, take_challenge

SETTINGS = "site/second_factor.html"


@sensitive_post_parameters("password", "code")
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the app as on, off, or waiting for its first code, each with its form; and the passkeys."""
    user = account_of(request)
    factor = SecondFactor.objects.filter(user=user).exclude(secret="").first()
    if factor is not None and factor.confirmed_at is None:
        return _first_code(request, user, factor)
    return _with_password(request, user, has_app=factor is not None)


def render_second_factor(request: HttpRequest, user: User, form: ServiceForm, **more: object) -> HttpResponse:
    """Render the page with this form; `more` is context such as other refused forms or new codes."""
    place = place_of(request)
    context = {
        "has_app": second_factor.has_app(user),
        "left": RecoveryCode.objects.filter(factor__user=user).count(),
        "passkeys": passkeys_of(user),
        "host": place.host if place else "",
        "password_form": OwnPasswordForm(user),
        "passkey_form": PasskeyForm(user),
        "form": form,
    }
    return form_page(request, SETTINGS, {**context, **more})


def _first_code(request: HttpRequest, user: User, factor: SecondFactor) -> HttpResponse:
    """Show the secret until the app's first code is confirmed; then show the recovery codes."""
    if request.POST.get("act") == "off":
        second_factor.switch_off(user)
        return redirect("account")
    was_on = second_factor.is_on(user)
    form, codes = FirstCodeForm(request.POST or None), list[str]()
    if form.run(lambda: codes.extend(second_factor.confirm(user, form.cleaned_data["code"], timezone.now()))):
        end_other_sessions(request, user, was_on=was_on)
        return render_second_factor(request, user, form, codes=codes)
    return render_second_factor(
        request, user, form, secret=_in_groups(factor.secret), drawn=_qr_code(request, user, factor)
    )


def _with_password(request: HttpRequest, user: User, *, has_app: bool) -> HttpResponse:
    """Switch the app on or off, or create new codes, after the password is given again."""
    form, act = OwnPasswordForm(user, request.POST or None), request.POST.get("act")
    if not form.is_bound or not is_valid_with_password(request, user, form):
        return render_second_factor(request, user, form, password_form=form)
    if act == "paper" and second_factor.is_on(user):
        return render_second_factor(
            request, user, OwnPasswordForm(user), codes=second_factor.replace_recovery_codes(user)
        )
    if not has_app:
        second_factor.begin(user)
        return redirect("second_factor")
    second_factor.switch_off(user)
    off, less = _("Two-step verification is off: your password is enough to sign in."), _("The app is off.")
    messages.success(request, less if second_factor.is_on(user) else off)
    return redirect("account")


def end_other_sessions(request: HttpRequest, user: User, *, was_on: bool) -> None:
    """End all keys and all other sessions, if two-step verification was off and the box is ticked."""
    if was_on or "end_others" not in request.POST:
        return
    end_access(user)
    stay_signed_in(request, user)
    messages.success(request, _("You are signed out everywhere else, and all keys are revoked."))


def _in_groups(secret: str) -> str:
    return " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))


def _qr_code(request: HttpRequest, user: User, factor: SecondFactor) -> SafeString:
    address = TOTP(factor.secret).provisioning_uri(user.username, issuer_name=f"Chama ({request.get_host()})")
    return qr.inline(address)


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
