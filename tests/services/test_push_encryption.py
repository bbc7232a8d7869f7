"""Push messages are encrypted and signed as RFC 8291 and RFC 8292 say."""

import json
from datetime import timedelta
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.management import call_command
from django.utils import timezone

from config.checked_settings import push_key
from notices.push_encryption import (
    decode_base64url,
    encode_base64url,
    encrypt,
    encrypt_with,
    is_usable,
    public_point,
)
from notices.vapid import authorization, new_key, public_key
from tests.fixtures.notices import decrypted

SITE = "https://torneios.example"
TEXT = b"When I grow up, I want to be a watermelon"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RECEIVER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
    "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""The worked example of RFC 8291, section 5 and appendix A."""


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode_base64url(text), "big"), ec.SECP256R1())


def test_the_worked_example_of_the_standard() -> None:
    assert encode_base64url(public_point(private(RECEIVER))) == RECEIVER_POINT
    body = encrypt_with(
        TEXT,
        decode_base64url(RECEIVER_POINT),
        decode_base64url(SECRET),
        private(SENDER),
        decode_base64url(SALT),
    )
    assert encode_base64url(body) == BODY
    assert decrypted(decode_base64url(BODY), private(RECEIVER), decode_base64url(SECRET)) == TEXT


def test_each_message_has_a_key_and_a_salt_of_its_own() -> None:
    one, other = (encrypt(TEXT, RECEIVER_POINT, SECRET) for _ in range(2))
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]
    assert decrypted(one, private(RECEIVER), decode_base64url(SECRET)) == TEXT


@pytest.mark.parametrize(
    ("key", "secret"),
    [
        ("", SECRET),
        (RECEIVER_POINT, ""),
        ("C" + RECEIVER_POINT[1:], SECRET),
        (RECEIVER_POINT[:10] + "x" + RECEIVER_POINT[11:], SECRET),
        (RECEIVER_POINT, SECRET + "AA"),
        ("é" * 87, SECRET),
        ("AAAA", SECRET),
        ("A" + "A" * 86, SECRET),
        ("A" * 1_000_000, SECRET),
    ],
)
def test_what_is_no_browsers_key_is_refused(key: str, secret: str) -> None:
    assert is_usable(RECEIVER_POINT, SECRET)
    assert not is_usable(key, secret)


def test_a_push_service_verifies_the_sites_token(settings: Any) -> None:
    settings.VAPID_KEY, settings.CSRF_TRUSTED_ORIGINS = new_key(), [SITE]
    now = timezone.now()
    scheme, token, key = authorization("https://push.example", now).replace(",", "").split(" ")
    assert scheme == "vapid"
    assert key == f"k={public_key()}"
    signed, _dot, signature = token.removeprefix("t=").rpartition(".")
    header, claims = (json.loads(decode_base64url(part)) for part in signed.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    assert (claims["aud"], claims["sub"]) == ("https://push.example", SITE)
    assert now.timestamp() < claims["exp"] <= (now + timedelta(hours=24)).timestamp()
    _verify(key.removeprefix("k="), signed.encode(), decode_base64url(signature))
    with pytest.raises(InvalidSignature):
        _verify(key.removeprefix("k="), signed.encode() + b"x", decode_base64url(signature))


def _verify(key: str, signed: bytes, signature: bytes) -> None:
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(key))
    assert len(signature) == 64
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    public.verify(encode_dss_signature(r, s), signed, ec.ECDSA(SHA256()))


def test_a_new_key_is_printed_and_accepted(capsys: pytest.CaptureFixture[str], settings: Any) -> None:
    call_command("push_key")
    printed = capsys.readouterr().out.strip()
    assert push_key(printed, [SITE]) == printed
    assert push_key("", []) == ""
    settings.VAPID_KEY = printed
    assert len(decode_base64url(public_key())) == 65


@pytest.mark.parametrize(
    ("key", "origins"),
    [
        ("abc", [SITE]), ("A" * 43, [SITE]), ("_" * 43, [SITE]), (SENDER, []), (SENDER, ["https://*.example"]),
    ],
)  # fmt: skip
def test_a_wrong_key_or_a_site_without_a_name_ends_the_start(key: str, origins: list[str]) -> None:
    with pytest.raises(SystemExit, match="VAPID_KEY"):
        push_key(key, origins)
