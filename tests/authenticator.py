"""A device with passkeys, in software: what a browser and it would answer (WebAuthn, ES256)."""

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor

ES256 = -7
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
Options = Mapping[str, Any]


def text(data: bytes) -> str:
    """Bytes as browsers write them."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def data_of(written: str) -> bytes:
    """And back."""
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


@dataclass
class Held:
    """A passkey in a device."""

    rp_id: str
    handle: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: os.urandom(16))
    count: int = 0


class Device:
    """Somebody's phone, at one site; `flags` say what it asked of its owner, `counts` whether it counts."""

    def __init__(self, origin: str = "https://chama.test", *, counts: bool = True) -> None:
        self.origin, self.counts = origin, counts
        self.flags = PRESENT | VERIFIED
        self.held: list[Held] = []

    def make(self, options: Options, **said: Any) -> str:
        """The answer to what `navigator.credentials.create` was given."""
        made = Held(options["rp"]["id"], options["user"]["id"])
        self.held.append(made)
        numbers = made.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor.encode({1: 2, 3: ES256, -1: 1, -2: x, -3: y})
        key = bytes(16) + len(made.id).to_bytes(2, "big") + made.id + public
        about = self._about(made, self.flags | ATTESTED) + key
        attested = cbor.encode({"fmt": "none", "attStmt": {}, "authData": about})
        client = self._client("webauthn.create", options, said)
        return _answer(made, {"clientDataJSON": text(client), "attestationObject": text(attested)})

    def sign(self, options: Options, *, held: Held | None = None, **said: Any) -> str:
        """The answer to what `navigator.credentials.get` was given, by the latest passkey or this one."""
        used = held or self.held[-1]
        used.count += self.counts
        about, client = self._about(used, self.flags), self._client("webauthn.get", options, said)
        signed = about + hashlib.sha256(client).digest()
        parts = {
            "clientDataJSON": text(client),
            "authenticatorData": text(about),
            "signature": text(used.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": used.handle,
        }
        return _answer(used, parts)

    def _about(self, held: Held, flags: int) -> bytes:
        return hashlib.sha256(held.rp_id.encode()).digest() + bytes([flags]) + held.count.to_bytes(4, "big")

    def _client(self, kind: str, options: Options, said: Options) -> bytes:
        """What the browser says; `said` is what a wrong one would."""
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps({**told, **said}).encode()


def _answer(held: Held, response: Mapping[str, str]) -> str:
    return json.dumps({"rawId": text(held.id), "type": "public-key", "response": response})
