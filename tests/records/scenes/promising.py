"""Draws of the second format: from a promised secret, from a number typed by hand, and made again."""

from typing import Any

from tests.records.book import COORDINATOR, SECOND, Book
from tournaments.bracket.shapes import Shape


def begun(**facts: Any) -> Book:
    return Book({"format": SECOND, "definition": None, **facts})


def a_promised_draw_of_duels() -> Book:
    """With byes, and a match for the third place."""
    book = begun(house_rules={"third_place_match": True})
    book.enter(6)
    book.draw()
    book.play()
    return book


def a_promised_draw_that_keeps_clubs_apart() -> Book:
    book = begun(table={"min": 2, "max": 4}, time_limit=None)
    book.enter(9, groups=["c1", "c1", "c1", "c2", "c2", None, "c3", "c3", None])
    book.draw(apart=True, word="")
    return book


def a_promised_draw_of_pairs_by_their_seeds() -> Book:
    book = begun(kind="duplas")
    book.enter(4, seeds=[None, 2, None, 1])
    book.draw(method="manual", word="pão de queijo")
    return book


def a_promised_draw_by_the_season() -> Book:
    """Nobody can tell the points of the season from the file: the suits follow all the same."""
    book = begun(table={"min": 2, "max": 4}, time_limit=None)
    book.enter(5)
    book.draw(method="season")
    return book


def a_draw_typed_by_hand() -> Book:
    book = begun(table={"min": 2, "max": 4}, time_limit=None)
    book.enter(7)
    book.draw(seed=2026, word=None)
    book.play()
    return book


def a_ranked_draw_that_passes_over_for_byes() -> Book:
    """Of eleven in duels five have byes; six had one this season, so that one of them has another."""
    book = begun(ranked=True)
    book.announce()
    book.enter(11)
    book.draw(lately=[["e003", "e007"], ["e001", "e004", "e008", "e011"]])
    book.play()
    return book


def a_ranked_draw_that_passes_over_and_keeps_clubs_apart() -> Book:
    """Eleven at tables of up to four: three of them sit at the short one."""
    book = begun(ranked=True, table={"min": 2, "max": 4}, time_limit=None)
    book.announce()
    book.enter(11, groups=["c1", "c1", "c1", "c2", "c2", None, "c3", "c3", "c1", None, "c2"])
    book.draw(apart=True, lately=[["e002", "e005", "e008"], ["e001", "e010"]])
    return book


def a_ranked_draw_of_even_tables() -> Book:
    """Eight in duels: nobody has a bye, so nobody is passed over."""
    book = begun(ranked=True)
    book.announce()
    book.enter(8)
    book.draw()
    return book


def a_promised_draw_made_again() -> Book:
    """Taken back for somebody who came late: everybody knows the first secret, so there is another."""
    book = begun()
    book.enter(3)
    book.draw()
    book.act(COORDINATOR)
    book.write("draw.withdrawn", reason="chegou mais gente")
    book.promise()
    book.versions.clear()
    book.winners.clear()
    book.enter(1)
    book.draw(prefix="n")
    book.play()
    return book


def a_secret_that_stayed_elsewhere() -> Book:
    """The record was imported between the check-in and the draw."""
    book = begun()
    book.enter(3)
    book.act(COORDINATOR)
    book.write(
        "integrity.noted", author="system", what="secret_lost", reason="imported", match=None, seat=None
    )
    book.promise()
    book.enter(1)
    book.draw()
    return book


def a_late_entry_on_a_fourth_chair() -> Book:
    book = begun(table={"min": 2, "max": 4}, time_limit=None)
    book.enter(6)
    book.draw(shape=Shape(((3, 3), (2,))))
    book.act(COORDINATOR)
    book.people["e009"] = ["p9a"]
    book.write("entry.added", entry="e009", players=["p9a"], seed=None, group=None)
    book.write("entry.checked_in", entry="e009", pineapples=[])
    seats = book.matches["m1.1"]["seats"]
    (suit,) = {"hearts", "diamonds", "clubs", "spades"} - {seat["suit"] for seat in seats}
    seats.append({"seat": 4, "side": 4, "suit": suit, "entry": None, "player": None, "from": None})
    book.write("integrity.noted", what="late_entry", reason="chegou tarde", match="m1.1", seat=4)
    book.seat("m1.1", 4, "e009")
    book.play()
    return book
