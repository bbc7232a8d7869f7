"""The regulation: confirmed as it was read, before the draw, and anew after every change of its terms."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from rulesets import editions
from rulesets.editions import Edition
from tests import cast
from tests.acts import assert_sound, line_types
from tests.cast import START, ana, announced, bruno, checked_in, confirmed, created, fresh
from tournaments.draw.publish import publish_draw
from tournaments.draw.readiness import check_ready
from tournaments.models import Confirmation, State, Tournament
from tournaments.regulation.confirm import adopt_edition, confirm_regulation
from tournaments.regulation.selectors import confirmation_of, is_confirmed, version_of
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament, check_facts

pytestmark = pytest.mark.django_db
LATER = START + timedelta(minutes=5)


def missing(tournament: Tournament) -> set[str]:
    return {violation.code for violation in check_ready(tournament)}


def draw(tournament: Tournament, regulation: str | None = None) -> None:
    publish_draw(tournament, regulation=regulation, by=ana(), now=LATER)


def changed(tournament: Tournament, **chosen: Any) -> Tournament:
    facts = replace(facts_of(tournament), **chosen)
    change_tournament(tournament, facts=facts, by=ana(), now=LATER)
    return fresh(tournament)


def test_a_ranked_tournament_is_drawn_only_under_a_confirmed_regulation() -> None:
    tournament = changed(checked_in(8, ranked=True), multiplier=2)
    assert missing(tournament) == {"regulation_not_confirmed"}
    with pytest.raises(Refused, match="regulation_not_confirmed"):
        draw(tournament)
    tournament = confirmed(tournament)
    assert missing(tournament) == set()
    draw(tournament)
    assert_sound(fresh(tournament))


@pytest.mark.parametrize("ranked", [True, False])
def test_the_draw_confirms_the_version_that_was_read(ranked: bool) -> None:
    tournament = changed(checked_in(8, ranked=ranked), time_limit=50)
    draw(tournament, version_of(tournament))
    assert line_types(tournament, 2) == ["regulation.confirmed", "draw.published"]
    assert is_confirmed(fresh(tournament))
    assert_sound(fresh(tournament))


def test_a_draw_under_a_regulation_that_changed_meanwhile_is_refused() -> None:
    tournament = checked_in(8)
    read = version_of(tournament)
    tournament = changed(tournament, special_rules="Sem relógio na final.")
    with pytest.raises(Refused, match="regulation_changed"):
        draw(tournament, read)
    assert fresh(tournament).state == State.PREPARING
    assert not Confirmation.objects.exists()


def test_an_unranked_tournament_may_be_drawn_without() -> None:
    tournament = checked_in(4)
    draw(tournament)
    assert confirmation_of(tournament) is None


@pytest.mark.parametrize(
    "chosen",
    [
        {"multiplier": 3}, {"time_limit": 25}, {"table_high": 3}, {"variants": ("xisum",)},
        {"house_rules": {"grace_minutes": 5}}, {"special_rules": "Final de pé."}, {"kind": "guerrilha"},
    ],
)  # fmt: skip
def test_each_change_of_the_terms_asks_for_a_new_confirmation(chosen: dict[str, object]) -> None:
    tournament = announced(ranked=True)
    assert is_confirmed(tournament)
    assert not is_confirmed(changed(tournament, **chosen))


@pytest.mark.parametrize("chosen", [{"name": "Outro"}, {"venue": "Rua 2"}, {"capacity": 40}])
def test_what_is_no_rule_leaves_the_confirmation_standing(chosen: dict[str, object]) -> None:
    assert is_confirmed(changed(announced(ranked=True), **chosen))


def test_confirming_again_writes_nothing() -> None:
    tournament = confirmed(created())
    again = confirmed(tournament)
    assert again.ledger.head_seq == tournament.ledger.head_seq
    assert Confirmation.objects.count() == 1


def test_only_who_coordinates_confirms_and_only_what_is_in_force() -> None:
    tournament = created()
    with pytest.raises(Forbidden):
        confirm_regulation(tournament, version=version_of(tournament), by=bruno(), now=LATER)
    with pytest.raises(Refused, match="regulation_changed"):
        confirm_regulation(tournament, version="f" * 64, by=ana(), now=LATER)


def test_a_newer_edition_is_told_and_adopted_before_the_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = checked_in(8, ranked=True)
    newer = Edition("chama@" + "a" * 12, "a" * 64)
    monkeypatch.setattr(editions, "current", lambda game: newer)
    assert missing(tournament) == {"rules_not_current"}
    adopted = adopt_edition(tournament, by=ana(), now=LATER)
    assert (adopted.edition, adopted.edition_hash) == (newer.id, newer.sha256)
    assert missing(fresh(tournament)) == {"regulation_not_confirmed"}
    draw(confirmed(fresh(tournament)))
    with pytest.raises(Stale, match="draw_published"):
        adopt_edition(tournament, by=ana(), now=LATER)


def test_there_is_nothing_to_adopt_under_the_current_edition() -> None:
    with pytest.raises(Stale, match="edition_is_current"):
        adopt_edition(created(), by=ana(), now=LATER)


@pytest.mark.parametrize(("multiplier", "stands"), [(0, False), (1, True), (5, True), (6, False)])
def test_points_are_multiplied_by_one_to_five(multiplier: int, stands: bool) -> None:
    found = {violation.code for violation in check_facts(cast.facts(ranked=True, multiplier=multiplier))}
    assert ("multiplier_out_of_range" not in found) is stands
