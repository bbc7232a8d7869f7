"""The pages of types: browsing, writing one down, reviewing; text that people wrote is only text."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Player, User
from catalogue.models import Proposal, TypeState
from catalogue.services import change_type, propose_type
from rulesets.invented_text import as_html
from tests import cast
from tests.inventions import accepted, decide, drafted, eva, invention, proposed
from tests.web.html import text
from tournaments.models import Tournament
from tournaments.setup import staff
from web.setup.choices import invented_types

pytestmark = pytest.mark.django_db
HOSTILE = (
    "<script>alert(1)</script> [x](javascript:alert(1)) ![y](http://evil/z) <b>n</b> # não\n\n- *um*\n- dois"
)


def typed(**changes: Any) -> dict[str, Any]:
    """What somebody types for a plain type."""
    plain = {
        "title_word": "Fortaleza", "level": "open", "team_size": "1", "sizes": "2-4", "need_intact": "5",
        "at_once": "no", "text_pt": "Cinco reinos.",
    }  # fmt: skip
    return {**plain, **changes}


def url(proposal: Proposal, name: str = "type") -> str:
    return reverse(name, args=[proposal.game, proposal.key, proposal.version])


def codes(response: Any) -> set[str]:
    found: set[str] = response.context["form"].codes
    return found


def test_everybody_browses_the_types_with_how_they_are_won() -> None:
    accepted()
    drafted(cast.duda(), title_word="Segredo")
    page = text(cast.browser().get("/tipos/"))
    for words in ("Campeonato", "Conquistadores", "at least 6 intact realms", "Fortaleza", "5 intact realms"):
        assert words in page
    assert "Segredo" not in page
    assert "To review" not in page


def test_somebody_writes_a_type_down_changes_it_and_proposes_it() -> None:
    browser = cast.browser(cast.duda())
    answer = browser.post("/tipos/novo/", typed(need_laid="6", team_size="2", at_once="yes"))
    proposal = Proposal.objects.get()
    assert answer.headers["Location"] == url(proposal)
    assert proposal.definition["needs"] == {"intact": 5, "laid": 6}
    assert (proposal.definition["table"], proposal.definition["at_once"]) == ({"min": 2, "max": 2}, True)
    assert 'value="5"' in text(browser.get(url(proposal, "type_edit")))
    browser.post(url(proposal, "type_edit"), typed(need_intact="4", seen=proposal.seq))
    browser.post(url(proposal), {"act": "propose"})
    proposal.refresh_from_db()
    assert (proposal.state, proposal.definition["needs"]) == (TypeState.PROPOSED, {"intact": 4})
    assert "Fortaleza" in text(browser.get("/tipos/meus/"))


def test_everything_wrong_is_said_at_once_and_what_was_typed_stays() -> None:
    answer = cast.browser(cast.duda()).post(
        "/tipos/novo/", typed(title_word="x" * 300, need_intact="13", need_laid="0", text_pt="", level="?")
    )
    assert answer.status_code == 422
    assert {"name_too_long", "need_out_of_range", "required", "invalid_choice"} <= codes(answer)
    assert "x" * 300 in text(answer)
    assert not Proposal.objects.exists()


def test_the_preview_says_how_one_wins_and_what_the_sheet_counts() -> None:
    shown = text(cast.browser().get("/tipos/previa/", typed(need_razed_in_battle="2")))
    assert "5 intact realms and 2 realms razed in battle" in shown
    assert "Chama: Fortaleza Mariapaulista 2026" in shown
    assert "armies and realms razed in battle" in shown
    vain = text(cast.browser().get("/tipos/previa/", typed(need_laid="3")))
    assert "add nothing" in vain


TYPED = st.text(
    st.characters(codec="utf-8", exclude_characters="\x00"), max_size=30
)  # a NUL is refused at the doorstep


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(list(typed())), TYPED))
def test_no_typing_breaks_the_preview_or_the_form(said: dict[str, str]) -> None:
    browser = cast.browser(cast.duda())
    assert browser.get("/tipos/previa/", typed(**said)).status_code == 200
    assert browser.post("/tipos/novo/", typed(**{"title_word": "", **said})).status_code in (302, 422)


@pytest.mark.F65
def test_text_that_people_wrote_is_only_text() -> None:
    proposal = accepted(text_pt=HOSTILE)
    with translation.override("pt-br"):
        page = text(cast.browser().get(url(proposal)))
    body = page.partition('class="rule-text"')[2].partition("</section>")[0]
    assert "<li><em>um</em></li>" in body
    for never in ("<script", "<a ", "<img", "<b>", "<h1"):
        assert never not in body
    assert "&lt;script&gt;" in body


@pytest.mark.F65
@given(st.text(alphabet="<>&\"'[]()!*-_#`\\/ \naj:", max_size=60))
def test_no_text_becomes_anything_but_paragraphs_lists_and_emphasis(written: str) -> None:
    html = as_html(written)
    allowed = {"p", "em", "strong", "ul", "ol", "li", "blockquote", "br"}
    names = {part.lstrip("/").split(">")[0].split(" ")[0] for part in html.split("<")[1:]}
    assert names <= allowed


def test_an_editor_sees_the_queue_the_difference_and_decides() -> None:
    proposal = proposed()
    decide(proposal, "ask_changes")
    change_type(
        proposal,
        facts=invention(needs={"intact": 4}, text_pt="Quatro bastam."),
        by=cast.ana(),
        now=cast.START,
    )
    proposal = propose_type(proposal, by=cast.ana(), now=cast.START)
    browser = cast.browser(eva())
    assert "Fortaleza" in text(browser.get("/tipos/revisao/"))
    page = text(browser.get(url(proposal)))
    assert "<del>A player with at least 5 intact realms" in page
    assert "Quatro bastam." in page
    refused = browser.post(url(proposal), {"decision": "accept", "reason": " ", "seen": proposal.seq})
    assert (refused.status_code, codes(refused)) == (422, {"required"})
    done = browser.post(url(proposal), {"decision": "accept", "reason": "boa", "seen": proposal.seq})
    assert done.status_code == 302
    assert Proposal.objects.get().state == TypeState.ACCEPTED
    assert "boa" in text(cast.browser().get(url(proposal)))


def test_an_editor_who_comes_second_is_told() -> None:
    proposal = proposed()
    browser, old = cast.browser(eva()), proposal.seq
    change_type(proposal, facts=invention(needs={"intact": 4}), by=cast.ana(), now=cast.START)
    answer = browser.post(url(proposal), {"decision": "accept", "reason": "boa", "seen": old})
    assert (answer.status_code, codes(answer)) == (409, {"stale"})
    assert Proposal.objects.get().state == TypeState.PROPOSED


def test_who_may_not_look_or_decide() -> None:
    proposal = proposed()
    assert cast.browser().get(url(proposal)).status_code == 404
    assert cast.browser(cast.duda()).get(url(proposal)).status_code == 404
    assert cast.browser(cast.duda()).get("/tipos/revisao/").status_code == 403
    assert (
        cast.browser(cast.ana()).post(url(proposal), {"decision": "accept", "reason": "x"}).status_code == 403
    )
    assert cast.browser().get("/tipos/novo/").status_code == 302
    own = proposed(eva(), title_word="Cerco")
    assert "Decide" not in text(cast.browser(eva()).get(url(own)))


def test_a_new_version_begins_with_the_old_one() -> None:
    old = accepted()
    browser = cast.browser(cast.ana())
    assert "?de=chama/fortaleza/1" in text(browser.get(url(old)))
    assert 'value="Fortaleza"' in text(browser.get("/tipos/novo/?de=chama/fortaleza/1"))
    assert browser.get("/tipos/novo/?de=chama/nada/9").status_code == 404
    assert browser.get("/tipos/novo/?de=xxx").status_code == 200
    browser.post("/tipos/novo/", typed(need_intact="3"))
    newer = Proposal.objects.get(version=2)
    propose_type(newer, by=cast.ana(), now=cast.START)
    assert "What differs from version 1" in text(cast.browser(eva()).get(url(newer)))


def test_a_type_is_withdrawn_by_its_author() -> None:
    proposal = drafted()
    cast.browser(cast.ana()).post(url(proposal), {"act": "withdraw"})
    assert Proposal.objects.get().state == TypeState.WITHDRAWN


def test_the_regulation_tells_an_invented_type() -> None:
    drafted(text_en="Five *realms* win.")
    tournament = cast.announced(kind="fortaleza")
    page = text(cast.browser(cast.ana()).get(reverse("regulation", args=[tournament.slug])))
    assert "A player with at least 5 intact realms" in page
    assert "Five <em>realms</em> win." in page


def test_pages_of_a_tournament_of_an_invented_type_stand() -> None:
    drafted(team_size=2, needs={"intact": 8, "razed_in_battle": 1})
    tournament = cast.running(4, kind="fortaleza", table_high=2)
    browser = cast.browser(cast.bruno())
    match = cast.fresh(tournament).ledger.matches.filter(state="playing").first()
    assert match is not None
    page = text(browser.get(reverse("match", args=[tournament.slug, match.code])))
    assert "ealms razed in battle" in page
    for name in ("bracket", "tournament", "now", "hall", "standing"):
        assert browser.get(reverse(name, args=[tournament.slug])).status_code == 200


def test_another_organizer_reads_that_the_type_of_the_tournament_is_unranked_only() -> None:
    proposal = drafted()
    tournament = cast.created(kind="fortaleza")
    staff.assign_role(tournament, username="bruno", role="organizer", by=cast.ana(), now=cast.START)
    offered = invented_types("chama", cast.bruno(), tournament)
    assert [(kind.key, may_rank) for kind, may_rank in offered.values()] == [("fortaleza", False)]
    Proposal.objects.filter(pk=proposal.pk).update(state=TypeState.SUPERSEDED)
    offered = invented_types("chama", cast.bruno(), tournament)
    assert [(kind.key, may_rank) for kind, may_rank in offered.values()] == [("fortaleza", True)]


def test_the_catalogue_costs_as_many_queries_for_many_types(django_assert_max_num_queries: Any) -> None:
    for letter in "ABCDEFGH":
        accepted(title_word=f"Cerco {letter}")
    with django_assert_max_num_queries(3):
        cast.browser().get("/tipos/")
    reader: Player = cast.duda()
    assert User.objects.filter(player=reader).exists()


def test_the_form_of_a_tournament_offers_accepted_types_and_ones_own() -> None:
    accepted(cast.duda())
    drafted(title_word="Cerco", needs={"laid": 6})
    drafted(cast.duda(), title_word="Segredo")
    browser = cast.browser(cast.ana())
    page = text(browser.get("/torneios/novo/"))
    assert 'value="fortaleza@1"' in page
    assert 'value="cerco@1"' in page
    assert "Segredo" not in page
    pasted = text(browser.get("/torneios/novo/", {"titulo": "Chama: Fortaleza Norte 2026"}))
    assert "checked" in pasted.partition('value="fortaleza@1"')[2][:200]
    asked = {"game": "chama", "kind": "cerco@1", "name": "Sul", "year": "2026"}
    assert "Chama: Cerco Sul 2026" in text(browser.get("/torneios/previa/", asked))
    chosen = {**asked, "multiplier": "1", "zone": "America/Sao_Paulo", "tables": "4"}
    refused = browser.post("/torneios/novo/", {**chosen, "ranked": "on"})
    assert (refused.status_code, codes(refused)) == (422, {"type_not_accepted"})
    assert browser.post("/torneios/novo/", chosen).status_code == 302
    made = Tournament.objects.get()
    assert (made.kind, made.title, made.table_high) == ("cerco", "Chama: Cerco Sul 2026", 4)
    edit = reverse("tournament_edit", args=[made.slug])
    assert "checked" in text(browser.get(edit)).partition('value="cerco@1"')[2][:200]
    assert browser.post(edit, {**chosen, "venue": "Salão", "seen": made.ledger.head_seq}).status_code == 302
    withdrawn = Proposal.objects.get(key="cerco")
    browser.post(url(withdrawn), {"act": "withdraw"})
    assert 'value="cerco@1"' in text(browser.get(edit))
    assert 'value="cerco@1"' not in text(browser.get("/torneios/novo/"))
