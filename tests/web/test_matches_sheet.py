"""The sheet: recorded from the form, refused with the rule, never losing what was typed."""

import pytest

from matches.models import MatchState, Redraw, Sheet
from tests.cast import ana, browser, bruno, caio, duda, running
from tests.web.html import text
from tests.web.sheets import HTMX, at_time, first, plain, post, timed, url, value_of

pytestmark = pytest.mark.django_db


def test_a_plain_win_is_recorded_and_shown() -> None:
    tournament = running()
    match = first(tournament)
    judge = browser(bruno())
    response = judge.post(url("sheet", tournament, match), plain(), follow=True)
    match.refresh_from_db()
    assert match.state == MatchState.ENDED
    assert match.winner == match.sides.get(number=1).entry
    html = text(response)
    assert "wins: the win condition is met" in html
    assert "Recorded by <bdi>Bruno Juiz</bdi>" in html
    assert "Back to what’s on" in html
    assert "Back to what’s on" not in text(browser().get(url("match", tournament, match)))


def test_with_htmx_the_page_is_asked_to_go_to_the_match() -> None:
    tournament = running()
    match = first(tournament)
    response = browser(bruno()).post(url("sheet", tournament, match), plain(), headers=HTMX)
    assert response["HX-Redirect"] == url("match", tournament, match)


def test_every_broken_rule_is_said_at_once_and_what_was_typed_stays() -> None:
    tournament = running(entries=4, table_high=4)
    match = first(tournament)
    typed = plain(
        **{"lines.0.intact": "4", "lines.1.intact": "5", "lines.1.razed": "3", "lines.1.armies": "2"}
    )
    response = post("sheet", tournament, match, typed)
    html = text(response)
    assert response.status_code == 422
    assert response.context["form"].codes >= {
        "condition_not_met",
        "formation_too_large",
        "more_armies_than_commanders",
    }
    assert "rule 5.4" in html
    assert [value_of(html, f"lines.1.{key}") for key in ("intact", "razed", "armies")] == ["5", "3", "2"]
    assert value_of(html, "report") == "r1"
    assert not Sheet.objects.filter(match=match).exists()


@pytest.mark.parametrize("typed", ["six", "6.5", "9" * 5000, "-"])
def test_a_count_that_is_no_number_is_refused_and_kept(typed: str) -> None:
    tournament = running()
    match = first(tournament)
    response = post("sheet", tournament, match, plain(**{"lines.0.intact": typed}))
    assert response.status_code == 422
    assert "lines.0.intact" in response.context["form"].errors
    assert not Sheet.objects.filter(match=match).exists()


@pytest.mark.parametrize(
    "changes",
    [{"ended_by": "magic"}, {"ended_by": ""}, {"ended_by": "bye"}, {"winner": "9"}, {"lines.0.out": "eaten"}],
)
def test_a_choice_that_was_not_offered_is_refused(changes: dict[str, str]) -> None:
    tournament = running()
    match = first(tournament)
    assert post("sheet", tournament, match, plain(**changes)).status_code == 422
    assert not Sheet.objects.filter(match=match).exists()


def test_checking_says_who_would_win_and_stores_nothing() -> None:
    tournament = running()
    match = first(tournament)
    response = browser(bruno()).post(url("sheet_check", tournament, match), plain(), headers=HTMX)
    html = text(response)
    assert response.status_code == 200
    assert "wins: the win condition is met" in html
    assert 'id="sheet-headline"' in html
    assert not Sheet.objects.filter(match=match).exists()


def test_checking_says_what_is_wrong() -> None:
    tournament = running()
    match = first(tournament)
    data = plain(**{"lines.0.intact": "5"})
    html = text(browser(bruno()).post(url("sheet_check", tournament, match), data, headers=HTMX))
    assert "1 thing to fix" in html
    assert "rule 5.4" in html


def test_checking_works_without_javascript() -> None:
    tournament = running()
    match = first(tournament)
    html = text(post("sheet_check", tournament, match, plain()))
    assert "<html" in html
    assert "wins: the win condition is met" in html
    assert value_of(html, "lines.0.intact") == "6"


def test_others_neither_check_nor_record() -> None:
    tournament = running()
    match = first(tournament)
    for name in ("sheet", "sheet_check"):
        assert post(name, tournament, match, plain(), caio()).status_code == 403
        assert post(name, tournament, match, plain(), duda()).status_code == 403
        assert "/conta/entrar/" in browser().post(url(name, tournament, match), plain())["Location"]
    assert not Sheet.objects.filter(match=match).exists()


def test_the_sheet_s_address_alone_leads_to_the_match() -> None:
    tournament = running()
    match = first(tournament)
    assert (
        browser().get(url("sheet", tournament, match))["Location"]
        == f"{url('match', tournament, match)}#sheet"
    )


