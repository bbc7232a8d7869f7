"""Encrypt a push message for one browser (RFC 8291), in one record of the coding `aes128gcm` (RFC 8188).

Imported only where the package cryptography is, which does not exist for every computer.
"""

import base64
import os
import struct
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_SIZE: Final = 4096
SALT, SECRET, POINT = 16, 16, 65
"""Bytes of a salt, of a browser's authentication secret, and of an uncompressed point."""
LAST_RECORD: Final = b"\x02"


def decode_base64url(text: str) -> bytes:
    """Return the bytes of base64url without padding. Raise `ValueError` for any other text."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)


def encode_base64url(data: bytes) -> str:
    """Return the bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key as an uncompressed point: 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_usable(key: str, secret: str) -> bool:
    """Return whether these are a public key of P-256 and a secret of 16 bytes, both in base64url."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(key))
        return len(decode_base64url(key)) == POINT and len(decode_base64url(secret)) == SECRET
    except ValueError:
        return False


def encrypt(message: bytes, key: str, secret: str) -> bytes:
    """Return the encrypted body for the browser with this public key and secret, both in base64url."""
    own = ec.generate_private_key(ec.SECP256R1())
    return encrypt_with(message, decode_base64url(key), decode_base64url(secret), own, os.urandom(SALT))


def encrypt_with(
    message: bytes, theirs: bytes, secret: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Return the encrypted body for the browser with the public key `theirs` and this secret.

    `own`, the sender's key, and `salt` must be new for each message.
    """
    point = public_point(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    material = _derive(shared, secret, b"WebPush: info\0" + theirs + point, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", RECORD_SIZE, len(point)) + point
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Return `length` bytes derived from the material by HKDF-SHA-256."""
    return HKDF(SHA256(), length, salt, info).derive(material)
