"""A tournament's picture: given, replaced, taken off, and gone with the tournament."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale
from core.models import Ledger
from tests.cast import START, ana, announced, bruno, caio, created, duda, finished, fresh
from tests.pictures import photo
from tournaments.endings import KEPT, cancel, erase, move_to_bin
from tournaments.models import EventPicture
from tournaments.setup.pictures import bytes_of, picture_of, remove_picture, set_picture

pytestmark = pytest.mark.django_db


def test_there_is_one_and_a_later_one_replaces_it() -> None:
    tournament = announced()
    assert picture_of(tournament) is None
    first = set_picture(tournament, data=photo(), by=ana(), now=START)
    second = set_picture(tournament, data=photo((300, 600), "PNG"), by=ana(), now=START)
    assert first.digest != second.digest
    assert picture_of(tournament) == (second.digest, 300, 600)
    assert bytes_of(tournament, second.digest, shared=False) == bytes(second.shown)
    assert bytes_of(tournament, second.digest, shared=True) == bytes(second.shared)
    assert bytes_of(tournament, first.digest, shared=False) is None
    assert EventPicture.objects.count() == 1


def test_giving_and_taking_it_off_make_a_version_without_a_line() -> None:
    tournament = announced()
    before = fresh(tournament).ledger
    set_picture(tournament, data=photo(), by=ana(), now=START)
    between = fresh(tournament).ledger
    remove_picture(tournament, by=ana(), now=START)
    after = fresh(tournament).ledger
    assert before.version < between.version < after.version
    assert before.head_seq == after.head_seq
    assert not EventPicture.objects.exists()


@pytest.mark.parametrize("who", [bruno, caio, duda])
def test_only_an_organizer_gives_and_takes_it(who: Callable[[], Player]) -> None:
    tournament = announced()
    set_picture(tournament, data=photo(), by=ana(), now=START)
    with pytest.raises(Forbidden):
        set_picture(tournament, data=photo((200, 200)), by=who(), now=START)
    with pytest.raises(Forbidden):
        remove_picture(tournament, by=who(), now=START)
    found = picture_of(tournament)
    assert found is not None
    assert found.width == 640


def test_what_is_refused_leaves_the_one_before() -> None:
    tournament = announced()
    given = set_picture(tournament, data=photo(), by=ana(), now=START)
    version = fresh(tournament).ledger.version
    with pytest.raises(Refused, match="picture_unreadable"):
        set_picture(tournament, data=b"<svg/>", by=ana(), now=START)
    found = picture_of(tournament)
    assert found is not None
    assert found.digest == given.digest
    assert fresh(tournament).ledger.version == version


def test_a_cancelled_tournament_gets_none_but_its_own_can_be_taken_off() -> None:
    tournament = announced()
    set_picture(tournament, data=photo(), by=ana(), now=START)
    cancel(tournament, reason="A luz acabou.", by=ana(), now=START)
    with pytest.raises(Stale, match="cancelled"):
        set_picture(tournament, data=photo(), by=ana(), now=START)
    remove_picture(tournament, by=ana(), now=START)
    assert picture_of(tournament) is None


def test_a_finished_tournament_may_get_the_photo_of_who_won() -> None:
    tournament = finished(4)
    set_picture(tournament, data=photo(), by=ana(), now=timezone.now())
    assert picture_of(tournament) is not None


def test_it_is_gone_with_the_tournament() -> None:
    tournament = created()
    set_picture(tournament, data=photo(), by=ana(), now=START)
    move_to_bin(tournament, typed=tournament.name, by=ana(), now=START)
    assert erase(tournament.ledger_id, now=START + KEPT + timedelta(seconds=1))
    assert not EventPicture.objects.exists()
    assert not Ledger.objects.filter(pk=tournament.ledger_id).exists()