# --- time and cuts ---


def test_time_is_decided_by_the_cards_on_the_table() -> None:
    tournament, match = timed()
    data = at_time(3, 5, 1)
    html = text(browser(bruno()).post(url("sheet", tournament, match), data, follow=True))
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=2).entry
    assert "score 21 × 8" in html


def test_a_winner_tapped_before_time_was_chosen_does_not_matter() -> None:
    tournament, match = timed()
    data = at_time(3, winner="3")
    assert post("sheet", tournament, match, data).status_code == 302
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=1).entry


def test_a_tie_for_the_first_place_asks_the_same_form_for_the_cut() -> None:
    tournament, match = timed()
    tie = at_time(3, 3)
    asked = post("sheet", tournament, match, tie)
    html = text(asked)
    assert asked.status_code == 422
    assert 'name="cut.0.1"' in html
    assert 'name="cut.0.2"' in html
    assert 'name="cut.0.3"' not in html
    assert not Sheet.objects.filter(match=match).exists()
    cut = {**tie, "cut.0.1": "K", "cut.0.2": "10"}
    assert post("sheet", tournament, match, cut).status_code == 302
    sheet = Sheet.objects.get(match=match)
    assert sheet.cuts == [{"sides": [1, 2], "cards": ["K", "10"]}]
    assert "the cut of cards: K × 10" in text(browser().get(url("match", tournament, match)))


def test_equal_cards_are_cut_again() -> None:
    tournament, match = timed()
    tie = at_time(3, 3, **{"cut.0.1": "Q", "cut.0.2": "Q"})
    html = text(browser(bruno()).post(url("sheet_check", tournament, match), tie, headers=HTMX))
    assert 'name="cut.1.1"' in html
    assert "Cut 2" in html
    done = {**tie, "cut.1.1": "2", "cut.1.2": "A"}
    assert post("sheet", tournament, match, done).status_code == 302
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=2).entry


def test_a_cut_that_is_not_needed_any_more_is_kept_but_not_sent() -> None:
    tournament, match = timed()
    data = at_time(4, 3, **{"cut.0.1": "Q", "cut.0.2": "K"})
    html = text(browser(bruno()).post(url("sheet_check", tournament, match), data, headers=HTMX))
    assert '<input type="hidden" name="cut.0.2" value="K">' in html
    assert post("sheet", tournament, match, data).status_code == 302
    assert Sheet.objects.get(match=match).cuts == []


# --- other endings ---


def test_a_walkover_needs_no_more_than_the_winner() -> None:
    tournament = running(entries=4, table_high=4)
    match = first(tournament)
    data = {"ended_by": "walkover", "winner": "2", "report": "w"}
    assert post("sheet", tournament, match, data).status_code == 302
    outs = {line.position: line.out for line in Sheet.objects.get(match=match).lines.all()}
    assert outs == {1: "absent", 2: "", 3: "absent", 4: "absent"}


@pytest.mark.parametrize(
    ("ended_by", "out", "order"), [("concession", "conceded", 1), ("decked_out", "decked_out", 1)]
)
def test_in_a_duel_the_winner_says_who_left(ended_by: str, out: str, order: int) -> None:
    tournament = running(table_high=2)
    match = first(tournament)
    assert post("sheet", tournament, match, {"ended_by": ended_by, "winner": "1"}).status_code == 302
    loser = Sheet.objects.get(match=match).lines.get(position=2)
    assert (loser.out, loser.out_order) == (out, order)


def test_departures_are_recorded_in_their_order() -> None:
    tournament = running(entries=4, table_high=4)
    match = first(tournament)
    left = {
        f"lines.{index}.{key}": value
        for index, order in ((1, "2"), (2, "1"), (3, "3"))
        for key, value in (("out", "conceded"), ("out_order", order))
    }
    assert post("sheet", tournament, match, {"ended_by": "concession", **left}).status_code == 302
    assert Sheet.objects.get(match=match).placement == [[1], [4], [2], [3]]


def test_nobody_advances_where_all_are_absent() -> None:
    tournament = running(entries=4, table_high=4)
    match = first(tournament)
    absent = {f"lines.{index}.out": "absent" for index in range(4)}
    response = browser(bruno()).post(
        url("sheet", tournament, match), {"ended_by": "nobody", **absent}, follow=True
    )
    match.refresh_from_db()
    assert (match.state, match.winner) == (MatchState.ENDED, None)
    assert "No one advances from this match" in text(response)


