"""Passkeys: what is verified of a device's answer, each challenge once, and what is left without them."""

import json
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pyotp import TOTP

from accounts.erasing import anonymise
from accounts.models import Challenge, Passkey, RecoveryCode, SecondFactor, User
from accounts.two_steps import passkeys, second_factor
from accounts.two_steps.challenges import GivenChallenge
from accounts.two_steps.webauthn import PasskeySite
from core.errors import Refused, TooMany
from tests import cast
from tests.authenticator import PRESENT, VERIFIED, Device, Held, data_of, text
from tests.cast import START
from tournaments.privacy import own_data

pytestmark = pytest.mark.django_db

PLACE = PasskeySite("https://chama.test")
FROM: dict[str, Any] = {"site": PLACE, "address": "10.0.0.1"}
HERE: dict[str, Any] = {"site": PLACE, "now": START}
NOW: dict[str, Any] = {**FROM, "now": START}


def ana() -> User:
    """Ana's account."""
    return User.objects.get(player=cast.ana())


def caio() -> User:
    """Caio's."""
    return User.objects.get(player=cast.caio())


def added(user: User, device: Device, name: str = "Meu telefone") -> list[str]:
    """The account has a passkey in this device; the codes for paper."""
    asked = passkeys.begin_adding(user, name=name, **HERE)
    return passkeys.add(user, challenge=asked.code, answer=device.make(asked.options), **HERE)


def asked_to_sign_in() -> GivenChallenge:
    """A stranger is at the door."""
    return passkeys.begin_signing_in(**NOW)


def enters(device: Device, asked: GivenChallenge | None = None, **said: Any) -> User:
    """Whoever signs in by the device alone."""
    asked = asked or asked_to_sign_in()
    return passkeys.verify_sign_in(challenge=asked.code, answer=device.sign(asked.options, **said), **NOW)


def steps(user: User, device: Device, **said: Any) -> None:
    """The device answers after the password."""
    asked = passkeys.begin_code(user, **HERE)
    passkeys.accept_as_code(user, challenge=asked.code, answer=device.sign(asked.options, **said), **NOW)


def test_a_passkey_signs_in_with_the_password_and_without() -> None:
    device, user = Device(), ana()
    assert len(added(user, device)) == second_factor.PAPER_CODES
    assert second_factor.is_on(user)
    assert not second_factor.has_app(user)
    steps(user, device)
    assert enters(device) == user
    kept = Passkey.objects.get()
    assert (kept.name, kept.host, kept.sign_count, kept.last_used) == ("Meu telefone", "chama.test", 2, START)
    assert not Challenge.objects.exists()


def test_a_device_is_asked_to_verify_and_to_be_found() -> None:
    made = passkeys.begin_adding(ana(), name="x", **HERE).options
    assert made["authenticatorSelection"]["userVerification"] == "required"
    assert made["authenticatorSelection"]["residentKey"] == "required"
    assert made["rp"]["id"] == "chama.test"
    signed = asked_to_sign_in().options
    assert (signed["userVerification"], signed["rpId"], "allowCredentials" in signed) == (
        "required", "chama.test", False,
    )  # fmt: skip


def test_a_device_that_has_one_makes_no_other_and_the_account_is_one_to_all() -> None:
    device, user = Device(), ana()
    added(user, device)
    options = passkeys.begin_adding(user, name="Outra", **HERE).options
    assert [data_of(key["id"]) for key in options["excludeCredentials"]] == [device.held[0].id]
    assert options["user"]["id"] == device.held[0].handle
    elsewhere = passkeys.begin_adding(user, name="Outra", site=PasskeySite("https://outra.test"), now=START)
    assert not elsewhere.options.get("excludeCredentials")


