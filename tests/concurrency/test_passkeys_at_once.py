"""Answers to one challenge at the same moment, and the last passkeys taken away, of which one has to stay."""

from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest

from accounts.models import Challenge, Passkey, RecoveryCode, User
from accounts.two_steps import passkeys
from accounts.two_steps.second_factor import delete_unused_recovery_codes
from core.errors import Refused
from tests.authenticator import Device
from tests.fixtures.database import AtOnce
from tests.services.test_passkeys import HERE, NOW, added, ana, asked_to_sign_in

MANY = 8


def codes(answers: list[Any]) -> list[str]:
    """What was refused; anything else that was raised is a fault."""
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert not [answer for answer in answers if isinstance(answer, Exception) and answer not in refused]
    return [violation.code for one in refused for violation in one.violations]


def test_one_challenge_is_taken_once(at_once: AtOnce) -> None:
    device = Device(counts=False)
    added(ana(), device)
    asked = asked_to_sign_in()
    answer = device.sign(asked.options)
    enter = partial(passkeys.verify_sign_in, challenge=asked.code, answer=answer, **NOW)
    answers = at_once(enter, enter)
    assert codes(answers) == ["passkey_late"]
    assert [found for found in answers if isinstance(found, User)] == [ana()]
    assert not Challenge.objects.exists()


def test_one_challenge_makes_one_passkey(at_once: AtOnce) -> None:
    user, device = ana(), Device()
    asked = passkeys.begin_adding(user, name="x", **HERE)
    made = [device.make(asked.options) for _ in range(2)]
    acts = [
        lambda answer=answer: passkeys.add(user, challenge=asked.code, answer=answer, **HERE)
        for answer in made
    ]
    assert codes(at_once(*acts)) == ["passkey_late"]
    assert (Passkey.objects.count(), RecoveryCode.objects.count()) == (1, 10)


def test_of_several_first_passkeys_one_brings_codes_for_paper(at_once: AtOnce) -> None:
    user = ana()
    answers = at_once(*[lambda: added(user, Device()) for _ in range(MANY)])
    assert codes(answers) == []
    assert sorted(len(written) for written in answers) == [0] * (MANY - 1) + [10]
    assert (Passkey.objects.count(), RecoveryCode.objects.count()) == (MANY, 10)


def test_of_the_last_two_one_stays_where_it_has_to(at_once: AtOnce, monkeypatch: pytest.MonkeyPatch) -> None:
    user, both = ana(), Barrier(2)
    for _ in range(2):
        added(user, Device())

    def met(whose: User) -> bool:
        """Where they do not take turns, each takes its own away, then looks what is left, then goes on."""
        with suppress(BrokenBarrierError):
            both.wait(1)
        is_none_left = delete_unused_recovery_codes(whose)
        with suppress(BrokenBarrierError):
            both.wait(1)
        return is_none_left

    monkeypatch.setattr(passkeys, "delete_unused_recovery_codes", met)
    acts = [
        lambda code=key.code: passkeys.remove(user, code, needs_one=True)
        for key in passkeys.passkeys_of(user)
    ]
    assert codes(at_once(*acts)) == ["second_factor_demanded"]
    assert Passkey.objects.count() == 1


def test_of_many_that_are_added_no_more_are_kept_than_may_be(
    at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 2)
    user, device = ana(), Device()
    acts = []
    for asked in [passkeys.begin_adding(user, name="x", **HERE) for _ in range(MANY)]:
        sent = {"challenge": asked.code, "answer": device.make(asked.options)}
        acts.append(lambda sent=sent: passkeys.add(user, **sent, **HERE))
    assert codes(at_once(*acts)) == ["too_many_passkeys"] * (MANY - 2)
    assert Passkey.objects.count() == 2


def test_copies_that_come_at_the_same_moment_are_noticed(at_once: AtOnce) -> None:
    device, user = Device(), ana()
    added(user, device)
    acts = []
    for asked in [asked_to_sign_in() for _ in range(MANY)]:
        device.held[0].count = 0
        sent = {"challenge": asked.code, "answer": device.sign(asked.options)}
        acts.append(lambda sent=sent: passkeys.verify_sign_in(**sent, **NOW))
    assert codes(at_once(*acts)) == ["passkey_copied"] * (MANY - 1)
