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
from accounts.signing_in.sign_ins import sign_in as begin_session
from accounts.two_steps import passkeys
from accounts.two_steps.second_factor import is_on
from accounts.two_steps.webauthn import Options, Place
from core.errors import Refused, TooMany, Violation
from core.http.callers import address_of
from tournaments.setup.staff import needs_second_factor
from web.labels import text_for_refusal
from web.limiting import set_retry_after
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
from web.site.sign_in_session import pending_account, place_of, store_challenge, take_challenge
from web.tournament_request import current_player


@post_only("login")
def challenge(request: HttpRequest) -> HttpResponse:
    """Return the challenge for the device to sign, or the reason why there is none."""
    try:
        return JsonResponse({"options": _begin_challenge(request)})
    except TooMany as refusal:
        return set_retry_after(JsonResponse({"problem": text_for_refusal(refusal)}, status=429), refusal)
    except Refused as refusal:
        return JsonResponse({"problem": text_for_refusal(refusal)}, status=422)


def _begin_challenge(request: HttpRequest) -> Options:
    """Begin the second step if one is pending, else a sign-in by passkey alone."""
    place, now = place_of(request), timezone.now()
    if place is None:
        raise Refused([Violation("passkey_wrong")])
    if "step" not in request.POST:
        asked = passkeys.begin_signing_in(place=place, address=address_of(request), now=now)
        return store_challenge(request, asked)
    if (user := pending_account(request)) is None:
        raise Refused([Violation("passkey_late")])
    return store_challenge(request, passkeys.begin_code(user, place=place, now=now))


@sensitive_post_parameters("credential")
@post_only("login")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in by passkey alone; then redirect to the page that the person wanted.

    A refusal renders the sign-in page with its reason. If `place` is None (over http, at an IP address),
    passkeys do not work, and the page is rendered too.
    """
    if current_player(request):
        return redirect(next_page(request))
    form, found, place = DeviceForm(request.POST), list[User](), place_of(request)
    if place is not None and form.run(lambda: found.append(_owner(request, form, place))):
        begin_session(request, found[0], timezone.now())
        return redirect(next_page(request))
    shown = {"form": SignInForm(request), "device": form, "next": wanted_page(request), "has_passkeys": place}
    return set_retry_after(render(request, "site/login.html", shown, status=422), form.too_many)


def _owner(request: HttpRequest, form: DeviceForm, place: Place) -> User:
    """Return the account whose passkey answers the challenge."""
    given, answer = take_challenge(request), form.cleaned_data["credential"]
    address, now = address_of(request), timezone.now()
    return passkeys.sign_in(challenge=given, answer=answer, place=place, address=address, now=now)


@sensitive_post_parameters("passkey-password", "credential")
@post_only("second_factor", "#passkeys")
def add(request: HttpRequest) -> HttpResponse:
    """Ask for a name and the password, then store the new passkey; the page between has the challenge."""
    user, place = account_of(request), place_of(request)
    if place is None:
        return redirect("second_factor")
    if "credential" in request.POST:
        return _store(request, user, place)
    form, asked = PasskeyForm(user, request.POST), list[Options]()
    if is_valid_with_password(request, user, form) and form.attempt(
        lambda: asked.append(_begin(request, user, form, place))
    ):
        name = " ".join(form.cleaned_data["name"].split())
        others = None if is_on(user) else EndOthersForm()
        context = {"options": json.dumps(asked[0]), "name": name, "others_form": others}
        return render(request, "site/passkey_new.html", context)
    return render_second_factor(request, user, form, passkey_form=form)


def _begin(request: HttpRequest, user: User, form: PasskeyForm, place: Place) -> Options:
    name, now = form.cleaned_data["name"], timezone.now()
    return store_challenge(request, passkeys.begin_adding(user, name=name, place=place, now=now))


def _store(request: HttpRequest, user: User, place: Place) -> HttpResponse:
    """Show the recovery codes after the first of two factors, else return to the list."""
    was_on, form, codes = is_on(user), DeviceForm(request.POST), list[str]()
    sent: dict[str, Any] = {"challenge": take_challenge(request), "place": place, "now": timezone.now()}
    if not form.run(lambda: codes.extend(passkeys.add(user, answer=form.cleaned_data["credential"], **sent))):
        return render_second_factor(request, user, form, device=form)
    end_other_sessions(request, user, was_on=was_on)
    if codes:
        return render_second_factor(request, user, form, codes=codes)
    messages.success(request, _("The passkey is added: from now on it signs you in here."))
    return redirect("second_factor")


@sensitive_post_parameters("password")
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """Remove a passkey after the password."""
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
