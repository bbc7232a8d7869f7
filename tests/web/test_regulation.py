"""The regulation: everybody reads it, the coordinator confirms it; the draw says what it confirms."""

import pytest
from django.urls import reverse

from core.cache.response_cache import response_cache
from rulesets import editions
from rulesets.editions import Edition
from tests.cast import ana, announced, browser, bruno, checked_in, created, duda, fresh
from tournaments.match_views import versioned_cache
from tournaments.models import RuleTexts, State, Tournament
from tournaments.regulation.selectors import is_confirmed, version_of

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, name: str = "regulation") -> str:
    return reverse(name, args=[tournament.slug])


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_everybody_reads_it_once_the_tournament_is_public(language: str) -> None:
    tournament = announced(ranked=True, variants=("xisum",), time_limit=40, house_rules={"grace_minutes": 5})
    page = browser(language=language).get(at(tournament))
    assert page.status_code == 200
    clauses = {clause.house: clause for section in page.context["sections"] for clause in section.clauses}
    assert clauses["grace_minutes"].is_chosen
    assert not clauses["tie_cut"].is_chosen
    assert {"campeonato", "xisum", "timed-matches", "points"} <= {c.key for c in page.context["chapters"]}
    html = page.content.decode()
    assert "<form" not in html.split('id="regulation-title"')[1].split("</main>")[0]


def test_it_is_private_until_then() -> None:
    assert browser(duda()).get(at(created())).status_code == 404


def test_the_coordinator_confirms_it_with_one_button() -> None:
    tournament, who = created(), browser(ana())
    page = who.get(at(tournament))
    assert not page.context["is_confirmed"]
    answer = who.post(at(tournament), {"confirm": "1", "version": page.context["regulation"]})
    assert answer.status_code == 302
    assert is_confirmed(fresh(tournament))
    assert who.get(at(tournament)).context["confirmed"].by.player == ana()


def test_another_version_than_the_read_one_is_refused_with_the_present_one() -> None:
    tournament = created()
    page = browser(ana()).post(at(tournament), {"confirm": "1", "version": "0" * 64})
    assert (page.status_code, page.context["form"].codes) == (422, {"regulation_changed"})
    assert page.context["regulation"] == version_of(tournament)


def test_a_judge_may_not_confirm() -> None:
    assert browser(bruno()).post(at(created()), {"confirm": "1", "version": "x"}).status_code == 403


def test_special_rules_are_text_and_never_markup() -> None:
    tournament = announced(special_rules="<script>alert(1)</script>\n\nSem celular.")
    html = browser().get(at(tournament)).content.decode()
    assert "&lt;script&gt;alert(1)" in html
    assert "Sem celular." in html


def test_a_newer_edition_is_adopted_on_the_same_page(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, who = created(ranked=True), browser(ana())
    monkeypatch.setattr(editions, "current", lambda game: Edition("chama@" + "b" * 12, "b" * 64))
    assert who.get(at(tournament)).context["is_old"]
    assert who.post(at(tournament), {"adopt": "1"}).status_code == 302
    assert fresh(tournament).edition_hash == "b" * 64
    assert not who.get(at(tournament)).context["is_old"]


def test_the_last_look_before_the_draw_confirms_it() -> None:
    tournament, who = checked_in(4), browser(ana())
    look = who.post(at(tournament, "draw"), {"method": "random"})
    version = look.context["regulation"]
    assert f'name="regulation" value="{version}"' in look.content.decode()
    who.post(at(tournament, "draw"), {"method": "random", "confirm": "1", "regulation": version})
    assert fresh(tournament).state == State.DRAWN
    assert is_confirmed(fresh(tournament))


def test_an_old_tournament_keeps_the_texts_that_it_was_played_under(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = announced(ranked=True)
    kept = RuleTexts.objects.get(sha256=tournament.edition_hash)
    assert editions.edition_from("chama", kept.texts).sha256 == tournament.edition_hash
    kept.texts["en/chama/campeonato.md"] = "# Campeonato\n\nAs it was in the old days."
    kept.save()
    monkeypatch.setattr(editions, "current", lambda game: Edition("chama@" + "c" * 12, "c" * 64))
    page = browser().get(at(tournament))
    assert "As it was in the old days." in page.content.decode()
    assert page.context["has_texts"]
    RuleTexts.objects.all().delete()
    response_cache.clear()
    versioned_cache.clear()
    page = browser().get(at(tournament))
    assert not page.context["has_texts"]
    assert "As it was in the old days." not in page.content.decode()


def test_the_proposed_announcement_leads_to_it() -> None:
    tournament = created()
    page = browser(ana()).get(at(tournament, "announcement"))
    assert f"http://testserver{at(tournament)}" in page.context["form"].initial["text"]
