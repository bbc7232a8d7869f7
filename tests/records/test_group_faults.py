"""Groups before the bracket: what the checker finds in records whose lines are changed by hand."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.records.book import COORDINATOR, Bodies, Body, found, of_type, rules_found
from tests.records.scenes import staged
from tests.records.stage_book import begun, first, played, rows


def _plan(bodies: Bodies) -> Body:
    plan: Body = bodies[0]["data"]["stages"][0]
    return plan


def _no_number(bodies: Bodies) -> None:
    del _plan(bodies)["groups"]


def _number_in_swiss(bodies: Bodies) -> None:
    _plan(bodies)["kind"] = "swiss"


def _too_many_of_each(bodies: Bodies) -> None:
    _plan(bodies)["advance"] = 17


def _one_group(bodies: Bodies) -> None:
    _plan(bodies)["groups"] = 1


@pytest.mark.parametrize("change", [_no_number, _number_in_swiss, _too_many_of_each, _one_group])
def test_a_plan_of_groups_of_another_shape_is_found(change: Callable[[Bodies], None]) -> None:
    bodies = deepcopy(begun(8).bodies)
    change(bodies)
    assert rules_found(bodies) == {"shape"}


@pytest.mark.parametrize(("number", "each", "sound"), [(32, 8, True), (32, 9, False), (2, 1, True)])
def test_at_most_256_go_on(number: int, each: int, sound: bool) -> None:
    assert rules_found(begun(4, number=number, advance=each).bodies) == (set() if sound else {"setup"})


def test_so_many_of_groups_as_have_a_bracket_go_on() -> None:
    assert rules_found(begun(4, most=3, number=5, advance=1).bodies) == {"setup"}
    assert rules_found(begun(4, most=3, number=3, advance=1).bodies) == set()


def test_more_groups_than_pairs_of_entries_are_found() -> None:
    book = begun(7, number=4)
    book.draw_round()
    assert rules_found(book.bodies) == {"shape"}


def test_groups_without_any_member_are_found() -> None:
    book = begun(8, number=2)
    book.draw_round()
    _plan(book.bodies)["groups"] = 20
    assert "other groups follow from the seed" in {finding.what for finding in found(book.bodies)}


def _without_groups(bodies: Bodies) -> None:
    del of_type(bodies, "round.drawn")["groups"]


def _groups_again(bodies: Bodies) -> None:
    of_type(bodies, "round.drawn", 1)["groups"] = of_type(bodies, "round.drawn")["groups"]


def _other_groups(bodies: Bodies) -> None:
    dealt = of_type(bodies, "round.drawn")["groups"]
    dealt[0][0], dealt[1][0] = dealt[1][0], dealt[0][0]


def _another_order_in_a_group(bodies: Bodies) -> None:
    of_type(bodies, "round.drawn")["groups"][0].reverse()


def _swiss(bodies: Bodies) -> None:
    of_type(bodies, "round.drawn")["algorithm"] = "swiss/1"


def _another_opponent(bodies: Bodies) -> None:
    one, two = of_type(bodies, "round.drawn", 2)["matches"][:2]
    one["seats"][1]["entry"], two["seats"][1]["entry"] = two["seats"][1]["entry"], one["seats"][1]["entry"]


@pytest.mark.parametrize(
    "change",
    [_without_groups, _groups_again, _other_groups, _another_order_in_a_group, _swiss, _another_opponent],
)
def test_a_round_of_groups_drawn_otherwise_is_found(change: Callable[[Bodies], None]) -> None:
    bodies = deepcopy(played(advance=0).bodies)
    change(bodies)
    assert "draw" in rules_found(bodies)


def _rows(bodies: Bodies) -> Bodies:
    listed: Bodies = of_type(bodies, "stage.closed")["order"]
    return listed


def _no_group(bodies: Bodies) -> None:
    for place in _rows(bodies):
        del place["group"]


def _another_group(bodies: Bodies) -> None:
    _rows(bodies)[0]["group"] = 2


def _groups_mixed(bodies: Bodies) -> None:
    _rows(bodies).sort(key=lambda place: place["place"])


def _one_place_for_both_last(bodies: Bodies) -> None:
    _rows(bodies)[3]["why"] = "stage_points"


@pytest.mark.parametrize("change", [_no_group, _another_group, _groups_mixed, _one_place_for_both_last])
def test_another_order_of_groups_is_found(change: Callable[[Bodies], None]) -> None:
    book = played(advance=0)
    book.close(rows(book), [])
    assert found(book.bodies) == []
    change(book.bodies)
    assert rules_found(book.bodies) == {"stage"}


def test_the_best_of_each_place_go_on_in_the_order_of_groups() -> None:
    book = played(advance=2)
    going = first(book, 2)
    book.close(rows(book), [going[1], going[0], *going[2:]])
    assert "stage" in rules_found(book.bodies)


def test_a_group_does_not_fill_the_places_of_another() -> None:
    book = staged.equal_groups()
    won = sorted(book.groups[0])[:2]
    book.close(staged.equal_rows(book), won, {"tied": sorted(book.people), "won": won})
    assert rules_found(book.bodies) == {"stage"}


def test_a_cut_of_another_group_alone_is_found() -> None:
    book = staged.equal_groups()
    won = [max(group) for group in book.groups]
    book.close(staged.equal_rows(book), won, {"tied": sorted(book.groups[0]), "won": sorted(won)})
    assert "stage" in rules_found(book.bodies)


def test_all_of_a_group_go_on_if_it_has_fewer_than_planned() -> None:
    book = played(8, advance=3)
    book.act(COORDINATOR)
    for code in book.groups[1][:2]:
        book.leave(code)
    one, two = book.groups
    book.close(rows(book), [one[0], one[1], one[2], two[2], two[3]])
    book.play_round()
    assert found(book.bodies) == []


def test_whole_places_are_left_off_until_there_is_a_bracket() -> None:
    book = begun(9, most=3, number=3, rounds=2, advance=3).play_stage()
    order = [
        {"group": number, "place": place, "entries": codes, "why": why}
        for number, group in enumerate(book.groups, 1)
        for place, codes, why in [(1, [group[0]], "stage_points"), (2, sorted(group[1:]), None)]
    ]
    book.act(COORDINATOR)
    book.leave(book.groups[2][1])  # of eight, of the six first and second ones there is no bracket
    book.close(order, first(book, 1))
    book.play_round()
    assert found(book.bodies) == []


def test_members_of_a_group_meet_late_in_the_bracket() -> None:
    book = played(advance=2)
    one, two = book.groups
    book.close(rows(book), first(book, 2))
    seated = [set(book.at(name).values()) for name in book.matches if name.startswith("g4.")]
    assert sorted(seated, key=min) == sorted([{one[0], two[1]}, {two[0], one[1]}], key=min)
    drawn = of_type(book.bodies, "draw.published")
    drawn["order"] = [drawn["order"][place] for place in (0, 1, 3, 2)]
    assert "draw" in rules_found(book.bodies)
