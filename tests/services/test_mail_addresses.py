"""Addresses of accounts: one spelling, one owner once confirmed, and no one occupies a stranger's."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import MailAddress, Player, User
from accounts.selectors import confirmed_address
from tests import cast

pytestmark = pytest.mark.django_db
TO = "caio@correio.example"


def user_of(player: Player) -> User:
    assert player.user is not None
    return player.user


def added(user: User, address: str = TO, *, is_confirmed: bool = False) -> MailAddress:
    now = timezone.now()
    facts = {"language": "pt-br", "added_at": now, "confirmed_at": now if is_confirmed else None}
    return MailAddress.objects.create(user=user, address=address, **facts)


def test_only_a_confirmed_address_is_found() -> None:
    caio = user_of(cast.caio())
    added(caio)
    assert confirmed_address(caio) is None
    confirmed = added(caio, "novo@correio.example", is_confirmed=True)
    assert confirmed_address(caio) == confirmed


def test_a_confirmed_address_belongs_to_one_account_and_others_may_wait_for_it() -> None:
    caio, bruno = user_of(cast.caio()), user_of(cast.bruno())
    added(caio, is_confirmed=True)
    added(bruno)
    with pytest.raises(IntegrityError), transaction.atomic():
        MailAddress.objects.filter(user=bruno).update(confirmed_at=timezone.now())


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_an_account_has_one_of_each(is_confirmed: bool) -> None:
    caio = user_of(cast.caio())
    added(caio, is_confirmed=is_confirmed)
    with pytest.raises(IntegrityError), transaction.atomic():
        added(caio, "novo@correio.example", is_confirmed=is_confirmed)


@pytest.mark.parametrize("address", ["Caio@correio.example", ""])
def test_the_database_takes_one_spelling_only(address: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        added(user_of(cast.caio()), address)
