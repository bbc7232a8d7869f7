"""The second chance for programs: shapes, draw, bracket, matches, the player's status."""

import pytest

from matches.models import Entry, MatchState
from tests.acts import Moments, finish, moments
from tests.api.programs import program
from tests.cast import ana, caio, checked_in, drawn, fresh
from tests.second_chance import FINAL_SEAT, OWN_TITLE, own
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Moments:
    return moments()


def base(tournament: Tournament) -> str:
    return f"tournaments/{tournament.slug}/"


def test_each_shape_says_how_many_matches_it_has() -> None:
    client = program(ana())
    chosen = checked_in(8, table_high=2, house_rules=OWN_TITLE)
    assert [offer["second_chance"] for offer in client.get(f"{base(chosen)}draw/shapes/").body] == [3]
    plain = checked_in(8, table_high=2)
    assert [offer["second_chance"] for offer in client.get(f"{base(plain)}draw/shapes/").body] == [None]


def test_a_shape_that_can_have_none_is_refused() -> None:
    tournament = checked_in(16, table_high=4, house_rules=FINAL_SEAT)
    client = program(ana())
    offers = client.get(f"{base(tournament)}draw/shapes/").body
    lacking = next(offer for offer in offers if offer["second_chance"] == 0)
    answer = client.post(f"{base(tournament)}draw/", {"shape": lacking["shape"]})
    assert answer.fields == {"shape": "no_second_chance"}


def test_the_draw_has_its_tables_and_the_bracket_its_rounds() -> None:
    tournament = drawn(13, kind="duplas", house_rules=OWN_TITLE)
    client = program()
    assert client.get(f"{base(tournament)}draw/").body["second_chance"] == [[2], [2, 2], [2]]
    bracket = client.get(f"{base(tournament)}bracket/").body
    assert [len(one["matches"]) for one in bracket["rounds"]] == [8, 4, 2, 1]
    assert [(one["number"], len(one["matches"])) for one in bracket["second_chance"]] == [
        (2, 1),
        (3, 2),
        (4, 1),
    ]
    first = bracket["second_chance"][0]["matches"][0]
    assert first["second_chance"]
    assert first["sides"][0]["feed"].split()[-1].startswith("1.")
    assert not bracket["rounds"][0]["matches"][0]["second_chance"]
    alone = client.get(f"{base(tournament)}bracket/?round=3").body
    assert [one["number"] for one in (*alone["rounds"], *alone["second_chance"])] == [3, 3]


def test_who_has_the_title_is_named_at_the_end(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=OWN_TITLE)
    client = program(caio())
    assert client.get(f"{base(tournament)}bracket/").body["second_chance_winner"] is None
    finish(tournament, clock)
    last = own(tournament)[-1]
    assert last.state == MatchState.ENDED
    assert last.winner is not None
    holder = client.get(f"{base(fresh(tournament))}bracket/").body["second_chance_winner"]
    assert holder["entry"] == last.winner.code
    own_entry = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=caio())
    status = client.get(f"{base(fresh(tournament))}mine/").body["status"]
    assert (status == "second_chance_won") == (last.winner == own_entry)
