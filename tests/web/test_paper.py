"""Slips of paper are typed in after everything was down: a pile, one slip after the other."""

from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from matches.models import MatchState
from tests.acts import at, entry_at
from tests.cast import ana, browser, bruno, caio, drawn, duda, played, running
from tests.web.html import text
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F46]

HTMX = {"HX-Request": "true"}
SLIP = {"day": "2026-03-14", "began": "09:10", "ended": "09:40"}
WON = {"ended_by": "win_condition", "winner": "1", "lines.0.intact": "6", "report": "r1", **SLIP}


def pile(tournament: Tournament) -> str:
    return reverse("paper", args=[tournament.slug])


def slip(tournament: Tournament, code: str, name: str = "paper_sheet") -> str:
    return reverse(name, args=[tournament.slug, code])


def noted(tournament: Tournament) -> list[str]:
    lines = tournament.ledger.lines.filter(type="integrity.noted")
    return list(lines.values_list("text", flat=True))


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_the_pile_leads_to_every_match_that_can_have_a_sheet(language: str) -> None:
    tournament = drawn(8, table_high=2)
    played(at(tournament, 1, 1))
    shown = browser(bruno(), language=language).get(pile(tournament))
    codes = [at(tournament, 1, number).code for number in (2, 3, 4)]
    assert [match.code for match in shown.context["page"].items] == codes
    assert all(slip(tournament, code) in text(shown) for code in codes)
    assert [match.code for match in shown.context["latest"]] == [at(tournament, 1, 1).code]
    assert shown.context["waiting"] == 3


@pytest.mark.F67
def test_the_staff_types_slips_and_nobody_else() -> None:
    tournament = drawn(4, table_high=2)
    for address in (pile(tournament), slip(tournament, at(tournament, 1, 1).code)):
        assert [browser(who).get(address).status_code for who in (bruno(), caio(), duda())] == [200, 403, 403]
        assert browser().get(address).status_code == 302
    assert pile(tournament) in text(browser(bruno()).get(reverse("now", args=[tournament.slug])))
    assert browser(caio()).post(slip(tournament, at(tournament, 1, 1).code), WON).status_code == 403


def test_a_slip_is_recorded_with_its_times_and_leads_back_to_the_pile() -> None:
    tournament = drawn(4, table_high=2)
    match, judge = at(tournament, 1, 1), browser(bruno())
    opened = judge.get(slip(tournament, match.code))
    assert opened.status_code == 200
    assert "Who is absent?" not in text(opened)
    done = judge.post(slip(tournament, match.code), WON)
    assert (done.status_code, done["Location"]) == (302, pile(tournament))
    assert at(tournament, 1, 1).winner == entry_at(match, 1)
    (line,) = noted(tournament)
    assert '"reason":"2026-03-14T12:10:00Z/2026-03-14T12:40:00Z"' in line
    assert judge.get(slip(tournament, match.code))["Location"] == reverse(
        "match", args=[tournament.slug, match.code]
    )


def test_with_htmx_the_page_is_asked_to_go_to_the_pile() -> None:
    tournament = drawn(4, table_high=2)
    address = slip(tournament, at(tournament, 1, 1).code)
    assert browser(bruno()).post(address, WON, headers=HTMX)["HX-Redirect"] == pile(tournament)


def test_who_changed_this_tells_when_it_was_played() -> None:
    tournament = drawn(4, table_high=2)
    match, judge = at(tournament, 1, 1), browser(bruno())
    judge.post(slip(tournament, match.code), WON)
    (version, _), *_others = judge.get(reverse("match_versions", args=[tournament.slug, match.code])).context[
        "versions"
    ]
    assert str(version.played) == "2026-03-14T12:10:00Z/2026-03-14T12:40:00Z"


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"ended": ""}, {"required"}),
        ({"day": "31/02/2026"}, {"invalid"}),
        ({"day": "2099-01-01"}, {"paper_ahead"}),
        ({"day": "2026-03-13"}, {"paper_before_draw"}),
        ({"lines.0.intact": "4"}, {"condition_not_met"}),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(changes: dict[str, str], codes: set[str]) -> None:
    tournament = drawn(4, table_high=2)
    address = slip(tournament, at(tournament, 1, 1).code)
    for headers in ({}, HTMX):
        refused = browser(bruno()).post(address, {**WON, **changes}, headers=headers)
        assert (refused.status_code, refused.context["form"].codes) == (422, codes)
        assert 'value="09:10"' in text(refused)
    assert (noted(tournament), at(tournament, 1, 1).state) == ([], MatchState.READY)


def test_what_began_before_midnight_may_end_after_it() -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    late = {**WON, "began": "23:50", "ended": "00:20"}
    assert browser(bruno()).post(slip(tournament, match.code), late).status_code == 302
    assert "2026-03-15T02:50:00Z/2026-03-15T03:20:00Z" in noted(tournament)[0]


def test_the_check_says_who_would_win_though_nobody_started_the_match() -> None:
    tournament = drawn(4, table_high=2, time_limit=30)
    address = slip(tournament, at(tournament, 1, 1).code, "paper_check")
    shown = browser(bruno()).post(address, {**WON, "ended_by": "time", "lines.1.intact": "0"}, headers=HTMX)
    assert shown.context["preview"].errors == ()
    assert "wins" in text(shown)
    page = browser(bruno()).post(address, {**WON, "lines.0.intact": "4"})
    assert page.context["preview"].errors
    assert noted(tournament) == []


@pytest.mark.F05
def test_another_result_of_another_judge_shows_both() -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    browser(ana()).post(slip(tournament, match.code), {**WON, "report": "r0"})
    other = {**WON, "winner": "2", "lines.0.intact": "0", "lines.1.intact": "6"}
    assert browser(bruno()).post(slip(tournament, match.code), other).status_code == 409
    assert at(tournament, 1, 1).winner == entry_at(match, 1)


def test_what_was_going_on_opens_with_the_time_of_its_start() -> None:
    tournament = running(4, table_high=2)
    form = browser(bruno()).get(slip(tournament, at(tournament, 1, 1).code)).context["form"]
    started = at(tournament, 1, 1).started_at
    assert started is not None
    local = started.astimezone(ZoneInfo(tournament.zone))
    assert (form["day"].value(), form["began"].value()) == (local.date(), f"{local:%H:%M}")
    assert browser(bruno()).get(slip(tournament, "elsewhere")).status_code == 404


def test_a_game_that_knows_draws_records_none_from_paper() -> None:
    tournament = drawn(4, game="castelo", kind="duelo", table_high=2, name="Serrano")
    shown = text(browser(bruno()).get(slip(tournament, at(tournament, 1, 1).code)))
    assert "winner-nobody" not in shown
    assert reverse("drawn_game", args=[tournament.slug, at(tournament, 1, 1).code]) not in shown
