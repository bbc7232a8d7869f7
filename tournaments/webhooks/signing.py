"""Secrets and signatures in the format of Standard Webhooks. Pure but for the site's key."""

import base64
import hashlib
import hmac
from datetime import datetime

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "tournaments.webhook_secret"
PREFIX = "whsec_"


def signing_key(seed: str, secret: str = "") -> bytes:
    """Return the signing key of this seed: 32 bytes, derived with `secret`, by default the site's key."""
    return salted_hmac(SALT, seed, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()


def secret_of(seed: str) -> str:
    """Return the secret as receivers need it: `whsec_` and the key in base64."""
    return PREFIX + base64.b64encode(signing_key(seed)).decode()


def signed_headers(seed: str, message: str, at: datetime, body: bytes) -> dict[str, str]:
    """Return the headers of one attempt; the timestamp is that of the attempt, in whole seconds.

    There is a signature for each key that the site accepts, so a new `SECRET_KEY` breaks no receiver.
    """
    stamp = str(int(at.timestamp()))
    content = b".".join((message.encode(), stamp.encode(), body))
    keys = (signing_key(seed, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
    signatures = (base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode() for key in keys)
    return {
        "webhook-id": message,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
