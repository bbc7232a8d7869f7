"""A deck on the way to the table: refused in words, mended, handed in, and asked for at the door."""

from django.urls import reverse

from matches.models import Entry
from tests.cast import bruno, caio, entered
from tests.journeys.people import TOUCHED, Meet
from tests.journeys.test_looks import at, faults, who
from tests.servers.site import Site
from tests.services.test_decks import CASTLE


def test_a_deck_is_checked_mended_handed_in_and_opens_the_door(live_site: Site, meet: Meet) -> None:
    options = {"game": "castelo", "kind": "duelo", "table_low": 2, "table_high": 2}
    tournament = entered(2, **options, house_rules={"castle_deck_check": True})
    entry = Entry.objects.get(ledger=tournament.ledger_id, number=1)
    player = who(meet(live_site, locale="en", **TOUCHED), caio())
    judge = who(meet(live_site, locale="en"), bruno())
    door, send = at(tournament, "presenca/")[0], "main form button.btn-primary"
    judge.go(door).swap(f"#entry-{entry.code} .door-in", 422)
    judge.sees(f"#entry-{entry.code} [role=alert]", "checked deck is still missing")
    broken = [*faults(judge)]
    player.go(reverse("deck_check", args=["castelo"])).fill(text="4 Tropa\n0 Nada").send(send, 422)
    assert player.sees("#report .notice-danger").count() == 3
    broken += faults(player)
    player.page.set_viewport_size(TOUCHED["viewport"])
    player.go(at(tournament, "inscrever-se/")[0]).follow("a[href$='/baralho/']")
    player.fill(text="4 Tropa").send(send, 422)
    broken += faults(player)
    player.page.set_viewport_size(TOUCHED["viewport"])
    player.fill(text=CASTLE).send(send)
    player.sees(".badge-ready", "Accepted")
    judge.go(door).swap(f"#entry-{entry.code} .door-in")
    judge.sees(f"#entry-{entry.code}.is-here")
    assert broken == [], "\n".join(broken)
