"""Two judges at the door: what one does is on the other's list, but not under their thumb."""

import random

from playwright.sync_api import expect

from matches.models import Entry
from tests.cast import START, ana, bruno, checked_in, entered
from tests.journeys.people import SLOWEST, TOUCHED, Meet
from tests.journeys.test_looks import at, faults, who
from tests.servers.site import Site
from tournaments.draw.publish import publish_draw


def test_what_one_desk_does_is_on_the_other_but_not_under_a_thumb(live_site: Site, meet: Meet) -> None:
    tournament = entered(4, game="chama", variants=("calouro-do-chacrinha",))
    rows = [f"#entry-{entry.code}" for entry in Entry.objects.filter(ledger=tournament.ledger_id)]
    door = at(tournament, "presenca/")[0]
    mine = who(meet(live_site, locale="en", **TOUCHED), bruno()).go(door)
    theirs = who(meet(live_site, locale="en", **TOUCHED), ana()).go(door)
    mine.page.locator(f"{rows[1]} input[type=checkbox]").check()
    for row in rows[:2]:
        theirs.swap(f"{row} .door-in")
    expect(mine.page.locator("#door-count b")).to_have_text("2", timeout=SLOWEST)
    mine.sees(f"{rows[0]}.is-here")
    expect(mine.page.locator(f"{rows[1]} input[type=checkbox]")).to_be_checked()
    assert [*faults(mine)] == []
    mine.swap(f"{rows[1]} .door-in", 409)
    mine.sees(f"{rows[1]} [role=alert]")


def test_a_list_that_is_open_says_when_the_draw_has_closed_it(live_site: Site, meet: Meet) -> None:
    tournament = checked_in(4)
    desk = who(meet(live_site, locale="en", **TOUCHED), bruno()).go(at(tournament, "presenca/")[0])
    assert desk.page.locator(".door-change:visible").count() == 4
    publish_draw(tournament, seed=7, by=ana(), now=START, rng=random.Random(7))
    expect(desk.page.locator("#door-closed .notice")).to_be_visible(timeout=SLOWEST)
    expect(desk.page.locator(".door-change:visible")).to_have_count(0)
    assert [*faults(desk)] == []
