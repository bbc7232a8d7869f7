"""How far a key of the API reaches (ADR 0021).

`read` reads what a screen in the hall may show, `judge` also reads what is private about people and makes the
calls that a judge may make, `organize` does everything that the account may do. With a narrow key, `read` or
`judge`, the account is a judge at most: what only coordinators and organizers see or do, the secrets of the
cards among it, takes `organize`.

Every route says in `rights` whose each of its writes is; `ApiView` looks at the key before anything else.
"""

from typing import Literal

from rest_framework.permissions import SAFE_METHODS

from accounts.models import ApiToken, Scope
from core.errors import Forbidden
from tournaments.policies import Need

Right = Need | Literal["anybody", "part", "own"]
"""Whose a write is: what the policy names, `anybody`'s even without an account, `own` of the caller (their
account, entry, report, type), or `part` of a judge and of those whom it concerns."""

NEEDS: dict[Right, Need] = {"judge": "judge", "coordinate": "coordinate", "manage": "manage"}
REACH = list(Scope)


def scope_for(method: str, right: Right, reads: Scope = Scope.READ) -> Scope:
    """The narrowest key that may make this call; `reads` is what the route says of reading it."""
    if method in SAFE_METHODS:
        return reads
    if right == "anybody":
        return Scope.READ
    return Scope.JUDGE if right in {"judge", "part"} else Scope.ORGANIZE


def require_scope(key: object, needed: Scope) -> None:
    """Pass, or raise `Forbidden` `token_scope`; a session has no key and may do all that its account may."""
    if isinstance(key, ApiToken) and REACH.index(Scope(key.scope)) < REACH.index(needed):
        raise Forbidden("token_scope", {"needed": needed.value})


def is_narrow(key: object) -> bool:
    """Whether a caller with this token is a judge at most."""
    return isinstance(key, ApiToken) and key.scope != Scope.ORGANIZE
