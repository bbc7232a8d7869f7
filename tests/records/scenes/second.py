"""Second chances: losers of round 1 play on beside the bracket."""

from typing import Any

from tests.records.book import COORDINATOR, JUDGE, Bodies, Body, Book, row
from tests.records.scenes.parts import absent, last_sheet
from tests.records.scenes.promising import begun
from tests.records.second_draw import taker
from tournaments.bracket.shapes import Shape

THREES = {"table": {"min": 3, "max": 4}, "time_limit": None}
TWO_FOURS = Shape(((4, 4), (2,)))


def begun_second(entries: int, rules: dict[str, Any] | None = None, **facts: Any) -> Book:
    """So many are checked in, and the draw has a second chance."""
    book = begun(house_rules={"second_chance": "own_title", **(rules or {})}, **facts)
    book.enter(entries)
    return book


def effect(match: str, remedy: str, of: int | None = None) -> Body:
    """A remedy in the second format."""
    return {"match": match, "remedy": remedy, "of": of}


def a_second_chance_in_duels() -> Book:
    """Of seven one has a bye, and so has one of the three who lose round 1; two play for the third place."""
    book = begun_second(7, {"third_place_match": True})
    book.draw()
    book.play()
    ends = [book.at(name)[side] for name in ("m3.1", "m3.2") for side in (1, 2)]
    firsts = [book.at(f"m1.{number}") for number in range(1, 5)]
    losers = [here[2] for entry in ends for here in firsts if here[1] == entry and 2 in here]
    whys = ["table_place", "round", "third_place", "round", "winner_place", "winner_place", None]
    places = zip([*ends, *losers], whys, strict=True)
    _finish(book, [row(place, [entry], "0", why) for place, (entry, why) in enumerate(places, 1)])
    return book


def a_second_chance_longer_than_the_bracket() -> Book:
    """Nine at tables of three: the final of the second chance is of round 3, which the bracket has not."""
    book = begun_second(9, **THREES)
    book.draw()
    book.play()
    final = book.at("m2.1")
    beaten = {book.at(f"m1.{number}")[1]: [*book.at(f"m1.{number}").values()][1:] for number in (1, 2, 3)}
    others = [entry for side in (2, 3) for entry in beaten[final[side]]]
    _finish(
        book,
        [
            row(1, [final[1]], "0", "table_place"),
            row(2, sorted([final[2], final[3]]), "0", "round"),
            row(4, sorted(beaten[final[1]]), "0", "winner_place"),
            row(6, sorted(others), "0", None),
        ],
    )
    return book


def a_seat_in_the_final() -> Book:
    """Nine at tables of three, and a final of four: its last seat is for the winner of the second chance."""
    book = begun_second(9, {"second_chance": "final_seat"}, **THREES)
    book.draw()
    book.play(but=["m4.1"])
    book.win("m4.1")
    final = book.at("m4.1")
    beaten = {
        book.at(name)[1]: sorted({*book.at(name).values()} - {*final.values()})
        for name in ("m1.1", "m1.2", "m1.3")
    }
    _finish(
        book,
        [
            row(1, [final[1]], "0", "table_place"),
            row(2, sorted([final[2], final[3], final[4]]), "0", "round"),
            row(5, beaten[final[1]], "0", "winner_place"),
            row(5 + len(beaten[final[1]]), sorted([*beaten[final[2]], *beaten[final[3]]]), "0", None),
        ],
    )
    return book


def _finish(book: Book, classification: Bodies) -> None:
    book.act(COORDINATOR)
    book.write("tournament.finished", classification=classification, without_points=None)


def a_second_chance_of_pairs() -> Book:
    book = begun_second(8, kind="duplas")
    book.draw(word="pão de queijo")
    book.play()
    return book


def a_second_chance_typed_by_hand() -> Book:
    book = begun_second(12, {"short_final": True}, table={"min": 2, "max": 4}, time_limit=None)
    book.draw(seed=-7, word=None, method="manual")
    book.play(side=2)
    return book


def a_second_chance_of_those_who_came() -> Book:
    """Of four losers one is absent, one withdraws and comes back; the other table is left to one of them."""
    book = begun_second(8)
    book.draw()
    gone, back = _slots(book, "m2.3")
    book.act(JUDGE)
    book.judged(gone, "walkover", book.lines(gone, **absent(book, gone, 2)))
    book.fill(gone)
    book.win(back)
    entry = book.at(back)[2]
    book.act(COORDINATOR)
    book.leave(entry)
    book.seat("m2.3", 2, None)
    book.sheet_line("m2.3", "nobody", placement=[], winner=None, author="system")
    book.fill("m2.3")
    for name in _slots(book, "m2.4"):
        book.win(name)
    book.win("m2.4")
    book.act(JUDGE)
    book.judged("m3.2", "walkover", book.lines("m3.2"))
    book.play()
    return book


def a_second_chance_given_back() -> Book:
    """A loser withdraws, and is back before the match begins."""
    book = begun_second(4)
    book.draw()
    book.win("m1.1")
    back = book.at("m1.1")[2]
    (seat,) = [seat["seat"] for seat in book.matches["m2.2"]["seats"] if seat["entry"] == back]
    book.act(COORDINATOR)
    book.leave(back)
    book.seat("m2.2", seat, None)
    book.act(COORDINATOR)
    book.write("entry.reinstated", entry=back, reason="engano")
    book.left.clear()
    book.seat("m2.2", seat, back)
    book.play()
    return book


def _slots(book: Book, name: str) -> list[str]:
    """The matches whose losers meet there, by seat."""
    return [seat["from"]["match"] for seat in book.matches[name]["seats"]]


