"""A planned date without a time, for programs."""

import pytest

from tests.api.programs import program
from tests.cast import ana
from tournaments.setup.create import USUAL_TABLES

pytestmark = pytest.mark.django_db
PARTS = {"kind": "campeonato", "name": "Mariapaulista", "year": 2026}
DAY, MOMENT = "2026-11-22", "2026-11-22T12:00:00Z"


def test_a_date_and_a_time_replace_each_other() -> None:
    ana_ = program(ana())
    made = ana_.post("tournaments/", {**PARTS, "starts_on": DAY})
    assert made.status == 201
    path = f"tournaments/{made.body['slug']}/"
    shown = [made.body]
    changes = ({"venue": "Centro"}, {"starts_at": MOMENT}, {"starts_on": DAY}, {"starts_on": None})
    shown += [ana_.patch(path, change).body for change in changes]
    assert [(body["starts_on"], body["starts_at"]) for body in shown] == [
        (DAY, None), (DAY, None), (None, MOMENT), (DAY, None), (None, None),
    ]  # fmt: skip


def test_a_tournament_made_without_tables_has_as_many_as_one_of_the_page() -> None:
    made = program(ana()).post("tournaments/", PARTS)
    tables = program(ana()).get(f"tournaments/{made.body['slug']}/tables/").body
    assert len(tables) == USUAL_TABLES


def test_both_together_are_refused() -> None:
    refused = program(ana()).post("tournaments/", {**PARTS, "starts_on": DAY, "starts_at": MOMENT})
    assert (refused.status, refused.codes) == (422, {"start_given_twice"})


def test_what_was_read_can_be_sent_again() -> None:
    ana_ = program(ana())
    made = ana_.post("tournaments/", {**PARTS, "starts_on": DAY})
    again = {name: made.body[name] for name in ("starts_on", "starts_at", "venue")}
    assert ana_.patch(f"tournaments/{made.body['slug']}/", again).body["starts_on"] == DAY
