"""Corrections of round 1 beside a second chance: which sides of the later matches a remedy is for."""

import pytest

from tests.records.book import COORDINATOR, Body, Book, found, rules_found
from tests.records.scenes import second
from tests.records.scenes.promising import begun
from tests.records.scenes.second import begun_second, effect, meeting_again, refill, two_slots


def test_a_match_kept_before_is_played_again() -> None:
    book, _ = second.corrected("keep", "keep")
    _correct_again(book, "m1.1", 1, "replay", "replay")
    book.win("m2.1", reason="de novo")
    book.win("m2.2", reason="de novo")
    assert found(book.bodies) == []


def _correct_again(book: Book, name: str, side: int, *remedies: str) -> None:
    """Another winner, with remedies for both matches of round 2, which begin again if they are replayed."""
    book.act(COORDINATOR)
    book.won(name, side, reason="outra vez")
    later = ("m2.1", "m2.2")
    book.correct(name, *[effect(match, remedy) for match, remedy in zip(later, remedies, strict=True)])
    book.started -= {match for match, remedy in zip(later, remedies, strict=True) if remedy == "replay"}
    refill(book, name)


def test_a_side_stays_kept_while_another_match_is_corrected() -> None:
    """Two losers meet; one was none, but stays. Then the other match is corrected, and the table is void."""
    book, _ = second.corrected("keep", "keep")
    _correct_again(book, "m1.2", 2, "replay", "replay")
    book.win("m2.1", reason="de novo")
    book.win("m2.2", reason="de novo")
    assert found(book.bodies) == []


@pytest.mark.parametrize("name", ["m2.1", "m2.2"])
def test_who_won_the_later_match_is_not_replaced(name: str) -> None:
    winners = [second.side_fed(other) if other == name else 3 - second.side_fed(other) for other in LATER]
    book, _ = second.corrected("replace", "replace", winners=(winners[0], winners[1]))
    assert f"{book.winners[name]} won {name} and cannot be replaced" in {x.what for x in found(book.bodies)}


LATER = ("m2.1", "m2.2")


def _placed_by_hand(book: Book, one: tuple[str, int], other: tuple[str, int]) -> None:
    """Two entries change seats by hand."""
    book.act(COORDINATOR)
    entries = [book.at(name)[seat] for name, seat in (one, other)]
    for name, seat in (one, other):
        book.write("integrity.noted", what="seating", reason="mesma família", match=name, seat=seat)
    book.seat(*one, entries[1])
    book.seat(*other, entries[0])


def test_a_correction_ends_a_seat_by_hand() -> None:
    """Of the two sides that one match feeds, only the side that takes another entry changes."""
    book = meeting_again()
    book.win("m1.1", 1)
    book.win("m1.2", 1)
    seats = {source["side"]: ("m2.2", at) for at, source in _slots(book, "m2.2") if source["match"] == "m1.1"}
    stays, changes = sorted(seats)
    outside = [("m2.3", at) for at, source in _slots(book, "m2.3") if source["match"] == "m1.2"]
    _placed_by_hand(book, seats[stays], outside[0])
    _placed_by_hand(book, seats[changes], outside[1])
    swapped = book.at("m2.2")[seats[stays][1]]
    book.act(COORDINATOR)
    book.won("m1.1", changes, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "reseat"), effect("m2.2", "reseat"))
    name, number = outside[1]
    taken = book.at(name)[number]
    ours = next(at for at, source in _slots(book, "m2.1") if source["match"] == "m1.1")
    book.seat("m2.1", ours, taken)
    book.seat(*seats[changes], book.at("m1.1")[1])
    book.write("integrity.noted", what="seating", reason="mesma família", match=name, seat=number)
    book.seat(name, number, None)
    assert book.at("m2.2")[seats[stays][1]] == swapped
    assert found(book.bodies) == []
    rightful = book.at("m1.1")[1]
    line = next(body for body in reversed(book.bodies) if body["data"].get("entry") == rightful)
    line["data"]["entry"] = None
    assert f"None takes seat {seats[changes][1]} of m2.2, due is {rightful}" in {
        x.what for x in found(book.bodies)
    }


