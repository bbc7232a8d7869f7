"""The match page: who sees what, starting, time, redraws."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Match, MatchState, Redraw
from tests.cast import ana, browser, bruno, caio, called, created, drawn, duda, fresh, played, running
from tests.unguarded import unguarded
from tournaments.models import Tournament
from tournaments.play.play import call_time

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def at(name: str, tournament: Tournament, match: Match) -> str:
    return reverse(name, args=[tournament.slug, match.code])


def first(tournament: Tournament) -> Match:
    return Match.objects.filter(ledger=tournament.ledger_id, sides__entry__isnull=False).order_by("pk")[0]


def page(who: Client, tournament: Tournament, match: Match) -> str:
    response = who.get(at("match", tournament, match))
    assert response.status_code == 200
    return response.content.decode()


def test_everybody_sees_who_sits_where_with_which_suit_and_draw() -> None:
    tournament = running(entries=4, table_high=4, variants=("calouro-do-chacrinha",))
    match = first(tournament)
    html = page(browser(), tournament, match)
    for seat in match.seats.select_related("persona__player"):
        assert seat.persona
        assert f"<bdi>{seat.persona.player.name}</bdi>" in html
        assert f"suit-{seat.suit}" in html
    assert html.count("draws 3") == match.seats.count()


def test_only_the_staff_find_the_sheet() -> None:
    tournament = running()
    match = first(tournament)
    sheet = f'action="{at("sheet", tournament, match)}"'
    for stranger in (browser(), browser(caio()), browser(duda())):
        assert sheet not in page(stranger, tournament, match)
    assert sheet in page(browser(bruno()), tournament, match)


def test_the_ruling_is_offered_to_the_coordinator_only() -> None:
    tournament = running()
    match = first(tournament)
    assert 'value="ruling"' not in page(browser(bruno()), tournament, match)
    assert 'value="ruling"' in page(browser(ana()), tournament, match)


def test_time_is_offered_only_where_matches_have_a_limit() -> None:
    tournament = running()
    assert 'value="time"' not in page(browser(bruno()), tournament, first(tournament))
    timed = running(name="Timed", time_limit=30)
    assert 'value="time"' in page(browser(bruno()), timed, first(timed))


def test_a_match_that_has_not_begun_can_end_without_play_only() -> None:
    tournament = drawn()
    html = page(browser(bruno()), tournament, first(tournament))
    assert 'value="walkover"' in html
    assert 'value="win_condition"' not in html


def test_a_judge_starts_the_match() -> None:
    tournament = drawn()
    match = first(tournament)
    response = browser(bruno()).post(at("match_start", tournament, match))
    assert (response.status_code, response["Location"]) == (302, at("match", tournament, match) + "#sheet")
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING


def test_who_has_no_part_in_it_starts_nothing() -> None:
    tournament = drawn()
    match = first(tournament)
    url = at("match_start", tournament, match)
    assert browser(duda()).post(url).status_code == 403
    assert browser(caio()).post(url).status_code == 403
    assert "/conta/entrar/" in browser().post(url)["Location"]
    assert browser(bruno()).get(url)["Location"] == at("match", tournament, match)
    match.refresh_from_db()
    assert match.state == MatchState.READY


def test_starting_a_match_that_changed_meanwhile_is_stale() -> None:
    tournament = running()
    match = first(tournament)
    played(match)
    response = browser(bruno()).post(at("match_start", tournament, match))
    assert response.status_code == 409
    assert "recorded" in response.content.decode()


def test_a_request_without_its_token_is_refused() -> None:
    tournament = drawn()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(bruno().user)  # type: ignore[arg-type]
    assert strict.post(at("match_start", tournament, first(tournament))).status_code == 403


def test_redraws_are_noted_and_the_third_is_refused_with_its_rule() -> None:
    tournament = running()
    match = first(tournament)
    seat = match.seats.select_related("persona").first()
    assert seat
    assert seat.persona
    judge, url = browser(bruno()), at("match_redraw", tournament, match)
    for _ in range(2):
        assert judge.post(url, {"persona": seat.persona.code}).status_code == 302
    refused = judge.post(url, {"persona": seat.persona.code})
    assert refused.status_code == 422
    assert "at most 2 redraws" in refused.content.decode()
    assert Redraw.objects.filter(match=match).count() == 2
    assert "2 of 2" in page(judge, tournament, match)


def test_a_redraw_of_somebody_who_does_not_sit_there_is_not_found() -> None:
    tournament = running()
    response = browser(bruno()).post(at("match_redraw", tournament, first(tournament)), {"persona": "nobody"})
    assert response.status_code == 404


def test_time_cannot_be_called_before_it_is_over() -> None:
    tournament = running(time_limit=50)
    match = first(tournament)
    assert browser(bruno()).post(at("match_time", tournament, match)).status_code == 422
    match.refresh_from_db()
    assert match.time_called_at is None


def test_the_clock_counts_to_the_limit_and_then_says_time() -> None:
    tournament = running(time_limit=50)
    match = first(tournament)
    assert match.time_due_at
    html = page(browser(), tournament, match)
    assert f'data-due="{match.time_due_at.isoformat()}"' in html
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    assert "data-due" not in (html := page(browser(), tournament, match))
    assert "4.7.1" in html


def test_a_poll_without_news_costs_nothing_and_one_with_news_brings_the_head() -> None:
    tournament = running()
    match = first(tournament)
    url, visitor = at("match", tournament, match), browser()
    seq = tournament.ledger.head_seq
    quiet = visitor.get(f"{url}?seq={seq}", headers=HTMX)
    assert (quiet.status_code, quiet.content) == (204, b"")
    assert "HX-Request" in quiet["Vary"]
    played(match)
    news = visitor.get(f"{url}?seq={seq}&estado=playing", headers=HTMX)
    assert news.status_code == 200
    assert news.content.decode().lstrip().startswith('<div id="match-head"')


def test_a_judge_is_told_that_the_match_went_on_without_them() -> None:
    tournament = running()
    match = first(tournament)
    played(match)
    poll = browser(bruno()).get(f"{at('match', tournament, match)}?seq=1&estado=playing", headers=HTMX)
    assert "Something happened at this match" in poll.content.decode()


def test_the_winner_s_way_is_shown_after_the_match() -> None:
    tournament = drawn(entries=8, table_high=2)
    match = first(tournament)
    played(match)
    html = page(browser(), tournament, match)
    assert "Result" in html
    assert "Round 2, match 1" in html or "Round 2, match 2" in html


def test_pairs_stand_together_and_sit_apart() -> None:
    tournament = running(entries=4, kind="duplas")
    match = first(tournament)
    html = page(browser(bruno()), tournament, match)
    assert [seat.side.number for seat in match.seats.order_by("number")] == [1, 2, 1, 2]
    assert html.count('name="winner"') == 2
    assert html.count('class="sheet-line"') == 4


def test_a_match_of_another_tournament_is_not_found() -> None:
    tournament, other = running(), created(name="Outro")
    assert browser().get(at("match", other, first(tournament))).status_code == 404
    assert browser().get(reverse("match", args=[tournament.slug, "mnothing"])).status_code == 404


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_the_page_speaks_the_reader_s_language(language: str) -> None:
    tournament = running(time_limit=30)
    response = browser(bruno(), language=language).get(at("match", tournament, first(tournament)))
    assert f'<html lang="{language}"' in response.content.decode()


@pytest.mark.F65
def test_a_name_cannot_bring_markup() -> None:
    tournament = running()
    match = first(tournament)
    seat = match.seats.select_related("persona__player").first()
    assert seat
    assert seat.persona
    seat.persona.player.name = "<script>alert(1)</script>"
    seat.persona.player.save()
    for name in ("match", "sheet_check"):
        judge = browser(bruno())
        url = at(name, tournament, match)
        html = (
            judge.get(url) if name == "match" else judge.post(url, {"ended_by": "nobody"})
        ).content.decode()
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert" in html


def test_the_page_asks_few_questions(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    tournament = running(entries=16, table_high=4, time_limit=50)
    judge, url = browser(bruno()), at("match", tournament, called_or_first(tournament))
    with django_assert_max_num_queries(25):
        judge.get(url)


def called_or_first(tournament: Tournament) -> Match:
    return next(iter(called(tournament)), first(tournament))


def test_a_finished_tournament_s_match_takes_no_more_acts() -> None:
    tournament = running()
    match = first(tournament)
    tournament.state, tournament.finished_at = "finished", timezone.now()
    with unguarded():
        tournament.save()
    assert browser(bruno()).post(at("match_start", fresh(tournament), match)).status_code == 409