def test_a_ruling_is_the_coordinator_s_and_needs_a_reason() -> None:
    tournament = running()
    match = first(tournament)
    ruling = {"ended_by": "ruling", "winner": "2", "reason": "Cards were shown."}
    assert post("sheet", tournament, match, ruling).status_code == 403
    bare = post("sheet", tournament, match, {**ruling, "reason": " "}, ana())
    assert bare.status_code == 422
    assert "reason_missing" in bare.context["form"].codes
    assert post("sheet", tournament, match, ruling, ana()).status_code == 302
    assert Sheet.objects.get(match=match).reason == "Cards were shown."


def test_a_pair_wins_with_ten_realms_between_its_members() -> None:
    tournament = running(entries=4, kind="duplas")
    match = first(tournament)
    data = {"ended_by": "win_condition", "winner": "1", "lines.0.intact": "6", "lines.2.intact": "4"}
    assert post("sheet", tournament, match, data).status_code == 302


# --- twice, and two at once ---


@pytest.mark.F01
def test_a_report_sent_twice_is_one_sheet() -> None:
    tournament = running()
    match = first(tournament)
    for _ in range(2):
        assert post("sheet", tournament, match, plain()).status_code == 302
    assert Sheet.objects.filter(match=match).count() == 1


@pytest.mark.F04
def test_the_same_result_of_another_judge_is_known_already() -> None:
    tournament = running()
    match = first(tournament)
    post("sheet", tournament, match, plain())
    response = browser(ana()).post(url("sheet", tournament, match), plain(report="r2"), follow=True)
    assert response.status_code == 200
    assert "Already recorded by Bruno Juiz, with the same result." in text(response)
    assert Sheet.objects.filter(match=match).count() == 1


@pytest.mark.F05
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_another_result_of_another_judge_shows_both_side_by_side(headers: dict[str, str]) -> None:
    tournament = running()
    match = first(tournament)
    post("sheet", tournament, match, plain())
    other = {"ended_by": "win_condition", "winner": "2", "lines.1.intact": "6", "report": "r2"}
    response = browser(ana()).post(url("sheet", tournament, match), other, headers=headers)
    html = text(response)
    assert response.status_code == 409
    assert "Yours, not recorded" in html
    assert html.count("wins: the win condition is met") == 2
    assert ('id="match-acts" hx-swap-oob="delete"' in html) is bool(headers)
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=1).entry


@pytest.mark.F06
def test_a_page_from_before_a_redraw_is_stale_and_keeps_what_was_typed() -> None:
    tournament = running()
    match = first(tournament)
    judge = browser(bruno())
    seen = value_of(text(judge.get(url("match", tournament, match))), "seen")
    seat = match.seats.select_related("persona").first()
    assert seat
    assert seat.persona
    judge.post(url("match_redraw", tournament, match), {"persona": seat.persona.code})
    assert Redraw.objects.filter(match=match).exists()
    stale = judge.post(url("sheet", tournament, match), plain(seen=seen))
    html = text(stale)
    assert stale.status_code == 409
    assert not list(stale.context["form"].stale_reasons)  # the page says once that somebody was faster
    assert value_of(html, "lines.0.intact") == "6"
    again = judge.post(url("sheet", tournament, match), plain(seen=value_of(html, "seen")))
    assert again.status_code == 302


@pytest.mark.fault("F107")
def test_a_sheet_that_is_changed_after_its_answer_was_lost_is_shown_beside_the_first() -> None:
    tournament = running()
    match = first(tournament)
    post("sheet", tournament, match, plain())
    other = {"ended_by": "win_condition", "winner": "2", "lines.1.intact": "6", "report": "r1"}
    answer = post("sheet", tournament, match, other)
    assert answer.status_code == 409
    assert answer.context["first_was_mine"]
    shown = (answer.context["recorded"], answer.context["mine"])
    assert [picture.winner.number for picture in shown] == [1, 2]
    assert match.sheets.count() == 1
    assert match.disputes.filter(resolved_at=None).count() == 1
    assert post("sheet", tournament, match, plain()).status_code == 302


@pytest.mark.F06
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_sheet_typed_while_others_had_the_seats_is_left_out_whole(headers: dict[str, str]) -> None:
    tournament = running()
    match = first(tournament)
    judge = browser(bruno())
    page = text(judge.get(url("match", tournament, match)))
    others = " ".join(reversed(value_of(page, "seated").split()))
    answer = judge.post(url("sheet", tournament, match), plain(seated=others), headers=headers)
    html = text(answer)
    assert answer.status_code == 422
    assert "Other people have these seats now" in html
    assert answer.context["form"]["winner"].value() is None
    assert answer.context["form"]["lines.0.intact"].value() is None
    assert not match.sheets.exists()
    again = plain(seated=value_of(html, "seated"), seen=value_of(html, "seen"))
    assert judge.post(url("sheet", tournament, match), again).status_code == 302
