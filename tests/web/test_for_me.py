"""The front page begins with what runs for whoever opens it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from matches.models import Match
from tests.cast import (
    ana,
    announced,
    browser,
    bruno,
    caio,
    checked_in,
    created,
    drawn,
    duda,
    entered,
    finished,
    plain_win,
    played,
    running,
)
from tests.web.html import text
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db


def home(who: Player | None, language: str = "en") -> Any:
    """The front page of this person."""
    return browser(who, language=language).get(reverse("home"))


def acts(who: Player) -> dict[str, tuple[str, str]]:
    """The next act of each event, and the page that its button leads to, by the event's name."""
    mine = home(who).context["mine"]
    shown = [*mine.running, *mine.others.values()]
    return {one.event.tournament.name: (one.event.act, one.page) for one in shown}


def test_a_player_s_page_begins_with_their_table() -> None:
    tournament = running(8)
    own = Match.objects.get(ledger=tournament.ledger, round=1, seats__persona__player=caio())
    answer = home(caio())
    said, page = text(answer), answer.content.decode()
    assert own.table
    assert f"Your table: {own.table.label}" in said
    assert said.index("Your table") < said.index("My results")
    assert reverse("match", args=[tournament.slug, own.code]) in page
    assert answer.context["groups"] == []


def test_whose_only_tournament_is_above_does_not_read_that_there_is_none() -> None:
    running(8)
    assert "No tournament has been announced yet." not in text(home(caio()))


def test_who_is_through_waits_and_who_is_out_sees_no_card() -> None:
    tournament = running(8)
    own = Match.objects.get(ledger=tournament.ledger, round=1, seats__persona__player=caio())
    played(own)
    own.refresh_from_db()
    has_won = own.winner is not None and own.winner.members.filter(persona__player=caio()).exists()
    assert ("You are through" in text(home(caio()))) == has_won
    assert bool(home(caio()).context["mine"].tournaments) == has_won


def test_who_is_entered_for_today_is_awaited() -> None:
    entered(4, starts_at=timezone.now() + timedelta(hours=2))
    assert "Check in when you arrive" in text(home(caio()))
    assert home(duda()).context["mine"].top_ids == frozenset()


def test_who_is_entered_for_another_day_is_not_awaited_yet() -> None:
    entered(4, starts_at=timezone.now() + timedelta(days=9))
    assert home(caio()).context["mine"].tournaments == ()


def test_a_judge_s_page_begins_with_what_they_judge() -> None:
    tournament = running(8)
    said = text(home(bruno()))
    assert "judge" in said
    assert "tables playing" in said
    assert reverse("now", args=[tournament.slug]) in home(bruno()).content.decode()


@pytest.mark.parametrize(
    ("state", "organizer", "judge"),
    [
        (created, ("announce", "announcement"), ("announce", "")),
        (lambda: entered(4), ("check_in", "check_in"), ("check_in", "check_in")),
        (
            lambda: announced(starts_at=timezone.now() + timedelta(days=9)),
            ("invite", "entries"),
            ("invite", "entries"),
        ),
        (lambda: checked_in(4), ("draw", "draw"), ("draw", "")),
        (lambda: drawn(4), ("play", "now"), ("play", "now")),
        (lambda: running(4), ("play", "now"), ("play", "now")),
    ],
)
def test_each_event_has_its_one_next_act(
    state: Callable[[], Tournament], organizer: tuple[str, str], judge: tuple[str, str]
) -> None:
    tournament = state()
    assert acts(ana()) == {tournament.name: organizer}
    assert acts(bruno()) == {tournament.name: judge}
    for _, page in (organizer, judge):
        assert not page or reverse(page, args=[tournament.slug]) in home(ana()).content.decode()


def test_when_every_match_is_played_the_organizer_is_led_to_the_end() -> None:
    tournament = running(4)
    for match in Match.objects.filter(ledger=tournament.ledger).order_by("round"):
        match.refresh_from_db()
        if match.state != "ended":
            played(match)
    assert acts(ana()) == {tournament.name: ("finish", "finish")}
    assert acts(bruno()) == {tournament.name: ("finish", "now")}


def test_what_is_over_asks_for_nothing() -> None:
    finished(4)
    assert acts(ana()) == {}


def test_visitors_and_strangers_begin_with_the_tournaments() -> None:
    running(4)
    for who in (None, duda()):
        assert home(who).context["mine"].top_ids == frozenset()
        assert "Now, for you" not in text(home(who))


def test_the_second_page_has_only_what_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.site.home.A_PAGE", 1)
    running(4, name="Agora")
    for name in ("Antes", "Depois"):
        finished(4, name=name)
    mine = browser(ana()).get(reverse("home"), {"pagina": "2"}).context["mine"]
    assert (mine.top_ids, mine.others) == (frozenset(), {})


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_it_is_there_in_both_languages(language: str) -> None:
    running(4)
    for who in (ana(), bruno(), caio()):
        assert home(who, language).status_code == 200


def test_many_events_ask_as_much_as_two(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(8):
        drawn(4, name=f"Etapa {'ABCDEFGH'[number]}")
    client, player = browser(ana()), browser(caio())
    home(None)  # what all share is on the shelf then
    with django_assert_max_num_queries(11):
        assert len(client.get(reverse("home")).context["mine"].running) == 8
    with django_assert_max_num_queries(28):  # a player of eight tournaments at once sees two of them
        assert len(player.get(reverse("home")).context["mine"].tournaments) == 2


def test_who_is_out_of_the_latest_tournaments_still_sees_an_earlier_one() -> None:
    tournaments = [drawn(8, name=f"Etapa {letter}") for letter in "ABC"]
    first, *later = tournaments
    for tournament in later:
        own = Match.objects.get(ledger=tournament.ledger, round=1, seats__persona__player=caio())
        start_match(own, by=bruno(), now=timezone.now())
        side = own.sides.exclude(entry__members__persona__player=caio()).values_list("number", flat=True)[0]
        record_sheet(own, sheet=plain_win(own, side), by=ana(), now=timezone.now())
    assert [one.tournament.pk for one in home(caio()).context["mine"].tournaments] == [first.pk]
