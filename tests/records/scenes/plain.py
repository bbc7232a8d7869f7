"""Tournaments without a hitch, of every kind."""

from dataclasses import replace
from fractions import Fraction

from tests.records.book import COORDINATOR, JUDGE, ORGANIZER, POINTS, Body, Book, row
from tests.records.scenes.parts import gone, suits
from tournaments.bracket.shapes import Shape

TWO_FOURS = Shape(((4, 4), (2,)))
"""Two tables of four and a final of two: not the default of eight."""


def duel_rows(book: Book, points: list[str]) -> list[Body]:
    """The classification of eight in duels in which side 1 always won with the same cards."""
    places = [book.at("m3.1")[1], book.at("m3.1")[2], book.at("m2.1")[2], book.at("m2.2")[2]]
    beaten = {book.at(f"m1.{number}")[1]: book.at(f"m1.{number}")[2] for number in range(1, 5)}
    places += [beaten[entry] for entry in places]
    why = [
        "table_place",
        "round",
        "winner_place",
        "round",
        "winner_place",
        "winner_place",
        "winner_place",
        None,
    ]
    return [row(place + 1, [entry], points[place], why[place]) for place, entry in enumerate(places)]


def a_ranked_duel_of_eight() -> Book:
    book = Book({"ranked": True})
    book.announce()
    book.confirm()
    book.enter(8)
    book.draw()
    book.play()
    book.finish(duel_rows(book, POINTS))
    return book


def a_duel_with_byes() -> Book:
    book = Book()
    book.enter(5)
    book.draw()
    book.play()
    return book


def a_table_of_four() -> Book:
    book = Book({"table": {"min": 2, "max": 4}, "time_limit": None})
    book.enter(13)
    book.draw()
    book.play(side=2)
    return book


def a_tournament_of_pairs() -> Book:
    book = Book({"kind": "duplas", "ranked": True, "multiplier": 2})
    book.announce()
    book.enter(4)
    book.draw()
    book.play()
    second, third = book.at("m2.1")[2], book.at("m1.1")[2]
    fourth = book.at("m1.2")[2]
    rows = [
        row(1, [book.at("m2.1")[1]], "50", "table_place"),
        row(2, [second], "36", "round"),
        row(3, [third], "30", "winner_place"),
        row(4, [fourth], "24", None),
    ]
    book.finish(rows)
    return book


def a_conquest() -> Book:
    book = Book({"kind": "conquistadores", "table": {"min": 2, "max": 3}})
    book.enter(6)
    book.draw()
    book.play()
    return book


def a_tie_on_time_that_is_cut_for() -> Book:
    book = Book({"table": {"min": 2, "max": 3}})
    book.enter(3)
    book.draw()
    book.start("m1.1")
    book.call_time("m1.1")
    book.act(JUDGE)
    cuts = [{"sides": [1, 2, 3], "cards": ["K", "A", "A"]}, {"sides": [2, 3], "cards": ["3", "2"]}]
    book.judged("m1.1", "time", book.lines("m1.1"), cuts=cuts, report="telefone-1")
    one, two, three = (book.at("m1.1")[side] for side in (1, 2, 3))
    why = "table_place"
    book.finish([row(1, [two], "0", why), row(2, [three], "0", why), row(3, [one], "0", None)])
    return book


def a_tie_that_shares_places_and_points() -> Book:
    book = Book({"ranked": True, "table": {"min": 2, "max": 4}})
    book.announce()
    book.enter(8)
    book.draw(shape=TWO_FOURS)
    book.win("m1.1")
    book.win("m1.2")
    book.start("m2.1")
    book.act(JUDGE)
    book.judged("m2.1", "concession", book.lines("m2.1", **gone(book, "m2.1", 2, "conceded", 1)))
    champion, second = book.at("m2.1")[1], book.at("m2.1")[2]
    firsts = [book.at("m1.1")[side] for side in (2, 3, 4)]
    others = [book.at("m1.2")[side] for side in (2, 3, 4)]
    winner_of_first = book.at("m1.1")[1] == champion
    best, worse = (firsts, others) if winner_of_first else (others, firsts)
    book.finish(
        [
            row(1, [champion], "25", "table_place"),
            row(2, [second], "18", "round"),
            row(3, sorted(best), "37/3", "winner_place"),
            row(6, sorted(worse), "6", None),
        ]
    )
    return book


def a_third_place_match() -> Book:
    book = Book({"house_rules": {"third_place_match": True}})
    book.enter(4)
    book.draw()
    book.play()
    seats = [book.at("m2.1")[1], book.at("m2.1")[2], book.at("m2.2")[1], book.at("m2.2")[2]]
    why = ["table_place", "round", "third_place", None]
    book.finish([row(place + 1, [entry], "0", why[place]) for place, entry in enumerate(seats)])
    return book


def a_draw_taken_back() -> Book:
    book = Book()
    book.enter(3)
    book.draw()
    book.act(COORDINATOR)
    book.write("draw.withdrawn", reason="chegou mais gente")
    book.versions.clear()
    book.winners.clear()
    book.enter(1)
    book.draw(seed=6, prefix="n")
    book.play()
    return book


