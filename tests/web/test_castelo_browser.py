"""A duel of Castelo from the choice of the game to its champion, in a real browser."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match, MatchState
from scheduling.dispatcher import dispatch
from tests.cast import ana
from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from tests.web.phones import TOUCH, at_the_table, sign_in
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.play.play import call_time, start_match
from tournaments.setup import staff
from tournaments.setup.announce import publish_announcement

SUBMIT = "main form#facts button.btn-primary"


def created(page: Page, site: Site) -> Tournament:
    """The game is chosen first; what was typed before stays; a low castle is warned of at once."""
    page.goto(site.url(reverse("tournament_new")))
    page.fill("[name=name]", "Serrano")
    page.click("nav.choices a >> text=Castelo")
    expect(page.locator("[name=house_castle_start]")).to_be_visible()
    expect(page.locator("[name=name]")).to_have_value("Serrano")
    assert not page.locator("[name=variants]").count()
    page.fill("[name=house_castle_start]", "")
    page.locator("[name=house_castle_start]").press_sequentially("12", delay=200)  # nobody types sooner
    expect(page.locator("#choice-warnings")).to_be_visible()
    expect(page.locator(".preview")).to_have_text(re.compile(r"Castelo: Duelo Serrano \d{4}"))
    page.fill("[name=time_limit]", "30")
    page.click(SUBMIT)
    page.wait_for_url("**/equipe/")
    return Tournament.objects.get()


def drawn(tournament: Tournament) -> list[Match]:
    """Four duelists, drawn and at their tables."""
    for role in ("coordinator", "judge"):
        staff.assign_role(tournament, username="ana", role=role, by=ana(), now=timezone.now())
    publish_announcement(tournament, text="Venham!", channel="x", by=ana(), now=timezone.now())
    rows = [NewEntry((f"Jogador {number}",)) for number in range(1, 5)]
    import_entries(tournament, entries=rows, by=ana(), now=timezone.now())
    check_in_all(tournament, by=ana(), now=timezone.now())
    publish_draw(tournament, seed=7, by=ana(), now=timezone.now())
    return started(tournament)


def started(tournament: Tournament) -> list[Match]:
    """The matches that are at a table now, begun."""
    dispatch(tournament.ledger_id, now=timezone.now())
    called = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED)
    return [start_match(match, by=ana(), now=timezone.now()) for match in called]


def castle(page: Page, line: int) -> str:
    return page.locator(f'[name="lines.{line}.castle"]').input_value()


@pytest.mark.django_db(transaction=True)
def test_a_duel_with_a_drawn_game_and_one_on_time(live_site: Site, new_page: NewPage) -> None:
    ana()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site, "ana")
    tournament = created(phone, live_site)
    first, second = drawn(tournament)

    at_the_table(phone, live_site, first)
    assert [castle(phone, line) for line in (0, 1)] == ["12", "12"]
    phone.tap("label.tile:has(#winner-nobody)")
    expect(phone.locator("#sheet-headline")).to_contain_text("No one won")
    assert [castle(phone, line) for line in (0, 1)] == ["0", "0"]
    phone.tap("text=Record the draw, play again")
    expect(phone.locator("#drawn-games-title")).to_be_visible()
    assert [castle(phone, line) for line in (0, 1)] == ["12", "12"]
    phone.tap("label.tile:has(#winner-2)")
    expect(phone.locator("#sheet-headline.is-good")).to_contain_text("the last castle standing")
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_contain_text("the last castle standing")

    assert second.time_due_at
    call_time(second, by=None, now=second.time_due_at + timedelta(seconds=1))
    at_the_table(phone, live_site, second)
    expect(phone.locator("#match-head")).to_contain_text("the cycle in progress is finished")
    phone.fill('[name="lines.1.castle"]', "5")
    expect(phone.locator("#sheet-headline.is-good")).to_contain_text("12 × 5 castle points")
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_contain_text("on time")

    (final,) = started(tournament)
    at_the_table(phone, live_site, final)
    phone.tap("label.tile:has(#winner-1)")
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_contain_text("won the tournament")
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    phone.goto(live_site.url(reverse("finish", args=[tournament.slug])))
    with phone.expect_navigation():
        phone.tap("main form button.btn-primary")
    phone.goto(live_site.url(reverse("standing", args=[tournament.slug])))
    expect(phone.locator("table.standing tbody tr").first).to_contain_text("won the final")
