"""Correcting a sheet on the pages: prefilled, the consequences first, one step, nothing typed lost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Match, MatchState, Sheet, Side
from tests.cast import START, ana, browser, bruno, caio, drawn, duda, finished, fresh
from tests.web.corrected import HTMX, REASON, coordinator, played_on, right, url, won
from tests.web.html import text
from tournaments.departures.disqualify import disqualify
from tournaments.models import Correction
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db


def test_the_coordinator_finds_it_on_an_ended_match_and_nobody_else_does() -> None:
    tournament, match, _ = played_on()
    address = url(tournament, match)
    assert address in text(coordinator().get(url(tournament, match, "match")))
    for other in (browser(), browser(bruno()), browser(caio()), browser(duda())):
        assert address not in text(other.get(url(tournament, match, "match")))


@pytest.mark.F67
def test_who_may_not_coordinate_corrects_nothing() -> None:
    tournament, match, _ = played_on()
    for who in (bruno(), caio(), duda()):
        assert browser(who).get(url(tournament, match)).status_code == 403
        assert browser(who).post(url(tournament, match), right(tournament, step="confirm")).status_code == 403
    assert "/conta/entrar/" in browser().post(url(tournament, match), right(tournament))["Location"]
    assert Sheet.objects.filter(match=match).count() == 1


def test_the_form_opens_with_the_recorded_sheet() -> None:
    tournament, match, _ = played_on()
    response = coordinator().get(url(tournament, match))
    form = response.context["form"]
    assert response.status_code == 200
    assert (form["ended_by"].value(), form["winner"].value()) == ("win_condition", 1)
    assert (form["lines.0.intact"].value(), form["lines.1.intact"].value()) == (6, 0)
    assert 'id="winner-1" checked' in text(response)
    assert "As recorded now" in text(response)


def test_a_match_without_a_sheet_has_nothing_to_correct() -> None:
    tournament = drawn(8, table_high=2)
    match = Match.objects.filter(ledger=tournament.ledger, round=1)[0]
    assert coordinator().get(url(tournament, match))["Location"] == url(tournament, match, "match")
    refused = coordinator().post(url(tournament, match), right(tournament))
    assert (refused.status_code, refused.context["form"].codes) == (409, {"match_ready"})


@pytest.mark.F10
def test_everything_that_would_change_is_shown_before_anything_does() -> None:
    tournament, match, later = played_on()
    head = fresh(tournament).ledger.head_seq
    response = coordinator().post(url(tournament, match), right(tournament))
    page = text(response)
    assert response.status_code == 200
    assert {row.effect.before.code for row in response.context["matches"]} >= {match.code, later.code}
    assert response.context["places"]
    assert [choice.match.code for choice in response.context["choices"]] == [later.code]
    assert page.count(f'name="remedy.{later.code}"') == 3
    assert "void and played again" in page
    assert fresh(tournament).ledger.head_seq == head
    assert Sheet.objects.filter(match=match).count() == 1


@pytest.mark.F10
def test_without_a_remedy_it_is_refused_and_what_was_typed_stays() -> None:
    tournament, match, later = played_on()
    response = coordinator().post(url(tournament, match), right(tournament, step="confirm"))
    assert (response.status_code, response.context["form"].codes) == (422, {"remedy_needed"})
    page = text(response)
    assert 'name="lines.1.intact" value="6"' in page
    assert REASON in page
    assert f'name="remedy.{later.code}"' in page
    assert not Correction.objects.exists()


@pytest.mark.F10
@pytest.mark.parametrize("remedy", ["keep", "replay", "replace"])
def test_a_chosen_remedy_is_shown_then_done_in_one_step(remedy: str) -> None:
    tournament, match, later = played_on()
    browser_ = coordinator()
    chosen = {f"remedy.{later.code}": remedy}
    shown = browser_.post(url(tournament, match), right(tournament, **chosen), headers=HTMX)
    assert text(shown).lstrip().startswith('<section id="follows"')
    assert not shown.context["is_open"]
    assert f'id="{later.code}-{remedy}" checked' in text(shown)
    done = browser_.post(url(tournament, match), right(tournament, step="confirm", **chosen))
    assert (done.status_code, done["Location"]) == (302, url(tournament, match, "match"))
    correction = Correction.objects.get()
    assert (correction.reason, correction.effects) == (REASON, [{"match": later.code, "remedy": remedy}])
    match.refresh_from_db()
    later.refresh_from_db()
    assert match.winner == match.sides.get(number=2).entry
    assert later.state == (MatchState.READY if remedy == "replay" else MatchState.ENDED)
    rightful = later.sides.filter(entry=match.winner).exists()
    assert rightful == (remedy != "keep")


@pytest.mark.F10
def test_replacing_who_had_won_is_offered_to_nobody_with_the_reason() -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, (1, 1))
    won(tournament, (1, 2))
    later = won(tournament, (2, 1), Side.objects.get(source=match).number)
    shown = coordinator().post(url(tournament, match), right(tournament))
    assert f'value="replace" id="{later.code}-replace" disabled' in text(shown)
    assert "The player to be replaced won match 2.1" in text(shown)
    forced = right(tournament, step="confirm", **{f"remedy.{later.code}": "replace"})
    refused = coordinator().post(url(tournament, match), forced)
    assert (refused.status_code, refused.context["form"].codes) == (422, {"replaced_had_won"})
    assert refused.context["choices"]
    assert not Correction.objects.exists()


@pytest.mark.F09
def test_where_the_next_match_has_not_begun_there_is_nothing_to_choose() -> None:
    tournament = drawn(16)
    match = won(tournament, (1, 1))
    shown = coordinator().post(url(tournament, match), right(tournament))
    assert shown.context["choices"] == ()
    assert len(shown.context["matches"]) == 2
    coordinator().post(url(tournament, match), right(tournament, step="confirm"))
    assert Side.objects.get(source=match).entry == match.sides.get(number=2).entry


@pytest.mark.F11
def test_other_cards_with_the_same_winner_change_no_match() -> None:
    tournament, match, later = played_on()
    typed = right(tournament, winner="1", **{"lines.0.intact": "6", "lines.1.intact": "3"})
    shown = coordinator().post(url(tournament, match), typed)
    assert (shown.status_code, shown.context["choices"], shown.context["matches"]) == (200, (), ())
    assert coordinator().post(url(tournament, match), {**typed, "step": "confirm"}).status_code == 302
    later.refresh_from_db()
    assert later.state == MatchState.ENDED


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"reason": ""}, "required"),
        ({"lines.1.intact": "5"}, "condition_not_met"),
        ({"winner": "1", "lines.0.intact": "6", "lines.1.intact": "0"}, "nothing_changed"),
        ({"ended_by": "magic"}, "invalid_choice"),
    ],
)
def test_a_sheet_that_cannot_stand_comes_back_as_it_was_typed(changes: dict[str, str], code: str) -> None:
    tournament, match, _ = played_on()
    for step in ("show", "confirm"):
        response = coordinator().post(url(tournament, match), right(tournament, **changes, step=step))
        assert response.status_code == 422
        assert code in response.context["form"].codes
        assert "What it should say" in text(response)
        assert len(response.context["form"].non_field_errors()) <= 1
    assert not Correction.objects.exists()


def test_back_to_the_sheet_keeps_what_was_typed() -> None:
    tournament, match, _ = played_on()
    typed = right(tournament, step="edit", **{"lines.0.intact": "1", "lines.0.commanders": "2"})
    response = coordinator().post(url(tournament, match), typed)
    assert response.status_code == 200
    assert 'name="lines.0.commanders" value="2"' in text(response)
    assert REASON in text(response)


@pytest.mark.F06
def test_a_page_from_before_another_correction_is_old() -> None:
    tournament, match, later = played_on()
    old = right(tournament, **{f"remedy.{later.code}": "replay"})
    first = coordinator().post(url(tournament, match), {**old, "step": "confirm"})
    assert first.status_code == 302
    for step in ("show", "confirm"):
        again = coordinator().post(url(tournament, match), {**old, "step": step})
        assert (again.status_code, again.context["form"].codes) == (409, {"stale"})
        assert 'name="lines.1.intact" value="6"' in text(again)
    assert Correction.objects.count() == 1


@pytest.mark.F10
def test_what_follows_is_shown_anew_where_a_later_match_went_on_meanwhile() -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, (1, 1))
    won(tournament, (1, 2))
    seen = right(tournament)
    later = Match.objects.get(ledger=tournament.ledger, round=2, number=1)
    start_match(later, by=bruno(), now=START)
    response = coordinator().post(url(tournament, match), {**seen, "step": "confirm"})
    assert (response.status_code, response.context["form"].codes) == (409, {"stale"})
    assert [choice.match.code for choice in response.context["choices"]] == [later.code]
    assert not Correction.objects.exists()


def test_a_finished_tournament_says_that_it_is_reopened_first() -> None:
    tournament = finished(2, table_high=2)
    match = Match.objects.get(ledger=tournament.ledger)
    page = text(coordinator().get(url(tournament, match)))
    assert reverse("reopen", args=[tournament.slug]) in page
    assert "What it should say" not in page
    refused = coordinator().post(url(tournament, match), right(tournament, step="confirm"))
    assert (refused.status_code, refused.context["form"].codes) == (409, {"finished"})


@pytest.mark.F22
def test_an_open_tie_asks_for_the_cut_before_anything_follows() -> None:
    tournament = drawn(4, table_high=2, time_limit=30)
    match = won(tournament, (1, 1))
    Match.objects.filter(pk=match.pk).update(time_called_at=START)
    tied = right(tournament, ended_by="time", winner="", **{"lines.0.intact": "2", "lines.1.intact": "2"})
    asked = coordinator().post(url(tournament, match), tied)
    assert (asked.status_code, asked.context["form"].codes) == (422, {"open_tie"})
    assert 'name="cut.0.1"' in text(asked)
    shown = coordinator().post(url(tournament, match), {**tied, "cut.0.1": "3", "cut.0.2": "K"})
    assert shown.status_code == 200
    assert 'name="cut.0.2" value="K"' in text(shown)


@pytest.mark.F22
@pytest.mark.parametrize("tie_cut", [True, False], ids=["cut", "ruling"])
def test_equals_behind_who_was_disqualified_since_are_settled_on_the_page(tie_cut: bool) -> None:
    tournament = drawn(9, table_high=3, house_rules={} if tie_cut else {"tie_cut": False})
    match = won(tournament, (1, 1))
    gone = match.sides.get(number=2).entry
    assert gone
    disqualify(gone, reason="marked deck", by=ana(), now=START)
    asked = coordinator().post(url(tournament, match), right(tournament))
    settled = {"cut.0.1": "3", "cut.0.3": "K"} if tie_cut else {"ended_by": "ruling", "winner": "3"}
    assert asked.context["form"].codes == {"open_tie" if tie_cut else "tie_needs_ruling"}
    assert ('name="cut.0.3"' in text(asked)) is tie_cut
    confirmed = coordinator().post(url(tournament, match), right(tournament, **settled, step="confirm"))
    assert confirmed.status_code == 302
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=3).entry


@pytest.mark.F65
def test_a_reason_cannot_bring_markup() -> None:
    tournament, match, later = played_on()
    typed = right(tournament, reason="<script>alert(1)</script>", **{f"remedy.{later.code}": "keep"})
    assert "<script>alert" not in text(coordinator().post(url(tournament, match), typed))
    coordinator().post(url(tournament, match), {**typed, "step": "confirm"})
    for name in ("match", "match_versions"):
        assert "<script>alert" not in text(browser().get(url(tournament, match, name)))


@pytest.mark.F10
def test_pairs_and_tables_of_four_are_corrected_the_same_way() -> None:
    for chosen in ({"kind": "duplas", "name": "Pares"}, {"table_high": 4, "name": "Quatro"}):
        tournament = drawn(16, **chosen)
        match = won(tournament, (1, 1))
        feeds = Match.objects.filter(round=1, feeds__match__sides__source=match).exclude(pk=match.pk)
        for other in feeds.distinct():
            won(tournament, (1, other.number))
        seat = Side.objects.get(source=match)
        later = won(tournament, (2, seat.match.number), 2 if seat.number == 1 else 1)
        people = match.seats.order_by("number").values_list("side__number", flat=True)
        counts = {f"lines.{index}.intact": "5" for index, side in enumerate(people) if side == 2}
        typed = right(tournament, **counts) if chosen.get("kind") else right(tournament)
        shown = coordinator().post(url(tournament, match), typed)
        assert shown.status_code == 200, shown.context["form"].errors
        assert [choice.match.code for choice in shown.context["choices"]] == [later.code]
        typed |= {f"remedy.{later.code}": "replace", "step": "confirm"}
        assert coordinator().post(url(tournament, match), typed).status_code == 302
        assert later.sides.filter(entry=match.sides.get(number=2).entry, absent=True).exists()


@pytest.mark.F19
def test_a_wrong_walkover_is_turned_round_while_nothing_was_played_after_it() -> None:
    tournament = drawn(8, table_high=2)
    match = Match.objects.get(ledger=tournament.ledger, round=1, number=1)
    walkover = {"ended_by": "walkover", "winner": "1", "lines.1.out": "absent"}
    assert browser(bruno()).post(url(tournament, match, "sheet"), walkover).status_code == 302
    form = coordinator().get(url(tournament, match)).context["form"]
    assert (form["ended_by"].value(), form["lines.1.out"].value()) == ("walkover", "absent")
    typed = right(tournament, ended_by="walkover", **{"lines.1.intact": "", "lines.0.out": "absent"})
    assert coordinator().post(url(tournament, match), {**typed, "step": "confirm"}).status_code == 302
    assert Side.objects.get(source=match).entry == match.sides.get(number=2).entry


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_the_pages_speak_the_reader_s_language(language: str) -> None:
    tournament, match, _ = played_on()
    page = browser(ana(), language=language).post(url(tournament, match), right(tournament))
    assert f'<html lang="{language}"' in text(page)


@pytest.mark.F54
def test_what_follows_asks_more_for_each_round_but_not_for_each_entry() -> None:
    def asked(entries: int, name: str) -> int:
        tournament = drawn(entries, table_high=2, name=name)
        match = won(tournament, (1, 1))
        who, typed = coordinator(), right(tournament)
        with CaptureQueriesContext(connection) as queries:
            assert who.post(url(tournament, match), typed).status_code == 200
        return len(queries)

    of_three_rounds, of_six_rounds = asked(8, "Pequeno"), asked(64, "Grande")
    assert of_six_rounds - of_three_rounds <= 3 * 12, (of_three_rounds, of_six_rounds)
