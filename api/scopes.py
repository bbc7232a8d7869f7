"""Scopes of API keys (ADR 0021).

`read` reads what a screen in the hall may show. `judge` also reads what is private about people, and makes
the calls that a judge may make. `organize` does everything that the account may do. With `read` or `judge`
the account is a judge at most: what only coordinators and organizers see or do, the secrets of the cards
included, needs `organize`.

Every route declares in `rights` who may write; `ApiView` checks the key first.
"""

from typing import Literal

from rest_framework.permissions import SAFE_METHODS

from accounts.models import ApiToken, Scope
from core.errors import Forbidden
from tournaments.policies import Need

Right = Need | Literal["anybody", "part", "own"]
"""Who may write: what the policy names, `anybody` even without an account, `own` for the caller's account,
entry, report or type, or `part` for a judge and the people concerned."""

NEEDS: dict[Right, Need] = {"judge": "judge", "coordinate": "coordinate", "manage": "manage"}
REACH = list(Scope)


def scope_for(method: str, right: Right, reads: Scope = Scope.READ) -> Scope:
    """Return the narrowest token scope that may make a call by this HTTP method.

    `right` is who may write by it; `reads` is the scope that the route declares for reading.
    """
    if method in SAFE_METHODS:
        return reads
    if right == "anybody":
        return Scope.READ
    return Scope.JUDGE if right in {"judge", "part"} else Scope.ORGANIZE


def require_scope(key: object, needed: Scope) -> None:
    """Raise `Forbidden` `token_scope` if the token's scope is narrower than needed.

    `key` is what authenticated the call; anything but a token (a session, nothing) has no scope and passes.
    """
    if isinstance(key, ApiToken) and REACH.index(Scope(key.scope)) < REACH.index(needed):
        raise Forbidden("token_scope", {"needed": needed.value})


def is_narrow(key: object) -> bool:
    """Return whether `key`, what authenticated the call, is a token with which one is a judge at most."""
    return isinstance(key, ApiToken) and key.scope != Scope.ORGANIZE
