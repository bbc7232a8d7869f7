"""Whatever somebody sends as a device's answer, it is one or none, and never a fault of ours."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.two_steps import webauthn
from accounts.two_steps.webauthn import NotVerified, PasskeySite
from tests.authenticator import text

PLACE = PasskeySite("https://chama.test")


def verified(sent: str) -> None:
    """By a key that is none."""
    webauthn.verify(PLACE, text(b"0" * 32), webauthn.parse_assertion(sent), public_key="")


SOMETHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.binary(max_size=80).map(text),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
PARTS = ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle")


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(PARTS, SOMETHING)), SOMETHING, SOMETHING)
def test_whatever_is_sent_is_an_answer_or_none(parts: dict[str, Any], name: object, whole: object) -> None:
    for sent in (json.dumps({"rawId": name, "response": parts}), json.dumps(whole), str(whole)):
        with pytest.raises(NotVerified):
            webauthn.verify_new_key(PLACE, text(b"0" * 32), sent)
        with pytest.raises(NotVerified):
            verified(sent)


@pytest.mark.parametrize("sent", ["[" * 7_000, '{"a":' * 3_000, "x" * 20_000, "\ud800"])
def test_nor_is_what_is_deep_or_long_a_fault_of_ours(sent: str) -> None:
    with pytest.raises(NotVerified):
        webauthn.parse_assertion(sent)
    deep = {
        "rawId": "",
        "response": {"clientDataJSON": text(b"{}"), "attestationObject": text(b"\x81" * 5_000)},
    }
    with pytest.raises(NotVerified):
        webauthn.verify_new_key(PLACE, text(b"0" * 32), json.dumps(deep))
