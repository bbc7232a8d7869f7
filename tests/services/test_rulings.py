"""Rulings of the day: told to all tables, kept beside the regulation, their words outside the record."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from checker import check, check_bytes
from checker.beside import read_people
from core.errors import Forbidden, Refused, Stale
from records.export import people_file, record_lines
from records.importing.record import restore_record
from rulesets.kernel.sheet import EndedBy
from tests.acts import Moments, absences, assert_sound, at, line_types
from tests.cast import ana, browser, bruno, drawn, duda, finished, fresh
from tests.records.book import chained, rules_found
from tournaments.models import Ruling, Tournament
from tournaments.play.play import record_sheet
from tournaments.regulation.rulings import LONGEST, all_rulings, note_ruling, rulings_for

pytestmark = pytest.mark.django_db
WORDS = "Uma tropa cai com dano igual aos seus pontos."


def ruled(tournament: Tournament, clock: Moments, words: str = WORDS, **more: Any) -> Ruling:
    return note_ruling(tournament, words=words, by=ana(), now=next(clock), **more)


def test_it_is_told_to_all_tables_and_the_record_has_no_words(clock: Moments) -> None:
    tournament = drawn(8)
    ruling = ruled(tournament, clock)
    assert line_types(tournament, 1) == ["ruling.noted"]
    data = json.loads(list(record_lines(tournament))[-1])["data"]
    assert data == {"match": None, "text": ruling.code, "reason": None}
    assert WORDS not in "".join(record_lines(tournament))
    assert [found.words for found in rulings_for(tournament, at(tournament, 1, 2).code)] == [WORDS]
    assert_sound(tournament)
    assert check_bytes("".join(record_lines(tournament)).encode()) == []


def test_one_about_a_match_is_told_there_only(clock: Moments) -> None:
    tournament = drawn(16)
    ruled(tournament, clock, match=at(tournament, 1, 1))
    assert len(rulings_for(tournament, at(tournament, 1, 1).code)) == 1
    assert rulings_for(tournament, at(tournament, 1, 2).code) == ()
    assert rulings_for(tournament) == ()


def test_it_stands_beside_those_that_ended_a_match(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    ruled(tournament, clock)
    plain = absences(match, ended_by=EndedBy.RULING)
    sheet = type(plain)(plain.ended_by, plain.lines, 1, (), "baralho trocado")
    record_sheet(match, sheet=sheet, by=ana(), now=next(clock))
    assert [(found.words, found.ended_it) for found in all_rulings(tournament)] == [
        (WORDS, False),
        ("baralho trocado", True),
    ]


@pytest.mark.parametrize(
    ("words", "code"), [("  ", "ruling_missing"), ("x" * (LONGEST + 1), "text_too_long")]
)
def test_words_are_needed_and_bounded(words: str, code: str, clock: Moments) -> None:
    with pytest.raises(Refused) as refused:
        ruled(drawn(4), clock, words)
    assert [violation.code for violation in refused.value.violations] == [code]


def test_judges_rule_nothing_nor_does_anybody_after_the_end(clock: Moments) -> None:
    tournament = finished(4)
    with pytest.raises(Stale, match="finished"):
        note_ruling(tournament, words=WORDS, by=ana(), now=timezone.now())
    running = drawn(4, name="Outro")
    for who in (bruno(), duda()):
        with pytest.raises(Forbidden):
            note_ruling(running, words=WORDS, by=who, now=next(clock))


def by_judge(line: dict[str, Any]) -> None:
    line["by"] = "judge:" + line["by"].partition(":")[2]


def about_nothing(line: dict[str, Any]) -> None:
    line["data"]["match"] = "m00000000"


def with_reason(line: dict[str, Any]) -> None:
    line["data"]["reason"] = "why"


@pytest.mark.parametrize("change", [by_judge, about_nothing, with_reason])
def test_a_ruling_that_cannot_be_is_found(change: Callable[[dict[str, Any]], None], clock: Moments) -> None:
    tournament = drawn(4)
    ruled(tournament, clock)
    bodies = [json.loads(line) for line in record_lines(tournament)]
    change(bodies[-1])
    assert rules_found(bodies)


def test_a_text_that_stands_twice_is_found(clock: Moments) -> None:
    tournament = drawn(4)
    ruled(tournament, clock)
    bodies = [json.loads(line) for line in record_lines(tournament)]
    bodies.append(bodies[-1])
    assert [finding.rule for finding in check_bytes(chained(bodies))] == ["ruling"]


def test_the_words_travel_in_the_file_of_names(clock: Moments, tmp_path: Path) -> None:
    record, names = tmp_path / "day.record.jsonl", tmp_path / "day.people.json"
    with transaction.atomic():
        tournament = drawn(4)
        code = ruled(tournament, clock, match=at(tournament, 1, 1)).code
        record.write_text("".join(record_lines(tournament)), encoding="utf-8")
        names.write_text(json.dumps(people_file(fresh(tournament))), encoding="utf-8")
        transaction.set_rollback(True)
    assert check(record, people=read_people(names)) == []
    brought = json.loads(names.read_text(encoding="utf-8"))
    restored = restore_record(record, names={}, owner=None, now=timezone.now(), texts=brought["texts"])
    (found,) = rulings_for(restored, at(restored, 1, 1).code)
    assert (found.words, found.match_code) == (WORDS, at(restored, 1, 1).code)
    assert people_file(restored)["texts"] == {code: WORDS}
    names.write_text(json.dumps({**brought, "texts": {}}), encoding="utf-8")
    assert [found.rule for found in check(record, people=read_people(names))] == ["people"]


def test_pages_tell_it_and_the_coordinator_notes_it(clock: Moments) -> None:
    tournament = drawn(4)
    act, slug = reverse("ruling", args=[tournament.slug]), tournament.slug
    assert browser(bruno()).post(act, {"words": WORDS}).status_code == 403
    assert browser(ana()).post(act, {"words": " "}).status_code == 422
    assert browser(ana()).post(act, {"words": WORDS})["Location"] == reverse("regulation", args=[slug])
    code = at(tournament, 1, 1).code
    for page in (
        reverse("regulation", args=[slug]), reverse("match", args=[slug, code]), reverse("hall", args=[slug]),
    ):  # fmt: skip
        assert WORDS in browser().get(page).content.decode(), page


def test_a_kept_hall_gets_it_at_once(clock: Moments) -> None:
    tournament = drawn(4)
    hall = reverse("hall", args=[tournament.slug])
    assert WORDS not in browser().get(hall).content.decode()
    ruled(fresh(tournament), clock)
    assert WORDS in browser().get(hall).content.decode()
