"""The pages of a draw say who is passed over for byes and short tables, before it that somebody may be."""

from typing import Any

import pytest
from django.urls import reverse

from tests import acts, cast
from tests.acts import Moments, moments
from tests.cast import ana, browser, fresh
from tests.web.html import text
from tournaments.draw.publish import publish_draw
from tournaments.draw.selectors import MAX_NAMED, passed_over, published_draw
from tournaments.entries.check_in import check_in_all
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
DUELS = {"table_low": 2, "table_high": 2}
NO_BYE = "No bye this time for those who had one, or a short table, earlier in the season:"
NO_SHORT_TABLE = "No short table this time for those who had one, or a bye, earlier in the season:"
AGAIN = "Again, since no one else could take it:"
FIRST = "go first to those who had neither"


def here(clock: Moments, name: str, entries: int = 11, **chosen: Any) -> Tournament:
    tournament = cast.entered(entries, ranked=True, name=name, **chosen)
    check_in_all(tournament, by=ana(), now=next(clock))
    return fresh(tournament)


def drawn(clock: Moments, name: str, entries: int = 11, **chosen: Any) -> Tournament:
    tournament = here(clock, name, entries, **chosen)
    publish_draw(tournament, by=ana(), now=next(clock))
    return fresh(tournament)


def played(clock: Moments, name: str, entries: int = 11, **chosen: Any) -> Tournament:
    tournament = drawn(clock, name, entries, **chosen)
    acts.finish(tournament, clock)
    return fresh(tournament)


def page(tournament: Tournament, name: str = "draw") -> str:
    return text(browser().get(reverse(name, args=[tournament.slug])))


def test_the_page_names_who_is_passed_over_and_says_why() -> None:
    clock = moments()
    first, second = played(clock, "Etapa A"), drawn(clock, "Etapa B")
    standing = published_draw(second)
    assert standing is not None
    found = passed_over(standing)
    assert found is not None
    assert (len(found.shown), found.more, found.again) == (2, 0, ())
    shown = page(second).partition(NO_SHORT_TABLE)[2]
    assert all(name in shown[:200] for names in found.shown for name in names)
    assert AGAIN not in shown
    assert NO_SHORT_TABLE not in page(first)
    assert "The draw’s line lists" in page(second, "draw_verify")
    assert "The draw’s line lists" not in page(first, "draw_verify")


def test_who_has_another_bye_is_named_besides_and_of_many_the_first() -> None:
    clock = moments()
    for letter in "AB":
        played(clock, f"Etapa {letter}", 22, **DUELS)
    third = drawn(clock, "Etapa C", 22, **DUELS)
    standing = published_draw(third)
    assert standing is not None
    found = passed_over(standing)
    assert found is not None
    assert (len(found.shown), found.more) == (MAX_NAMED, 12 - MAX_NAMED)
    assert len(found.again) == 8
    shown = page(third)
    assert f"and {found.more} more." in shown.partition(NO_BYE)[2]
    assert all(names[0] in shown.partition(AGAIN)[2] for names in found.again)


@pytest.mark.parametrize(
    ("entries", "chosen", "says"),
    [(11, {}, True), (11, DUELS, True), (12, {}, False), (11, {"method": "season"}, False)],
    ids=["short tables", "byes", "even", "by the season"],
)
def test_the_last_look_says_that_somebody_may_be(entries: int, chosen: dict[str, Any], says: bool) -> None:
    method = chosen.get("method", "random")
    sizes = {key: size for key, size in chosen.items() if key != "method"}
    tournament = here(moments(), "Etapa A", entries, **sizes)
    look = browser(ana()).post(reverse("draw", args=[tournament.slug]), {"method": method})
    assert (FIRST in text(look)) == says
