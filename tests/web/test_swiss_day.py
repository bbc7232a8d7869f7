"""What the day says in a tournament with Swiss rounds: the next step, one's own place, the regulation."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from matches.models import Entry, Match
from tests.acts import moments, walked_over
from tests.cast import ana, browser, bruno, caio, checked_in, created, drawn, duda, fresh
from tests.swiss import closed, first_round, play_all, play_rounds, swiss
from tests.web.html import text
from tournaments.departures.join_stage import join_between_rounds
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.draw.rounds import draw_round
from tournaments.entry_names import names_of
from tournaments.inputs import NewEntry
from tournaments.match_views.whereabouts import MyDay, my_day, whereabouts
from tournaments.models import Stage, Tournament
from tournaments.now.my_events import my_tournaments
from tournaments.setup.announcement_text import announcement_text

pytestmark = pytest.mark.django_db


def page(tournament: Tournament, name: str, who: Player | None = None) -> str:
    answer = browser(who).get(reverse(name, args=[tournament.slug]))
    assert answer.status_code == 200
    return text(answer)


def round_played(*, rounds: int = 2, **chosen: Any) -> Tournament:
    tournament = first_round(8, rounds=rounds, **chosen)
    play_all(tournament)
    return fresh(tournament)


def own_day(tournament: Tournament, player: Player) -> MyDay:
    """How the player's day stands."""
    day = my_day(tournament, player)
    assert day is not None
    return day


# --- the next step -----------------------------------------------------------------------------------


def test_after_a_round_the_next_one_is_drawn() -> None:
    tournament = round_played()
    draws = f'id="step" href="{reverse("round_draw", args=[tournament.slug])}"'
    assert draws in page(tournament, "now", ana())
    judged = page(tournament, "now", bruno())
    assert "Draw the next Swiss round" in judged
    assert draws not in judged


def test_after_the_last_round_the_rounds_are_closed() -> None:
    tournament = play_rounds(first_round(8, rounds=2))
    assert f'id="step" href="{reverse("stage_close", args=[tournament.slug])}"' in page(
        tournament, "now", ana()
    )


def test_after_the_end_the_bracket_is_played_and_then_the_tournament_finished() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2)))
    assert browser(ana()).get(reverse("now", args=[tournament.slug])).context["now"].next_act == "play"
    play_all(tournament)
    assert f'id="step" href="{reverse("finish", args=[tournament.slug])}"' in page(tournament, "now", ana())


def test_rounds_without_a_bracket_are_followed_by_the_end_of_the_day() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2, advance=0)))
    assert f'id="step" href="{reverse("finish", args=[tournament.slug])}"' in page(tournament, "now", ana())


def test_between_rounds_the_day_is_not_over() -> None:
    answer = browser(ana()).get(reverse("organize", args=[round_played().slug]))
    steps = {link.step.code: link.step for link in answer.context["steps"]}
    assert (steps["play"].is_next, steps["play"].is_done) == (True, False)


def test_the_front_page_leads_to_the_next_round() -> None:
    tournament = round_played()
    html = text(browser(ana()).get("/"))
    assert f'href="{reverse("round_draw", args=[tournament.slug])}"' in html


# --- one's own place ---------------------------------------------------------------------------------


def mine(tournament: Tournament) -> str:
    """What Caio reads about himself."""
    html = page(tournament, "tournament", caio())
    return html.split('class="card card-felt mine"')[1].split("</section>")[0]


def test_after_a_match_nobody_is_out_and_waits_for_the_next_round() -> None:
    tournament = round_played()
    assert own_day(tournament, caio()).status == "next_round"
    assert "Wait for Swiss round 2" in mine(tournament)
    found = browser().get(reverse("where", args=[tournament.slug]), {"q": "o"}).context["sought"].found
    assert {one.status for one in found} == {"next_round"}
    assert "Wait for Swiss round 2" in text(browser(caio()).get("/"))


def test_who_came_after_the_draw_waits_for_the_next_round() -> None:
    tournament = first_round(8, rounds=2)
    late = NewEntry((duda().name,), players=(duda().code,))
    join_between_rounds(tournament, entry=late, reason="bus", by=ana(), now=timezone.now())
    assert "Wait for Swiss round 2" in page(tournament, "tournament", duda())
    (found,) = whereabouts(fresh(tournament), duda().name).found
    assert found.status == "next_round"
    play_all(tournament)
    closed(fresh(tournament))
    assert own_day(fresh(tournament), duda()).status == "stage_over"


