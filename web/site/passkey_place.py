"""At which site a browser uses passkeys, and which challenge its session was given."""

from django.http import HttpRequest

from accounts.two_steps import webauthn
from accounts.two_steps.challenges import GivenChallenge
from accounts.two_steps.webauthn import Options, Place
from core.http.reaching import is_numeric, without_port

KEY = "challenge"


def place_of(request: HttpRequest) -> Place | None:
    """The site's name over https; None over http and at a mere address, where browsers know no passkeys."""
    host = request.get_host().lower()
    if not request.is_secure() or is_numeric(without_port(host)) or not webauthn.is_here():
        return None
    return Place(f"https://{host.removesuffix(':443')}")


def ask(request: HttpRequest, prompt: GivenChallenge) -> Options:
    """Keep in the session which challenge it was given, in place of the one before."""
    request.session[KEY] = prompt.code
    return prompt.options


def answered(request: HttpRequest) -> str:
    """Which challenge the session was given; it answers once."""
    return str(request.session.pop(KEY, ""))
