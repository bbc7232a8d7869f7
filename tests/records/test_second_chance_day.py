"""Second chances: what the checker finds in lines of the day that are changed by hand."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.records.book import COORDINATOR, JUDGE, Bodies, Body, Book, found, of_type, rules_found
from tests.records.edits import Edit, add, finish_early, throw_out
from tests.records.scenes import Scene, promising, second
from tests.records.scenes.second import begun_second, effect
from tests.records.second_edits import seat_of
from tournaments.bracket.shapes import Shape

DUELS, CAME = second.a_second_chance_in_duels, second.a_second_chance_of_those_who_came
AGAIN, CORRECTED = (
    second.a_second_chance_played_again_and_undone,
    second.a_second_chance_for_another_after_a_correction,
)


def filled(bodies: Bodies, match: str, seat: int) -> Body:
    """The line that fills a seat first."""
    lines = [body for body in bodies if body["type"] == "seat.filled"]
    return next(x for x in lines if (x["data"]["match"], x["data"]["seat"]) == (match, seat))


def fill(match: str, seat: int, entry: Callable[[Bodies], str | None]) -> Edit:
    """Another entry takes the seat."""
    return lambda bodies: filled(bodies, match, seat)["data"].update(entry=entry(bodies))


def drop_fill(match: str, seat: int) -> Edit:
    return lambda bodies: bodies.remove(filled(bodies, match, seat))


def seated(match: str, seat: int) -> Callable[[Bodies], str | None]:
    return lambda bodies: seat_of(bodies, match, seat)["entry"]


def _absent_one(bodies: Bodies) -> str | None:
    name = seat_of(bodies, "m2.3", 1)["from"]["match"]
    return str(seat_of(bodies, name, 2)["entry"])


def _withdrawn_stays(bodies: Bodies) -> None:
    bodies.remove(next(x for x in bodies if x["type"] == "seat.filled" and x["data"]["entry"] is None))


def _one_effect(number: int) -> Edit:
    def edit(bodies: Bodies) -> None:
        del of_type(bodies, "correction.applied")["effects"][number]

    return edit


def _named_twice(bodies: Bodies) -> None:
    effects = of_type(bodies, "correction.applied")["effects"]
    effects.append(dict(effects[1]))


def _last_sheet_missing(bodies: Bodies) -> None:
    del bodies[-1]


def _second_final_first(bodies: Bodies) -> None:
    """The winner of the second chance is placed before the others who lost round 1."""
    rows = of_type(bodies, "tournament.finished")["classification"]
    rows[4]["entries"], rows[5]["entries"] = rows[5]["entries"], rows[4]["entries"]


DAYS: dict[str, tuple[Scene, Edit, str]] = {
    "a loser is not seated": (DUELS, drop_fill("m2.3", 1), "advance"),
    "a winner is seated": (DUELS, fill("m2.3", 2, seated("m1.2", 1)), "seat"),
    "no one is seated": (DUELS, fill("m2.3", 1, lambda _: None), "seat"),
    "one who had a bye is seated": (DUELS, fill("m2.3", 1, seated("m1.1", 1)), "seat"),
    "one who was absent is seated": (CAME, fill("m2.3", 1, _absent_one), "seat"),
    "one who withdrew stays": (second.a_second_chance_given_back, _withdrawn_stays, "advance"),
    "a match is open at the end": (DUELS, finish_early, "finish"),
    "places of the second chance count": (DUELS, _second_final_first, "classification"),
    "the bracket alone is corrected": (CORRECTED, _one_effect(1), "correction"),
    "the second chance alone is corrected": (CORRECTED, _one_effect(0), "correction"),
    "two remedies for one match": (CORRECTED, _named_twice, "correction"),
    "a sheet does not come back": (AGAIN, _last_sheet_missing, "correction"),
    "a rewritten sheet is missing": (
        second.a_second_chance_replaced_on_the_sheet,
        _last_sheet_missing,
        "correction",
    ),
}


@pytest.mark.parametrize("name", DAYS)
def test_a_fault_of_the_day_is_found(name: str) -> None:
    scene, edit, rule = DAYS[name]
    bodies = scene().bodies
    edit(bodies)
    assert rule in rules_found(bodies)


def test_who_leaves_before_the_loss_is_known_takes_no_seat() -> None:
    book = begun_second(4)
    book.draw()
    book.start("m1.1")
    book.act(COORDINATOR)
    book.won("m1.1", 1)
    book.leave(book.at("m1.1")[2])
    book.bodies[-2:] = reversed(book.bodies[-2:])
    book.fill("m1.1")
    assert found(book.bodies) == []
    [line] = [body for body in book.bodies if body["data"].get("match") == "m2.2"]
    line["data"]["entry"] = book.at("m1.1")[2]
    assert "seat" in rules_found(book.bodies)


def test_who_is_not_checked_in_takes_no_seat() -> None:
    book = begun_second(4)
    book.draw()
    book.act(COORDINATOR)
    book.write("entry.checked_out", entry=book.at("m1.1")[2], pineapples=[])
    book.win("m1.1")
    assert "seat" in rules_found(book.bodies)


@pytest.mark.parametrize("remedies", [("keep", "replay"), ("replay", "keep")])
def test_no_one_plays_on_in_both(remedies: tuple[str, str]) -> None:
    """The winner of round 1 stays in the bracket and takes the loser's seat, or the other way round."""
    book, _ = second.corrected(*remedies)
    changed = "m2.2" if remedies[0] == "keep" else "m2.1"
    number, source = next(
        (seat["seat"], seat["from"])
        for seat in book.matches[changed]["seats"]
        if seat["from"]["match"] == "m1.1"
    )
    book.seat(changed, number, book.at("m1.1")[1 if "side" in source else 2])
    whats = {finding.what for finding in found(book.bodies)}
    assert any("holds two sides that m1.1 feeds" in what for what in whats)


