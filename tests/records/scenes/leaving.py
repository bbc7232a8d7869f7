"""Who does not come, leaves, is thrown out, comes back, or comes late."""

from tests.records.book import COORDINATOR, JUDGE, ORGANIZER, POINTS, Book, row
from tests.records.scenes.parts import absent, effect, gone, last_sheet, players
from tests.records.scenes.plain import TWO_FOURS, a_ranked_duel_of_eight, duel_rows


def a_walkover_and_a_table_that_nobody_reached() -> Book:
    book = Book({"ranked": False})
    book.enter(8)
    book.draw()
    book.act(JUDGE)
    book.judged("m1.1", "walkover", book.lines("m1.1", **absent(book, "m1.1", 2)))
    book.fill("m1.1")
    for name in ("m1.3", "m1.4"):
        book.act(JUDGE)
        book.judged(name, "nobody", book.lines(name, **absent(book, name, 1), **absent(book, name, 2)))
        book.fill(name)
    book.sheet_line("m2.2", "nobody", placement=[], winner=None, author="system")
    book.fill("m2.2")
    book.win("m1.2")
    book.win("m2.1")
    book.act(JUDGE)
    book.judged("m3.1", "walkover", book.lines("m3.1"))
    champion, second = book.at("m2.1")[1], book.at("m2.1")[2]
    book.finish(
        [
            row(1, [champion], "0", "round"),
            row(2, [second], "0", "round"),
            row(3, [book.at("m1.2")[2]], "0", None),
        ]
    )
    return book


def a_ruling_and_cards_run_out() -> Book:
    book = Book({"table": {"min": 2, "max": 4}})
    book.enter(4)
    book.draw()
    book.start("m1.1")
    book.act(COORDINATOR)
    book.judged("m1.1", "ruling", book.lines("m1.1"), winner=3, reason="cartas misturadas")
    book.act(COORDINATOR)
    dry = {**gone(book, "m1.1", 1, "decked_out", 1), **gone(book, "m1.1", 2, "decked_out", 2)}
    dry |= gone(book, "m1.1", 4, "decked_out", 2)
    book.judged("m1.1", "decked_out", book.lines("m1.1", **dry), reason="houve jogo")
    return book


def a_disqualification_in_play() -> Book:
    book = Book({"table": {"min": 2, "max": 4}})
    book.enter(8)
    book.draw(shape=TWO_FOURS)
    book.start("m1.1")
    book.write("redraw.noted", match="m1.1", player=book.people[book.at("m1.1")[3]][0])
    book.act(JUDGE)
    book.leave(book.at("m1.1")[2], "disqualified")
    book.won("m1.1", 1)
    line = next(
        line for line in book.bodies[-1]["data"]["lines"] if line["player"] in players(book, "m1.1", 2)
    )
    line["out"] = "disqualified"
    book.bodies[-1]["data"]["placement"] = [[1], [3, 4], [2]]
    book.fill("m1.1")
    book.play()
    champion, second = book.at("m2.1")[1], book.at("m2.1")[2]
    assert champion in book.at("m1.1").values()
    clean = sorted(book.at("m1.1")[side] for side in (3, 4))
    others = sorted(book.at("m1.2")[side] for side in (2, 3, 4))
    book.finish(
        [
            row(1, [champion], "0", "table_place"),
            row(2, [second], "0", "round"),
            row(3, clean, "0", "winner_place"),
            row(5, others, "0", None),
        ]
    )
    return book


def a_winner_who_withdraws() -> Book:
    book = Book()
    book.enter(4)
    book.draw()
    book.win("m1.1")
    book.act(JUDGE)
    gone = book.at("m1.1")[1]
    book.leave(gone)
    book.seat("m2.1", 1, None)
    book.win("m1.2")
    book.act(JUDGE)
    book.judged("m2.1", "walkover", book.lines("m2.1"))
    champion = book.at("m2.1")[2]
    book.finish(
        [
            row(1, [champion], "0", "absent"),
            row(2, [gone], "0", "round"),
            row(3, [book.at("m1.2")[2]], "0", "winner_place"),
            row(4, [book.at("m1.1")[2]], "0", None),
        ]
    )
    return book


def a_drop_taken_back() -> Book:
    book = Book()
    book.enter(4)
    book.draw()
    gone = book.at("m1.2")[2]
    book.act(JUDGE)
    book.leave(gone)
    book.seat("m1.2", 2, None)
    book.act(COORDINATOR)
    book.write("entry.reinstated", entry=gone, reason="engano")
    book.left.clear()
    book.seat("m1.2", 2, gone)
    book.play()
    return book


def a_substitute_and_a_late_pair() -> Book:
    book = Book({"kind": "duplas"})
    book.enter(4)
    book.draw()
    book.act(COORDINATOR)
    first, second = book.at("m1.1")[1], book.at("m1.1")[2]
    book.people[first] = [book.people[first][0], "p9x"]
    book.write("entry.changed", entry=first, players=book.people[first], reason="doente")
    book.seat("m1.1", 3, first)
    book.act(COORDINATOR)
    book.leave(second)
    book.seat("m1.1", 2, None)
    book.seat("m1.1", 4, None)
    book.act(COORDINATOR)
    book.people["e009"] = ["p9a", "p9b"]
    book.write("entry.added", entry="e009", players=["p9a", "p9b"], seed=None, group=None)
    for number in (2, 4):
        book.write("integrity.noted", what="late_entry", reason="chegou tarde", match="m1.1", seat=number)
    book.seat("m1.1", 2, "e009")
    book.seat("m1.1", 4, "e009")
    book.play()
    return book


def a_winner_disqualified_before_the_next_match() -> Book:
    book = Book()
    book.enter(4)
    book.draw()
    book.win("m1.1", 1)
    book.act(COORDINATOR)
    disqualify(book, "m1.1", 1)
    book.correct("m1.1", effect("m2.1", "reseat"))
    book.fill("m1.1")
    book.play()
    return book


def a_champion_disqualified() -> Book:
    book = a_ranked_duel_of_eight()
    rows = duel_rows(book, POINTS)
    book.act(ORGANIZER)
    book.write("tournament.reopened", reason="baralho marcado")
    book.act(COORDINATOR)
    disqualify(book, "m3.1", 1)
    book.correct("m3.1")
    entries = [entry for entry in (line["entries"][0] for line in rows) if entry not in book.left]
    # Who lost to the disqualified one stands behind the others of that round.
    entries[1], entries[2] = entries[2], entries[1]
    later = {
        entry: book.at(f"m1.{number}")[2] for number in range(1, 5) for entry in [book.at(f"m1.{number}")[1]]
    }
    beaten = [later[entry] for entry in entries[:3]]
    last = next(entry for entry in later.values() if entry not in beaten)
    order = [*entries[:3], *beaten, last]
    why = ["round", "winner_place", "round", "winner_place", "winner_place", "winner_place", None]
    book.finish([row(place + 1, [entry], POINTS[place], why[place]) for place, entry in enumerate(order)])
    return book


def disqualify(book: Book, name: str, side: int) -> None:
    """The winner is disqualified afterwards: the other side of the duel goes on."""
    lines = last_sheet(book, name)["lines"]
    guilty = players(book, name, side)
    book.leave(book.at(name)[side], "disqualified")
    marked = [{**line, "out": "disqualified"} if line["player"] in guilty else line for line in lines]
    book.judged(name, "disqualification", marked, reason="baralho marcado")
