"""The laptop is switched off in the middle of a tournament, and everything goes on."""

import pytest
from playwright.sync_api import expect

from tests.journeys import judging, preparing
from tests.journeys.people import SLOWEST, TOUCHED, Meet, Person
from tests.journeys.place import Laptop

NAMES = ["Ana Lima", "Bia Reis", "Caio Melo", "Davi Sá"]


@pytest.mark.fault("F32")
def test_a_restart_in_the_middle_of_the_day(laptop: Laptop, meet: Meet) -> None:
    ana, bruno = meet(laptop.site), meet(laptop.site, **TOUCHED)
    slug = under_way(ana, bruno)
    code = judging.called(bruno, slug)
    judging.start(bruno, slug, code)
    judging.count(bruno, 0, intact=2, commanders=1)
    off_and_on(laptop, bruno, code)
    judging.ending(bruno, "time")
    assert judging.typed(bruno)["lines.0.commanders"] == "1"
    judging.headline(bruno, "danger")  # whose cards nobody counted cannot be compared
    judging.count(bruno, 1, intact=0)
    judging.headline(bruno, "good")
    judging.record(bruno)
    the_rest_is_played(ana, bruno, slug)


def off_and_on(laptop: Laptop, bruno: Person, code: str) -> None:
    """The time runs out while the laptop is off; the page that stays open says so, then hears of it."""
    bruno.sees("#match-head time.clock")
    assert laptop.site.stop() == 0
    laptop.time_is_up(code)
    expect(bruno.page.locator("#connection")).to_be_in_viewport(timeout=SLOWEST)
    bruno.shoot("50-while-it-is-off", full=False)
    laptop.site.start()
    bruno.sees("#match-head .clock.is-late")
    expect(bruno.page.locator("#connection")).to_be_hidden(timeout=SLOWEST)


def under_way(ana: Person, bruno: Person) -> str:
    """Four entries, one table, a minute a match: the shortest limit there is."""
    ana.sign_up("Ana Organiza", "/torneios/novo/")
    slug = preparing.create(ana, name="Interrompido", year=2026, sizes="2-2", tables=1, time_limit=1)
    bruno.sign_up("Bruno Juiz")
    preparing.help_out(ana, slug, "bruno", "judge")
    preparing.paste(ana, slug, NAMES)
    preparing.confirm(ana)
    preparing.all_arrive(ana, slug)
    preparing.draw(ana, slug)
    return slug


def the_rest_is_played(ana: Person, bruno: Person, slug: str) -> None:
    """Nobody signs in again; the worker calls the other two matches."""
    for _match in range(2):
        judging.start(bruno, slug, judging.called(bruno, slug))
        bruno.tap(judging.winner(bruno))
        judging.record(bruno)
    ana.go(f"/torneios/{slug}/encerrar/").send(preparing.SUBMIT)
    ana.go(f"/torneios/{slug}/classificacao/")
    expect(ana.page.locator("table.standing tbody tr")).to_have_count(len(NAMES))
