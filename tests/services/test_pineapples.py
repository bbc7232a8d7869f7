"""Pineapples brought to the table (4.3): changed at a match until it starts, for it and the later ones."""

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
from tests.acts import Moments, assert_sound, at, finish, line_types, walked_over, won
from tests.cast import ana, browser, bruno, drawn, fresh
from tests.records.book import chained
from tournaments.departures.enter_late import enter_late
from tournaments.departures.withdraw import withdraw
from tournaments.inputs import NewEntry
from tournaments.match_views.match import match_view
from tournaments.models import Tournament
from tournaments.play import notes

pytestmark = pytest.mark.django_db
CALOURO = ("calouro-do-chacrinha",)


def seated(match: Match) -> list[str]:
    codes = (
        match.seats.filter(persona__isnull=False).order_by("number").values_list("persona__code", flat=True)
    )
    return [str(code) for code in codes]


def draws(tournament: Tournament, match: Match) -> list[int]:
    """Cards due by seat; none for a match that is over."""
    return [seat.draw_per_turn for seat in match_view(tournament, match).seats if seat.draw_per_turn]


def brought(match: Match, clock: Moments, *codes: str) -> Match:
    return notes.change_pineapples(match, pineapples=codes, by=bruno(), now=next(clock))


def test_one_who_brings_a_pineapple_after_the_draw_spares_only_themselves(clock: Moments) -> None:
    tournament = drawn(16, table_high=4, variants=CALOURO)
    match = at(tournament, 1, 1)
    assert draws(tournament, match) == [3, 3, 3, 3]
    brought(match, clock, seated(match)[1])
    assert draws(tournament, match) == [2, 3, 2, 2]
    assert line_types(tournament, 1) == ["pineapples.changed"]
    assert_sound(tournament)
    assert check_bytes("".join(record_lines(tournament)).encode()) == []


def test_it_holds_for_the_later_matches_and_can_be_taken_back_there(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, variants=CALOURO)
    first = at(tournament, 1, 1)
    bringer = seated(first)[0]
    brought(first, clock, bringer)
    won(tournament, 1, 1, clock)
    won(tournament, 1, 2, clock)
    final = at(tournament, 2, 1)
    assert sorted(draws(tournament, final)) == [2, 3]
    brought(final, clock)
    assert draws(tournament, final) == [3, 3]
    assert draws(tournament, at(tournament, 1, 1)) == []
    finish(tournament, clock)
    assert_sound(tournament)
    assert check_bytes("".join(record_lines(tournament)).encode()) == []


def test_the_same_again_writes_nothing(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, variants=CALOURO)
    match = at(tournament, 1, 1)
    brought(match, clock, *seated(match))
    head = fresh(tournament).ledger.head_seq
    brought(match, clock, *reversed(seated(match)))
    assert fresh(tournament).ledger.head_seq == head


def test_a_late_entry_brings_one(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, variants=CALOURO)
    match = at(tournament, 1, 1)
    entry = match.sides.get(number=1).entry
    assert entry is not None
    withdraw(entry, reason="ill", by=ana(), now=next(clock))
    late = enter_late(
        match, side=1, entry=NewEntry(("Lia",)), reason="a seat was free", by=ana(), now=next(clock)
    )
    code = late.members.get().persona.code
    brought(at(tournament, 1, 1), clock, code)
    assert sorted(draws(tournament, at(tournament, 1, 1))) == [2, 3]


def test_not_once_it_has_begun_nor_of_strangers_nor_without_the_variant(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, variants=CALOURO)
    stranger = seated(at(tournament, 1, 2))[0]
    with pytest.raises(Refused) as refused:
        brought(at(tournament, 1, 1), clock, stranger)
    assert [violation.code for violation in refused.value.violations] == ["not_at_this_table"]
    won(tournament, 1, 1, clock)
    walked_over(at(tournament, 1, 2), 1, clock=clock)
    for number in (1, 2):
        with pytest.raises(Stale, match="match_ended"):
            brought(at(tournament, 1, number), clock)
    plain = drawn(4, table_high=2, name="Sem")
    with pytest.raises(Refused) as off:
        brought(at(plain, 1, 1), clock, seated(at(plain, 1, 1))[0])
    assert [violation.code for violation in off.value.violations] == ["pineapples_off"]


def test_a_record_of_the_first_format_cannot_hold_it(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, variants=CALOURO)
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    with pytest.raises(Refused) as refused:
        brought(at(tournament, 1, 1), clock, seated(at(tournament, 1, 1))[0])
    assert [violation.code for violation in refused.value.violations] == ["not_in_record"]


def stranger(line: dict[str, Any]) -> None:
    line["data"]["pineapples"] = ["nobody"]


def twice(line: dict[str, Any]) -> None:
    line["data"]["pineapples"] *= 2


def nothing(line: dict[str, Any]) -> None:
    line["data"]["pineapples"] = []


def elsewhere(line: dict[str, Any]) -> None:
    line["data"]["match"] = "m00000000"


@pytest.mark.parametrize("change", [stranger, twice, nothing, elsewhere])
def test_both_checkers_find_a_line_that_cannot_be(
    change: Callable[[dict[str, Any]], None], clock: Moments
) -> None:
    tournament = drawn(4, table_high=2, variants=CALOURO)
    brought(at(tournament, 1, 1), clock, seated(at(tournament, 1, 1))[0])
    bodies = [json.loads(line) for line in record_lines(tournament)]
    change(bodies[-1])
    assert check_bytes(chained(bodies))


def test_one_after_the_start_is_found(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, variants=CALOURO)
    match = at(tournament, 1, 1)
    brought(match, clock, seated(match)[0])
    won(tournament, 1, 1, clock)
    bodies = [json.loads(line) for line in record_lines(tournament)]
    changed = next(body for body in bodies if body["type"] == "pineapples.changed")
    bodies.remove(changed)
    bodies.append({**changed, "at": bodies[-1]["at"]})
    assert "pineapple" in [finding.rule for finding in check_bytes(chained(bodies))]


def test_an_imported_tournament_knows_them(clock: Moments, tmp_path: Path) -> None:
    path = tmp_path / "fruit.record.jsonl"
    with transaction.atomic():
        tournament = drawn(4, table_high=2, variants=CALOURO)
        brought(at(tournament, 1, 1), clock, seated(at(tournament, 1, 1))[0])
        path.write_text("".join(record_lines(tournament)), encoding="utf-8")
        transaction.set_rollback(True)
    restored = restore_record(path, names={}, owner=None, now=timezone.now(), slug="fruit")
    assert draws(restored, at(restored, 1, 1)) == [3, 2]


def test_the_page_asks_the_staff_until_it_begins_and_shows_everybody(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, variants=CALOURO)
    match = at(tournament, 1, 1)
    page, act = (reverse(name, args=[tournament.slug, match.code]) for name in ("match", "match_pineapples"))
    assert act in browser(bruno()).get(page).content.decode()
    assert act not in browser().get(page).content.decode()
    assert browser(cast.duda()).post(act, {"pineapples": seated(match)[0]}).status_code == 403
    assert browser(bruno()).post(act, {"pineapples": seated(match)[0]})["Location"] == page
    assert "brought a pineapple" in browser().get(page).content.decode()
    won(tournament, 1, 1, clock)
    assert act not in browser(bruno()).get(page).content.decode()