def test_a_version_that_sends_another_loser_needs_a_correction() -> None:
    """The winner stays, and who was said to be absent played."""
    book = begun_second(4)
    book.draw()
    nothing = {"intact": 0, "razed": 0, "commanders": 0, "armies": 0, "out": "absent"}
    book.act(JUDGE)
    gone = book.people[book.at("m1.1")[2]][0]
    book.judged("m1.1", "walkover", book.lines("m1.1", **{gone: nothing}))
    book.fill("m1.1")
    book.act(COORDINATOR)
    book.write("match.started", match="m1.1")
    book.started.add("m1.1")
    book.judged(
        "m1.1", "concession", book.lines("m1.1", **{gone: {"out": "conceded", "out_order": 1}}), reason="veio"
    )
    whole = deepcopy(book)
    book.seat("m2.2", _seat_fed(book, "m2.2", "m1.1"), book.at("m1.1")[2])
    assert rules_found(book.bodies) == {"correction"}
    whole.correct("m1.1", effect("m2.2", "reseat"))
    whole.seat("m2.2", _seat_fed(whole, "m2.2", "m1.1"), whole.at("m1.1")[2])
    assert found(whole.bodies) == []


def _seat_fed(book: Book, name: str, source: str) -> int:
    return next(int(seat["seat"]) for seat in book.matches[name]["seats"] if seat["from"]["match"] == source)


def test_its_champion_is_disqualified_with_a_new_version() -> None:
    book = DUELS()
    champion = book.winners["m3.3"]
    place = 1 + next(
        at for at, row in enumerate(book.bodies[-1]["data"]["classification"]) if row["entries"] == [champion]
    )
    throw_out(place)(book.bodies)
    said = {finding.what for finding in found(book.bodies)}
    assert f"{champion} is disqualified and still wins m3.3" in said


def test_no_table_grows() -> None:
    book = promising.a_late_entry_on_a_fourth_chair()
    assert found(book.bodies) == []
    book = begun_second(6, {"short_final": True}, table={"min": 2, "max": 4}, time_limit=None)
    book.draw(shape=Shape(((3, 3), (2,))))
    _come_late(book, "m1.1", 4, more=True)
    assert rules_found(book.bodies) == {"seat"}


def _come_late(book: Book, name: str, number: int, *, more: bool = False) -> None:
    """An entry comes late to a seat, or to a chair more."""
    book.act(COORDINATOR)
    book.people["e099"] = ["p99a"]
    book.write("entry.added", entry="e099", players=["p99a"], seed=None, group=None)
    book.write("entry.checked_in", entry="e099", pineapples=[])
    seats = book.matches[name]["seats"]
    if more:
        [suit] = {"hearts", "diamonds", "clubs", "spades"} - {seat["suit"] for seat in seats}
        seats.append(
            {"seat": number, "side": number, "suit": suit, "entry": None, "player": None, "from": None}
        )
    book.write("integrity.noted", what="late_entry", reason="chegou tarde", match=name, seat=number)
    book.seat(name, number, "e099")


