"""F123: whatever opens something once opens it once, however many use it at the same moment.

`SECRETS` lists them all. A new one-time secret gets a line here.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.mail.addresses import confirm_address
from accounts.models import MailAddress, User
from accounts.signing_in.password_links import give_link
from accounts.tokens import MAX_TOKENS, create_token
from accounts.two_steps import passkeys, second_factor
from core.errors import Refusal
from matches.models import TableLink
from tests import cast
from tests.authenticator import Device
from tests.cast import START, bruno, caio
from tests.concurrency.test_reports_at_once import started
from tests.fixtures.database import AtOnce
from tests.mailing import asked_for, token_of, user_of
from tests.services.test_door import entered
from tests.services.test_passkeys import HERE, NOW, added, ana, asked_to_sign_in
from tests.web.app_codes import code, opened, switched_on
from tournaments.entries.door import open_door, self_check_in
from tournaments.play.play import tournament_of
from tournaments.tables import cards
from tournaments.tables.cards import Phone

pytestmark = pytest.mark.fault("F123")
MANY = 8
Act = Callable[[], Any]


def password_link() -> Iterator[Act]:
    link = give_link(ana(), by="root")

    def use(client: Client, form: str, number: int) -> Any:
        sent = dict.fromkeys(("new_password1", "new_password2"), f"uma frase que ninguém adivinha {number}")
        answer = client.post(form, sent)
        return answer if answer.status_code == 302 else Refusal(str(answer.status_code))

    for number in range(MANY):
        client = Client()
        form = opened(link, client)
        yield partial(use, client, form, number)


def link_of_an_address() -> Iterator[Act]:
    """It is for one account, in any of its sessions."""
    user = ana()
    token = token_of(asked_for("ana@correio.example", user))
    return same(lambda: confirm_address(user, token, now=timezone.now()))


def address_of_many() -> Iterator[Act]:
    """Many accounts wait for the same address."""
    for number in range(MANY):
        user = user_of(cast.player(f"dona{number}"))
        facts = {"address": "ana@correio.example", "language": "en", "added_at": timezone.now()}
        token = token_of(MailAddress.objects.create(user=user, **facts))
        yield partial(confirm_address, user, token, now=timezone.now())


def code_of_the_app() -> Iterator[Act]:
    user, _paper = switched_on()
    typed = code(user)
    return same(lambda: second_factor.use_code(user, typed, "192.0.2.1", timezone.now()))


def code_on_paper() -> Iterator[Act]:
    user, paper = switched_on()
    return same(lambda: second_factor.use_code(user, paper[0], "192.0.2.1", timezone.now()))


def first_code_of_the_app() -> Iterator[Act]:
    user = ana()
    second_factor.begin_app_setup(user)
    typed = code(user)
    return same(lambda: second_factor.confirm_app(user, typed, timezone.now()))


def challenge_to_sign_in() -> Iterator[Act]:
    device = Device(counts=False)
    added(ana(), device)
    asked = asked_to_sign_in()
    signed = device.sign(asked.options)
    return same(lambda: passkeys.verify_sign_in(challenge=asked.code, answer=signed, **NOW))


def challenge_in_place_of_a_code() -> Iterator[Act]:
    device, user = Device(counts=False), ana()
    added(user, device)
    asked = passkeys.begin_code(user, **HERE)
    signed = device.sign(asked.options)
    return same(lambda: passkeys.accept_as_code(user, challenge=asked.code, answer=signed, **NOW))


def challenge_to_make_a_key() -> Iterator[Act]:
    user, device = ana(), Device()
    asked = passkeys.begin_adding(user, name="x", **HERE)
    made = [device.make(asked.options) for _ in range(MANY)]
    for answer in made:
        yield partial(passkeys.add, user, challenge=asked.code, answer=answer, **HERE)


def last_key_of_the_api() -> Iterator[Act]:
    user = ana()
    for _ in range(MAX_TOKENS - 1):
        create_token(user, now=START)
    for number in range(MANY):  # a key of the same name would take the place of that one
        yield partial(create_token, user, name=f"key {number}", now=START)


def seat_at_a_tables_card() -> Iterator[Act]:
    match = started()
    cards.issue_links(tournament_of(match), by=cast.ana(), now=START)
    link = TableLink.objects.get(table=match.table).code
    for number in range(MANY):
        phone = Phone(link, f"phone{number}")
        yield partial(cards.claim_seat, phone, side=1, match=match.code, now=START)


def same(act: Act) -> Iterator[Act]:
    """The same one, many times."""
    return iter([act] * MANY)


SECRETS = (
    password_link, link_of_an_address, address_of_many,
    code_of_the_app, code_on_paper, first_code_of_the_app, challenge_to_sign_in,
    challenge_in_place_of_a_code, challenge_to_make_a_key, last_key_of_the_api, seat_at_a_tables_card,
)  # fmt: skip


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.__name__)
def test_one_wins_and_the_others_are_told(at_once: AtOnce, secret: Callable[[], Iterator[Act]]) -> None:
    answers = at_once(*secret())
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(refused) == MANY - 1, answers
    assert not [answer for answer in answers if isinstance(answer, Exception) and answer not in refused]


def test_who_arrives_many_times_at_once_by_the_doors_code_is_checked_in_once(at_once: AtOnce) -> None:
    tournament = entered()
    hung = open_door(tournament, by=bruno(), now=START)
    answers = at_once(*same(lambda: self_check_in(tournament, code=hung, by=caio(), now=START)))
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert tournament.ledger.lines.filter(type="entry.checked_in").count() == 1


def test_the_password_is_that_of_the_one_who_won(at_once: AtOnce) -> None:
    answers = at_once(*password_link())
    (winner,) = [number for number, answer in enumerate(answers) if not isinstance(answer, Exception)]
    assert User.objects.get(pk=ana().pk).check_password(f"uma frase que ninguém adivinha {winner}")
