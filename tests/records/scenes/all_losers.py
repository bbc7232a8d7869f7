"""Second chances for losers of every round before the final."""

from tests.records.book import COORDINATOR, Book, row
from tests.records.scenes.second import THREES, begun_second, effect, refill
from tournaments.bracket.shapes import Shape

BEFORE_FINAL = {"second_chance_losers": "before_final"}


def a_second_chance_of_all_losers() -> Book:
    """Of nine in duels one loses round 1, and has a bye at once."""
    book = begun_second(9, BEFORE_FINAL)
    book.draw()
    book.play(side=2)
    return book


def a_short_second_chance_of_all_losers() -> Book:
    """Five in duels: who loses round 1 has a bye, and so has a loser of a semifinal."""
    book = begun_second(5, BEFORE_FINAL)
    book.draw()
    book.play()
    final, (one, two) = book.at("m3.1"), (book.at("m2.1"), book.at("m2.2"))
    beaten = {here[1]: here[2] for here in (one, two)}
    (early,) = [book.at(name)[2] for name in book.matches if name < "m2" and 2 in book.at(name)]
    places = [final[1], final[2], beaten[final[1]], beaten[final[2]], early]
    whys = ["table_place", "round", "winner_place", "round", None]
    rows = [
        row(place, [entry], "0", why) for place, (entry, why) in enumerate(zip(places, whys, strict=True), 1)
    ]
    book.act(COORDINATOR)
    book.write("tournament.finished", classification=rows, without_points=None)
    return book


def a_seat_in_the_final_for_any_loser() -> Book:
    """Eighteen at tables of three; of a semifinal two lose."""
    rules = {**BEFORE_FINAL, "second_chance": "final_seat", "short_final": True}
    book = begun_second(18, rules, **THREES)
    book.draw(shape=Shape(((3,) * 6, (3, 3), (2,))))
    book.play(but=["m5.1"])
    book.win("m5.1", 3)
    return book


def a_semifinal_corrected_before_its_loser_plays() -> Book:
    """Winner and loser of a semifinal change places in the final and in the second chance."""
    book = eight_after_semifinals()
    book.act(COORDINATOR)
    book.won("m2.1", 2, reason="lado trocado")
    book.correct("m2.1", effect("m3.1", "reseat"), effect(second_match(book), "reseat"))
    refill(book, "m2.1")
    book.play()
    return book


def eight_after_semifinals() -> Book:
    """Eight in duels, all of rounds 1 and 2 played: side 1 won."""
    book = begun_second(8, BEFORE_FINAL)
    book.draw()
    for name in [name for name in book.matches if name < "m3"]:
        book.win(name)
    return book


def second_match(book: Book) -> str:
    """The match of the second chance to which the loser of the first semifinal comes."""
    for name, match in book.matches.items():
        if any(seat["from"] == {"match": "m2.1", "take": "loser", "side": 2} for seat in match["seats"]):
            return name
    raise AssertionError("there is none")
