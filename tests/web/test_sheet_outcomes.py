"""What the answer to a sheet tells the device that sent it."""

import pytest
from django.utils import timezone

from tests.cast import ana, fresh, running
from tests.web.sheets import first, plain, post
from tournaments.standings.finish import finish

pytestmark = pytest.mark.django_db


@pytest.mark.fault("F115")
def test_the_answer_says_whether_the_server_has_the_submission() -> None:
    tournament = running(4, table_high=4)
    match = first(tournament)
    other = {"ended_by": "win_condition", "winner": "2", "lines.1.intact": "6", "report": "r2"}
    outcomes = [
        post("sheet", tournament, match, plain(**{"lines.1.intact": "9"})),
        post("sheet", tournament, match, plain()),
        post("sheet", tournament, match, plain()),
        post("sheet", tournament, match, other, ana()),
        post("sheet", tournament, match, other, ana()),
    ]
    assert [answer.get("Sheet-Outcome") for answer in outcomes] == [
        None,
        *["recorded"] * 2,
        *["disputed"] * 2,
    ]
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert "Sheet-Outcome" not in post("sheet", tournament, match, {**other, "report": "r3"})
