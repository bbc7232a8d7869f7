"""API keys: created, found by their secret, listed, revoked (ADR 0021).

A key is a random text of which only the hash is stored, by django-rest-knox. So it is shown only once, after
the password was given.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet
from knox.crypto import hash_token

from accounts.models import ApiToken, Scope, User
from core.db.compiled_query import CompiledQuery
from core.errors import Refused, Violation, refuse_all
from core.http.callers import note

MAX_TOKENS = 20
DAYS, MAX_DAYS = 30, 366
LONGEST_NAME = 60
USE_NOTED_EVERY = timedelta(hours=1)

_TOKEN: CompiledQuery[ApiToken] = CompiledQuery(
    lambda digest: ApiToken.objects.filter(digest=digest).select_related("user__player")
)


def create_token(
    user: User, *, name: str = "", scope: Scope = Scope.ORGANIZE, days: int = DAYS, now: datetime
) -> tuple[ApiToken, str]:
    """Store an API key; return its row and the secret, which is shown only once.

    Keys that no longer work are deleted. If the account's password has changed since it was checked, the key
    does not work. At the limit the longest unused key of the same name is revoked. Raise `Refused`:
    `token_name_invalid`, `token_days`, and `too_many_tokens` if none of them has this name.
    """
    shown = " ".join(name.split())
    refuse_all(check_token(shown, days))
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        ApiToken.objects.filter(user=user).filter(Q(expiry__lte=now) | ~Q(epoch=F("user__epoch"))).delete()
        _make_room(user, shown, now)
        kept, secret = ApiToken.objects.create(  # type: ignore[no-untyped-call]
            user, expiry=timedelta(days=days), name=shown, scope=scope, epoch=user.epoch
        )
    note("key_given", who=user.username, key=kept.code, scope=kept.scope, days=days)
    return kept, secret


def check_token(name: str, days: int) -> Iterator[Violation]:
    """Yield `token_name_invalid` and `token_days` for a name or lifetime that no key may have."""
    if len(name) > LONGEST_NAME or not name.isprintable():
        yield Violation("token_name_invalid", {"most": LONGEST_NAME}, "name")
    if not 1 <= days <= MAX_DAYS:
        yield Violation("token_days", {"most": MAX_DAYS}, "expires_in_days")


def _make_room(user: User, name: str, now: datetime) -> None:
    """At the limit, revoke the longest unused key of the same name, from an earlier run of the program.

    Raise `Refused` `too_many_tokens` if no key has this name.
    """
    tokens = list(live_tokens(user, now))
    if len(tokens) < MAX_TOKENS:
        return
    if same := [token for token in tokens if token.name == name]:
        revoke(user, _longest_unused(same).code)
        return
    idle = _longest_unused(tokens)
    raise Refused([Violation("too_many_tokens", {"most": MAX_TOKENS, "id": idle.code, "name": idle.name})])


def _longest_unused(tokens: Sequence[ApiToken]) -> ApiToken:
    """Return the key that was used, or else created, longest ago."""
    return min(tokens, key=lambda token: token.last_used or token.created)


def live_tokens(user: User, now: datetime) -> QuerySet[ApiToken]:
    """Return the account's working keys, the newest first."""
    return ApiToken.objects.filter(user=user, epoch=F("user__epoch"), expiry__gt=now).order_by(
        "-created", "code"
    )


def token_by_secret(secret: str, now: datetime) -> ApiToken | None:
    """Return the key of this secret with account and player, in one query.

    None if there is none, or if it is expired, of an earlier epoch of the account, or of an inactive account.
    """
    token = _TOKEN.first(hash_token(secret))
    return token if token and _is_valid(token, now) else None


def _is_valid(token: ApiToken, now: datetime) -> bool:
    """Return whether the key works: not expired, of the account's epoch, account active."""
    user = token.user
    return bool(user.is_active and token.epoch == user.epoch and token.expiry and token.expiry > now)


def note_use(token: ApiToken, now: datetime) -> None:
    """Store when the key was last used, at most once an hour; ignore a database that cannot be written."""
    if token.last_used is None or now - token.last_used >= USE_NOTED_EVERY:
        with suppress(DatabaseError):
            ApiToken.objects.filter(pk=token.pk).update(last_used=now)


def revoke(user: User, code: str) -> bool:
    """Revoke the account's key of this code; return whether there was one."""
    was_there = bool(ApiToken.objects.filter(user=user, code=code).delete()[0])
    if was_there:
        note("key_revoked", who=user.username, key=code)
    return was_there


def revoke_all(user: User) -> None:
    """Revoke all keys of the account."""
    note("keys_revoked", who=user.username)
    ApiToken.objects.filter(user=user).delete()
