"""What readers see of a tournament with Swiss rounds: names of rounds, and which match is the final."""

from collections.abc import Iterator

import pytest
from django.utils import timezone, translation

from accounts.models import Persona
from matches.models import Match
from scheduling.timetable_views import timetable_view
from scheduling.timetables import make_timetable, request_plan
from tests.cast import ana
from tests.swiss import closed, first_round, play_all, play_rounds
from tournaments.match_views.selectors import all_rounds, bracket, bracket_sizes, round_name, round_sizes
from tournaments.models import Tournament
from tournaments.penalties import named_matches_of
from tournaments.seats.due_seats import lost_place
from tournaments.standings.profile import participations
from tournaments.standings.sentences import why_sentence
from tournaments.standings.terms import PlaceReason
from web.templatetags.chama import match_name

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def names(tournament: Tournament) -> list[str]:
    """The names of all its rounds."""
    sizes = round_sizes(tournament)
    return [round_name(one, sizes) for one in sizes]


def finals(tournament: Tournament) -> list[str]:
    """The names of the matches that decide who wins."""
    found = [match for one in all_rounds(tournament) for match in one.matches]
    return [match_name(match) for match in found if match.is_final]


def test_swiss_rounds_are_named_and_none_is_the_final() -> None:
    tournament = first_round(12)
    assert names(tournament) == ["Swiss round 1"]
    assert finals(tournament) == []
    first = all_rounds(tournament)[0].matches[0]
    assert match_name(first) == "Round 1, match 1"


def test_only_rounds_of_the_bracket_are_final_and_semifinals() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2, advance=4, table_low=2, table_high=2)))
    assert names(tournament) == ["Swiss round 1", "Swiss round 2", "Semifinals", "Final"]
    assert finals(tournament) == ["Final"]
    assert [one.number for one in bracket(tournament)] == [3, 4]
    assert [one.number for one in bracket_sizes(tournament)] == [3, 4]


def test_a_swiss_round_of_two_tables_before_a_final_is_no_semifinal() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=1, advance=4, table_low=4)))
    assert names(tournament) == ["Swiss round 1", "Final"]


def test_a_match_of_the_stage_is_no_final_for_penalties_profiles_and_the_timetable() -> None:
    tournament = first_round(12)
    request_plan(tournament, by=ana(), now=timezone.now())
    make_timetable(tournament.ledger_id, now=timezone.now())
    planned = timetable_view(tournament, timezone.now())
    assert planned is not None
    assert {match_name(bar) for bar in planned.next} == {f"Round 1, match {n}" for n in (1, 2, 3)}
    persona = Persona.objects.filter(seats__match__ledger=tournament.ledger_id).first()
    assert persona is not None
    assert [match_name(one).split(",")[0] for one in named_matches_of(persona)] == ["Round 1"]
    play_all(tournament)
    played = participations(persona.player)[0].matches
    assert [match_name(one).split(",")[0] for one in played] == ["Round 1"]


def test_who_leaves_between_rounds_loses_no_place() -> None:
    """Nothing follows a match of the stage, so it is not the final."""
    tournament = first_round(12)
    play_all(tournament)
    winner = Match.objects.filter(ledger=tournament.ledger_id).first()
    assert winner is not None
    assert winner.winner is not None
    assert lost_place(winner.winner) is None


def test_means_of_a_stage_are_told_with_two_decimals() -> None:
    why = PlaceReason("stage_opponents", {"own": "13/18", "next": "2/3"})
    assert why_sentence(why, "chama") == "same wins; opponents with 0.72 wins on average, next had 0.67"
    with translation.override("pt-br"):
        assert "0,72" in why_sentence(why, "chama")
    whole = PlaceReason("stage_points", {"own": 2, "next": 1})
    assert why_sentence(whole, "chama") == "wins in the Swiss rounds: 2, next had 1"
