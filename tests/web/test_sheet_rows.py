"""Many sheets from paper on one page: each row is recorded, refused or overtaken on its own."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Dispute, Match, MatchState, PhysicalTable, Sheet
from tests.acts import assert_sound, at, entry_at
from tests.cast import ana, browser, bruno, caio, drawn, duda, fresh, running
from tests.web.html import text
from tournaments.models import Tournament
from web.sheets import rows

pytestmark = [pytest.mark.django_db, pytest.mark.F46]

HTMX = {"HX-Request": "true"}
BAD: dict[str, Any] = {"lines.0.intact": "4"}
WON = {
    "ended_by": "win_condition",
    "winner": "1",
    "lines.0.intact": "6",
    "day": "2026-03-14",
    "ended": "09:40",
}
GAMES: dict[str, dict[str, Any]] = {
    "chama": {"kind": "campeonato"},
    "castelo": {"game": "castelo", "kind": "duelo", "table_high": 2},
    "hermetica": {"game": "hermetica", "kind": "duelo", "table_high": 2},
    "jogo-dos-reinos": {"game": "jogo-dos-reinos", "kind": "reinos", "table_low": 4, "table_high": 4},
}


def address(tournament: Tournament) -> str:
    return reverse("sheet_rows", args=[tournament.slug])


def send(tournament: Tournament, match: Match, who: Client | None = None, **typed: Any) -> Any:
    headers = typed.pop("headers", {})
    form = {**WON, "report": f"r-{match.code}", "seen": str(fresh(tournament).ledger.head_seq), **typed}
    return (who or browser(bruno())).post(
        reverse("sheet_row", args=[tournament.slug, match.code]), form, headers=headers
    )


def ids(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', page)


def test_each_open_match_has_a_row_by_round_and_table() -> None:
    tournament = running(8, table_high=2)
    for number, label in ((1, "10"), (2, "9"), (3, "2")):
        PhysicalTable.objects.filter(matches=at(tournament, 1, number)).update(label=label)
    shown = browser(bruno()).get(address(tournament))
    codes = [at(tournament, 1, number).code for number in (4, 3, 2, 1)]
    open_codes = [row.match.code for row in shown.context["rows"]]
    assert sorted(open_codes) == sorted(codes)
    assert open_codes.index(codes[1]) < open_codes.index(codes[2]) < open_codes.index(codes[3])
    page = text(shown)
    assert page.count("data-sheet=") == 4
    assert len(ids(page)) == len(set(ids(page)))


def test_the_staff_types_rows_and_nobody_else() -> None:
    tournament = drawn(4, table_high=2)
    found = [browser(who).get(address(tournament)).status_code for who in (bruno(), caio(), duda())]
    assert found == [200, 403, 403]
    assert browser().get(address(tournament)).status_code == 302
    assert send(tournament, at(tournament, 1, 1), browser(caio())).status_code == 403


def test_a_row_is_recorded_as_paper_and_the_page_opens_at_the_next() -> None:
    tournament = drawn(8, table_high=2)
    first, second = at(tournament, 1, 1), at(tournament, 1, 2)
    answer = send(tournament, first)
    assert (answer.status_code, answer["Location"]) == (302, f"{address(tournament)}#row-{second.code}")
    assert at(tournament, 1, 1).winner == entry_at(first, 1)
    assert tournament.ledger.lines.filter(type="integrity.noted").count() == 1
    page = text(browser(bruno()).get(address(tournament)))
    assert f"row-{first.code}" not in page
    assert f"row-{second.code}" in page
    assert_sound(tournament)


def test_with_htmx_the_row_alone_is_answered() -> None:
    tournament = drawn(8, table_high=2)
    second: dict[str, Any] = {"winner": "2", "lines.0.intact": "", "lines.1.intact": "6"}
    answer = send(tournament, at(tournament, 1, 1), headers=HTMX, **second)
    page = text(answer)
    assert (answer.status_code, answer["Sheet-Outcome"]) == (200, "recorded")
    assert page.count("<li") == 1
    assert "The sheet is recorded." in page
    assert re.findall(r"(\d)\. ", page) == ["1", "2"]
    assert f'data-sheet-recorded="{tournament.slug}/{at(tournament, 1, 1).code}"' in page


@pytest.mark.parametrize(("name", "status"), [("sheet_row", 422), ("paper_sheet", 422)])
def test_all_that_a_slip_lacks_is_said_at_once(name: str, status: int) -> None:
    tournament = drawn(8, table_high=2)
    match = at(tournament, 1, 1)
    form = {"ended_by": "win_condition", "day": "2026-03-14", "report": "r", "lines.0.intact": "4"}
    answer = browser(bruno()).post(reverse(name, args=[tournament.slug, match.code]), form)
    assert answer.status_code == status
    page = text(answer)
    for wrong in ("Ended at", "Who won?"):
        assert re.search(rf'<a href="#[^"]+">{re.escape(wrong)}</a>', page), wrong
    assert at(tournament, 1, 1).state == MatchState.READY


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_refused_row_stays_as_typed_and_the_others_are_recorded(headers: dict[str, str]) -> None:
    tournament = drawn(8, table_high=2)
    bad, good = at(tournament, 1, 1), at(tournament, 1, 2)
    refused = send(tournament, bad, headers=headers, **BAD)
    page = text(refused)
    assert refused.status_code == 422
    assert 'value="09:40"' in page
    assert "4" in re.findall(rf'name="lines.0.intact" value="(\d+)"[^>]*id="{bad.code}-', page)
    assert f'href="#{bad.code}-' in page
    assert len(ids(page)) == len(set(ids(page)))
    assert send(tournament, good, headers=headers).status_code in (200, 302)
    states = [at(tournament, 1, number).state for number in (1, 2)]
    assert states == [MatchState.READY, MatchState.ENDED]


@pytest.mark.F05
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_another_result_that_came_first_stays_and_is_shown(headers: dict[str, str]) -> None:
    tournament = drawn(8, table_high=2)
    match = at(tournament, 1, 1)
    send(tournament, match, browser(ana()))
    mine: dict[str, Any] = {"winner": "2", "lines.0.intact": "0", "lines.1.intact": "6", "report": "mine"}
    answer = send(tournament, match, headers=headers, **mine)
    assert (answer.status_code, answer["Sheet-Outcome"]) == (409, "disputed")
    assert "Another result was recorded here first." in text(answer)
    assert reverse("match", args=[tournament.slug, match.code]) in text(answer)
    assert at(tournament, 1, 1).winner == entry_at(match, 1)
    assert Sheet.objects.filter(match=match).count() == Dispute.objects.filter(match=match).count() == 1


def test_the_same_result_of_another_person_is_known() -> None:
    tournament = drawn(8, table_high=2)
    match = at(tournament, 1, 1)
    send(tournament, match, browser(ana()))
    answer = send(tournament, match, headers=HTMX, report="mine")
    assert "Already recorded by Ana Mariapaulista, with the same" in text(answer)
    assert not Dispute.objects.exists()


def test_a_match_that_changed_is_sent_again_from_the_same_row() -> None:
    tournament = running(8, table_high=2)
    match = at(tournament, 1, 1)
    stale = send(tournament, match, headers=HTMX, seen="1")
    assert stale.status_code == 409
    seen = re.findall(r'name="seen" value="(\d+)"', text(stale))[0]
    assert send(tournament, match, headers=HTMX, seen=seen).status_code == 200


def test_a_tie_asks_for_the_cut_in_its_row() -> None:
    tournament = drawn(8, table_high=2, time_limit=30)
    match = at(tournament, 1, 1)
    even: dict[str, Any] = {"ended_by": "time", "winner": "", "lines.0.intact": "2", "lines.1.intact": "2"}
    asked = send(tournament, match, headers=HTMX, **even)
    assert asked.status_code == 422
    assert f'id="{match.code}-cut.0.1"' in text(asked)
    cut: dict[str, Any] = {"cut.0.1": "K", "cut.0.2": "5"}
    assert send(tournament, match, headers=HTMX, **even, **cut).status_code == 200
    assert at(tournament, 1, 1).winner == entry_at(match, 1)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_the_controls_of_its_own_sheet(game: str) -> None:
    tournament = drawn(4, name="Serrano", **GAMES[game])
    match = at(tournament, 1, 1)
    one = browser(bruno()).get(reverse("paper_sheet", args=[tournament.slug, match.code]))
    many = browser(bruno()).get(address(tournament))
    named = re.compile(r'name="((?:lines|winner|ended_by)[^"]*)"')
    (row,) = [found for found in text(many).split("<li ") if f"row-{match.code}" in found]
    assert set(named.findall(row)) == set(named.findall(text(one)))
    assert 'name="lines.0.' in row


def test_more_matches_than_a_page_has_are_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "A_PAGE", 3)
    tournament = drawn(8, table_high=2)
    second = browser(bruno()).get(address(tournament), {"pagina": "2"})
    (row,) = second.context["rows"]
    assert f"/sumulas/{row.match.code}/?pagina=2" in text(second)
    match = Match.objects.get(ledger=tournament.ledger_id, code=row.match.code)
    url = f"{reverse('sheet_row', args=[tournament.slug, match.code])}?pagina=2"
    refused = browser(bruno()).post(url, {**WON, "lines.0.intact": "4"})
    assert [found.match.code for found in refused.context["rows"]] == [match.code]


def test_nothing_is_open_before_the_draw_and_after_the_last_sheet() -> None:
    tournament = drawn(4, table_high=2)
    for round_, number in ((1, 1), (1, 2), (2, 1)):
        assert send(tournament, at(tournament, round_, number)).status_code == 302
    assert "No match is waiting for a sheet." in text(browser(bruno()).get(address(tournament)))


@pytest.mark.parametrize("name", ["paper", "printing", "tables"])
def test_pages_where_one_would_look_lead_there(name: str) -> None:
    tournament = running(8)
    page = text(browser(ana()).get(reverse(name, args=[tournament.slug])))
    assert address(tournament) in page
