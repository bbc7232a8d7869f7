"""After a correction: public notices, taking it back, all versions, two sheets for one match, reopening."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.models import RecordLine
from matches.models import Dispute, Match, Sheet
from tests.cast import (
    START,
    ana,
    browser,
    bruno,
    caio,
    drawn,
    duda,
    finished,
    fresh,
    looks,
    plain_win,
)
from tests.unguarded import unguarded
from tests.web.corrected import HTMX, REASON, contested, coordinator, played_on, right, url, won
from tests.web.html import text
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.selectors import notices
from tournaments.departures.disqualify import LostPlaceDecisions, disqualify
from tournaments.models import Correction, Placing, State, Tournament
from tournaments.play.play import start_match
from tournaments.standings.selectors import season
from web.corrections import views

pytestmark = pytest.mark.django_db


def corrected(remedy: str = "replay") -> tuple[Tournament, Match, Match, Correction]:
    tournament, match, later = played_on()
    typed = right(tournament, step="confirm", **{f"remedy.{later.code}": remedy})
    assert coordinator().post(url(tournament, match), typed).status_code == 302
    return tournament, match, later, Correction.objects.get()


def at(tournament: Tournament, name: str, *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


# --- notices ---


def test_everybody_reads_what_was_corrected_why_and_what_followed() -> None:
    tournament, match, later, correction = corrected()
    page = text(browser().get(at(tournament, "notices")))
    assert REASON in page
    assert "void, with everything after it; played again" in page
    assert "won (win condition)" in page
    assert f"record no. {correction.seq}" in page
    assert url(tournament, match, "match") in page
    assert url(tournament, later, "match") in page


def test_a_later_page_of_the_notices_stays_open_when_something_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament, *_ = corrected()
    found = notices(tournament)
    monkeypatch.setattr(views, "all_notices", lambda _: [*found, *found])
    monkeypatch.setattr(views, "NOTICES_A_PAGE", len(found))
    page = browser().get(at(tournament, "notices"), {"pagina": "2"})
    polled = re.search(r'id="notices"[^>]* hx-get="([^"]+)"', text(page))
    assert polled
    address = re.sub(r"seq=[0-9.]+", "seq=1.0", unescape(polled[1]))
    assert browser().get(address, headers={"HX-Request": "true"}).context["page"].number == 2


def test_strangers_read_the_role_and_the_staff_the_name() -> None:
    tournament, match, _, _ = corrected()
    addresses = [at(tournament, "notices"), url(tournament, match, "match_versions")]
    for address in [*addresses, url(tournament, match, "match")]:
        assert "Ana Mariapaulista" not in text(browser(duda()).get(address)), address
    for address in addresses:
        assert "organizer" in text(browser().get(address))
        assert "<bdi>Ana Mariapaulista</bdi> (organizer)" in text(browser(bruno()).get(address))


def test_the_overview_and_the_matches_point_to_the_notices() -> None:
    tournament, match, later, correction = corrected("keep")
    link = f"{at(tournament, 'notices')}#notice-{correction.seq}"
    pages = [at(tournament, "tournament"), url(tournament, match, "match"), url(tournament, later, "match")]
    for address in pages:
        assert link in text(browser().get(address)), address
    other = Match.objects.get(ledger=tournament.ledger, round=1, number=4)
    assert link not in text(browser().get(url(tournament, other, "match")))


def test_a_poll_of_the_notices_without_news_costs_nothing() -> None:
    tournament, *_ = corrected()
    seq = fresh(tournament).ledger.head_seq
    assert browser().get(f"{at(tournament, 'notices')}?seq={seq}", headers=HTMX).status_code == 204
    assert browser().get(f"{at(tournament, 'notices')}?seq=1", headers=HTMX).status_code == 200


def test_without_a_correction_the_page_says_so() -> None:
    assert "Nothing has been corrected." in text(browser().get(at(drawn(8), "notices")))


def test_a_tournament_that_is_not_public_has_no_notices_for_strangers() -> None:
    tournament = drawn(8)
    with unguarded():
        Tournament.objects.filter(pk=tournament.pk).update(state=State.PREPARING, announced_at=None)
    for name in ("notices", "reopen"):
        assert browser(duda()).get(at(tournament, name)).status_code == 404


@pytest.mark.F54
def test_many_notices_take_as_many_queries_as_one() -> None:
    tournament = drawn(16, table_high=2)
    for number in (1, 2, 3):
        match = won(tournament, (1, number))
        for side in (2, 1)[: 1 if number == 1 else 2]:
            sheet = plain_win(match, side)
            correct_sheet(match, sheet=sheet, reason="x", by=ana(), now=START)
        with CaptureQueriesContext(connection) as queries:
            browser().get(at(tournament, "notices"))
        if number == 1:
            first = len(queries)
    assert Correction.objects.count() == 5
    assert len(queries) == first


# --- undo ---


@pytest.mark.F12
@pytest.mark.parametrize("remedy", ["keep", "replay", "replace"])
def test_one_step_brings_everything_back_and_the_notice_says_so(remedy: str) -> None:
    tournament, match, later = played_on()
    before = looks(tournament)
    typed = right(tournament, step="confirm", **{f"remedy.{later.code}": remedy})
    coordinator().post(url(tournament, match), typed)
    correction = Correction.objects.get()
    address = at(tournament, "correction_undo", correction.seq)
    assert address in text(coordinator().get(at(tournament, "notices")))
    shown = coordinator().get(address)
    assert {row.effect.after.code for row in shown.context["matches"]} >= {match.code}
    seen = str(fresh(tournament).ledger.head_seq)
    done = coordinator().post(address, {"reason": "It was right after all.", "seen": seen})
    assert done["Location"] == at(tournament, "notices")
    assert looks(tournament) == before
    page = text(browser().get(at(tournament, "notices")))
    assert "It was right after all." in page
    assert "Correction undone:" in page
    assert Sheet.objects.filter(match=match).count() == 3


@pytest.mark.F12
def test_undoing_needs_a_reason_and_happens_once() -> None:
    tournament, _, _, correction = corrected()
    address = at(tournament, "correction_undo", correction.seq)
    refused = coordinator().post(address, {"reason": " "})
    assert (refused.status_code, refused.context["form"].codes) == (422, {"required"})
    assert coordinator().post(address, {"reason": "once"}).status_code == 302
    again = coordinator().post(address, {"reason": "twice"})
    assert (again.status_code, again.context["form"].codes) == (409, {"undone_already"})
    assert "twice" not in text(browser().get(at(tournament, "notices")))
    assert Correction.objects.count() == 2


@pytest.mark.F12
def test_undoing_is_explained_away_where_more_was_played() -> None:
    tournament, _, later, correction = corrected()
    start_match(later, by=bruno(), now=START.replace(year=2100))
    page = coordinator().get(at(tournament, "correction_undo", correction.seq))
    assert page.context["obstacle"].code == "changed_since"
    assert "<textarea" not in text(page)


def test_undoing_for_a_winner_who_was_disqualified_is_explained_away() -> None:
    tournament = drawn(4, table_high=2)
    first, _ = won(tournament, (1, 1)), won(tournament, (1, 2))
    final = won(tournament, (2, 1))
    keeping = LostPlaceDecisions(match=first, remedies={final.code: "keep"})
    entry = first.sides.get(number=1).entry
    assert entry
    disqualify(entry, reason="marked deck", by=ana(), now=START, deciding=keeping)
    address = at(tournament, "correction_undo", Correction.objects.get(match=first).seq)
    shown, refused = coordinator().get(address), coordinator().post(address, {"reason": REASON})
    assert [(page.status_code, str(page.context["obstacle"])) for page in (shown, refused)] == [
        (200, "winner_disqualified"),
        (422, "winner_disqualified"),
    ]
    assert "disqualified" in text(shown)


def test_only_who_coordinates_undoes() -> None:
    tournament, _, _, correction = corrected()
    address = at(tournament, "correction_undo", correction.seq)
    for who in (bruno(), caio(), duda()):
        assert address not in text(browser(who).get(at(tournament, "notices")))
        assert browser(who).post(address, {"reason": "x"}).status_code == 403
    assert coordinator().get(at(tournament, "correction_undo", correction.seq + 1)).status_code == 404
    assert Correction.objects.count() == 1


# --- versions ---


@pytest.mark.F91
def test_who_changed_this_is_one_page() -> None:
    tournament, match, later, _ = corrected("replace")
    page = text(browser().get(url(tournament, match, "match_versions")))
    assert page.count("Version ") == 2
    assert REASON in page
    for version in RecordLine.objects.filter(type="sheet.recorded", text__contains=match.code):
        assert f"record no. {version.seq}" in page
    assert url(tournament, match, "match_versions") in text(browser().get(url(tournament, match, "match")))
    rewritten = browser().get(url(tournament, later, "match_versions")).context["versions"]
    names = [{name for side in version.match.sides for name in side.names} for version, _ in rewritten]
    assert names[0] != names[1], "each version shows who sat there then"


@pytest.mark.F88
def test_versions_of_a_match_that_is_played_again_stay() -> None:
    tournament, _, later, _ = corrected("replay")
    page = browser().get(url(tournament, later, "match_versions"))
    assert [version.is_current for version, _ in page.context["versions"]] == [False]
    assert "superseded" in text(page)


def test_a_match_that_nobody_recorded_has_no_versions() -> None:
    tournament = drawn(8)
    match = Match.objects.filter(ledger=tournament.ledger)[0]
    assert "No sheet was ever recorded." in text(browser().get(url(tournament, match, "match_versions")))


# --- two sheets for one match ---


@pytest.mark.F05
def test_a_second_sheet_that_differs_flags_the_match_until_it_is_resolved() -> None:
    tournament, match, dispute = contested()
    assert Sheet.objects.filter(match=match).count() == 1
    panel = text(browser(bruno()).get(at(tournament, "now")))
    assert "1 recorded sheet is disputed:" in panel
    assert "Ana Mariapaulista" in panel
    for who in (browser(), browser(bruno()), coordinator()):
        assert "Under review" in text(who.get(url(tournament, match, "match")))
    assert "Ana Mariapaulista" not in text(browser().get(url(tournament, match, "match")))
    address = at(tournament, "dispute_dismiss", match.code, dispute.seq)
    assert address in text(coordinator().get(url(tournament, match, "match")))
    done = coordinator().post(address, {"reason": "Both players agree with the judge."})
    assert done["Location"] == url(tournament, match, "match")
    assert "Under review" not in text(browser().get(url(tournament, match, "match")))
    assert "is disputed" not in text(coordinator().get(at(tournament, "now")))
    dispute.refresh_from_db()
    assert (dispute.outcome, dispute.reason) == ("dismissed", "Both players agree with the judge.")


@pytest.mark.F05
def test_the_same_other_sheet_sent_again_is_noted_once() -> None:
    tournament, match, _ = contested()
    other = {"ended_by": "win_condition", "winner": "2", "lines.1.intact": "6"}
    for report in ("again", "and again"):
        browser(ana()).post(url(tournament, match, "sheet"), {**other, "report": report})
    assert Dispute.objects.count() == 1
    browser(ana()).post(url(tournament, match, "sheet"), {**other, "lines.0.intact": "1", "report": "new"})
    assert Dispute.objects.count() == 2


@pytest.mark.F05
def test_the_other_sheet_fills_the_correction_which_resolves_it() -> None:
    tournament, match, dispute = contested()
    review = text(coordinator().get(at(tournament, "dispute_dismiss", match.code, dispute.seq)))
    link = f"{url(tournament, match)}?outra={dispute.seq}"
    assert link in review
    form = coordinator().get(link).context["form"]
    assert (form["winner"].value(), form["lines.1.intact"].value()) == (2, 6)
    done = coordinator().post(url(tournament, match), right(tournament, step="confirm"))
    assert done.status_code == 302
    dispute.refresh_from_db()
    assert dispute.outcome == "corrected"
    assert "Under review" not in text(browser().get(url(tournament, match, "match")))


def test_a_review_is_closed_once_by_the_coordinator_with_a_reason() -> None:
    tournament, match, dispute = contested()
    address = at(tournament, "dispute_dismiss", match.code, dispute.seq)
    assert browser(bruno()).post(address, {"reason": "x"}).status_code == 403
    assert coordinator().post(address, {"reason": ""}).status_code == 422
    elsewhere = Match.objects.filter(ledger=tournament.ledger).exclude(pk=match.pk)[0]
    wrong = at(tournament, "dispute_dismiss", elsewhere.code, dispute.seq)
    assert coordinator().post(wrong, {"reason": "x"}).status_code == 404
    assert coordinator().post(address, {"reason": "x"}).status_code == 302
    assert coordinator().post(address, {"reason": "x"}).status_code == 409


# --- reopening ---


@pytest.mark.F13
def test_a_finished_tournament_is_reopened_corrected_and_finished_again() -> None:
    tournament = finished(9, ranked=True)
    final = Match.objects.filter(ledger=tournament.ledger).order_by("-round", "number")[0]
    champion = season("chama", 2026)[0].name
    address = at(tournament, "reopen")
    for name in ("finish", "now"):
        assert address in text(coordinator().get(at(tournament, name)))
    seen = str(fresh(tournament).ledger.head_seq)
    assert coordinator().post(address, {"reason": "", "seen": seen}).status_code == 422
    done = coordinator().post(address, {"reason": "The final was recorded wrongly.", "seen": seen})
    assert done["Location"] == at(tournament, "now")
    assert fresh(tournament).state == State.RUNNING
    assert (season("chama", 2026), Placing.objects.count()) == ((), 0)
    other = next(side.number for side in final.sides.all() if side.entry_id != final.winner_id)
    sheet = plain_win(final, other)
    correct_sheet(final, sheet=sheet, reason=REASON, by=ana(), now=START)
    assert coordinator().post(at(tournament, "finish")).status_code == 302
    assert season("chama", 2026)[0].name != champion


@pytest.mark.F13
def test_reopening_is_the_coordinator_s_and_only_what_is_finished_is_reopened() -> None:
    tournament = finished(2, table_high=2)
    address = at(tournament, "reopen")
    for who in (bruno(), caio(), duda()):
        assert browser(who).post(address, {"reason": "x"}).status_code == 403
        assert address not in text(browser(who).get(at(tournament, "tournament")))
    coordinator().post(address, {"reason": "x"})
    again: Any = coordinator().post(address, {"reason": "x"})
    assert (again.status_code, again.context["form"].codes) == (409, {"not_finished"})
