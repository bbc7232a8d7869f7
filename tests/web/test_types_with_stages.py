"""Pages about types that were accepted with Swiss rounds or groups, and the set-up of their tournaments."""

from typing import Any

import pytest

from catalogue.models import Proposal
from tests import cast
from tests.inventions import accepted, eva, proposed
from tests.swiss import in_groups, swiss
from tests.web.html import text
from tests.web.setup_forms import NEW
from tests.web.setup_forms import typed as facts_typed
from tests.web.test_types import codes, typed, url
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ROUNDS = {"stage": "swiss", "swiss_rounds": "3", "advance": "4", "sizes": "3-4", "ranked": "on"}


def test_the_form_asks_what_ranked_tournaments_may_begin_with() -> None:
    browser = cast.browser(cast.duda())
    assert "Ranked tournaments of this type may begin with" in text(browser.get("/tipos/novo/"))
    browser.post("/tipos/novo/", typed(stages=["groups", "swiss"]))
    proposal = Proposal.objects.get()
    assert proposal.definition["stages"] == ["swiss", "groups"]
    form = browser.get(url(proposal, "type_edit")).context["form"]
    assert form["stages"].value() == ["swiss", "groups"]
    browser.post(url(proposal, "type_edit"), typed(seen=proposal.seq))
    proposal.refresh_from_db()
    assert "stages" not in proposal.definition


def test_what_the_judge_decides_is_refused_with_stages_at_its_field() -> None:
    answer = cast.browser(cast.duda()).post(
        "/tipos/novo/", typed(need_intact="", by_word="on", stages=["swiss"])
    )
    assert answer.status_code == 422
    assert codes(answer) == {"stages_beside_word"}
    assert list(answer.context["form"].errors) == ["stages"]


def test_editors_and_readers_see_it() -> None:
    proposal = proposed(cast.duda(), stages=("swiss", "groups"))
    page = text(cast.browser(eva()).get(url(proposal)))
    assert "If you accept it, ranked tournaments of this type may begin with Swiss rounds or groups." in page
    plain = proposed(cast.duda(), title_word="Muralha")
    assert "may begin with" not in text(cast.browser(eva()).get(url(plain)))


def test_the_catalogue_and_the_preview_say_it() -> None:
    accepted(cast.duda(), stages=("groups",))
    for page in ("/tipos/", url(Proposal.objects.get())):
        assert "If ranked, may begin with" in text(cast.browser().get(page))
    shown = text(cast.browser().get("/tipos/previa/", typed(stages="swiss")))
    assert "If ranked, may begin with" in shown


def test_editors_see_what_a_new_version_changes() -> None:
    accepted(cast.duda())
    page = text(cast.browser(eva()).get(url(proposed(cast.duda(), stages=("swiss",)))))
    assert "nothing: the bracket alone" in page


def test_a_ranked_tournament_of_such_a_type_is_set_up_with_rounds() -> None:
    accepted(cast.duda(), stages=("swiss",))
    who = cast.browser(cast.ana())
    assert "Ranked ones may begin with Swiss rounds." in text(who.get(NEW))
    assert who.post(NEW, facts_typed(kind="fortaleza@1", **ROUNDS)).status_code == 302
    tournament = Tournament.objects.get()
    assert (tournament.ranked, tournament.stages) == (True, swiss(3, 4))


@pytest.mark.parametrize("kind", ["campeonato", "fortaleza@1"])
def test_another_type_refuses_it_at_the_field_and_says_what_to_do(kind: str) -> None:
    accepted(cast.duda(), stages=("groups",))
    answer = cast.browser(cast.ana()).post(NEW, facts_typed(kind=kind, **ROUNDS))
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == ["ranked"]
    assert "make the tournament unranked" in form.errors["ranked"][0]
    assert not Tournament.objects.exists()


def test_the_regulation_says_why_it_gives_points() -> None:
    accepted(cast.duda(), stages=("swiss", "groups"))
    chosen: dict[str, Any] = {"kind": "fortaleza", "ranked": True, "table_low": 2, "table_high": 2}
    tournament = cast.announced(**chosen, stages=tuple(in_groups()))
    page = text(cast.browser().get(f"/torneios/{tournament.slug}/regulamento/"))
    assert "The editors of the catalogue accepted this type with groups." in page
    assert "first the bracket, then everyone else" in page
    alone = cast.announced(**chosen, name="Sozinha", stages=tuple(in_groups(advance=0)))
    assert "then everyone else" not in text(cast.browser().get(f"/torneios/{alone.slug}/regulamento/"))
