"""WebAuthn options and verification by the package `fido2`.

It is not available everywhere: its dependency `cryptography` has no wheel for Macs with an Intel processor.
It also takes 20 MB. So it is imported when first needed, and callers check `is_here` first. Bytes are
base64url text, as in browsers, because rows and forms hold text.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from fido2.webauthn import AttestedCredentialData

ALGORITHMS = (-7, -8, -257)  # ES256, EdDSA, RS256: every device supports one of them
MILLISECONDS = 300_000  # the browser's timeout for the device
LONGEST_ANSWER, LONGEST_ID = 16_000, 1_400  # characters; an id has at most 1,023 bytes
REQUIRED = "required"

Options = dict[str, Any]
"""JSON for a browser."""


class NotVerified(Exception):
    """The answer is malformed, or not for this challenge, site and key."""


@dataclass(frozen=True, slots=True)
class Place:
    """The site of a browser: `origin` as in `https://name:port`. A passkey belongs to the name."""

    origin: str

    @property
    def host(self) -> str:
        """Return the name without the port: the RP ID."""
        return urlsplit(self.origin).hostname or ""


@dataclass(frozen=True, slots=True)
class NewKey:
    """A new key from a device."""

    credential_id: str
    public_key: str
    sign_count: int


@dataclass(frozen=True, slots=True)
class Assertion:
    """A passkey's assertion as parsed, before its signature is verified."""

    credential_id: str
    handle: str
    sign_count: int
    answer: Mapping[str, object]


@cache
def is_here() -> bool:
    """Return whether this installation can verify passkeys."""
    return find_spec("fido2") is not None


def creation_options(
    place: Place, challenge: str, *, handle: str, username: str, known: Iterable[str]
) -> Options:
    """Return the options of `navigator.credentials.create` as JSON; devices with one of `known` are excluded.

    The key is discoverable (usable without a user name), and the device verifies its user. No attestation of
    the device is requested.
    """
    options, _state = _server(place).register_begin(
        {"id": _bytes(handle), "name": username, "displayName": username},
        _named(known),
        resident_key_requirement=REQUIRED,
        user_verification=REQUIRED,
        challenge=_bytes(challenge),
    )
    return _plain(options.public_key)


def request_options(place: Place, challenge: str, *, allowed: Iterable[str] = ()) -> Options:
    """Return the options of `navigator.credentials.get` as JSON; without
    `allowed`, for any key of the site.
    """
    asked = {"user_verification": REQUIRED, "challenge": _bytes(challenge)}
    options, _state = _server(place).authenticate_begin(_named(allowed) or None, **asked)
    return _plain(options.public_key)


def new_key(place: Place, challenge: str, answer: str) -> NewKey:
    """Verify the device's answer and return the key that it created. Raise `NotVerified`."""
    with _reading():
        found = _server(place).register_complete(_state(challenge), _parse_answer(answer))
        data = found.credential_data
        if data is None or data.public_key.get(3) not in ALGORITHMS:
            raise NotVerified("no key of a kind that was asked for")
        credential_id = _text(data.credential_id)
        if len(credential_id) > LONGEST_ID:
            raise NotVerified("an id that is too long")
        return NewKey(credential_id, _public(data), found.counter)


def read_signed(answer: str) -> Assertion:
    """Parse an assertion; nothing in it is verified yet. Raise `NotVerified`."""
    with _reading():
        parsed = _parse_answer(answer)
        found = _data().AuthenticationResponse.from_dict(parsed)
        said = found.response
        handle = _text(said.user_handle) if said.user_handle else ""
        return Assertion(_text(found.raw_id), handle, said.authenticator_data.counter, parsed)


def verify(place: Place, challenge: str, signed: Assertion, *, public_key: str) -> None:
    """Verify that this key signed the challenge here for a verified user. Raise `NotVerified`."""
    with _reading():
        key = _data().AttestedCredentialData(_bytes(public_key))
        _server(place).authenticate_complete(_state(challenge), [key], signed.answer)


@contextmanager
def _reading() -> Iterator[None]:
    """Turn every error about the form of an answer into `NotVerified`."""
    try:
        yield
    except NotVerified:
        raise
    except Exception as problem:
        raise NotVerified(f"{type(problem).__name__}: {problem}"[:100]) from problem


def _data() -> ModuleType:
    return import_module("fido2.webauthn")


def _server(place: Place) -> Any:
    """Return the verifier for one site; our rows and sessions hold its state.

    It accepts plain dictionaries, which its types do not say.
    """
    rp = {"id": place.host, "name": place.host}
    server = import_module("fido2.server").Fido2Server(rp, verify_origin=lambda said: said == place.origin)
    parameters = _data().PublicKeyCredentialParameters
    kinds = [{"type": "public-key", "alg": found} for found in ALGORITHMS]
    server.allowed_algorithms = [parameters.from_dict(kind) for kind in kinds]
    server.timeout = MILLISECONDS
    return server


def _named(ids: Iterable[str]) -> list[Options]:
    return [{"type": "public-key", "id": found} for found in ids]


def _parse_answer(answer: str) -> Mapping[str, object]:
    """Parse the JSON of the page's script.

    Raise `NotVerified` if it is too long or comes from a cross-origin frame. JSON of another form raises what
    Python raises; `_reading`, around each call, makes that `NotVerified` too.
    """
    if len(answer) > LONGEST_ANSWER:
        raise NotVerified("too long")
    found = json.loads(answer)
    said = json.loads(_bytes(found["response"]["clientDataJSON"]))
    if said.get("crossOrigin"):
        raise NotVerified("from within another site")
    return dict(found)


def _state(challenge: str) -> Options:
    return {"challenge": challenge, "user_verification": REQUIRED}


def _public(key: "AttestedCredentialData") -> str:
    """Return the key for storage with its id, without the device's model."""
    data = _data()
    return _text(
        bytes(data.AttestedCredentialData.create(data.Aaguid.NONE, key.credential_id, key.public_key))
    )


def _plain(options: Mapping[str, object]) -> Options:
    """Return the options as plain texts, numbers and lists."""
    found: Options = json.loads(json.dumps(options, default=dict))
    return {name: value for name, value in found.items() if value is not None}


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
