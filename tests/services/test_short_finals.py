"""A final below the smallest table, where the coordinator allows one (house rule `short_final`)."""

from typing import Any

import pytest

from core.errors import Refused
from matches.models import Match
from tests.cast import START, ana, checked_in, drawn, played
from tournaments.draw.publish import publish_draw
from tournaments.draw.readiness import offered_shapes

pytestmark = pytest.mark.django_db
KINGDOMS: dict[str, Any] = {"game": "jogo-dos-reinos", "kind": "reinos", "table_low": 4, "table_high": 8}
SHORT: dict[str, Any] = {**KINGDOMS, "house_rules": {"short_final": True}}


def test_twelve_kingdoms_have_no_bracket_of_tables_of_four_to_eight() -> None:
    with pytest.raises(Refused) as refused:
        drawn(12, **KINGDOMS)
    (violation,) = refused.value.violations
    assert (violation.code, violation.facts["nearest"]) == ("no_shape", [8, 16])


def test_a_final_of_three_is_offered_and_played() -> None:
    tournament = drawn(12, **SHORT)
    for match in Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "number"):
        played(Match.objects.get(pk=match.pk), seed=match.number)
    final = Match.objects.get(ledger=tournament.ledger_id, round=2)
    assert final.sides.count() == 3
    assert final.winner is not None


def test_another_short_final_may_be_picked() -> None:
    tournament = checked_in(12, **{**SHORT, "house_rules": {"short_final": True, "shape": "chosen"}})
    offers = [offer.shape.rounds for offer in offered_shapes(tournament)]
    assert offers == [((4, 4, 4), (3,)), ((6, 6), (2,))]
    publish_draw(tournament, shape=offers[1], by=ana(), now=START)
    assert Match.objects.filter(ledger=tournament.ledger_id).count() == 3
