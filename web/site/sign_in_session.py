"""The session between the steps of a sign-in: the account that still owes a code, and the challenge.

The right password counts for five minutes; a challenge answers once.
"""

import time

from django.http import HttpRequest

from accounts.models import User
from accounts.two_steps import webauthn
from accounts.two_steps.challenges import GivenChallenge
from accounts.two_steps.webauthn import Options, PasskeySite
from core.http.lan_address import is_numeric, without_port

KEY, SECONDS = "waiting_for_code", 300


def store_pending(request: HttpRequest, user: User) -> None:
    """Store in the session that this account gave the right password, for five minutes; do not sign it in."""
    request.session.cycle_key()
    request.session[KEY] = {"user": user.pk, "epoch": user.epoch, "until": time.time() + SECONDS}


def pending_account(request: HttpRequest) -> User | None:
    """Return the account that gave its password in this session and owes the second step.

    None after five minutes, after a new password, or if it was deactivated.
    """
    owed = request.session.get(KEY)
    if not owed or owed["until"] < time.time():
        return None
    return User.objects.filter(pk=owed["user"], epoch=owed["epoch"], is_active=True).first()


def forget_pending(request: HttpRequest) -> None:
    """Delete the account that owed the second step from the session."""
    request.session.pop(KEY, None)


CHALLENGE = "challenge"


def passkey_site_of(request: HttpRequest) -> PasskeySite | None:
    """Return the site of passkeys, by the request's host.

    None if passkeys do not work there: over http, at an IP address, or without the package `fido2`.
    """
    host = request.get_host().lower()
    if not request.is_secure() or is_numeric(without_port(host)) or not webauthn.is_installed():
        return None
    return PasskeySite(f"https://{host.removesuffix(':443')}")


def store_challenge(request: HttpRequest, given: GivenChallenge) -> Options:
    """Store the challenge's code in the session, in place of the one before; return the device's options."""
    request.session[CHALLENGE] = given.code
    return given.options


def take_challenge(request: HttpRequest) -> str:
    """Delete the challenge's code from the session and return it; "" if there is none."""
    return str(request.session.pop(CHALLENGE, ""))