WRONG: dict[str, Callable[[Device], dict[str, Any]]] = {
    "another site": lambda device: {"origin": "https://chama.tests"},
    "the same name over http": lambda device: {"origin": "http://chama.test"},
    "another port": lambda device: {"origin": "https://chama.test:8443"},
    "a name below it": lambda device: {"origin": "https://a.chama.test"},
    "a frame of another site": lambda device: {"crossOrigin": True},
    "another challenge": lambda device: {"challenge": text(b"0" * 32)},
    "another kind": lambda device: {"type": "webauthn.get"},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_no_key_is_kept_of_a_wrong_answer(wrong: str) -> None:
    device, user = Device(), ana()
    asked = passkeys.begin_adding(user, name="x", **HERE)
    answer = device.make(asked.options, **WRONG[wrong](device))
    with pytest.raises(Refused, match="passkey_not_made"):
        passkeys.add(user, challenge=asked.code, answer=answer, **HERE)
    assert not Passkey.objects.exists()
    with pytest.raises(Refused, match="passkey_late"):
        passkeys.add(user, challenge=asked.code, answer=device.make(asked.options), **HERE)


@pytest.mark.parametrize("wrong", WRONG)
def test_nobody_comes_in_by_a_wrong_answer(wrong: str) -> None:
    device, user = Device(), ana()
    added(user, device)
    said = {**WRONG[wrong](device), **({"type": "webauthn.create"} if wrong == "another kind" else {})}
    with pytest.raises(Refused, match="passkey_wrong"):
        enters(device, **said)
    with pytest.raises(Refused, match="passkey_wrong"):
        steps(user, device, **said)
    assert Passkey.objects.get().last_used is None


@pytest.mark.parametrize("flags", [PRESENT, VERIFIED, 0])
def test_whoever_did_not_show_themselves_to_the_device_does_not_come_in(flags: int) -> None:
    device, user = Device(), ana()
    added(user, device)
    device.flags = flags
    with pytest.raises(Refused, match="passkey_wrong"):
        enters(device)
    asked = passkeys.begin_adding(user, name="x", **HERE)
    with pytest.raises(Refused, match="passkey_not_made"):
        passkeys.add(user, challenge=asked.code, answer=device.make(asked.options), **HERE)


def test_a_key_of_another_site_or_another_signature_opens_nothing() -> None:
    device, user = Device(), ana()
    added(user, device)
    held = device.held[0]
    for other in (
        Held("outra.test", held.handle, held.key, held.id),
        Held(held.rp_id, held.handle, Held("", "").key, held.id),
        Held(held.rp_id, held.handle, held.key, b"another id"),
        Held(held.rp_id, text(b"somebody else"), held.key, held.id),
    ):
        with pytest.raises(Refused, match="passkey_wrong"):
            enters(device, held=other)
    assert enters(device) == user


def test_the_key_of_one_opens_no_account_of_another() -> None:
    theirs, own = Device(), Device()
    added(ana(), own)
    added(caio(), theirs)
    with pytest.raises(Refused, match="passkey_wrong"):
        steps(ana(), theirs)
    assert enters(theirs) == caio()


def test_a_key_belongs_to_the_site_that_made_it() -> None:
    device, user = Device(), ana()
    added(user, device)
    device.origin = "https://outra.test"
    there: dict[str, Any] = {**NOW, "site": PasskeySite(device.origin)}
    asked = passkeys.begin_signing_in(**there)
    moved = Held("outra.test", device.held[0].handle, device.held[0].key, device.held[0].id)
    with pytest.raises(Refused, match="passkey_wrong"):
        passkeys.verify_sign_in(challenge=asked.code, answer=device.sign(asked.options, held=moved), **there)
    assert "allowCredentials" not in passkeys.begin_code(user, site=there["site"], now=START).options


def test_a_challenge_is_taken_once_by_its_own_purpose_within_five_minutes() -> None:
    device, user = Device(), ana()
    added(user, device)
    asked = asked_to_sign_in()
    answer = device.sign(asked.options)
    with pytest.raises(Refused, match="passkey_late"):
        passkeys.accept_as_code(user, challenge=asked.code, answer=answer, **NOW)
    with pytest.raises(Refused, match="passkey_late"):
        passkeys.verify_sign_in(challenge="", answer=answer, **NOW)
    assert passkeys.verify_sign_in(challenge=asked.code, answer=answer, **NOW) == user
    with pytest.raises(Refused, match="passkey_late"):
        passkeys.verify_sign_in(challenge=asked.code, answer=answer, **NOW)
    late = asked_to_sign_in()
    after = {**NOW, "now": START + timedelta(minutes=5)}
    with pytest.raises(Refused, match="passkey_late"):
        passkeys.verify_sign_in(challenge=late.code, answer=device.sign(late.options), **after)


def test_the_challenge_of_one_is_no_use_to_another() -> None:
    device, user = Device(), ana()
    added(user, device)
    asked = passkeys.begin_code(user, **HERE)
    with pytest.raises(Refused, match="passkey_late"):
        passkeys.accept_as_code(caio(), challenge=asked.code, answer=device.sign(asked.options), **NOW)
    passkeys.accept_as_code(user, challenge=asked.code, answer=device.sign(asked.options), **NOW)


def test_nor_for_another_purpose_or_at_another_port() -> None:
    device, user = Device(), ana()
    added(user, device)
    elsewhere = PasskeySite("https://chama.test:8443")
    for asked in (
        passkeys.begin_adding(user, name="x", **HERE),
        passkeys.begin_code(user, site=elsewhere, now=START),
    ):
        with pytest.raises(Refused, match="passkey_late"):
            passkeys.accept_as_code(user, challenge=asked.code, answer=device.sign(asked.options), **NOW)


def test_challenges_that_nobody_answered_are_dropped() -> None:
    old = asked_to_sign_in()
    passkeys.begin_signing_in(**FROM, now=START + timedelta(minutes=5))
    assert Challenge.objects.exclude(code=old.code).count() == Challenge.objects.count() == 1


def test_a_copied_key_is_noticed_and_one_that_does_not_count_is_not() -> None:
    device, user = Device(), ana()
    added(user, device)
    enters(device)
    device.held[0].count -= 1
    with pytest.raises(Refused, match="passkey_copied"):
        enters(device)
    silent = Device(counts=False)
    added(caio(), silent)
    assert enters(silent) == enters(silent) == caio()


def test_an_account_that_was_switched_off_or_a_removed_key_opens_nothing() -> None:
    device, user = Device(), ana()
    added(user, device)
    User.objects.filter(pk=user.pk).update(is_active=False)
    with pytest.raises(Refused, match="passkey_wrong"):
        enters(device)
    User.objects.filter(pk=user.pk).update(is_active=True)
    assert not passkeys.remove(caio(), Passkey.objects.get().code, needs_one=False)
    assert passkeys.remove(user, Passkey.objects.get().code, needs_one=False)
    with pytest.raises(Refused, match="passkey_wrong"):
        enters(device)


def test_wrong_ones_after_the_password_are_counted_as_codes_are() -> None:
    device, other = Device(), Device()
    added(ana(), device)
    added(caio(), other)
    for _ in range(20):
        with pytest.raises(Refused, match="passkey_wrong"):
            steps(ana(), other)
    with pytest.raises(TooMany):
        steps(ana(), device)


def test_right_ones_are_not_counted() -> None:
    device, user = Device(), ana()
    added(user, device)
    for _ in range(70):
        steps(user, device)
        enters(device)


def test_what_is_begun_at_the_door_is_counted_by_address() -> None:
    for _ in range(60):
        asked_to_sign_in()
    with pytest.raises(TooMany):
        asked_to_sign_in()
    passkeys.begin_signing_in(site=PLACE, address="10.0.0.2", now=START)


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\u202eb"])
def test_a_passkey_has_a_name(name: str) -> None:
    with pytest.raises(Refused, match="passkey_name"):
        passkeys.begin_adding(ana(), name=name, **HERE)


def test_there_are_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 1)
    user, device = ana(), Device()
    asked = passkeys.begin_adding(user, name="y", **HERE)
    added(user, device)
    with pytest.raises(Refused, match="too_many_passkeys"):
        passkeys.begin_adding(user, name="z", **HERE)
    with pytest.raises(Refused, match="too_many_passkeys"):
        passkeys.add(user, challenge=asked.code, answer=device.make(asked.options), **HERE)


