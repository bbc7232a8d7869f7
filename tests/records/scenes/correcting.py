"""Corrections with every remedy, and taking them back."""

from tests.records.book import COORDINATOR, JUDGE, Book
from tests.records.scenes.parts import effect, last_sheet


def a_correction_before_the_next_match() -> Book:
    book = Book()
    book.enter(4)
    book.draw()
    book.win("m1.1", 1)
    book.act(JUDGE)
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "reseat"))
    book.fill("m1.1")
    book.act(JUDGE)
    book.won("m1.1", 2, reason="cartas recontadas")
    book.play()
    return book


def a_correction_kept_and_undone() -> Book:
    book = played_on()
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "keep"))
    seq = len(book.bodies) - 1
    book.act(COORDINATOR)
    book.won("m1.1", 1, reason="desfeito")
    book.correct("m1.1", {**effect("m2.1", "undo"), "of": seq})
    return book


def a_correction_that_replaces_and_is_undone() -> Book:
    book = played_on()
    wrong, right = book.at("m1.1")[1], book.at("m1.1")[2]
    before = (
        book.bodies[-1]["data"] if book.bodies[-1]["type"] == "sheet.recorded" else last_sheet(book, "m2.1")
    )
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "replace"))
    seq = len(book.bodies) - 1
    book.seat("m2.1", 1, right)
    absent = [{**line} for line in before["lines"]]
    player = book.people[right][0]
    line = next(line for line in absent if line["player"] == book.people[wrong][0])
    line |= {"player": player, "intact": 0, "razed": 0, "commanders": 0, "armies": 0, "out": "absent"}
    sheet = {key: before[key] for key in ("cuts", "scores", "placement", "winner")}
    book.sheet_line("m2.1", "win_condition", lines=absent, rewritten=True, reason="substituição", **sheet)
    book.act(COORDINATOR)
    book.won("m1.1", 1, reason="desfeito")
    book.correct("m1.1", {**effect("m2.1", "undo"), "of": seq})
    book.seat("m2.1", 1, wrong)
    book.sheet_line("m2.1", "win_condition", lines=before["lines"], reason="desfeito", **sheet)
    return book


def a_correction_that_replays_and_is_undone() -> Book:
    book = played_on()
    before = last_sheet(book, "m2.1")
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "replay"))
    seq = len(book.bodies) - 1
    book.fill("m1.1")
    book.act(COORDINATOR)
    book.won("m1.1", 1, reason="desfeito")
    book.correct("m1.1", {**effect("m2.1", "undo"), "of": seq})
    book.fill("m1.1")
    sheet = {key: before[key] for key in ("lines", "cuts", "scores", "placement", "winner")}
    book.sheet_line("m2.1", "win_condition", reason="desfeito", **sheet)
    return book


def a_match_played_again() -> Book:
    book = Book()
    book.enter(8)
    book.draw()
    book.play()
    book.act(COORDINATOR)
    book.won("m1.1", 2, reason="lado trocado")
    book.correct("m1.1", effect("m2.1", "replay"))
    for seat in book.matches["m3.1"]["seats"]:
        if seat["from"]["match"] == "m2.1":
            seat["entry"] = None
    book.started -= {"m2.1", "m3.1"}
    book.fill("m1.1")
    book.win("m2.1", 2, reason="de novo")
    book.win("m3.1", 1, reason="de novo")
    return book


def a_promoted_loser_whose_match_is_played_again() -> Book:
    book = Book({"house_rules": {"empty_seat": "lucky_loser"}})
    book.enter(8)
    book.draw()
    book.play(but=["m3.1"])
    book.act(COORDINATOR)
    gone = book.at("m2.1")[1]
    book.leave(gone)
    book.write("integrity.noted", what="lucky_loser", reason="foi embora", match="m3.1", seat=1)
    book.seat("m3.1", 1, book.at("m2.1")[2])
    book.win("m3.1", 1)
    book.act(COORDINATOR)
    book.won("m1.2", 2, reason="lado trocado")
    book.correct("m1.2", effect("m2.1", "replay"))
    book.matches["m3.1"]["seats"][0]["entry"] = None
    book.started -= {"m2.1", "m3.1"}
    book.fill("m1.2")
    book.seat("m2.1", 1, None)
    book.act(JUDGE)
    book.judged("m2.1", "walkover", book.lines("m2.1"), reason="de novo")
    book.fill("m2.1")
    book.win("m3.1", 1, reason="de novo")
    return book


def played_on() -> Book:
    """Four in duels; the final was won by who did not come from the first semifinal."""
    book = Book()
    book.enter(4)
    book.draw()
    book.win("m1.1", 1)
    book.win("m1.2", 1)
    book.win("m2.1", 2)
    book.act(COORDINATOR)
    return book
