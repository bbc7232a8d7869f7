"""Idempotency keys: the response to a write is stored in the write's own transaction.

The claim on the key is the first row of the transaction. A second call with the same key waits at the
database until the first has committed (then it gets the stored response) or was rolled back (then it does the
work itself). A refusal rolls everything back, the claim too: only successes are stored. A server killed after
its commit leaves the response behind for the retry.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils.crypto import salted_hmac

from core.db.compiled_query import save_rows
from core.errors import Impossible, Refused, Violation
from core.failpoints import reached
from core.models import StoredAnswer
from core.record.act import all_or_nothing

CLAIM = """
    INSERT INTO core_storedanswer (owner, key, fingerprint, headers, created_at)
    VALUES (%s, %s, %s, '{}', %s)
    ON CONFLICT (owner, key) DO NOTHING
    RETURNING id
"""
REUSED = "idempotency_key_reused"


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """The key that a caller (`owner`) chose for a call, and the call's fingerprint (see `fingerprint_of`)."""

    owner: str
    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class SentAnswer:
    """A successful response as it was sent; `body` is its text, byte for byte."""

    status: int
    body: str
    headers: Mapping[str, str] = field(default_factory=dict)
    is_replayed: bool = False


def fingerprint_of(text: str) -> str:
    """Return a keyed hash of a call; a password in it cannot be guessed from the hash."""
    return salted_hmac("core.idempotency", text, algorithm="sha256").hexdigest()


def run_once(key: IdempotencyKey, act: Callable[[], SentAnswer], *, now: datetime) -> SentAnswer:
    """Run `act` in a transaction, once for this key; later calls return its response, marked as replayed.

    Raise `Refused` with `idempotency_key_reused` if the key belongs to another call.
    """
    with all_or_nothing():
        claim = _claim(key, now)
        reached("key.claimed")
        return _store(claim, act()) if claim else _stored_answer(key)


def _claim(key: IdempotencyKey, now: datetime) -> StoredAnswer | None:
    """Insert a row that claims the key, and return it with its primary key only; None if the key exists."""
    with connection.cursor() as cursor:
        moment = connection.ops.adapt_datetimefield_value(now)
        cursor.execute(CLAIM, [key.owner, key.key, key.fingerprint, moment])
        row = cursor.fetchone()
    return StoredAnswer(pk=row[0]) if row else None


def _store(stored: StoredAnswer, answer: SentAnswer) -> SentAnswer:
    """Store the answer with its claim, and return it."""
    stored.status, stored.body, stored.headers = answer.status, answer.body, dict(answer.headers)
    save_rows([stored], "status", "body", "headers")
    reached("answer.stored")
    return answer


def _stored_answer(key: IdempotencyKey) -> SentAnswer:
    """Return the stored answer, marked as replayed. Raise `Refused` if the key came with another request."""
    stored = StoredAnswer.objects.get(owner=key.owner, key=key.key)
    if stored.fingerprint != key.fingerprint:
        raise Refused([Violation(REUSED, field="Idempotency-Key")])
    if stored.status is None:
        raise Impossible(f"claim without an answer: {stored}")
    return SentAnswer(stored.status, str(stored.body), stored.headers, is_replayed=True)


def forget_old(now: datetime) -> None:
    """Delete stored responses older than the setting `ANSWER_HOURS`."""
    kept = timedelta(hours=settings.ANSWER_HOURS)
    StoredAnswer.objects.filter(created_at__lt=now - kept).delete()


def forget_answers(owner: str) -> None:
    """Delete the stored responses of one caller."""
    StoredAnswer.objects.filter(owner=owner).delete()


def rewrite_answers(rewrite: Callable[[str], str]) -> None:
    """Store all responses again with each text in them rewritten, to erase a name; the keys stay valid."""
    for stored in StoredAnswer.objects.exclude(body=None).only("body").iterator(chunk_size=500):
        body = _rewrite_body(str(stored.body), rewrite)
        if body != stored.body:
            StoredAnswer.objects.filter(pk=stored.pk).update(body=body)


def _rewrite_body(body: str, rewrite: Callable[[str], str]) -> str:
    """Return the JSON text with each string value rewritten; byte for byte the same if none changes."""
    before = json.loads(body) if body else None
    after = _rewrite_values(before, rewrite)
    return body if after == before else json.dumps(after, ensure_ascii=False, separators=(",", ":"))


def _rewrite_values(value: object, rewrite: Callable[[str], str]) -> object:
    """Return the JSON value with each text in it rewritten; keys of objects stay."""
    if isinstance(value, str):
        return rewrite(value)
    if isinstance(value, list):
        return [_rewrite_values(inner, rewrite) for inner in value]
    if isinstance(value, dict):
        return {key: _rewrite_values(inner, rewrite) for key, inner in value.items()}
    return value
