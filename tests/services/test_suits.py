"""Suits that a table exchanges or chooses until its match starts: rows, record, checker, import, page."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from checker import check_bytes
from core.errors import Refused, Stale
from matches.models import Match
from records.export import record_lines
from records.importing.record import restore_record
from tests import cast
from tests.acts import Moments, assert_sound, at, finish, line_types, won
from tests.cast import ana, browser, bruno, drawn, fresh, plain_win
from tests.records.book import chained
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.models import Tournament
from tournaments.play.suits import choose_suits

pytestmark = pytest.mark.django_db
Bodies = list[dict[str, Any]]


def suits(match: Match) -> list[str]:
    return list(match.seats.order_by("number").values_list("suit", flat=True))


def turned(match: Match) -> list[str]:
    return suits(match)[::-1]


def chosen(match: Match, clock: Moments, *marks: str) -> Match:
    return choose_suits(match, suits=marks or turned(match), by=bruno(), now=next(clock))


def bodies_of(tournament: Tournament) -> Bodies:
    return [json.loads(line) for line in record_lines(tournament)]


def refused(match: Match, clock: Moments, *marks: str) -> list[str]:
    with pytest.raises(Refused) as refusal:
        chosen(match, clock, *marks)
    return [violation.code for violation in refusal.value.violations]


def test_two_seats_exchange_and_the_record_has_a_line_for_each(clock: Moments) -> None:
    tournament = drawn(16, table_high=4)
    match = at(tournament, 1, 1)
    first, second, *rest = suits(match)
    chosen(match, clock, second, first, *rest)
    assert suits(match) == [second, first, *rest]
    assert line_types(tournament, 2) == ["seat.filled", "seat.filled"]
    finish(tournament, clock)
    assert_sound(tournament)


def test_pairs_and_free_suits(clock: Moments) -> None:
    pairs = drawn(4, kind="duplas", table_high=2)
    chosen(at(pairs, 1, 1), clock)
    duel = drawn(4, table_high=2, name="Duelo")
    free = sorted({"hearts", "diamonds", "clubs", "spades"} - {*suits(at(duel, 1, 1))})
    chosen(at(duel, 1, 1), clock, *free)
    assert suits(at(duel, 1, 1)) == free
    for tournament in (pairs, duel):
        assert_sound(tournament)


def test_the_same_again_writes_nothing(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    head = fresh(tournament).ledger.head_seq
    chosen(at(tournament, 1, 1), clock, *suits(at(tournament, 1, 1)))
    assert fresh(tournament).ledger.head_seq == head


def test_what_cannot_be_is_refused(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    assert refused(match, clock, "hearts", "hearts") == ["suit_twice"]
    assert refused(match, clock, "hearts") == ["suits_incomplete"]
    assert refused(match, clock, "hearts", "coins") == ["suit_unknown"]
    with pytest.raises(Stale, match="match_waiting"):
        chosen(at(tournament, 2, 1), clock)
    won(tournament, 1, 1, clock)
    with pytest.raises(Stale, match="match_ended"):
        chosen(match, clock)
    assert suits(at(tournament, 1, 2)) != turned(at(tournament, 1, 2))


def test_a_game_without_suits_has_none_to_choose(clock: Moments) -> None:
    tournament = drawn(4, kind="duelo", game="hermetica", table_high=2)
    assert refused(at(tournament, 1, 1), clock, "hearts", "clubs") == ["suits_off"]


def test_a_correction_is_not_undone_where_a_later_table_chose_since(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    won(tournament, 1, 1, clock)
    won(tournament, 1, 2, clock)
    first = at(tournament, 1, 1)
    correction = correct_sheet(
        first, sheet=plain_win(first, 2), reason="wrong side", by=ana(), now=next(clock), remedies={}
    )
    chosen(at(tournament, 2, 1), clock)
    with pytest.raises(Stale, match="changed_since"):
        undo_correction(correction, reason="no", by=ana(), now=next(clock))
    finish(tournament, clock)
    assert_sound(tournament)


def put(**changed: Any) -> Callable[[Bodies], object]:
    return lambda bodies: bodies[-2]["data"].update(changed)


def other_entry(bodies: Bodies) -> None:
    bodies[-2]["data"]["entry"] = bodies[-1]["data"]["entry"]


def other_seat(bodies: Bodies) -> None:
    bodies[-2]["data"]["seat"] = bodies[-1]["data"]["seat"]


def other_suit(bodies: Bodies) -> None:
    bodies[-2]["data"]["suit"] = bodies[-1]["data"]["suit"]


def half(bodies: Bodies) -> None:
    bodies.pop()


def twice(bodies: Bodies) -> None:
    bodies.append(bodies[-1])


def by_a_player(bodies: Bodies) -> None:
    player = next(body["data"]["players"][0] for body in bodies if body["type"] == "entry.added")
    bodies[-2]["by"] = bodies[-1]["by"] = f"player:{player}"


def by_the_system(bodies: Bodies) -> None:
    bodies[-2]["by"] = bodies[-1]["by"] = "system"


FAULTS = [
    put(match="m00000000"), put(suit=None), put(entry=None), put(player="p9a"), other_entry, other_seat,
    other_suit, half, twice, by_a_player, by_the_system,
]  # fmt: skip


@pytest.mark.parametrize("alter", FAULTS)
def test_the_checker_finds_a_line_that_cannot_be(alter: Callable[[Bodies], object], clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    chosen(at(tournament, 1, 1), clock)
    bodies = bodies_of(tournament)
    assert check_bytes(chained(bodies)) == []
    alter(bodies)
    assert {"seat", "author", "match"} & {finding.rule for finding in check_bytes(chained(bodies))}


def test_one_after_the_start_is_found(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    chosen(at(tournament, 1, 1), clock)
    won(tournament, 1, 1, clock)
    bodies = bodies_of(tournament)
    lines = [body for body in bodies if body["type"] == "seat.filled"][:2]
    rest = [body for body in bodies if body not in lines]
    late = [{**line, "at": rest[-1]["at"]} for line in lines]
    assert "seat" in [finding.rule for finding in check_bytes(chained([*rest, *late]))]


def test_an_imported_tournament_has_the_same_suits_and_the_same_record(
    clock: Moments, tmp_path: Path
) -> None:
    path = tmp_path / "suits.record.jsonl"
    with transaction.atomic():
        tournament = drawn(4, table_high=2)
        chosen(at(tournament, 1, 1), clock)
        said, text = suits(at(tournament, 1, 1)), "".join(record_lines(tournament))
        path.write_text(text, encoding="utf-8")
        transaction.set_rollback(True)
    restored = restore_record(path, names={}, owner=None, now=timezone.now(), slug="suits")
    assert suits(at(restored, 1, 1)) == said
    assert "".join(record_lines(restored)) == text


def test_the_page_offers_it_to_the_staff_until_the_start(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    page, act = (reverse(name, args=[tournament.slug, match.code]) for name in ("match", "match_suits"))
    assert act in browser(bruno()).get(page).content.decode()
    assert act not in browser().get(page).content.decode()
    assert browser(cast.duda()).post(act, {"suits": turned(match)}).status_code == 403
    wanted = turned(match)
    assert browser(bruno()).post(act, {"suits": wanted})["Location"] == page
    assert suits(match) == wanted
    assert browser(bruno()).post(act, {"suits": ["hearts", "hearts"]}).status_code == 422
    won(tournament, 1, 1, clock)
    assert act not in browser(bruno()).get(page).content.decode()
