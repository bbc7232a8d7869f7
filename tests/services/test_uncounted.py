"""Cards that nobody counted are not zero: rows, record, places, the end, and counting them later."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from checker import check_bytes
from core.errors import Refused
from matches.lineups import Lineup
from matches.models import Match, SheetLine, Side
from records.export import people_file, record_lines
from records.importing.record import restore_record
from rulesets.kernel.sheet import Sheet
from tests.acts import Moments, at, entry_at, play_on, walked_over
from tests.cast import ana, bruno, drawn, fresh, plain_win
from tests.records.book import chained
from tests.services.test_reporting import says, started, state
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import overview_of
from tournaments.corrections.undo import undo_correction
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match, tournament_of
from tournaments.sheets.judge import judge_sheet
from tournaments.standings.finish import finish
from tournaments.standings.selectors import standings_of
from tournaments.standings.uncounted import uncounted_tables

pytestmark = [pytest.mark.django_db, pytest.mark.F92]
CARDS = ("intact", "razed", "commanders", "armies", "razed_in_battle")


def uncounted(sheet: Sheet, *positions: int) -> Sheet:
    """The sheet with the lines at these places, from 0, left uncounted."""
    lines = (replace(line, counts=None) if n in positions else line for n, line in enumerate(sheet.lines))
    return replace(sheet, lines=tuple(lines))


def counted(sheet: Sheet, counts: Mapping[int, int]) -> Sheet:
    """The sheet with so many intact realms at these places."""
    lines = (
        replace(x, counts={"intact": counts[n]}) if n in counts else x for n, x in enumerate(sheet.lines)
    )
    return replace(sheet, lines=tuple(lines))


def play(match: Match, sheet: Sheet, clock: Moments) -> Match:
    start_match(match, by=bruno(), now=next(clock))
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    return Match.objects.get(pk=match.pk)


def final_of_four(clock: Moments) -> tuple[Tournament, Match]:
    """One table of four: side 1 won, nobody counted sides 2 and 3, side 4 has three realms."""
    tournament = drawn(4, table_high=4)
    match = at(tournament, 1, 1)
    return tournament, play(match, counted(uncounted(plain_win(match), 1, 2), {3: 3}), clock)


def bodies(tournament: Tournament) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record_lines(tournament)]


def faults(tournament: Tournament) -> list[str]:
    """What the checker says of the record."""
    return [str(one) for one in check_bytes("".join(record_lines(tournament)).encode())]


def test_rows_and_record_say_not_counted_and_never_0(clock: Moments) -> None:
    tournament, match = final_of_four(clock)
    lines = SheetLine.objects.filter(sheet__match=match).order_by("position")
    assert [line.counts is None for line in lines] == [False, True, True, False]
    assert list(match.sides.order_by("number").values_list("place", "score")) == [
        (1, 34), (2, None), (2, None), (2, 8),
    ]  # fmt: skip
    written = next(body["data"]["lines"] for body in bodies(tournament) if body["type"] == "sheet.recorded")
    assert [[line[key] for key in CARDS] for line in written[1:3]] == [[None] * 5] * 2
    assert faults(tournament) == []


def test_places_that_hang_on_it_are_shared_and_say_so(clock: Moments) -> None:
    tournament, match = final_of_four(clock)
    rows = {row.entry_code: row for row in standings_of(tournament)}
    second = [rows[entry_at(match, number).code] for number in (2, 3, 4)]
    assert [(row.place, row.uncounted) for row in second] == [(2, True)] * 3
    assert all("nem todas as cartas foram contadas" in row.why_sentence for row in second)
    finish(tournament, by=ana(), now=next(clock))
    points = fresh(tournament).placings.values_list("place", flat=True)
    assert sorted(points) == [1, 2, 2, 2]
    assert faults(tournament) == []


def test_before_the_end_it_is_listed_and_counting_changes_only_places(clock: Moments) -> None:
    tournament, match = final_of_four(clock)
    (table,) = uncounted_tables(tournament)
    assert (table.match.code, table.first_place, table.last_place) == (match.code, 2, 4)
    assert [side.number for side in table.sides] == [2, 3]
    sheet = counted(plain_win(match), {1: 5, 2: 1, 3: 3})
    correction = correct_sheet(match, sheet=sheet, reason="counted", by=ana(), now=next(clock))
    assert correction.effects == []
    assert uncounted_tables(fresh(tournament)) == ()
    assert [(row.place, row.uncounted) for row in standings_of(fresh(tournament))] == [
        (place, False) for place in (1, 2, 3, 4)
    ]
    undo_correction(correction, reason="miscounted", by=ana(), now=next(clock))
    assert [table.match.code for table in uncounted_tables(fresh(tournament))] == [match.code]
    finish(fresh(tournament), by=ana(), now=next(clock))
    assert faults(tournament) == []


def test_an_unknown_score_is_left_out_for_everybody_it_would_be_compared_with(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    for number in (1, 2, 3, 4):
        match = at(tournament, 1, number)
        play(
            match,
            uncounted(plain_win(match), 1) if number == 1 else counted(plain_win(match), {1: number}),
            clock,
        )
    play_on(tournament, clock)
    tables = uncounted_tables(fresh(tournament))
    assert [(table.match.round, table.match.number, table.first_place) for table in tables] == [(1, 1, 5)]
    lost = [row for row in standings_of(fresh(tournament)) if row.place >= 5]
    assert all(row.uncounted for row in lost)


def test_cards_that_decide_or_prove_have_to_be_counted(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, time_limit=30)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    with pytest.raises(Refused) as refused:
        record_sheet(match, sheet=uncounted(plain_win(match), 0), by=bruno(), now=next(clock))
    assert [violation.code for violation in refused.value.violations] == ["uncounted_cards_prove"]


def test_where_no_game_was_begun_nobody_has_cards_and_that_is_known(clock: Moments) -> None:
    match = at(drawn(4, table_high=2), 1, 1)
    ended = walked_over(match, 2, clock=clock)
    assert list(ended.sides.values_list("score", flat=True)) == [0, 0]


def test_a_record_that_began_in_the_first_format_cannot_say_it(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    sheet = uncounted(plain_win(match), 1)
    seen = judge_sheet(tournament_of(match), Lineup(Match.objects.get(pk=match.pk)), sheet).violations
    with pytest.raises(Refused) as refused:
        record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    for violations in (seen, refused.value.violations):
        assert [violation.code for violation in violations] == ["uncounted_not_in_record"]


def test_it_comes_back_from_its_record(clock: Moments, tmp_path: Path) -> None:
    with transaction.atomic():
        tournament, _ = final_of_four(clock)
        finish(tournament, by=ana(), now=next(clock))
        path = tmp_path / f"{tournament.slug}.record.jsonl"
        path.write_text("".join(record_lines(tournament)), encoding="utf-8")
        names, look = people_file(tournament)["people"], overview_of(tournament)
        transaction.set_rollback(True)
    back = restore_record(path, names=names, owner=None, now=next(clock), slug=tournament.slug)
    assert "".join(record_lines(back)).encode() == path.read_bytes()
    assert overview_of(back) == look
    assert SheetLine.objects.filter(counts__isnull=True).count() == 2


@pytest.mark.parametrize("index", range(4))
@pytest.mark.parametrize("key", CARDS[:4])
def test_a_sheet_counted_in_part_is_found(index: int, key: str, clock: Moments) -> None:
    tournament, _ = final_of_four(clock)
    made = bodies(tournament)
    line = next(body for body in made if body["type"] == "sheet.recorded")["data"]["lines"][index]
    line[key] = 0 if line[key] is None else None
    text = chained({name: body[name] for name in ("at", "by", "type", "data")} for body in made)
    assert check_bytes(text)


def test_the_database_knows_no_absence_without_cards_and_no_unknown_score_without_a_place(
    clock: Moments,
) -> None:
    _, match = final_of_four(clock)
    line = SheetLine.objects.filter(sheet__match=match, counts__isnull=True).first()
    assert line
    for rows, changes in (
        (SheetLine.objects.filter(pk=line.pk), {"out": "absent"}),
        (Side.objects.filter(match=match, score__isnull=True), {"place": None}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**changes)


def test_who_counted_nothing_contradicts_nobody(clock: Moments) -> None:
    tournament, match = started(clock)
    says(match, 1, uncounted(plain_win(match, 2), 0), clock)
    assert says(match, 2, counted(plain_win(match, 2), {0: 3}), clock).recorded
    assert list(match.sides.order_by("number").values_list("score", flat=True)) == [8, 34]
    row = record_sheet(match, sheet=uncounted(plain_win(match, 2), 0), by=bruno(), now=next(clock))
    assert row.repeated
    assert state(match) == "ended"
    assert not tournament.ledger.lines.filter(type="correction.applied").exists()


def test_two_counts_that_differ_still_contradict(clock: Moments) -> None:
    _, match = started(clock)
    says(match, 1, counted(plain_win(match, 2), {0: 1}), clock)
    assert not says(match, 2, counted(plain_win(match, 2), {0: 3}), clock).recorded
