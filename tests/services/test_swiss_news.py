"""News, paper and tables about Swiss rounds: each is drawn, and their order decides who goes on."""

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from core.errors import Refused
from core.models import RecordLine
from matches.models import Match, MatchState
from matches.sheet_values import PaperTimes
from tests.cast import ana, browser, fresh, plain_win
from tests.swiss import closed, first_round, play_all, play_rounds
from tournaments.departures.disqualify import disqualify
from tournaments.departures.join_stage import join_between_rounds
from tournaments.draw.rounds import draw_round
from tournaments.inputs import NewEntry
from tournaments.models import Draw, Stage, Tournament
from tournaments.play.record_from_paper import record_from_paper
from tournaments.share.feed import tournament_news
from tournaments.share.news import pairings, results
from tournaments.standings.selectors import names_without_place, standings_of
from tournaments.standings.sentences import row_sentence
from tournaments.standings.terms import PlaceReason, Row
from tournaments.webhooks.deliveries import KINDS
from web.record.words import LINES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def second_round(**chosen: int) -> Tournament:
    """The second round is drawn."""
    tournament = first_round(12, **chosen)
    play_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


def headings(tournament: Tournament) -> set[str]:
    """The headings of its news."""
    return {item.heading for item in tournament_news(tournament)}


def test_each_drawn_round_is_news() -> None:
    tournament = second_round()
    found = {item.key: item for item in tournament_news(tournament)}
    assert {"drawn-1", "drawn-2", "ended-1"} <= found.keys()
    assert found["drawn-2"].heading == "Swiss round 2 is drawn"
    assert found["drawn-2"].at == Draw.objects.get(tournament=tournament, first_round=2).published_at
    assert not {"draw", "stage"} & found.keys()
    assert {item.page for key, item in found.items() if key[-2:] in ("-1", "-2")} == {"rounds"}


def test_who_goes_on_is_news_and_then_the_bracket() -> None:
    tournament = closed(play_rounds(first_round(12, rounds=1)))
    found = {item.key: item for item in tournament_news(tournament)}
    assert found["draw"].heading == "The bracket is drawn"
    assert found["stage"].heading == "After the Swiss rounds: who goes on"
    assert len(found["stage"].lines) == len(Stage.objects.get(tournament=tournament).advanced or ())


def test_the_end_of_rounds_without_a_bracket_is_news() -> None:
    tournament = closed(play_rounds(first_round(12, rounds=1, advance=0)))
    assert "The Swiss rounds are over" in headings(tournament)


def test_a_feed_is_read_in_every_part_of_the_day() -> None:
    tournament = second_round()
    assert browser().get(reverse("tournament_feed", args=[tournament.slug])).status_code == 200


def test_pairings_and_results_name_the_swiss_round() -> None:
    tournament = second_round()
    tables, ended = pairings(tournament), results(tournament)
    assert tables is not None
    assert ended is not None
    assert tables.heading == "Swiss round 2"
    assert ended.heading == "Swiss round 1: results"


def test_every_line_of_a_stage_has_words_and_reaches_webhooks() -> None:
    assert {"round.drawn", "stage.closed"} <= KINDS
    assert {"round.drawn", "stage.closed"} <= LINES.keys()


def test_entries_drawn_in_any_round_without_a_place_are_named() -> None:
    """The order of the first draw has no one who joined later."""
    tournament = first_round(12)
    late = join_between_rounds(
        tournament, entry=NewEntry(("Tarde",)), reason="bus", by=ana(), now=timezone.now()
    )
    play_all(fresh(tournament))
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    disqualify(late, reason="cheated", by=ana(), now=timezone.now())
    tournament = fresh(tournament)
    assert names_without_place(tournament, standings_of(tournament)) == (("Tarde",),)


def test_a_shared_place_of_the_stage_speaks_of_no_table_place() -> None:
    row = Row(3, ("a", "b"), Fraction(0), None, of_stage="swiss")
    assert row_sentence(row, "chama") == "shares place 3: equal in the Swiss rounds"
    why = PlaceReason("stage_points", {"own": "2", "next": "1"})
    first = Row(1, ("a",), Fraction(0), why, of_stage="swiss")
    assert row_sentence(first, "chama") == "wins in the Swiss rounds: 2, next had 1"


def test_a_sheet_from_paper_is_not_older_than_the_draw_of_its_round() -> None:
    tournament = second_round()
    drawn = Draw.objects.get(tournament=tournament, first_round=2).published_at
    Draw.objects.filter(tournament=tournament, first_round=1).update(published_at=drawn - timedelta(hours=2))
    match = Match.objects.filter(ledger=tournament.ledger_id, round=2, state=MatchState.READY).earliest(
        "number"
    )
    played = PaperTimes(began=drawn - timedelta(hours=1), ended=drawn - timedelta(minutes=1))
    with pytest.raises(Refused, match="paper_before_draw"):
        record_from_paper(
            match, sheet=plain_win(match), played=played, by=ana(), now=drawn + timedelta(minutes=1)
        )


def test_the_poster_of_the_bracket_waits_for_it() -> None:
    poster = ("printed_paper", "chave")
    tournament = second_round()
    page = reverse(poster[0], args=[tournament.slug, poster[1]])
    assert browser(ana()).get(page).status_code == 404
    assert browser(ana()).get(reverse("printing", args=[tournament.slug])).status_code == 200


def test_the_poster_has_the_rounds_of_the_bracket() -> None:
    tournament = closed(play_rounds(first_round(12, rounds=1)))
    page = reverse("printed_paper", args=[tournament.slug, "chave"])
    assert browser(ana()).get(page).status_code == 200


@pytest.mark.parametrize("paper", ["classificacao", "etiquetas"])
def test_other_papers_are_there_between_rounds(paper: str) -> None:
    tournament = first_round(12)
    play_all(tournament)
    page = reverse("printed_paper", args=[tournament.slug, paper])
    assert browser(ana()).get(page).status_code == 200


@pytest.mark.parametrize("page", ["record_page", "standing", "share", "hall", "tournament", "timetable"])
def test_pages_open_between_rounds(page: str) -> None:
    tournament = first_round(12)
    play_all(tournament)
    assert RecordLine.objects.filter(ledger=tournament.ledger_id, type="round.drawn").exists()
    assert browser(ana()).get(reverse(page, args=[tournament.slug])).status_code == 200