def _slots(book: Book, name: str) -> list[tuple[int, Body]]:
    """The number of each seat with what feeds it."""
    return [(seat["seat"], seat["from"]) for seat in book.matches[name]["seats"]]


def test_a_sheet_is_not_rewritten_for_two_sides_that_one_match_feeds() -> None:
    book = meeting_again()
    before, now = two_slots(book)
    book.win("m1.1", before)
    book.win("m1.2")
    ours = next(at for at, source in _slots(book, "m2.1") if source["match"] == "m1.1")
    book.win("m2.1", 3 - ours)
    book.win("m2.2", next(at for at, source in _slots(book, "m2.2") if source["match"] == "m1.2"))
    book.act(COORDINATOR)
    book.won("m1.1", now, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "replace"), effect("m2.2", "replace"))
    assert "replace, and m1.1 feeds several sides of m2.2" in {x.what for x in found(book.bodies)}


@pytest.mark.parametrize("winner_remedy", ["keep", "reseat", "replay"])
def test_losers_are_kept_before_their_match_begins_only_if_their_winner_is(winner_remedy: str) -> None:
    """The final has begun, or not, when the winner of match 1 changes; the second chance has not."""
    book = begun_second(4)
    book.draw()
    book.win("m1.1", 1)
    book.win("m1.2", 1)
    if winner_remedy != "reseat":
        book.start("m2.1")
    book.act(COORDINATOR)
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", winner_remedy), effect("m2.2", "keep"))
    if winner_remedy == "keep":
        book.play()
        assert found(book.bodies) == []
    else:
        ours = next(at for at, source in _slots(book, "m2.1") if source["match"] == "m1.1")
        book.seat("m2.1", ours, book.at("m1.1")[2])
        assert "keep, and m2.2 has not begun" in {x.what for x in found(book.bodies)}


def test_losers_who_play_for_the_third_place_are_not_kept_before_it_begins() -> None:
    book = begun(house_rules={"third_place_match": True})
    book.enter(4)
    book.draw()
    book.win("m1.1", 1)
    book.win("m1.2", 1)
    book.start("m2.1")
    book.act(COORDINATOR)
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "keep"), effect("m2.2", "keep"))
    assert "keep, and m2.2 has not begun" in {x.what for x in found(book.bodies)}


def test_losers_are_not_reseated_while_their_winner_is_kept() -> None:
    book = begun_second(4)
    book.draw()
    book.win("m1.1", 1)
    book.win("m1.2", 1)
    book.start("m2.1")
    book.act(COORDINATOR)
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "keep"), effect("m2.2", "reseat"))
    ours = next(at for at, source in _slots(book, "m2.2") if source["match"] == "m1.1")
    book.seat("m2.2", ours, book.at("m1.1")[1])
    assert any("holds two sides that m1.1 feeds" in x.what for x in found(book.bodies))


def test_a_kept_loser_is_kept_no_more_once_reseated() -> None:
    """The final keeps, and so does the second chance; then the final is played again, and both change."""
    book = begun_second(4)
    book.draw()
    book.win("m1.1", 1)
    book.win("m1.2", 1)
    book.start("m2.1")
    book.act(COORDINATOR)
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "keep"), effect("m2.2", "keep"))
    book.act(COORDINATOR)
    book.won("m1.1", 1, reason="era assim")
    book.correct("m1.1", effect("m2.1", "keep"), effect("m2.2", "reseat"))
    book.act(COORDINATOR)
    gone = book.at("m1.1")[2]
    book.leave(gone)
    book.seat("m2.2", next(at for at, source in _slots(book, "m2.2") if source["match"] == "m1.1"), None)
    book.play(but=["m2.2"])
    assert found(book.bodies) == []
    book.bodies.remove(next(body for body in book.bodies if body["data"].get("entry", "") is None))
    assert "advance" in {finding.rule for finding in found(book.bodies)}


@pytest.mark.parametrize("count", ["intact", "razed", "commanders", "armies"])
def test_who_is_absent_on_a_rewritten_sheet_has_no_cards_and_no_uncounted_ones(count: str) -> None:
    book = second.a_second_chance_replaced_on_the_sheet()
    line = next(line for line in book.bodies[-1]["data"]["lines"] if line["out"] == "absent")
    line[count] = None
    assert rules_found(book.bodies) == {"correction"}
