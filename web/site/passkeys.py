"""Passkeys: added and removed on the page of two-step verification, used at sign-in."""

import json
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.models import Passkey, User
from accounts.signing_in.sign_ins import begin_session
from accounts.two_steps import passkeys
from accounts.two_steps.second_factor import is_on
from accounts.two_steps.webauthn import Options, PasskeySite
from core.errors import Refused, TooMany, Violation
from core.http.callers import address_of
from tournaments.setup.staff import needs_second_factor
from web.http.limiting import set_retry_after
from web.labels import text_for_refusal
from web.pages import form_page, post_only
from web.site.accounts import account_of, next_page, wanted_page
from web.site.forms import (
    DeviceForm,
    EndOthersForm,
    OwnPasswordForm,
    PasskeyForm,
    SignInForm,
    is_valid_with_password,
)
from web.site.second_factor import end_other_sessions, render_second_factor
from web.site.sign_in_session import passkey_site_of, pending_account, store_challenge, take_challenge
from web.tournament_request import current_player


@post_only("login")
def begin_challenge(request: HttpRequest) -> HttpResponse:
    """Store a challenge for the device and return its `options` as JSON; else the `problem`, 422 or 429."""
    try:
        return JsonResponse({"options": _challenge_options(request)})
    except TooMany as refusal:
        return set_retry_after(JsonResponse({"problem": text_for_refusal(refusal)}, status=429), refusal)
    except Refused as refusal:
        return JsonResponse({"problem": text_for_refusal(refusal)}, status=422)


def _challenge_options(request: HttpRequest) -> Options:
    """Store a challenge, and return the options for the device.

    With `step` it is for the second step of the account that waits, else for a sign-in by passkey alone.
    Raise `TooMany`, and `Refused`: `passkey_wrong` if passkeys do not work here, `passkey_late` if no account
    waits.
    """
    site, now = passkey_site_of(request), timezone.now()
    if site is None:
        raise Refused([Violation("passkey_wrong")])
    if "step" not in request.POST:
        asked = passkeys.begin_signing_in(site=site, address=address_of(request), now=now)
        return store_challenge(request, asked)
    if (user := pending_account(request)) is None:
        raise Refused([Violation("passkey_late")])
    return store_challenge(request, passkeys.begin_code(user, site=site, now=now))


@sensitive_post_parameters("credential")
@post_only("login")
def sign_in_by_passkey(request: HttpRequest) -> HttpResponse:
    """Sign in by passkey alone; then redirect to the page that the person wanted.

    A refusal renders the sign-in page with its reason (422), and so does a host without passkeys: over http,
    or at an IP address.
    """
    if current_player(request):
        return redirect(next_page(request))
    form, found, site = DeviceForm(request.POST), list[User](), passkey_site_of(request)
    if site is not None and form.run(lambda: found.append(_verify_answer(request, form, site))):
        begin_session(request, found[0], timezone.now())
        return redirect(next_page(request))
    shown = {
        "form": SignInForm(request),
        "device": form,
        "next": wanted_page(request),
        "has_passkeys": site is not None,
    }
    return set_retry_after(render(request, "site/login.html", shown, status=422), form.too_many)


def _verify_answer(request: HttpRequest, form: DeviceForm, site: PasskeySite) -> User:
    """Use the session's challenge up, and return the account whose passkey answers it.

    Raise `Refused` as `verify_sign_in` does.
    """
    given, answer = take_challenge(request), form.cleaned_data["credential"]
    address, now = address_of(request), timezone.now()
    return passkeys.verify_sign_in(challenge=given, answer=answer, site=site, address=address, now=now)


@sensitive_post_parameters("passkey-password", "credential")
@post_only("second_factor", "#passkeys")
def add_passkey(request: HttpRequest) -> HttpResponse:
    """With name and password return the page with a challenge; with the device's answer store the passkey.

    Redirect if passkeys do not work at this host.
    """
    user, site = account_of(request), passkey_site_of(request)
    if site is None:
        return redirect("second_factor")
    if "credential" in request.POST:
        return _store_passkey(request, user, site)
    form, asked = PasskeyForm(user, request.POST), list[Options]()
    if is_valid_with_password(request, user, form) and form.attempt(
        lambda: asked.append(_begin_adding(request, user, form, site))
    ):
        name = " ".join(form.cleaned_data["name"].split())
        others = None if is_on(user) else EndOthersForm()
        context = {"options": json.dumps(asked[0]), "name": name, "others_form": others}
        return render(request, "site/passkey_new.html", context)
    return render_second_factor(request, user, form, passkey_form=form)


def _begin_adding(request: HttpRequest, user: User, form: PasskeyForm, site: PasskeySite) -> Options:
    """Store the challenge for a new passkey of this name; return the options for the device."""
    name, now = form.cleaned_data["name"], timezone.now()
    return store_challenge(request, passkeys.begin_adding(user, name=name, site=site, now=now))


def _store_passkey(request: HttpRequest, user: User, site: PasskeySite) -> HttpResponse:
    """Store the passkey that the device made, and end other sessions as `end_other_sessions` does.

    Then show recovery codes if it is the first factor, else the list.
    """
    was_on, form, codes = is_on(user), DeviceForm(request.POST), list[str]()
    sent: dict[str, Any] = {"challenge": take_challenge(request), "site": site, "now": timezone.now()}
    if not form.run(lambda: codes.extend(passkeys.add(user, answer=form.cleaned_data["credential"], **sent))):
        return render_second_factor(request, user, form, device=form)
    end_other_sessions(request, user, was_on=was_on)
    if codes:
        return render_second_factor(request, user, form, codes=codes)
    messages.success(request, _("The passkey is added: from now on it signs you in here."))
    return redirect("second_factor")


@sensitive_post_parameters("password")
def remove_passkey(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the password, then remove the passkey of this code; 404 for an unknown one.

    Warn if two-step verification is off with it.
    """
    user = account_of(request)
    key = Passkey.objects.filter(user=user, code=code).first()
    if key is None:
        raise Http404
    form, needed = OwnPasswordForm(user, request.POST or None), needs_second_factor(user)
    taking = partial(passkeys.remove, user, key.code, needs_one=needed)
    if form.is_bound and is_valid_with_password(request, user, form) and form.attempt(taking):
        messages.success(request, _("The passkey no longer works here. Delete it on your device too."))
        if not is_on(user):
            messages.warning(request, _("Two-step verification is off: your password is enough to sign in."))
        return redirect("second_factor")
    return form_page(request, "site/passkey.html", {"form": form, "key": key})
