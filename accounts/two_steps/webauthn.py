"""WebAuthn options and verification by the package `fido2`.

It is not available everywhere: its dependency `cryptography` has no wheel for Macs with an Intel processor.
It also takes 20 MB. So it is imported when first needed, and callers check `is_installed` first. Bytes are
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
class PasskeySite:
    """The site of a browser: `origin` as in `https://name:port`. A passkey belongs to the name."""

    origin: str

    @property
    def host(self) -> str:
        """Return the name without the port: the RP ID."""
        return urlsplit(self.origin).hostname or ""


@dataclass(frozen=True, slots=True)
class NewKey:
    """A verified new key from a device; `sign_count` is 0 if the device does not count uses."""

    credential_id: str
    public_key: str
    sign_count: int


@dataclass(frozen=True, slots=True)
class Assertion:
    """A device's answer as parsed, not verified: which passkey signed, and for whom.

    `handle` is the account's, "" if the device did not send it. `answer` is the whole JSON.
    """

    credential_id: str
    handle: str
    sign_count: int
    answer: Mapping[str, object]


@cache
def is_installed() -> bool:
    """Return whether the package `fido2` is installed: without it passkeys cannot be verified."""
    return find_spec("fido2") is not None


def creation_options(
    site: PasskeySite, challenge: str, *, handle: str, username: str, known: Iterable[str]
) -> Options:
    """Return the options of `navigator.credentials.create` as JSON; devices with one of `known` are excluded.

    The key is discoverable (usable without a user name), and the device verifies its user. No attestation of
    the device is requested.
    """
    options, _state = _server(site).register_begin(
        {"id": _bytes(handle), "name": username, "displayName": username},
        _descriptors(known),
        resident_key_requirement=REQUIRED,
        user_verification=REQUIRED,
        challenge=_bytes(challenge),
    )
    return _without_unset(options.public_key)


def request_options(site: PasskeySite, challenge: str, *, allowed: Iterable[str] = ()) -> Options:
    """Return the options of `navigator.credentials.get` as JSON; without `allowed` for every key."""
    asked = {"user_verification": REQUIRED, "challenge": _bytes(challenge)}
    options, _state = _server(site).authenticate_begin(_descriptors(allowed) or None, **asked)
    return _without_unset(options.public_key)


def verify_new_key(site: PasskeySite, challenge: str, answer: str) -> NewKey:
    """Verify the device's answer to `creation_options` and return the key that it made.

    Raise `NotVerified`.
    """
    with _not_verified_on_error():
        found = _server(site).register_complete(_state(challenge), _parse_answer(answer))
        data = found.credential_data
        if data is None or data.public_key.get(3) not in ALGORITHMS:
            raise NotVerified("no key of a kind that was asked for")
        credential_id = _text(data.credential_id)
        if len(credential_id) > LONGEST_ID:
            raise NotVerified("an id that is too long")
        return NewKey(credential_id, _storable_key(data), found.counter)


def parse_assertion(answer: str) -> Assertion:
    """Parse the device's answer to `request_options`; nothing in it is verified yet. Raise `NotVerified`."""
    with _not_verified_on_error():
        parsed = _parse_answer(answer)
        found = _fido2_webauthn().AuthenticationResponse.from_dict(parsed)
        said = found.response
        handle = _text(said.user_handle) if said.user_handle else ""
        return Assertion(_text(found.raw_id), handle, said.authenticator_data.counter, parsed)


def verify(site: PasskeySite, challenge: str, signed: Assertion, *, public_key: str) -> None:
    """Verify that this key signed the challenge here for a verified user. Raise `NotVerified`."""
    with _not_verified_on_error():
        key = _fido2_webauthn().AttestedCredentialData(_bytes(public_key))
        _server(site).authenticate_complete(_state(challenge), [key], signed.answer)


@contextmanager
def _not_verified_on_error() -> Iterator[None]:
    """Turn every exception within this block into `NotVerified`, with its text."""
    try:
        yield
    except NotVerified:
        raise
    except Exception as problem:
        raise NotVerified(f"{type(problem).__name__}: {problem}"[:100]) from problem


def _fido2_webauthn() -> ModuleType:
    """Return the module `fido2.webauthn`, imported when it is first needed."""
    return import_module("fido2.webauthn")


def _server(site: PasskeySite) -> Any:
    """Return the verifier for one site; our rows and sessions hold its state.

    It accepts plain dictionaries, which its types do not say.
    """
    rp = {"id": site.host, "name": site.host}
    server = import_module("fido2.server").Fido2Server(rp, verify_origin=lambda said: said == site.origin)
    parameters = _fido2_webauthn().PublicKeyCredentialParameters
    kinds = [{"type": "public-key", "alg": found} for found in ALGORITHMS]
    server.allowed_algorithms = [parameters.from_dict(kind) for kind in kinds]
    server.timeout = MILLISECONDS
    return server


def _descriptors(ids: Iterable[str]) -> list[Options]:
    """Return these credential ids in the form of WebAuthn's `PublicKeyCredentialDescriptor`."""
    return [{"type": "public-key", "id": found} for found in ids]


def _parse_answer(answer: str) -> Mapping[str, object]:
    """Parse the JSON of the page's script.

    Raise `NotVerified` if it is too long or comes from a cross-origin frame. JSON of another form raises what
    Python raises; `_not_verified_on_error`, around each call, makes that `NotVerified` too.
    """
    if len(answer) > LONGEST_ANSWER:
        raise NotVerified("too long")
    found = json.loads(answer)
    said = json.loads(_bytes(found["response"]["clientDataJSON"]))
    if said.get("crossOrigin"):
        raise NotVerified("from within another site")
    return dict(found)


def _state(challenge: str) -> Options:
    """Return the state that `fido2` expects between challenge and answer."""
    return {"challenge": challenge, "user_verification": REQUIRED}


def _storable_key(key: "AttestedCredentialData") -> str:
    """Return the key and its id as base64url, as `verify` takes them, without the device's model."""
    data = _fido2_webauthn()
    return _text(
        bytes(data.AttestedCredentialData.create(data.Aaguid.NONE, key.credential_id, key.public_key))
    )


def _without_unset(options: Mapping[str, object]) -> Options:
    """Return the options as JSON for a browser, without those that are not set."""
    found: Options = json.loads(json.dumps(options, default=dict))
    return {name: value for name, value in found.items() if value is not None}


def _bytes(text: str) -> bytes:
    """Decode base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    """Encode as base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")
