"""In the administration whoever changes something gives the password again; who only looks does not."""

from datetime import timedelta
from html import unescape
from re import findall

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Club, Player
from accounts.signing_in.password_given import KEY
from tests import cast
from tests.cast import PASSWORD, ana, duda
from tests.web.html import text
from tests.web.test_administration import LIST, administrator
from tournaments.models import Tournament
from web.http.middleware import ADMIN, GOOD_FOR

pytestmark = pytest.mark.django_db
ADD = "admin:accounts_club_add"
CARRIED = r'<input type="hidden" name="([^"]*)" value="([^"]*)">'


def left_open(*rights: str) -> Client:
    """An administrator's browser, signed in a while ago."""
    client = administrator(*rights)
    session = client.session
    session[KEY] = (timezone.now() - GOOD_FOR - timedelta(seconds=1)).timestamp()
    session.save()
    return client


def test_it_stands_where_the_administration_begins() -> None:
    assert reverse("admin:index") == ADMIN


def test_who_signed_in_a_while_ago_looks_freely_and_changes_nothing() -> None:
    client = left_open()
    assert client.get(reverse(ADD)).status_code == 200
    answer = client.post(reverse(ADD), {"name": "Niterói"})
    assert "Your password again" in text(answer)
    assert not Club.objects.exists()


@pytest.mark.parametrize(("path", "sent"), [
    ("admin:accounts_player_changelist", {"action": "forget"}),
    (LIST, {"action": "take_down", "reason": "x"}),
    (LIST, {"action": "replace_organizer", "username": "duda", "reason": "x"}),
])  # fmt: skip
def test_no_act_passes_without_it(path: str, sent: dict[str, str]) -> None:
    client, tournament = left_open(), cast.announced()
    chosen = ana().pk if "player" in path else tournament.pk
    asked = client.post(reverse(path), {**sent, "_selected_action": [chosen]})
    assert "Your password again" in text(asked)
    assert Player.objects.filter(pk=ana().pk, name="Ana Mariapaulista").exists()
    assert Tournament.objects.get(pk=tournament.pk).taken_down_at is None


def test_with_the_password_all_that_was_typed_goes_on_and_for_a_while_no_other_is_asked() -> None:
    client = left_open()
    asked = client.post(reverse(ADD), {"name": 'Clube "Ã" <b>', "_addanother": "1"})
    carried = {unescape(name): unescape(value) for name, value in findall(CARRIED, asked.content.decode())}
    assert client.post(reverse(ADD), {**carried, "again-password": PASSWORD}).status_code == 302
    assert client.post(reverse(ADD), {"name": "Outro"}).status_code == 302
    assert set(Club.objects.values_list("name", flat=True)) == {'Clube "Ã" <b>', "Outro"}


def test_a_wrong_one_is_said_counted_and_changes_nothing() -> None:
    client = left_open()
    statuses = [
        client.post(reverse(ADD), {"name": "Niterói", "again-password": "guess"}).status_code
        for _ in range(11)
    ]
    assert (statuses[0], statuses[-1]) == (422, 429)
    assert not Club.objects.exists()


def test_new_passwords_are_not_carried_through_a_page() -> None:
    page = reverse("admin:auth_user_password_change", args=[duda().user_id])
    asked = left_open().post(page, {"password1": "geheim-geheim", "password2": "geheim-geheim"})
    assert "Your password again" in text(asked)
    assert "geheim" not in text(asked)


def test_a_session_of_before_is_asked_too_and_out_is_the_way_for_all() -> None:
    client = administrator()
    session = client.session
    del session[KEY]
    session.save()
    assert "Your password again" in text(client.post(reverse(ADD), {"name": "x"}))
    assert "Your password again" not in text(client.post(reverse("admin:logout")))
