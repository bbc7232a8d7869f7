"""The set-up form's part about Swiss rounds or groups before the bracket."""

import pytest

from tests import cast
from tests.swiss import first_round, in_groups, swiss
from tests.web.setup_forms import NEW, codes, edit_url, preview, typed
from tournaments.models import Tournament
from tournaments.setup.create import create_tournament

pytestmark = pytest.mark.django_db

STAGE = ("stage", "swiss_rounds", "advance", "apart")
FOLDED = '<details id="stages">'
OPEN = '<details id="stages" open>'


def test_a_plain_tournament_has_them_folded_away_and_none() -> None:
    assert FOLDED in cast.browser(cast.ana()).get(NEW).content.decode()
    cast.browser(cast.ana()).post(NEW, typed())
    assert Tournament.objects.get().stages == []


def test_rounds_and_how_many_go_on_are_the_plan() -> None:
    cast.browser(cast.ana()).post(NEW, typed(stage="swiss", swiss_rounds="3", advance="8", apart="on"))
    assert Tournament.objects.get().stages == swiss(3, 8, apart=True)


def test_none_going_on_is_no_bracket() -> None:
    cast.browser(cast.ana()).post(NEW, typed(stage="swiss", swiss_rounds="4", advance="0"))
    assert Tournament.objects.get().stages == swiss(4, 0)


