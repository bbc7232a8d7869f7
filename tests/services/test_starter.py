"""Who began a game: noted by a tap or by the cards, and whose turns are still to come when time is called."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from checker import check_bytes
from core.errors import Refused, Stale
from records.export import record_lines
from records.importing.record import restore_record
from rulesets.kernel.turns import StarterCut
from rulesets.registry import game_of
from tests import cast
from tests.acts import Moments, assert_sound, at, finish, line_types, won
from tests.cast import ana, browser, bruno, drawn, fresh, plain_win
from tests.records.book import chained
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.models import Tournament
from tournaments.play.notes import note_drawn_game, note_redraw, take_back_drawn_game
from tournaments.play.play import call_time, record_sheet, situation_of, start_match
from tournaments.play.starter import note_starter
from tournaments.rules_of import rules_of

pytestmark = pytest.mark.django_db
Bodies = list[dict[str, Any]]
TIED = StarterCut((1, 2, 3, 4), ("A", "K", "A", "2"))
AGAIN = StarterCut((1, 3), ("9", "10"))


def playing(clock: Moments, **chosen: Any) -> Tournament:
    """Its first match is played, at a table of four where nothing else is chosen."""
    plain = {"table_high": 4, "time_limit": 40}
    tournament = drawn(chosen.pop("entries", 16), **{**plain, **chosen})
    start_match(at(tournament, 1, 1), by=bruno(), now=next(clock))
    return fresh(tournament)


def noted(tournament: Tournament, clock: Moments, seat: int | None = None, *cuts: StarterCut) -> int | None:
    note_starter(at(tournament, 1, 1), seat=seat, cuts=cuts, by=bruno(), now=next(clock))
    return starter(tournament)


def starter(tournament: Tournament) -> int | None:
    return at(tournament, 1, 1).starter


def refused(tournament: Tournament, clock: Moments, seat: int | None, *cuts: StarterCut) -> list[str]:
    with pytest.raises(Refused) as refusal:
        noted(tournament, clock, seat, *cuts)
    return [violation.code for violation in refusal.value.violations]


def bodies_of(tournament: Tournament) -> Bodies:
    return [json.loads(line) for line in record_lines(tournament)]


def test_a_tap_another_and_none_again(clock: Moments) -> None:
    tournament = playing(clock)
    assert starter(tournament) is None
    assert [noted(tournament, clock, seat) for seat in (2, 3, None)] == [2, 3, None]
    assert line_types(tournament, 3) == ["starter.noted"] * 3
    head = fresh(tournament).ledger.head_seq
    noted(tournament, clock, None)
    assert fresh(tournament).ledger.head_seq == head
    noted(tournament, clock, 4)
    won(tournament, 1, 2, clock)
    assert_sound(tournament)


def test_a_cut_says_who_begins_or_who_cuts_again(clock: Moments) -> None:
    tournament = playing(clock)
    with pytest.raises(Refused) as tie:
        noted(tournament, clock, None, TIED)
    assert [(v.code, v.facts) for v in tie.value.violations] == [("starter_tied", {"seats": [1, 3]})]
    assert noted(tournament, clock, None, TIED, AGAIN) == 3
    assert_sound(tournament)


def test_what_cannot_be_is_refused(clock: Moments) -> None:
    tournament = playing(clock)
    assert refused(tournament, clock, 5) == ["starter_seat"]
    assert refused(tournament, clock, None, AGAIN) == ["starter_cut_wrong"]
    assert refused(tournament, clock, 1, TIED, AGAIN) == ["starter_cut_wrong"]
    with pytest.raises(Stale, match="match_ready"):
        note_starter(at(tournament, 1, 2), seat=1, by=bruno(), now=next(clock))
    won(tournament, 1, 2, clock)
    with pytest.raises(Stale, match="match_ended"):
        note_starter(at(tournament, 1, 2), seat=1, by=bruno(), now=next(clock))
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    assert refused(tournament, clock, 1) == ["not_in_record"]


def test_only_where_a_game_says_that_it_matters(clock: Moments) -> None:
    kingdoms = playing(clock, kind="reinos", game="jogo-dos-reinos", table_low=4, table_high=8)
    assert refused(kingdoms, clock, 1) == ["starter_off"]


def test_hermetica_has_no_cards_to_cut(clock: Moments) -> None:
    tournament = playing(clock, kind="duelo", game="hermetica", entries=4, table_high=2)
    assert refused(tournament, clock, None, StarterCut((1, 2), ("A", "K"))) == ["starter_cut_wrong"]
    assert noted(tournament, clock, 2) == 2
    assert_sound(tournament)


def test_a_redraw_begins_another_game(clock: Moments) -> None:
    tournament = playing(clock)
    noted(tournament, clock, 2)
    match = at(tournament, 1, 1)
    persona = match.seats.get(number=1).persona
    assert persona is not None
    note_redraw(match, persona=persona, by=bruno(), now=next(clock))
    assert starter(tournament) is None
    assert noted(tournament, clock, 2) == 2
    assert_sound(tournament)


def test_a_drawn_game_and_taking_it_back_make_it_unknown(clock: Moments) -> None:
    tournament = playing(clock, kind="duelo", game="castelo", entries=4, table_high=2)
    noted(tournament, clock, 2)
    match = at(tournament, 1, 1)
    equal = game_of("castelo").random_drawn_game(rules_of(tournament), situation_of(match), Random(1))
    assert equal is not None
    note_drawn_game(match, sheet=equal, by=bruno(), now=next(clock))
    assert starter(tournament) is None
    noted(tournament, clock, 1)
    take_back_drawn_game(at(tournament, 1, 1), reason="miscounted", by=bruno(), now=next(clock))
    assert starter(tournament) is None
    assert noted(tournament, clock, 1) == 1
    assert_sound(tournament)


def void_and_back(clock: Moments) -> Tournament:
    """The final is played, void for a correction, and back by its undo."""
    tournament = drawn(4, table_high=2, time_limit=40)
    won(tournament, 1, 1, clock)
    won(tournament, 1, 2, clock)
    final, first = at(tournament, 2, 1), at(tournament, 1, 1)
    start_match(final, by=bruno(), now=next(clock))
    note_starter(final, seat=2, by=bruno(), now=next(clock))
    other, again = plain_win(first, 2), {final.code: "replay"}
    correction = correct_sheet(first, sheet=other, reason="x", by=ana(), now=next(clock), remedies=again)
    assert at(tournament, 2, 1).starter is None
    undo_correction(correction, reason="no", by=ana(), now=next(clock))
    return fresh(tournament)


def test_a_match_made_void_forgets_it_and_an_undo_brings_it_back(clock: Moments, tmp_path: Path) -> None:
    path = tmp_path / "starter.record.jsonl"
    with transaction.atomic():
        tournament = void_and_back(clock)
        assert at(tournament, 2, 1).starter == 2
        assert_sound(tournament)
        path.write_text("".join(record_lines(tournament)), encoding="utf-8")
        transaction.set_rollback(True)
    restored = restore_record(path, names={}, owner=None, now=timezone.now(), slug="starter")
    assert at(restored, 2, 1).starter == 2
    assert "".join(record_lines(restored)) == path.read_text(encoding="utf-8")


def test_what_was_noted_since_a_correction_survives_its_undo(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, time_limit=40)
    won(tournament, 1, 1, clock)
    won(tournament, 1, 2, clock)
    final, first = at(tournament, 2, 1), at(tournament, 1, 1)
    start_match(final, by=bruno(), now=next(clock))
    other, kept = plain_win(first, 2), {final.code: "keep"}
    correction = correct_sheet(first, sheet=other, reason="x", by=ana(), now=next(clock), remedies=kept)
    note_starter(at(tournament, 2, 1), seat=2, by=bruno(), now=next(clock))
    undo_correction(correction, reason="no", by=ana(), now=next(clock))
    assert at(tournament, 2, 1).starter == 2
    note_starter(at(tournament, 2, 1), seat=None, by=bruno(), now=next(clock))
    assert_sound(tournament)


def put(**changed: Any) -> Callable[[Bodies], object]:
    return lambda bodies: bodies[-1]["data"].update(changed)


def cut(number: int, **changed: Any) -> Callable[[Bodies], object]:
    return lambda bodies: bodies[-1]["data"]["cuts"][number].update(changed)


def twice(bodies: Bodies) -> None:
    bodies.append(bodies[-1])


def too_early(bodies: Bodies) -> None:
    """Before the match starts."""
    line = bodies.pop()
    start = next(i for i, body in enumerate(bodies) if body["type"] == "match.started")
    bodies.insert(start, {**line, "at": bodies[start - 1]["at"].replace(".000Z", ".500Z")})


def by(role: str) -> Callable[[Bodies], object]:
    def alter(bodies: Bodies) -> None:
        player = next(body["data"]["players"][0] for body in bodies if body["type"] == "entry.added")
        bodies[-1]["by"] = f"player:{player}" if role == "player" else role

    return alter


FAULTS = {
    "another match": put(match="m00000000"),
    "another seat than the cards choose": put(seat=1),
    "a seat that does not exist": put(seat=9, cuts=[]),
    "unknown, with cuts": put(seat=None),
    "no seat and no cuts": put(seat=None, cuts=[]),
    "the tie stays": lambda bodies: bodies[-1]["data"]["cuts"].pop(),
    "a seat does not cut": cut(0, seats=[1, 2, 3], cards=["A", "K", "A"]),
    "another seat cuts again": cut(1, seats=[1, 2]),
    "a card is missing": cut(1, cards=["9"]),
    "other cards": cut(1, cards=["10", "9"]),
    "no card of the deck": cut(1, cards=["9", "1"]),
    "twice": twice,
    "before the start": too_early,
    "by a player": by("player"),
    "by the system": by("system"),
}


@pytest.mark.parametrize("alter", FAULTS.values(), ids=FAULTS.keys())
def test_the_checker_finds_a_line_that_cannot_be(alter: Callable[[Bodies], object], clock: Moments) -> None:
    tournament = playing(clock)
    noted(tournament, clock, None, TIED, AGAIN)
    bodies = bodies_of(tournament)
    assert check_bytes(chained(bodies)) == []
    alter(bodies)
    assert is_found(chained(bodies))


@pytest.mark.parametrize("key", ["match", "seat", "cuts"])
def test_each_key_that_is_missing_is_found(key: str, clock: Moments) -> None:
    tournament = playing(clock)
    noted(tournament, clock, 1)
    bodies = bodies_of(tournament)
    del bodies[-1]["data"][key]
    assert is_found(chained(bodies))


def is_found(data: bytes) -> bool:
    return bool(check_bytes(data))


def test_the_page_takes_one_tap_and_says_whose_turns_are_to_come(clock: Moments) -> None:
    tournament = playing(clock)
    match = at(tournament, 1, 1)
    page, act = (reverse(name, args=[tournament.slug, match.code]) for name in ("match", "match_starter"))
    names = [seat.persona.player.name for seat in match.seats.order_by("number") if seat.persona]
    assert act in browser(bruno()).get(page).content.decode()
    assert act not in browser().get(page).content.decode()
    assert browser(cast.duda()).post(act, {"seat": "2"}).status_code == 403
    assert browser(bruno()).post(act, {"seat": "2"})["Location"] == page
    assert "last-cycle" not in browser().get(page).content.decode()
    assert match.time_due_at is not None
    call_time(match, by=None, now=match.time_due_at)
    told = browser().get(page).content.decode()
    assert f"{names[1]} began: the cycle ends with {names[0]}’s turn." in " ".join(told.split())
    rows = [
        row.split("<td>")[1].split("</td>")[0] for row in told.split('id="last-cycle"')[1].split("<tr>")[2:6]
    ]
    assert [sum(name in row for name in names) for row in rows] == [3, 2, 1, 0]


def test_without_a_starter_the_page_says_nothing_of_turns(clock: Moments) -> None:
    tournament = playing(clock)
    match = at(tournament, 1, 1)
    assert match.time_due_at is not None
    call_time(match, by=None, now=match.time_due_at)
    page = reverse("match", args=[tournament.slug, match.code])
    assert "last-cycle" not in browser().get(page).content.decode()


def test_the_page_asks_those_who_are_tied_for_another_cut(clock: Moments) -> None:
    tournament = playing(clock)
    match = at(tournament, 1, 1)
    act = reverse("match_starter", args=[tournament.slug, match.code])
    first = {"cut_seat": ["1", "2", "3", "4"], "cut_card": ["A", "K", "A", "2"]}
    answer = browser(bruno()).post(act, first)
    asked = answer.content.decode()
    assert answer.status_code == 422
    assert [f'id="cut-{seat}"' in asked for seat in (1, 2, 3, 4)] == [True, False, True, False]
    again = {key: [*first[key], *more] for key, more in (("cut_seat", ["1", "3"]), ("cut_card", ["9", "10"]))}
    assert browser(bruno()).post(act, again).status_code == 302
    assert starter(tournament) == 3


def test_a_seat_of_thousands_of_digits_is_no_seat(clock: Moments) -> None:
    tournament = playing(clock)
    act = reverse("match_starter", args=[tournament.slug, at(tournament, 1, 1).code])
    answer = browser(bruno()).post(act, {"cut_seat": ["9" * 5000, "²"], "cut_card": ["A", "K"]})
    assert answer.status_code == 302
    assert starter(tournament) is None


def test_a_tournament_without_a_limit_does_not_ask(clock: Moments) -> None:
    tournament = playing(clock, time_limit=None)
    page = reverse("match", args=[tournament.slug, at(tournament, 1, 1).code])
    assert "quem-comecou" not in browser(bruno()).get(page).content.decode()


def test_the_whole_day_with_it_is_sound(clock: Moments) -> None:
    tournament = playing(clock, entries=8)
    noted(tournament, clock, 1)
    match = at(tournament, 1, 1)
    record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=next(clock))
    finish(tournament, clock)
    assert_sound(tournament)
