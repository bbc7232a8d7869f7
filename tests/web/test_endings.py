"""Pages on which tournaments end otherwise, and every page that lists or shows one that did."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from matches.models import Match, MatchState
from tests import cast
from tests.cast import ana, bruno, caio, duda
from tournaments.endings import archive, cancel, take_down
from tournaments.models import State, Tournament

pytestmark = pytest.mark.django_db
REASON = "A tempestade fechou o clube."
SHOWN = ("tournament", "bracket", "standing", "hall", "entries", "regulation")
HELPED = ("endings", "now", "check_in", "draw", "tables", "announcement", "tournament_edit", "staff")


def at(tournament: Tournament, name: str) -> str:
    return reverse(name, args=[tournament.slug])


def cancelled(tournament: Tournament) -> Tournament:
    cancel(tournament, reason=REASON, by=ana(), now=timezone.now())
    return cast.fresh(tournament)


def archived(tournament: Tournament) -> Tournament:
    archive(tournament, by=ana(), now=timezone.now())
    return cast.fresh(tournament)


# --- cancelling ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", [cast.entered, cast.drawn, cast.running], ids=lambda b: b.__name__)
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_every_page_of_a_cancelled_tournament_says_so(build: Callable[[], Tournament], language: str) -> None:
    tournament = cancelled(build())
    for who, pages in ((None, SHOWN), (caio(), (*SHOWN, "enter_self")), (ana(), (*SHOWN, *HELPED))):
        browser = cast.browser(who, language=language)
        for page in pages:
            answer = browser.get(at(tournament, page))
            assert (answer.status_code, REASON in answer.content.decode()) == (200, True), (who, page)


def test_who_may_do_nothing_more_with_a_cancelled_day_is_offered_nothing() -> None:
    tournament = cancelled(cast.running())
    offered = at(tournament, "endings")
    assert f'id="step" href="{offered}"' in cast.browser(ana()).get(at(tournament, "now")).content.decode()
    page = cast.browser(bruno()).get(at(tournament, "now")).content.decode()
    assert 'id="step"' not in page
    assert "does this." not in page


def test_polls_bring_the_news_that_it_was_cancelled() -> None:
    tournament = cast.running()
    page = cast.browser().get(at(tournament, "tournament")).content.decode()
    found = re.search(r"\?seq=([0-9.]+)", page)
    assert found is not None
    cancelled(tournament)
    news = cast.browser().get(at(tournament, "tournament"), {"seq": found[1]}, headers={"hx-request": "true"})
    assert news.status_code == 200
    assert '"state": "cancelled"' in news.headers["HX-Trigger"]


def test_the_organizer_cancels_on_a_page_that_asks_why() -> None:
    tournament, browser = cast.entered(), cast.browser(ana())
    assert at(tournament, "tournament_cancel") in browser.get(at(tournament, "endings")).content.decode()
    url = at(tournament, "tournament_cancel")
    assert browser.post(url, {"reason": " "}).status_code == 422
    assert cast.browser(bruno()).post(url, {"reason": REASON}).status_code == 403
    assert browser.post(url, {"reason": REASON}).status_code == 302
    assert cast.fresh(tournament).state == State.CANCELLED
    later = browser.post(url, {"reason": "outro"}, follow=True)
    assert cast.fresh(tournament).cancelled_because == REASON
    assert at(tournament, "tournament_archive") in later.content.decode()


def test_a_form_from_before_a_cancellation_is_told_so() -> None:
    tournament = cancelled(cast.entered())
    late = cast.browser(caio()).post(at(tournament, "entries"), {"names.0": "Eva"})
    assert late.status_code == 403
    late = cast.browser(bruno()).post(at(tournament, "entries"), {"names.0": "Eva"})
    assert (late.status_code, late.context["form"].codes) == (409, {"cancelled"})


def test_the_card_of_a_table_ends_with_a_cancelled_tournament() -> None:
    tournament = cast.running()
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]
    cancelled(tournament)
    answer = cast.browser(bruno()).post(reverse("sheet", args=[tournament.slug, match.code]), {})
    assert answer.status_code in (409, 422)
    assert tournament.ledger.lines.filter(type="sheet.recorded").count() == 0


# --- lists ---------------------------------------------------------------------------------------------


def home(who: Player | None = None) -> str:
    return cast.browser(who).get(reverse("home")).content.decode()


def test_whoever_had_planned_the_day_sees_on_the_first_page_that_it_is_cancelled() -> None:
    tournament = cancelled(cast.entered())
    for who in (None, caio()):
        page = home(who)
        assert tournament.title in page
        assert REASON in page
    Tournament.objects.update(cancelled_at=timezone.now() - timedelta(days=8))
    page = home(caio())
    assert "Past tournaments" in page
    assert page.index("Past tournaments") < page.index(tournament.title)


def test_what_is_in_the_archive_is_in_no_list_but_found_and_read() -> None:
    tournament = archived(cast.finished())
    assert tournament.title not in home()
    found = cast.browser().get(reverse("home"), {"busca": "mariapaulista"}).content.decode()
    assert tournament.title in found
    assert "Archive" in found
    for page in SHOWN:
        assert "Archived:" in cast.browser().get(at(tournament, page)).content.decode() or page == "hall"


def test_the_organizer_puts_it_into_the_archive_and_takes_it_out() -> None:
    tournament, browser = cast.finished(), cast.browser(ana())
    url = at(tournament, "tournament_archive")
    assert browser.get(url)["Location"] == at(tournament, "endings")
    assert cast.browser(bruno()).post(url).status_code == 403
    browser.post(url)
    assert cast.fresh(tournament).archived_at is not None
    browser.post(url, {"out": "1"})
    assert cast.fresh(tournament).archived_at is None
    assert browser.post(at(cast.running(name="Serrano"), "tournament_archive")).status_code == 409


def test_what_is_taken_down_is_gone_for_all_but_its_staff() -> None:
    tournament = cast.finished()
    take_down(tournament, reason="Dados de terceiros.", now=timezone.now())
    for page in (*SHOWN, "enter_self"):
        for who in (None, caio(), duda()):
            answer = cast.browser(who).get(at(tournament, page))
            assert answer.status_code == 410, page
            assert tournament.title not in answer.content.decode()
        assert "Dados de terceiros" in cast.browser(ana()).get(at(tournament, page)).content.decode() or (
            page == "hall"
        )
    assert tournament.title not in home(caio())
    assert "Taken down" in home(ana())


def test_simulated_tournaments_are_marked_wherever_they_are_listed_and_shown() -> None:
    tournament = cast.finished()
    Tournament.objects.update(simulated=True)
    found = cast.browser().get(reverse("home"), {"busca": "mariapaulista"}).content.decode()
    assert home().count("Simulation") == found.count("Simulation") == 1
    for page in SHOWN:
        assert "Simulation" in cast.browser().get(at(tournament, page)).content.decode(), page


# --- deleting ------------------------------------------------------------------------------------------


@pytest.mark.F86
def test_what_nobody_knows_of_is_deleted_by_its_name_and_taken_out_of_the_bin() -> None:
    tournament, browser = cast.created(), cast.browser(ana())
    url = at(tournament, "tournament_delete")
    assert url in browser.get(at(tournament, "endings")).content.decode()
    assert browser.post(url, {"typed": "Serrano"}).status_code == 422
    assert cast.browser(bruno()).post(url, {"typed": "Mariapaulista"}).status_code == 403
    assert browser.post(url, {"typed": "Mariapaulista"}).headers["Location"] == reverse("bin")
    assert browser.get(at(tournament, "tournament")).status_code == 404
    assert reverse("bin") in home(ana())
    assert tournament.title in browser.get(reverse("bin")).content.decode()
    assert tournament.title not in cast.browser(bruno()).get(reverse("bin")).content.decode()
    assert cast.browser(bruno()).post(reverse("bin"), {"slug": tournament.slug}).status_code == 404
    assert browser.post(reverse("bin"), {"slug": tournament.slug}).status_code == 302
    assert browser.get(at(tournament, "tournament")).status_code == 200


@pytest.mark.F86
def test_what_was_public_offers_no_deletion_and_refuses_one() -> None:
    tournament, browser = cast.announced(), cast.browser(ana())
    assert at(tournament, "tournament_delete") not in browser.get(at(tournament, "endings")).content.decode()
    assert browser.post(at(tournament, "tournament_delete"), {"typed": "Mariapaulista"}).status_code == 422
    assert cast.fresh(tournament).binned_at is None


# --- copying, doubts -----------------------------------------------------------------------------------


def test_the_next_one_begins_with_everything_but_people_dates_and_results() -> None:
    tournament = cast.finished(
        variants=("xisum",), time_limit=40, venue="Centro", capacity=32, special_rules="Sem pressa.", tables=7
    )
    page = cast.browser(ana()).get(reverse("tournament_new"), {"como": tournament.slug})
    form = page.context["form"]
    copied = {name: form[name].value() for name in ("name", "variants", "time_limit", "venue", "capacity")}
    assert copied == {
        "name": "Mariapaulista", "variants": ["xisum"], "time_limit": 40, "venue": "Centro", "capacity": 32,
    }  # fmt: skip
    assert (form["tables"].value(), form["starts_on"].value()) == (7, None)
    assert form["special_rules"].value() == "Sem pressa."
    assert cast.browser(duda()).get(reverse("tournament_new"), {"como": "nada"}).status_code == 404
    private = cast.created(name="Serrano")
    assert cast.browser(duda()).get(reverse("tournament_new"), {"como": private.slug}).status_code == 404


PLAIN = {"game": "chama", "kind": "campeonato", "zone": "America/Sao_Paulo"}


def doubted(**typed: str) -> set[str]:
    page = cast.browser(ana()).get(reverse("title_preview"), {**PLAIN, **typed})
    return {warning.code for warning in page.context["warnings"]}


def test_an_equal_title_and_a_past_day_are_asked_about_once() -> None:
    tournament = cast.announced()
    same = {"name": "mariapaulista".title(), "year": "2026"}
    assert doubted(**same) == {"title_taken"}
    assert doubted(**same, torneio=tournament.slug) == set()
    assert doubted(name="Outra", year="2026", starts_on="2020-01-01") == {"starts_in_the_past"}
    assert doubted(name="Outra", year="2026", starts_on="2099-01-01") == set()
    typed = {"game": "chama", "kind": "campeonato", "sizes": "2-4", "tables": "4", "multiplier": "1", **same}
    typed |= {"zone": "America/Sao_Paulo", "starts_on": "2020-01-01"}
    browser = cast.browser(ana())
    asked = browser.post(reverse("tournament_new"), typed)
    assert (asked.status_code, asked.context["form"].codes) == (422, {"look_again"})
    meant = {**typed, "accepted": "title_taken starts_in_the_past"}
    assert browser.post(reverse("tournament_new"), meant).status_code == 302


def test_whose_title_is_private_is_told_to_nobody_else() -> None:
    cast.created()
    page = cast.browser(duda()).get(
        reverse("title_preview"),
        {"game": "chama", "kind": "campeonato", "name": "Mariapaulista", "year": "2026"},
    )
    assert page.context["warnings"] == ()