def test_a_late_entry_takes_an_empty_seat_of_round_1_and_may_lose_it() -> None:
    book = begun_second(4)
    book.draw()
    book.act(COORDINATOR)
    book.leave(book.at("m1.1")[2])
    book.seat("m1.1", 2, None)
    _come_late(book, "m1.1", 2)
    book.play()
    assert "e099" in book.at("m2.2").values()
    assert found(book.bodies) == []


def test_no_one_comes_late_into_the_second_chance() -> None:
    book = begun_second(4)
    book.draw()
    book.win("m1.1")
    gone = book.at("m1.1")[2]
    number = _seat_fed(book, "m2.2", "m1.1")
    book.act(COORDINATOR)
    book.leave(gone)
    book.seat("m2.2", number, None)
    _come_late(book, "m2.2", number)
    assert rules_found(book.bodies) == {"seat"}


def test_a_lucky_loser_is_none_who_has_a_second_chance() -> None:
    book = begun_second(8, {"empty_seat": "lucky_loser"})
    book.draw()
    book.win("m1.1")
    book.act(COORDINATOR)
    book.leave(book.at("m1.1")[1])
    book.write("integrity.noted", what="lucky_loser", reason="foi embora", match="m2.1", seat=1)
    book.seat("m2.1", 1, book.at("m1.1")[2])
    assert "seat" in rules_found(book.bodies)


def test_a_lucky_loser_of_a_later_round_is_one() -> None:
    book = begun_second(8, {"empty_seat": "lucky_loser"})
    book.draw()
    book.play(but=["m3.1", "m3.2"])
    gone, lucky = book.at("m2.1")[1], book.at("m2.1")[2]
    book.act(COORDINATOR)
    book.leave(gone)
    book.write("integrity.noted", what="lucky_loser", reason="foi embora", match="m3.1", seat=1)
    book.seat("m3.1", 1, lucky)
    book.play()
    assert found(book.bodies) == []


def test_a_lucky_loser_may_play_on_within_the_second_chance() -> None:
    book = begun_second(8, {"empty_seat": "lucky_loser"})
    book.draw()
    book.play(but=["m3.1", "m3.2"])
    gone, lucky = book.at("m2.3")[1], book.at("m2.3")[2]
    number = _seat_fed(book, "m3.2", "m2.3")
    book.act(COORDINATOR)
    book.leave(gone)
    book.write("integrity.noted", what="lucky_loser", reason="foi embora", match="m3.2", seat=number)
    book.seat("m3.2", number, lucky)
    book.play()
    assert found(book.bodies) == []


def test_a_game_of_the_second_chance_is_none_for_points() -> None:
    """Eight play, but one of them in the second chance alone: round 1 was ruled without a game."""
    book = begun_second(8, ranked=True)
    book.bodies.insert(4, {**book.bodies[0], "type": "tournament.announced", "data": {"channel": "grupo"}})
    book.draw()
    book.act(COORDINATOR)
    book.judged("m1.1", "ruling", book.lines("m1.1"), winner=1, reason="mesa trocada")
    book.fill("m1.1")
    book.play()
    book.act(COORDINATOR)
    book.write("tournament.finished", classification=[], without_points="fewer_than_8_played")
    assert not [finding.what for finding in found(book.bodies) if "without_points" in finding.what]
    book.bodies[-1]["data"]["without_points"] = None
    assert "without_points is None, fewer_than_8_played follows" in {x.what for x in found(book.bodies)}


def test_a_line_at_the_end_waits_for_all_matches() -> None:
    bodies = DUELS().bodies
    end = bodies.pop()
    assert found(bodies) == []
    at = next(
        at
        for at, body in enumerate(bodies)
        if body["data"].get("match") == "m3.3" and "lines" in body["data"]
    )
    del bodies[at]
    add("tournament.finished", **end["data"])(bodies)
    assert "finish" in rules_found(bodies)
