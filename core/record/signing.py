"""Statements about a record, signed by this site, so that a person who keeps one can show it later.

A statement is a flat JSON object. Its signature (Ed25519, RFC 8032) is over its canonical bytes without the
key `signature`; `key` is the site's public one. The same statement has the same signature every time.
"""

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from core.record.line import canonical

Statement = dict[str, object]


@cache
def _key(seed: str) -> SigningKey | None:
    return SigningKey(bytes.fromhex(seed)) if seed else None


def public_key() -> str:
    """What this site's signatures are known by, 64 hexadecimal digits; empty where it signs nothing."""
    key = _key(settings.SIGNING_KEY)
    return key.verify_key.encode().hex() if key else ""


def signed(statement: Mapping[str, object]) -> Statement:
    """The statement with `key` and `signature`; as it is where this site signs nothing."""
    key = _key(settings.SIGNING_KEY)
    if key is None:
        return dict(statement)
    told = {**statement, "key": public_key()}
    return {**told, "signature": key.sign(canonical(told).encode()).signature.hex()}


def is_signed(statement: Mapping[str, object]) -> bool:
    """Whether the signature is that of the statement's own `key`; whose key that is, it does not tell."""
    told = {name: value for name, value in statement.items() if name != "signature"}
    try:
        key = VerifyKey(bytes.fromhex(str(statement["key"])))
        key.verify(canonical(told).encode(), bytes.fromhex(str(statement["signature"])))
    except (KeyError, ValueError, TypeError, BadSignatureError):
        return False
    return True
