"""How a push service knows this site: a signed token in each request (VAPID, RFC 8292).

Imported only where the package cryptography is.
"""

import json
from datetime import datetime, timedelta
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from core.http.origin import site_origin
from notices.push_encryption import decode_base64url, encode_base64url, public_point

LASTS: Final = timedelta(hours=12)
"""How long a token is valid; RFC 8292 allows 24 hours."""
CURVE_BYTES: Final = 32
HEADER: Final = {"typ": "JWT", "alg": "ES256"}


def site_key() -> ec.EllipticCurvePrivateKey:
    """Return the site's private key, from the setting `VAPID_KEY`."""
    return ec.derive_private_key(int.from_bytes(decode_base64url(settings.VAPID_KEY), "big"), ec.SECP256R1())


def public_key() -> str:
    """Return the public key in base64url, as browsers take it when a person turns notices on."""
    return encode_base64url(public_point(site_key()))


def new_key() -> str:
    """Return a new private key in base64url, as `VAPID_KEY` takes it; store nothing."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode_base64url(number.to_bytes(CURVE_BYTES, "big"))


def authorization(service: str, now: datetime) -> str:
    """Return the value of `Authorization` for a push service (`https://host`), valid for 12 hours."""
    expires = int((now + LASTS).timestamp())
    claims = {"aud": service, "exp": expires, "sub": site_origin()}
    signed = f"{_token_part(HEADER)}.{_token_part(claims)}"
    return f"vapid t={signed}.{_signature(signed.encode())}, k={public_key()}"


def _token_part(facts: dict[str, object] | dict[str, str]) -> str:
    """Return header or claims of a JSON Web Token: compact JSON in base64url."""
    return encode_base64url(json.dumps(facts, separators=(",", ":")).encode())


def _signature(data: bytes) -> str:
    """Return the signature as a JSON Web Token has it: both numbers, 32 bytes each, in base64url."""
    r, s = decode_dss_signature(site_key().sign(data, ec.ECDSA(SHA256())))
    return encode_base64url(r.to_bytes(CURVE_BYTES, "big") + s.to_bytes(CURVE_BYTES, "big"))
