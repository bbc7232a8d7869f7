"""As many queries for forty entries as for ten."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast
from tests.api import sheets
from tests.api.programs import program
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F54]

READS = (
    "", "staff/", "tables/", "entries/", "draw/", "draw/ready/", "bracket/", "matches/", "now/", "standing/",
    "record/", "people/",
)  # fmt: skip
MAX_QUERIES = 30
MAX_RESULT_QUERIES = 28


def _queries(tournament: Tournament, path: str) -> int:
    ana = program(cast.ana())
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert ana.get(f"tournaments/{tournament.slug}/{path}").status == 200
    return len(queries)


def test_reading_takes_the_same_queries_however_many_play() -> None:
    small, large = cast.running(10), cast.running(40, name="Grande", tables=20)
    counts = {path: (_queries(small, path), _queries(large, path)) for path in READS}
    assert {path: pair for path, pair in counts.items() if pair[0] != pair[1]} == {}
    assert {path: pair for path, pair in counts.items() if pair[0] > MAX_QUERIES} == {}


def test_a_list_of_tournaments_takes_the_same_queries_however_long() -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            program(cast.ana()).get("tournaments/")
        return len(queries)

    cast.announced(name="Um")
    program(cast.ana())
    first = count()
    for name in ("Dois", "Tres", "Quatro"):
        cast.announced(name=name)
    assert count() == first


@pytest.mark.F56
def test_an_answer_of_nothing_new_takes_few_queries() -> None:
    address = f"tournaments/{cast.running(20).slug}/bracket/"
    known = program().get(address).headers["etag"]
    with CaptureQueriesContext(connection) as queries:
        assert program().get(address, If_None_Match=known).status == 304
    assert len(queries) <= 2


def _result_queries(entries: int, name: str) -> int:
    """The queries of recording a plain win of a duel in round 1, with its claim, answer and savepoints."""
    tournament = cast.running(entries, name=name, table_high=2)
    path = f"tournaments/{tournament.slug}/matches/"
    match = program().get(path + "?state=playing").body["results"][0]
    judge = program(cast.bruno())
    with CaptureQueriesContext(connection) as queries:
        assert judge.post(f"{path}{match['code']}/sheet/", sheets.won(match), key=name).status == 200
    return len(queries)


def test_recording_a_result_takes_few_queries_however_many_play() -> None:
    small, large = _result_queries(8, "Pequeno"), _result_queries(32, "Grande")
    assert small == large
    assert large <= MAX_RESULT_QUERIES
