"""Cards that nobody counted, for programs: null goes in and comes out, and is never 0."""

from typing import Any

import pytest

from tests import cast
from tests.api import sheets
from tests.api.programs import program
from tests.api.test_matches import _match

pytestmark = [pytest.mark.django_db, pytest.mark.F92]
CARDS = ("intact", "razed", "commanders", "armies")


def lost(match: Any, **counts: int | None) -> sheets.Sheet:
    """A win of side 1 in a duel, and these numbers of the other."""
    sheet = sheets.won(match)
    sheet["lines"][1] = {"player": sheet["lines"][1]["player"], **counts}
    return sheet


@pytest.mark.parametrize("counts", [dict.fromkeys(CARDS), {"intact": None}])
def test_null_goes_in_and_comes_out(counts: dict[str, None]) -> None:
    path, match = _match(cast.running(4, table_high=2))
    done = program(cast.bruno()).post(f"{path}sheet/", lost(match, **counts))
    assert done.status == 200
    shown = program().get(path).body
    assert [shown["sheet"]["lines"][1][key] for key in CARDS] == [None] * 4
    assert (shown["sheet"]["scores"]["2"], shown["sides"][1]["score"]) == (None, None)


def test_numbers_beside_null_are_refused_where_they_are_missing() -> None:
    path, match = _match(cast.running(4, table_high=2))
    refused = program(cast.bruno()).post(f"{path}sheet/", lost(match, intact=None, commanders=2))
    assert (refused.status, refused.fields) == (400, {"lines.1.intact": "line_counted_in_part"})


def test_who_has_to_be_counted_is_said() -> None:
    path, match = _match(cast.running(4, table_high=2))
    sheet = sheets.won(match)
    sheet["lines"][0] = {"player": sheet["lines"][0]["player"], "intact": None}
    verdict = program(cast.bruno()).post(f"{path}check/", sheet).body
    (violation,) = verdict["violations"]
    assert (violation["code"], violation["facts"]) == ("uncounted_cards_prove", {"side": 1})
    assert (violation["field"], "side 1" in violation["message"]) == ("lines.0", True)


def test_tables_whose_counting_could_change_places_are_listed() -> None:
    tournament = cast.running(3, table_high=3)
    path, match = _match(tournament)
    address = f"tournaments/{tournament.slug}/uncounted/"
    assert program().get(address).body == []
    program(cast.bruno()).post(f"{path}sheet/", lost(match, intact=None))
    (table,) = program().get(address).body
    assert (table["match"]["code"], table["first_place"], table["last_place"]) == (match["code"], 2, 3)
    assert [side["number"] for side in table["sides"]] == [2]
    places = program().get(f"tournaments/{tournament.slug}/standing/").body["results"]
    assert [(place["place"], place["is_uncounted"]) for place in places] == [(1, False), (2, True), (2, True)]
