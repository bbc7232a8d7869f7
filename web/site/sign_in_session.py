"""The session between the steps of a sign-in: the account that still owes a code, and the challenge.

The right password counts for five minutes; a challenge answers once.
"""

import time

from django.http import HttpRequest

from accounts.models import User
from accounts.two_steps import webauthn
from accounts.two_steps.challenges import GivenChallenge
from accounts.two_steps.webauthn import Options, Place
from core.http.lan_address import is_numeric, without_port

KEY, SECONDS = "waiting_for_code", 300


def wait_for_code(request: HttpRequest, user: User) -> None:
    """Remember that this account gave the right password, without signing it in."""
    request.session.cycle_key()
    request.session[KEY] = {"user": user.pk, "epoch": user.epoch, "until": time.time() + SECONDS}


def pending_account(request: HttpRequest) -> User | None:
    """Return the account that owes the code; None after five minutes, a new password or its deactivation."""
    owed = request.session.get(KEY)
    if not owed or owed["until"] < time.time():
        return None
    return User.objects.filter(pk=owed["user"], epoch=owed["epoch"], is_active=True).first()


def forget_pending(request: HttpRequest) -> None:
    """Forget the account after its code was accepted."""
    request.session.pop(KEY, None)


CHALLENGE = "challenge"


def place_of(request: HttpRequest) -> Place | None:
    """Return the site's origin over https; None over http and at an IP address: no passkeys there."""
    host = request.get_host().lower()
    if not request.is_secure() or is_numeric(without_port(host)) or not webauthn.is_here():
        return None
    return Place(f"https://{host.removesuffix(':443')}")


def store_challenge(request: HttpRequest, prompt: GivenChallenge) -> Options:
    """Store the challenge in the session, in place of the one before."""
    request.session[CHALLENGE] = prompt.code
    return prompt.options


def take_challenge(request: HttpRequest) -> str:
    """Take the challenge out of the session; "" if there is none."""
    return str(request.session.pop(CHALLENGE, ""))