@pytest.mark.parametrize(
    ("chosen", "field", "code"),
    [
        ({"swiss_rounds": "10", "advance": "4"}, "swiss_rounds", "swiss_rounds_out_of_range"),
        ({"swiss_rounds": "0", "advance": "4"}, "swiss_rounds", "swiss_rounds_out_of_range"),
        ({"swiss_rounds": "3", "advance": "1"}, "advance", "advance_out_of_range"),
        ({"swiss_rounds": "3", "advance": "-2"}, "advance", "advance_out_of_range"),
        ({"swiss_rounds": "3", "advance": "6", "sizes": "3-4"}, "advance", "no_shape"),
        ({"swiss_rounds": "3", "advance": ""}, "advance", "advance_missing"),
        ({"swiss_rounds": "", "advance": "8"}, "swiss_rounds", "swiss_rounds_missing"),
        ({"swiss_rounds": "três", "advance": "8"}, "swiss_rounds", "invalid"),
        ({"swiss_rounds": "3", "advance": "8", "ranked": "on"}, "ranked", "stages_need_unranked"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_the_part_is_open(
    chosen: dict[str, str], field: str, code: str
) -> None:
    answer = cast.browser(cast.ana()).post(NEW, typed(stage="swiss", **chosen))
    assert answer.status_code == 422
    assert [str(error.code) for error in answer.context["form"].errors.as_data()[field]] == [code]
    assert codes(answer) == {code}
    assert OPEN in answer.content.decode()
    assert not Tournament.objects.exists()


GROUPS = {"stage": "groups", "groups": "4", "group_rounds": "3", "group_advance": "2"}


def test_groups_with_their_games_and_how_many_of_each_go_on_are_the_plan() -> None:
    cast.browser(cast.ana()).post(NEW, typed(**GROUPS, apart="on"))
    assert Tournament.objects.get().stages == in_groups(4, 3, 2, apart=True)


def test_only_the_numbers_of_the_chosen_kind_count() -> None:
    cast.browser(cast.ana()).post(NEW, typed(**{**GROUPS, "swiss_rounds": "três", "stage": "groups"}))
    cast.browser(cast.ana()).post(NEW, typed(**{**GROUPS, "stage": "", "name": "Outra"}))
    assert [one.stages for one in Tournament.objects.order_by("pk")] == [in_groups(4, 3, 2), []]


@pytest.mark.parametrize(
    ("chosen", "field", "code"),
    [
        ({"groups": "1"}, "groups", "groups_out_of_range"),
        ({"groups": "33"}, "groups", "groups_out_of_range"),
        ({"groups": ""}, "groups", "groups_missing"),
        ({"groups": "quatro"}, "groups", "invalid"),
        ({"group_rounds": "10"}, "group_rounds", "group_rounds_out_of_range"),
        ({"group_rounds": ""}, "group_rounds", "group_rounds_missing"),
        ({"group_advance": "17"}, "group_advance", "group_advance_out_of_range"),
        ({"group_advance": ""}, "group_advance", "group_advance_missing"),
        ({"groups": "3", "sizes": "3-4"}, "group_advance", "no_shape"),
        ({"ranked": "on"}, "ranked", "stages_need_unranked"),
        ({"stage": "liga"}, "stage", "invalid_choice"),
    ],
)
def test_a_wrong_number_of_groups_stays_as_typed_at_its_field(
    chosen: dict[str, str], field: str, code: str
) -> None:
    answer = cast.browser(cast.ana()).post(NEW, typed(**{**GROUPS, **chosen}))
    assert answer.status_code == 422
    form = answer.context["form"]
    assert [str(error.code) for error in form.errors.as_data()[field]] == [code]
    assert [form[name].value() for name in GROUPS] == [{**GROUPS, **chosen}[name] for name in GROUPS]
    assert OPEN in answer.content.decode()
    assert answer.context["beside"]["capacity"] == []
    assert not Tournament.objects.exists()


def test_the_summary_says_which_tables_the_groups_get() -> None:
    html = preview(**typed(**{**GROUPS, "groups": "2"}, sizes="3-4", capacity="10"))
    assert "2 tables of 3, 2 tables of 2" in html


def test_more_groups_than_fit_the_capacity_are_warned_about() -> None:
    answer = cast.browser(cast.ana()).post(NEW, typed(**GROUPS, capacity="7"))
    assert [warning.code for warning in answer.context["beside"]["capacity"]] == ["groups_too_many"]


@pytest.mark.parametrize("capacity", ["0", "1", "99999999", "-3"])
def test_a_capacity_that_cannot_be_gets_no_tables(capacity: str) -> None:
    assert "Tables of the first round" not in preview(**typed(**GROUPS, capacity=capacity))


def test_a_copy_has_the_groups() -> None:
    tournament = create_tournament(
        cast.facts(stages=tuple(in_groups(4, 3, 2))), by=cast.ana(), now=cast.START
    )
    form = cast.browser(cast.ana()).get(f"{NEW}?como={tournament.slug}").context["form"]
    assert [form[name].value() for name in GROUPS] == ["groups", 4, 3, 2]


def test_a_capacity_that_fits_no_tables_is_warned_about() -> None:
    chosen = typed(sizes="3-4", stage="swiss", swiss_rounds="3", advance="4", capacity="5")
    answer = cast.browser(cast.ana()).post(NEW, chosen)
    assert [warning.code for warning in answer.context["beside"]["capacity"]] == ["no_tables"]


def test_a_copy_and_the_settings_have_the_plan() -> None:
    tournament = create_tournament(
        cast.facts(stages=tuple(swiss(2, 4, apart=True))), by=cast.ana(), now=cast.START
    )
    who = cast.browser(cast.ana())
    for page in (who.get(f"{NEW}?como={tournament.slug}"), who.get(edit_url(tournament))):
        form = page.context["form"]
        assert [form[name].value() for name in STAGE] == [
            "swiss",
            2,
            4,
            True,
        ]
        assert OPEN in page.content.decode()


def test_another_game_keeps_the_plan() -> None:
    page = cast.browser(cast.ana()).get(f"{NEW}?jogo=castelo&stage=swiss&swiss_rounds=3&advance=8&apart=on")
    assert [page.context["form"][name].value() for name in ("swiss_rounds", "advance")] == ["3", "8"]


def test_the_plan_can_be_taken_away_before_the_draw() -> None:
    tournament = create_tournament(cast.facts(stages=tuple(swiss(2, 4))), by=cast.ana(), now=cast.START)
    chosen = typed(name=tournament.name, stage="")
    assert cast.browser(cast.ana()).post(edit_url(tournament), chosen).status_code == 302
    assert cast.fresh(tournament).stages == []


def test_the_draw_locks_the_plan() -> None:
    tournament, who = first_round(), cast.browser(cast.ana())
    form = who.get(edit_url(tournament)).context["form"]
    assert all(form.fields[name].disabled for name in STAGE)
    chosen = typed(name=tournament.name, swiss_rounds="", advance="", time_limit="40", reason="Sala menor")
    assert who.post(edit_url(tournament), chosen).status_code == 302
    assert cast.fresh(tournament).stages == swiss(3, 4)