def a_preparation_with_changes() -> Book:
    book = Book(
        {"variants": ["calouro-do-chacrinha"], "title": "Chama: Campeonato Teste (Calouro do Chacrinha) 2026"}
    )
    book.enter(4)
    book.act(ORGANIZER)
    book.write(
        "tournament.changed", name="Outro", title="Chama: Campeonato Outro (Calouro do Chacrinha) 2026"
    )
    book.write("staff.removed", role="judge", person="pj")
    book.write("staff.assigned", role="judge", person="pj")
    book.act(JUDGE)
    book.write("entry.checked_in", entry="e001", pineapples=["p1a"])
    book.write("entry.checked_out", entry="e002", pineapples=[])
    book.act("player:p2a")
    book.leave("e002")
    book.draw()
    book.act(ORGANIZER)
    book.write("tournament.changed", time_limit=50, reason="o salão fecha cedo")
    book.act(JUDGE)
    book.write("match.placed", match="m1.2", place="7", starts="2026-05-02T15:00:00Z", judge="pj")
    suit = next(suit for suit in ("hearts", "spades", "clubs") if suit not in suits(book, "m1.2"))
    book.matches["m1.2"]["seats"][0]["suit"] = suit
    book.act(ORGANIZER)
    book.write("tournament.changed", reason="outra sala")
    book.act(JUDGE)
    book.seat("m1.2", 1, book.at("m1.2")[1])
    book.play()
    return book


def a_round_drawn_again() -> Book:
    book = Book()
    book.enter(8)
    book.draw()
    for number in range(1, 5):
        book.win(f"m1.{number}")
    book.act(COORDINATOR)
    one, two = book.matches["m2.1"], book.matches["m2.2"]
    for key in ("entry", "player", "from"):
        one["seats"][1][key], two["seats"][1][key] = two["seats"][1][key], one["seats"][1][key]
    book.write("round.redrawn", round=2, seed=3, matches=[one, two])
    book.play()
    return book


def a_finish_reopened() -> Book:
    book = a_ranked_duel_of_eight()
    book.act(ORGANIZER)
    book.write("tournament.reopened", reason="súmula errada")
    book.finish(duel_rows(book, POINTS))
    return book


def a_draw_by_hand() -> Book:
    book = Book()
    book.enter(6, seeds=[4, 1, None, 2, 2, 3])
    book.draw(method="manual")
    book.play()
    return book


def a_draw_by_season() -> Book:
    book = Book()
    book.enter(5)
    book.known["e004"] = replace(book.known["e004"], points=Fraction(27, 2))
    book.draw(method="season")
    book.play()
    return book


def a_draw_with_mates_apart() -> Book:
    book = Book({"table": {"min": 2, "max": 4}})
    book.enter(8, groups=["c1", "c1", "c1", "c1", None, None, None, None])
    book.draw(seed=2, shape=TWO_FOURS, apart=True)
    at_first = [book.known[entry].group for entry in book.at("m1.1").values()]
    assert at_first.count("c1") == 2
    book.play()
    return book


def a_swap_by_hand() -> Book:
    book = Book()
    book.enter(4)
    book.draw()
    book.act(COORDINATOR)
    one, two = book.at("m1.1")[2], book.at("m1.2")[2]
    for name in ("m1.1", "m1.2"):
        book.write("integrity.noted", what="seating", reason="mesma família", match=name, seat=2)
    book.seat("m1.1", 2, two)
    book.seat("m1.2", 2, one)
    book.play()
    return book


def a_castle_duel_that_nobody_won_at_first() -> Book:
    book = Book({"game": "castelo", "kind": "duelo", "title": "Castelo: Duelo Teste 2026"})
    book.enter(2)
    book.draw()
    book.start("m1.1")
    book.act(JUDGE)
    book.write("match.extended", match="m1.1", minutes=5, reason="luz")
    book.call_time("m1.1")
    book.act(JUDGE)
    book.write("game.drawn", match="m1.1", lines=castles(book, 7, 7))
    book.act(JUDGE)
    book.write("game.resumed", match="m1.1", reason="engano")
    book.act(JUDGE)
    book.write("game.drawn", match="m1.1", lines=castles(book, 0, 0))
    book.act(JUDGE)
    book.judged("m1.1", "win_condition", castles(book, 3, 0), winner=1)
    one, two = (book.at("m1.1")[side] for side in (1, 2))
    book.finish([row(1, [one], "0", "table_place"), row(2, [two], "0", None)])
    return book


def castles(book: Book, *points: int) -> list[dict[str, object]]:
    """The lines of a duel with these castles; all that are down fell at once."""
    people = [book.people[book.at("m1.1")[side]][0] for side in (1, 2)]
    return [
        {
            "player": player,
            "castle": left,
            "wall": 0,
            "fell": 0 if left else 1,
            "out": None,
            "out_order": None,
        }
        for player, left in zip(people, points, strict=True)
    ]