def test_one_key_is_kept_once() -> None:
    device = Device()
    added(ana(), device)
    asked = passkeys.begin_adding(caio(), name="x", **HERE)
    answer = json.loads(device.make(asked.options))
    whole = data_of(answer["response"]["attestationObject"])
    forged = whole.replace(device.held[-1].id, device.held[0].id)
    answer["response"]["attestationObject"], answer["rawId"] = text(forged), text(device.held[0].id)
    with pytest.raises(Refused, match="passkey_known"):
        passkeys.add(caio(), challenge=asked.code, answer=json.dumps(answer), **HERE)
    assert not second_factor.is_on(caio())
    assert not SecondFactor.objects.filter(user=caio()).exists()


def test_codes_on_paper_stand_for_passkeys_too_and_go_with_the_last() -> None:
    user = ana()
    paper = added(user, Device())
    assert added(user, Device(), "Chave USB") == []
    second_factor.use_code(user, paper[0], "10.0.0.1", START)
    first, last = passkeys.passkeys_of(user)
    passkeys.remove(user, first.code, needs_one=False)
    second_factor.use_code(user, paper[1], "10.0.0.1", START)
    passkeys.remove(user, last.code, needs_one=False)
    assert not second_factor.is_on(user)
    assert not RecoveryCode.objects.exists()
    assert not SecondFactor.objects.exists()


