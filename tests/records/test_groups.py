"""Days with groups before the bracket, written by hand, are sound for the checker."""

import pytest

from tests.records.book import COORDINATOR, JUDGE, ORGANIZER, Bodies, found, of_type, rules_found
from tests.records.scenes import staged
from tests.records.stage_book import begun, first, played, rows


def whats(bodies: Bodies) -> list[str]:
    return [finding.what for finding in found(bodies)]


# --- a whole day -----------------------------------------------------------------------------------------


def test_a_day_with_groups_and_a_bracket_is_sound() -> None:
    book = played(advance=2)
    book.close(rows(book), first(book, 2))
    seated = [sorted(book.at(name).values()) for name in book.matches if name.startswith("g4.")]
    book.play_round()
    assert found(book.bodies) == []
    assert all({book.groups[0].index(code) for code in pair if code in book.groups[0]} for pair in seated)


def test_another_reason_between_places_of_groups_is_found() -> None:
    bodies = staged.a_day_of_groups_alone().bodies
    of_type(bodies, "tournament.finished")["classification"][0]["why"] = "stage_points"
    assert rules_found(bodies) == {"classification"}


@pytest.mark.parametrize(("most", "rounds"), [(4, 2), (3, 3)])
def test_groups_at_larger_tables_are_sound(most: int, rounds: int) -> None:
    book = begun(12, most=most, number=3, rounds=rounds, advance=0).play_stage()
    assert found(book.bodies) == []


def test_a_short_table_is_one_of_its_group() -> None:
    """Five and four at tables of up to four: 3 + 2 beside 4, so that only the two had a short table."""
    book = begun(9, most=4, number=2, rounds=3, advance=0)
    book.draw_round()
    assert sorted(len(book.at(name)) for name in book.matches) == [2, 3, 4]
    book.play_round()
    assert sum(entry.short for entry in book.stage_entries()) == 2
    book.draw_round()
    book.play_round()
    book.draw_round()
    assert found(book.bodies) == []


@pytest.mark.parametrize(("most", "rules"), [(4, set()), (3, {"bracket"})])
def test_terms_may_change_while_no_table_of_groups_is_too_large(most: int, rules: set[str]) -> None:
    """Groups of five and four sit at tables of 3, 2 and 4; the plan says 3 to 4."""
    book = begun(9, most=4, number=2, rounds=3, advance=0)
    book.draw_round()
    book.act(ORGANIZER)
    table = {"min": 3, "max": most} if most < 4 else {"min": 2, "max": 4}
    book.write("tournament.changed", table=table, reason="mudou")
    assert rules_found(book.bodies) == rules


def test_clubs_are_dealt_apart() -> None:
    clubs = ["rio"] * 4 + ["macae"] * 4
    book = begun(8, clubs=clubs, number=4, rounds=1, advance=1, apart=True)
    book.draw_round()
    assert found(book.bodies) == []
    assert all({book.clubs[code] for code in group} == {"rio", "macae"} for group in book.groups)


def test_the_longest_circle_ends_the_rounds() -> None:
    book = begun(6, number=2, rounds=9, advance=0).play_stage()
    assert book.drawn == 3
    book.close(rows(book), [])
    assert found(book.bodies) == []
    book.promise()
    assert rules_found(book.bodies) == {"promise"}


def test_a_group_that_has_met_has_no_match_while_a_larger_one_plays() -> None:
    book = begun(5, number=2, rounds=9, advance=1).play_stage()
    assert [len(of_type(book.bodies, "round.drawn", turn)["matches"]) for turn in range(3)] == [3, 2, 2]
    assert all(len(of_type(book.bodies, "round.drawn", turn)["order"]) == 5 for turn in range(3))
    book.close(rows(book), first(book, 1))
    assert found(book.bodies) == []


# --- who leaves, comes back, comes late ------------------------------------------------------------------


def test_who_is_against_an_entry_that_left_has_a_bye() -> None:
    book = staged.a_day_of_groups_that_one_leaves()
    byes = [book.at(name) for name in book.matches if name.startswith("g2.") and len(book.at(name)) == 1]
    assert [list(bye.values()) for bye in byes] == [[book.groups[0][2]]]
    assert found(book.bodies) == []


def test_who_comes_back_is_in_the_group_again() -> None:
    book = staged.a_day_of_groups_that_one_leaves()
    book.play_round()
    book.act(COORDINATOR)
    gone = book.groups[0][0]
    book.write("entry.reinstated", entry=gone, reason="voltou")
    book.left.discard(gone)
    book.draw_round()
    book.play_round()
    assert found(book.bodies) == []
    assert gone in {
        code for name in book.matches if name.startswith("g3.") for code in book.at(name).values()
    }


def test_who_is_disqualified_has_no_place_in_the_group() -> None:
    book = staged.a_day_of_groups_that_one_leaves("disqualified")
    book.play_round()
    book.draw_round()
    book.play_round()
    due = [
        {**place, "place": place["place"] - (place["group"] == 1)}
        for place in rows(book)
        if place["entries"] != [book.groups[0][0]]
    ]
    book.close(due, [book.groups[0][1], book.groups[1][0], book.groups[0][2], book.groups[1][1]])
    assert found(book.bodies) == []


def test_groups_take_nobody_in() -> None:
    book = begun(8, number=2)
    book.draw_round()
    book.act(COORDINATOR)
    book.write("entry.added", entry="late", players=["newcomer"], seed=None, group=None)
    book.write("entry.checked_in", entry="late", pineapples=[])
    book.write("integrity.noted", what="joined_stage", reason="trânsito", match=None, seat=None)
    assert rules_found(book.bodies) == {"entry", "stage"}


def test_who_was_not_there_when_groups_were_dealt_is_in_no_round() -> None:
    book = begun(8, number=2)
    book.act(JUDGE)
    book.write("entry.added", entry="absent", players=["stranger"], seed=None, group=None)
    book.draw_round()
    book.play_round()
    book.act(JUDGE)
    book.write("entry.checked_in", entry="absent", pineapples=[])
    book.draw_round()
    assert found(book.bodies) == []
    of_type(book.bodies, "round.drawn", 1)["order"].append({"entry": "absent", "points": "0"})
    assert "absent is drawn and not here" in whats(book.bodies)


def test_a_seat_is_not_filled_from_another_group() -> None:
    book = begun(8, number=2)
    book.draw_round()
    name = next(name for name, match in book.matches.items() if match["seats"][0]["entry"] in book.groups[0])
    book.act(COORDINATOR)
    book.write("integrity.noted", what="seat_emptied", reason="troca", match=name, seat=1)
    book.seat(name, 1, book.groups[1][0])
    assert any(what.endswith("a match of another group") for what in whats(book.bodies))