def a_second_chance_for_another_after_a_correction() -> Book:
    """A result of round 1 is corrected before anything of round 2 begins."""
    book = begun_second(4)
    book.draw()
    book.win("m1.1", 1)
    book.act(COORDINATOR)
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "reseat"), effect("m2.2", "reseat"))
    book.fill("m1.1")
    book.play()
    return book


def a_second_chance_kept_and_undone() -> Book:
    book, seq = corrected("keep", "keep")
    book.act(COORDINATOR)
    book.won("m1.1", 1, reason="desfeito")
    undo = [effect(name, "undo", seq) for name in ("m2.1", "m2.2")]
    book.correct("m1.1", *undo)
    return book


def a_second_chance_played_again_and_undone() -> Book:
    """Both matches of round 2 are void; the undo brings their sheets back."""
    book, seq = corrected("replay", "replay")
    book.fill("m1.1")
    before = {name: last_sheet(book, name) for name in ("m2.1", "m2.2")}
    book.act(COORDINATOR)
    book.won("m1.1", 1, reason="desfeito")
    book.correct("m1.1", *[effect(name, "undo", seq) for name in before])
    book.fill("m1.1")
    for name, sheet in before.items():
        _again(book, name, sheet, "desfeito")
    return book


def corrected(*remedies: str, winners: tuple[int, int] = (1, 1)) -> tuple[Book, int]:
    """Four in duels; all was played when the winner of match 1 changes. Return the number of the line too."""
    book = begun_second(4)
    book.draw()
    for name, side in zip(("m1.1", "m1.2", "m2.1", "m2.2"), (1, 1, *winners), strict=True):
        book.win(name, side)
    book.act(COORDINATOR)
    book.won("m1.1", 2, reason="lado trocado")
    effects = [effect(name, remedy) for name, remedy in zip(("m2.1", "m2.2"), remedies, strict=True)]
    book.correct("m1.1", *effects)
    return book, len(book.bodies) - 1


def a_second_chance_replaced_on_the_sheet() -> Book:
    """The loser was no loser, and the winner was: both sheets of round 2 are rewritten."""
    sides = {name: 3 - side_fed(name) for name in ("m2.1", "m2.2")}
    book, _ = corrected("replace", "replace", winners=(sides["m2.1"], sides["m2.2"]))
    before = {name: (last_sheet(book, name), book.at(name)) for name in sides}
    book.fill("m1.1")
    for name, (sheet, seated) in before.items():
        rewrite(book, name, sheet, seated)
    return book


def side_fed(name: str) -> int:
    """The side that match 1 of round 1 feeds, as four are drawn here."""
    book = begun_second(4)
    book.draw()
    return next(int(seat["side"]) for seat in book.matches[name]["seats"] if seat["from"]["match"] == "m1.1")


def _again(book: Book, name: str, sheet: dict[str, Any], reason: str, **more: Any) -> None:
    """The same sheet in another version."""
    same = {key: sheet[key] for key in ("lines", "cuts", "scores", "placement", "winner")}
    book.sheet_line(name, sheet["ended_by"], reason=reason, **{**same, **more})


def rewrite(book: Book, name: str, sheet: dict[str, Any], seated: dict[int, str]) -> None:
    """The sheet with the rightful entries as absent, in the last place."""
    here = book.at(name)
    new = [side for side in here if here[side] != seated.get(side)]
    gone = {player for side in new if side in seated for player in book.people[seated[side]]}
    lines = [line for line in sheet["lines"] if line["player"] not in gone]
    nothing = {"intact": 0, "razed": 0, "commanders": 0, "armies": 0, "razed_in_battle": None}
    people = [player for side in new for player in book.people[here[side]]]
    lines += [{"player": player, **nothing, "out": "absent", "out_order": None} for player in people]
    left = [[side for side in tied if side not in new] for tied in sheet["placement"]]
    placement = [*(tied for tied in left if tied), sorted(new)]
    _again(book, name, sheet, "substituição", lines=lines, placement=placement, rewritten=True)


def a_second_chance_at_one_table_for_two_of_a_match() -> Book:
    """Eight at two tables of four: two of one table meet again, and change sides by a correction."""
    book = meeting_again()
    loser, winner = two_slots(book)
    book.win("m1.1", 1)
    book.act(COORDINATOR)
    book.won("m1.1", loser, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "reseat"), effect("m2.2", "reseat"))
    refill(book, "m1.1")
    book.act(COORDINATOR)
    book.won("m1.1", winner, reason="outra vez")
    book.correct("m1.1", effect("m2.1", "reseat"), effect("m2.2", "reseat"))
    refill(book, "m1.1")
    book.play()
    return book


def refill(book: Book, name: str) -> None:
    """Write the seats that take another entry of a match than before."""
    for match in book.matches.values():
        for seat in match["seats"]:
            if seat["from"] and seat["from"]["match"] == name:
                entry = taker(book, name, seat["from"])
                if entry != seat["entry"]:
                    book.seat(match["match"], seat["seat"], entry)


def meeting_again() -> Book:
    """Two losers of match 1 sit at the first table of the second chance."""
    book = begun_second(8, {"short_final": True}, **THREES)
    book.draw(seed=5, shape=TWO_FOURS, word=None)
    assert len(two_slots(book)) == 2
    return book


def two_slots(book: Book) -> list[int]:
    """The sides of match 1 whose losers meet at the first table of the second chance."""
    sources = [seat["from"] for seat in book.matches["m2.2"]["seats"]]
    return [source["side"] for source in sources if source["match"] == "m1.1"]