def test_who_comes_back_waits_for_the_round_that_is_not_drawn() -> None:
    tournament = first_round(8, rounds=3)
    entry = own_day(tournament, caio()).entry
    play_all(tournament)
    withdraw(entry, reason="", by=ana(), now=timezone.now())
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    reinstate(Entry.objects.get(pk=entry.pk), reason="back", by=ana(), now=timezone.now())
    assert "Wait for Swiss round 3" in mine(fresh(tournament))


def test_while_rounds_are_played_pages_lead_to_them_and_not_to_a_bracket() -> None:
    tournament = first_round(8, rounds=2)
    bracket = f'href="{reverse("bracket", args=[tournament.slug])}"'
    for name in ("tournament", "now"):
        assert bracket not in browser(ana()).get(reverse(name, args=[tournament.slug])).content.decode()
    tournament = closed(play_rounds(tournament))
    assert bracket in browser().get(reverse("tournament", args=[tournament.slug])).content.decode()


def test_before_the_draw_tables_are_awaited_and_no_bracket() -> None:
    tournament = checked_in(8, stages=swiss(2, 4), table_low=3)
    assert "once the tables are drawn" in mine(tournament)


def test_a_swiss_match_that_nobody_won_has_no_winner_to_go_on() -> None:
    tournament = first_round(8, rounds=2)
    match = Match.objects.filter(ledger=tournament.ledger_id).earliest("number")
    walked_over(match, *range(1, match.sides.count() + 1), clock=moments())
    address = reverse("match", args=[tournament.slug, match.code])
    assert "No one wins this match." in text(browser().get(address))


@pytest.mark.parametrize(("advance", "said"), [(4, "whether you go on"), (0, "Your place is final once")])
def test_after_the_last_round_one_waits_for_its_end(advance: int, said: str) -> None:
    assert said in mine(play_rounds(first_round(8, rounds=2, advance=advance)))


def test_after_the_end_one_went_on_or_not() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2)))
    went_on = Stage.objects.get().advanced or ()
    names = {code: names[0] for code, names in names_of(tournament).items()}
    found = {one.names[0]: one.status for code in names for one in whereabouts(tournament, names[code]).found}
    assert {found[names[code]] for code in went_on} == {"ready"}
    assert {status for name, status in found.items() if name not in {names[code] for code in went_on}} == {
        "stage_over"
    }


def test_who_did_not_go_on_reads_the_place() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2, advance=0)))
    assert "You finished in place" in mine(tournament)
    assert my_tournaments(caio(), timezone.now()) == []


def test_a_round_that_is_being_played_counts_as_before() -> None:
    assert own_day(first_round(8), caio()).status == "ready"


# --- the announcement --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advance", "then"), [(4, "os 4 melhores avançam para a chave."), (0, "não há chave.")]
)
def test_the_proposed_announcement_has_the_rounds(advance: int, then: str) -> None:
    tournament = created(stages=tuple(swiss(3, advance)), table_low=3)
    lines = announcement_text(tournament, "").splitlines()
    assert f"3 rodadas suíças para todos; {then}" in lines
    assert "Mesas de 3 a 4 inscrições." in lines


# --- the regulation ----------------------------------------------------------------------------------


def test_the_regulation_has_the_rounds_and_the_border() -> None:
    html = page(first_round(8, rounds=2), "regulation")
    assert "There are 2 Swiss rounds" in html
    assert "The best 4 go on to the bracket" in html
    assert "only at tables of round 1" not in html
    assert "All or nothing: the winner of the match" not in html
    assert "In the bracket the winner of the match goes on" in html


def test_without_a_bracket_it_says_so() -> None:
    html = page(first_round(8, rounds=2, advance=0), "regulation")
    assert "No bracket follows" in html
    assert "the winner of the match goes on" not in html
    assert "Tables and bracket" not in html
    assert "Shape of the bracket" not in html


def test_a_bracket_alone_has_no_word_of_it() -> None:
    assert "Swiss" not in page(drawn(4), "regulation")