def test_without_an_app_no_digits_are_a_code() -> None:
    user = ana()
    added(user, Device())
    for code in ("000000", "", TOTP("").now()):
        with pytest.raises(Refused, match="code_wrong"):
            second_factor.use_code(user, code, "10.0.0.1", timezone.now())
    with pytest.raises(Refused, match="code_wrong"):
        second_factor.confirm_app(user, TOTP("").at(START), START)


def test_the_app_and_passkeys_come_and_go_beside_each_other() -> None:
    user = ana()
    paper = added(user, Device())
    secret = second_factor.begin_app_setup(user).secret
    second_factor.remove_app(user)
    assert second_factor.is_on(user)
    second_factor.use_code(user, paper[0], "10.0.0.1", START)
    app = TOTP(second_factor.begin_app_setup(user).secret)
    assert secret not in app.secret
    written = second_factor.confirm_app(user, app.at(START), START)
    with pytest.raises(Refused, match="code_wrong"):
        second_factor.use_code(user, paper[1], "10.0.0.1", START)
    passkeys.remove(user, Passkey.objects.get().code, needs_one=True)
    second_factor.use_code(user, written[0], "10.0.0.1", START)
    assert added(user, Device()) == []
    second_factor.remove_app(user)
    assert not second_factor.has_app(user)
    second_factor.use_code(user, written[1], "10.0.0.1", START)


def test_the_last_of_what_a_site_demands_stays() -> None:
    user = ana()
    added(user, Device())
    added(user, Device())
    first, last = passkeys.passkeys_of(user)
    passkeys.remove(user, first.code, needs_one=True)
    with pytest.raises(Refused, match="second_factor_demanded"):
        passkeys.remove(user, last.code, needs_one=True)
    assert (second_factor.is_on(user), RecoveryCode.objects.count()) == (True, second_factor.PAPER_CODES)


def test_they_go_with_the_person_and_are_in_their_data() -> None:
    user = ana()
    added(user, Device(), "Telefone da Ana")
    passkeys.begin_code(user, **HERE)
    kept = own_data(cast.ana(), START)["passkeys"]
    stamp = "2026-03-14T12:00:00.000Z"
    assert kept == [{"name": "Telefone da Ana", "site": "chama.test", "made_at": stamp, "last_used_at": None}]
    anonymise(cast.ana())
    assert not Passkey.objects.exists()
    assert not Challenge.objects.exists()


def test_the_log_says_who_and_why_and_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "security")
    device, user = Device(), ana()
    added(user, device)
    enters(device)
    with pytest.raises(Refused):
        enters(device, origin="https://chama.tests")
    passkeys.remove(user, Passkey.objects.get().code, needs_one=False)
    said = "\n".join(record.getMessage() for record in caplog.records)
    for event in ("passkey_added", "passkey_right", "passkey_wrong", "passkey_removed"):
        assert event in said
    assert "ana" in said
    assert text(device.held[0].id) not in said
    assert device.held[0].handle not in said
