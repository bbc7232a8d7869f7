"""Points by placement in a stage, for programs."""

import pytest
from django.utils import timezone

from tests import cast
from tests.api.programs import program
from tests.swiss import by_placement, in_groups, swiss, win_all
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FACTS = {"kind": "campeonato", "name": "Suíço", "year": 2026, "table_low": 3}
PLANS = [by_placement(3, 4)[0], {**in_groups(2, 3, 2)[0], "points": "placement"}]


@pytest.mark.parametrize("plan", PLANS, ids=["swiss", "groups"])
def test_a_plan_with_places_is_created_and_read(plan: dict[str, object]) -> None:
    ana = program(cast.ana())
    made = ana.post("tournaments/", {**FACTS, "stages": [plan]}).body
    assert made["stages"] == [plan]
    path = f"tournaments/{made['slug']}/"
    assert ana.get(path).body["stages"] == [plan]
    assert ana.patch(path, {"venue": "Praia"}).body["stages"] == [plan]
    by_wins = ana.patch(path, {"stages": [{**plan, "points": "win"}]}).body["stages"]
    assert by_wins == [{**plan, "points": "win"}]
    assert "points" not in Tournament.objects.get().stages[0]


@pytest.mark.parametrize("plan", PLANS, ids=["swiss", "groups"])
def test_tables_of_two_have_no_places(plan: dict[str, object]) -> None:
    facts = {**FACTS, "table_low": 2, "table_high": 2}
    refused = program(cast.ana()).post("tournaments/", {**facts, "stages": [plan]})
    assert (refused.status, refused.fields) == (422, {"stages.0.points": "placement_needs_larger_tables"})


def test_a_win_may_be_said_or_not() -> None:
    tournament = cast.checked_in(8, stages=swiss(), table_low=3)
    publish_draw(tournament, by=cast.ana(), now=timezone.now())
    path, ana = f"tournaments/{tournament.slug}/", program(cast.ana())
    said = {"stages": [{**swiss()[0], "points": "win"}], "reason": "Nada muda"}
    assert ana.patch(path, said).status == 200
    said = {"stages": by_placement(), "reason": "Tudo muda"}
    assert ana.patch(path, said).fields == {"stages": "closed_by_draw"}


def test_the_order_has_exact_points() -> None:
    tournament = cast.checked_in(7, stages=by_placement(), table_low=3)
    publish_draw(tournament, by=cast.ana(), now=timezone.now())
    win_all(tournament)
    stage = program(cast.ana()).get(f"tournaments/{tournament.slug}/stage/").body
    assert stage["plan"]["points"] == "placement"
    assert [row["points"] for row in stage["order"]] == ["3", "3", "1", "1", "1", "3/4", "3/4"]
    assert stage["order"][-1]["opponents"] == "15/8"
