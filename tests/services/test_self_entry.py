"""The organizers may close entering oneself; the staff still adds entries."""

import pytest
from django.urls import reverse

from core.errors import Forbidden
from tests import cast
from tests.api.programs import program
from tests.cast import START, ana, caio
from tests.web.html import text
from tournaments.entries.enter import add_entry, enter_self
from tournaments.entries.wait import wait_self
from tournaments.inputs import NewEntry

pytestmark = pytest.mark.django_db


def test_nobody_enters_themselves_where_the_staff_does() -> None:
    tournament = cast.announced(self_entry=False)
    for act in (enter_self, wait_self):
        with pytest.raises(Forbidden) as refused:
            act(tournament, by=caio(), now=START)
        assert refused.value.code == "self_entry_closed"
    assert add_entry(tournament, entry=NewEntry(("Eva Nova",)), by=ana(), now=START).number == 1


def test_the_page_says_so_and_the_organizer_opens_it_again() -> None:
    tournament = cast.announced(self_entry=False)
    page = reverse("enter_self", args=[tournament.slug])
    assert "<form" not in text(cast.browser(caio()).get(page)).split("enter-title")[1].split("</section>")[0]
    assert cast.browser(caio()).post(page).status_code == 403
    changed = program(ana()).patch(f"/api/v1/tournaments/{tournament.slug}/", {"self_entry": True})
    assert (changed.status, changed.body["self_entry"]) == (200, True)
    assert cast.browser(caio()).post(page).status_code == 302
