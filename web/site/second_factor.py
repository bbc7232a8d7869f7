"""The page of two-step verification, and the second step of a sign-in."""

from collections.abc import Callable, Mapping
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
from accounts.signing_in.sign_ins import begin_session, stay_signed_in
from accounts.two_steps import passkeys, second_factor
from accounts.two_steps.passkeys import passkeys_of
from core import qr
from core.errors import Refused, Violation
from core.http.callers import address_of
from web.http.requests import posted_act
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
from web.site.sign_in_session import forget_pending, passkey_site_of, pending_account, take_challenge

SETTINGS = "site/second_factor.html"


@sensitive_post_parameters("password", "code")
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the app as on, off, or waiting for its first code, each with its form; and the passkeys.

    A post with the password begins the setup of the app, removes it, or creates new recovery codes.
    """
    user = account_of(request)
    factor = SecondFactor.objects.filter(user=user).exclude(secret="").first()
    if factor is not None and factor.confirmed_at is None:
        return _confirm_app(request, user, factor)
    return _change_factors(request, user)


def render_second_factor(request: HttpRequest, user: User, form: ServiceForm, **more: object) -> HttpResponse:
    """Render the page; `form` sets the status, `more` is context such as other refused forms or new codes."""
    site = passkey_site_of(request)
    context = {
        "has_app": second_factor.has_app(user),
        "left": RecoveryCode.objects.filter(factor__user=user).count(),
        "passkeys": passkeys_of(user),
        "host": site.host if site else "",
        "password_form": OwnPasswordForm(user),
        "passkey_form": PasskeyForm(user),
        "form": form,
    }
    return form_page(request, SETTINGS, {**context, **more})


def _confirm_app(request: HttpRequest, user: User, factor: SecondFactor) -> HttpResponse:
    """Show the secret; a post with the app's first code switches the app on and shows the recovery codes.

    `act=off` deletes the secret.
    """
    if posted_act(request, {"": False, "off": True}):
        second_factor.remove_app(user)
        return redirect("account")
    was_on = second_factor.is_on(user)
    form, codes = FirstCodeForm(request.POST or None), list[str]()
    if form.run(
        lambda: codes.extend(second_factor.confirm_app(user, form.cleaned_data["code"], timezone.now()))
    ):
        end_other_sessions(request, user, was_on=was_on)
        return render_second_factor(request, user, form, codes=codes)
    return render_second_factor(
        request, user, form, secret=_in_groups(factor.secret), drawn=_qr_code(request, user, factor)
    )


def _change_factors(request: HttpRequest, user: User) -> HttpResponse:
    """Show the page with a form for the password; a post with the right one does one act of `ACTS`."""
    form, act = OwnPasswordForm(user, request.POST or None), posted_act(request, ACTS)
    if not form.is_bound or not is_valid_with_password(request, user, form):
        return render_second_factor(request, user, form, password_form=form)
    return act(request, user)


def _begin_app_setup(_request: HttpRequest, user: User) -> HttpResponse:
    """Store a secret for the app; one that is confirmed already stays. Redirect to the page."""
    second_factor.begin_app_setup(user)
    return redirect("second_factor")


def _replace_recovery_codes(request: HttpRequest, user: User) -> HttpResponse:
    """Show new recovery codes; without two-step verification there are none, and the page is shown."""
    codes = second_factor.replace_recovery_codes(user) if second_factor.is_on(user) else []
    return render_second_factor(request, user, OwnPasswordForm(user), codes=codes)


def _remove_app(request: HttpRequest, user: User) -> HttpResponse:
    """Remove the app, without passkeys also the recovery codes; redirect to the account with a message."""
    second_factor.remove_app(user)
    off, less = _("Two-step verification is off: your password is enough to sign in."), _("The app is off.")
    messages.success(request, less if second_factor.is_on(user) else off)
    return redirect("account")


ACTS: Mapping[str, Callable[[HttpRequest, User], HttpResponse]] = {
    "": _begin_app_setup,
    "paper": _replace_recovery_codes,
    "off": _remove_app,
}


def end_other_sessions(request: HttpRequest, user: User, *, was_on: bool) -> None:
    """End all keys and all other sessions if the box is ticked and two-step verification was off before.

    `was_on`: it was on, and then there is no box.
    """
    if was_on or "end_others" not in request.POST:
        return
    end_access(user)
    stay_signed_in(request, user)
    messages.success(request, _("You are signed out everywhere else, and all keys are revoked."))


def _in_groups(secret: str) -> str:
    """Return the secret in groups of four characters, to type it."""
    return " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))


def _qr_code(request: HttpRequest, user: User, factor: SecondFactor) -> SafeString:
    """Return the QR code, as SVG, by which an app takes the secret."""
    address = TOTP(factor.secret).provisioning_uri(user.username, issuer_name=f"Chama ({request.get_host()})")
    return qr.inline(address)


@sensitive_post_parameters("code", "credential")
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for a code or a passkey; a right one begins the session and redirects to the wanted page.

    Without an account that waits for its second step, redirect to the sign-in page.
    """
    user = pending_account(request)
    if user is None:
        return redirect("login")
    shown = _available_factors(request, user)
    sent, is_of_device = request.POST or None, "credential" in request.POST
    code = CodeForm(
        None if is_of_device else sent, has_app=shown["has_app"], is_first=not shown["has_passkey"]
    )
    form = DeviceForm(sent) if is_of_device else code
    if form.run(lambda: _use_second_step(request, user, form)):
        forget_pending(request)
        begin_session(request, user, timezone.now())
        return redirect(next_page(request))
    shown |= {"form": form, "code_form": code, "device": form if is_of_device else None}
    return form_page(request, "site/second_step.html", shown)


def _available_factors(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return the context of the second step: which factors the account has here, and the wanted page."""
    site = passkey_site_of(request)
    return {
        "next": wanted_page(request),
        "has_app": second_factor.has_app(user),
        "has_passkey": bool(site and passkeys.passkeys_of(user, site.host)),
    }


def _use_second_step(request: HttpRequest, user: User, form: ServiceForm) -> None:
    """Verify the posted code, or the device's answer to the challenge, and use it up.

    Raise `Refused` for a wrong one, `TooMany` after many.
    """
    address, now = address_of(request), timezone.now()
    if not isinstance(form, DeviceForm):
        second_factor.use_code(user, form.cleaned_data["code"], address, now)
        return
    if (site := passkey_site_of(request)) is None:
        raise Refused([Violation("passkey_wrong")])
    challenge, answer = take_challenge(request), form.cleaned_data["credential"]
    passkeys.accept_as_code(user, challenge=challenge, answer=answer, site=site, address=address, now=now)
