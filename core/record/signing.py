"""Signed statements about a record, so that a person who has one can prove later what the record was.

A statement is a flat JSON object. Its signature (Ed25519, RFC 8032) is over its canonical bytes without the
key `signature`; `key` is the site's public key. The same statement has the same signature every time.
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
    """Return the signing key of a seed, 64 hexadecimal digits; None for ""."""
    return SigningKey(bytes.fromhex(seed)) if seed else None


def public_key() -> str:
    """Return the site's public key, 64 hexadecimal digits; empty if the site signs nothing."""
    key = _key(settings.SIGNING_KEY)
    return key.verify_key.encode().hex() if key else ""


def sign_statement(statement: Mapping[str, object]) -> Statement:
    """Return the statement with `key` and `signature`; unchanged if the site signs nothing."""
    key = _key(settings.SIGNING_KEY)
    if key is None:
        return dict(statement)
    told = {**statement, "key": public_key()}
    return {**told, "signature": key.sign(canonical(told).encode()).signature.hex()}


def is_signed(statement: Mapping[str, object]) -> bool:
    """Return whether the signature is by the statement's own `key`; False if either is missing or malformed.

    It does not say whose key that is.
    """
    told = {name: value for name, value in statement.items() if name != "signature"}
    try:
        key = VerifyKey(bytes.fromhex(str(statement["key"])))
        key.verify(canonical(told).encode(), bytes.fromhex(str(statement["signature"])))
    except (KeyError, ValueError, TypeError, BadSignatureError):
        return False
    return True
