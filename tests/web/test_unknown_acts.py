"""A button that the page does not know is refused and changes nothing; of two acts none is the default."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import MailAddress, SecondFactor, User
from accounts.two_steps import second_factor
from core.errors import Stale
from matches.models import Entry, Match, PhysicalTable, TableLink
from scheduling.by_hand import set_calls_by_hand
from tests import cast
from tests.acts import at as match_at
from tests.mailing import TO, confirmed, user_of
from tests.servers.smtp import MailServer
from tests.web.addresses import Caller
from tests.web.app_codes import switched_on
from tests.web.html import text
from tournaments.help import Asker, ask_for_help
from tournaments.models import Tournament
from tournaments.tables.cards import Phone, issue_links
from web.matches import match as match_pages
from web.play import calling

pytestmark = pytest.mark.django_db
SENTENCE = "This button is not known here."


class Page(NamedTuple):
    """A page with buttons, and what its form sends beside the button."""

    name: str
    more: Callable[[Tournament], list[str]] = lambda _tournament: []
    form: Callable[[Tournament], Mapping[str, str]] = lambda _tournament: {}


def _called_help(tournament: Tournament) -> list[str]:
    issue_links(tournament, by=cast.ana(), now=timezone.now())
    link = TableLink.objects.filter(table__ledger=tournament.ledger_id).earliest("pk")
    asker = Asker(tournament, phone=Phone(link.code, "a phone"))
    return [ask_for_help(asker, whom="judge", now=timezone.now()).code]


def _label(tournament: Tournament) -> list[str]:
    return [PhysicalTable.objects.filter(ledger=tournament.ledger_id).earliest("position").label]


def _table(tournament: Tournament) -> Mapping[str, str]:
    return {"table": _label(tournament)[0]}


def _entry(tournament: Tournament) -> Mapping[str, str]:
    found = Entry.objects.filter(ledger=tournament.ledger_id).earliest("pk")
    return {"entry": found.code}


PAGES = (
    Page("calling"),
    Page("table_cards"),
    Page("timetable"),
    Page("door"),
    Page("help_answer", _called_help),
    Page("look_after", _label),
    Page("tables", form=_table),
    Page("tables", form=lambda _tournament: {"count": "9"}),
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.parametrize("act", ["x", "Auto"])
def test_an_unknown_button_changes_nothing(page: Page, act: str) -> None:
    tournament = cast.running(8)
    url = reverse(page.name, args=[tournament.slug, *page.more(tournament)])
    answer = Caller(cast.ana()).post(url, {**page.form(tournament), "act": act})
    assert (answer.status, answer.wrote) == (422, ())
    assert SENTENCE in answer.body.decode()


@pytest.mark.parametrize("state", [cast.entered, cast.checked_in])
def test_an_unknown_button_checks_no_one_in(state: Callable[[int], Tournament]) -> None:
    tournament = state(8)
    answer = Caller(cast.bruno()).post(
        reverse("check_in", args=[tournament.slug]), {**_entry(tournament), "act": "x"}
    )
    assert (answer.status, answer.wrote) == (422, ())


def test_calls_by_hand_stay_by_hand_after_an_unknown_button() -> None:
    tournament = cast.running(8)
    set_calls_by_hand(tournament, by_hand=True, by=cast.ana(), now=timezone.now())
    client, url = cast.browser(cast.ana()), reverse("calling", args=[tournament.slug])
    assert client.post(url, {"act": "x"}).status_code == 422
    assert client.post(url).status_code == 422
    assert client.get(url).context["by_hand"]


def test_a_player_with_an_unknown_button_asks_for_no_help() -> None:
    tournament = cast.running(8)
    match = Match.objects.get(ledger=tournament.ledger_id, round=1, seats__persona__player=cast.caio())
    url = reverse("match_help", args=[tournament.slug, match.code])
    answer = Caller(cast.caio()).post(url, {"whom": "judge", "act": "x"})
    assert (answer.status, answer.wrote) == (422, ())


def test_an_unknown_button_switches_no_second_step_off() -> None:
    user, _codes = switched_on()
    answer = Caller(user.player).post(reverse("second_factor"), {"password": cast.PASSWORD, "act": "x"})
    assert (answer.status, answer.wrote) == (422, ())
    assert SecondFactor.objects.exists()


def test_an_unknown_button_begins_and_confirms_no_app() -> None:
    client, url = cast.browser(cast.ana()), reverse("second_factor")
    assert client.post(url, {"password": cast.PASSWORD, "act": "x"}).status_code == 422
    assert not SecondFactor.objects.exists()
    assert client.post(url, {"password": cast.PASSWORD}).status_code == 302
    assert client.post(url, {"code": "000000", "act": "x"}).context["violations"][0].code == "act_unknown"
    assert not second_factor.is_on(User.objects.get(player=cast.ana()))


def test_an_unknown_button_changes_no_address(mail_server: MailServer) -> None:
    confirmed(TO, user_of(cast.caio()))
    sent = {"address": "other@example.org", "password": cast.PASSWORD, "act": "x"}
    assert cast.browser(cast.caio()).post(reverse("mail_address"), sent).status_code == 422
    assert [found.address for found in MailAddress.objects.all()] == [TO]


def _renamed(tournament: Tournament) -> Callable[..., object]:
    """An act that comes too late: another has renamed the tournament before."""

    def late(*_args: object, **_facts: object) -> object:
        Tournament.objects.filter(pk=tournament.pk).update(title="Novo Nome")
        raise Stale("matches_open", {"count": 1})

    return late


def test_a_call_that_comes_too_late_shows_the_fresh_page(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = cast.running(8)
    monkeypatch.setattr(calling, "start_called", _renamed(tournament))
    answer = cast.browser(cast.bruno()).post(reverse("start_called", args=[tournament.slug]), {"match": "x"})
    assert answer.status_code == 409
    assert "Novo Nome" in text(answer)


def test_an_act_at_a_match_that_comes_too_late_shows_the_fresh_page(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = cast.running(8)
    monkeypatch.setattr(match_pages, "start_match", _renamed(tournament))
    match = match_at(tournament, 1, 1)
    answer = cast.browser(cast.bruno()).post(reverse("match_start", args=[tournament.slug, match.code]))
    assert answer.status_code == 409
    assert "Novo Nome" in text(answer)
