"""What acts can write is what the checker expects and docs/record.md tells, in both formats."""

import re

import pytest

from checker.reading.shapes import FIRST, SECOND
from checker.reading.terms import key_faults
from core.errors import Impossible
from core.record.line import FORMATS, NewLine
from matches.sheet_values import PaperTimes
from tests.records import described, lines_written
from tests.records.lines_written import MOMENT, sample
from tournaments.lines.integrity import FromPaper, IntegrityNoted
from tournaments.lines.sheets import PlayerLine

KINDS = lines_written.kinds()
CLASSES = [kind for classes in KINDS.values() for kind in classes]
NOBODY_WRITES = {"round.redrawn"}
NEVER_CHANGES = {"tournament.changed": {"format": "1? 2?", "software": "1? 2?"}}
NAMED = [kind for kind in CLASSES if issubclass(kind, IntegrityNoted)]
STRANGE = ("is missing", "does not belong here")
EXPECTED = {1: FIRST, 2: SECOND}
by_name = pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)


def test_every_kind_that_is_expected_and_described_can_be_written_and_no_other() -> None:
    assert set(KINDS) | NOBODY_WRITES == set(SECOND) == set(described.sections())
    assert not NOBODY_WRITES & set(KINDS)


def test_the_first_format_knows_the_kinds_that_came_with_it() -> None:
    assert {kind.type for kind in CLASSES if kind.since == 1} | NOBODY_WRITES == set(FIRST)


@by_name
def test_a_kind_has_the_keys_that_the_checker_expects_in_each_format(kind: type[NewLine]) -> None:
    written = lines_written.told(kind) | NEVER_CHANGES.get(kind.type, {})
    assert written == described.due(kind.type)


@by_name
def test_a_kind_has_the_keys_that_the_document_tells(kind: type[NewLine]) -> None:
    outer = {re.split(r"[.\[]", key)[0] for key in described.told(kind.type)}
    assert set(lines_written.told(kind)) | set(NEVER_CHANGES.get(kind.type, {})) == outer | _composed(kind)


def _composed(kind: type[NewLine]) -> set[str]:
    """The table of a composed type stands under a heading of its own."""
    return {"definition"} & set(lines_written.told(kind))


@by_name
def test_the_keys_within_are_those_that_the_checker_expects(kind: type[NewLine]) -> None:
    expected = {path for path in described.paths(SECOND[kind.type], "") if path.count(".") > 1}
    assert {path for path in lines_written.inner(kind, "") if path.count(".") > 1} == _beyond(kind) | expected


def _beyond(kind: type[NewLine]) -> set[str]:
    """The checker has the lines of a sheet as one value: their counts are the game's."""
    if "lines" not in lines_written.told(kind):
        return set()
    return {f".lines[].{key.name}" for key in PlayerLine.known_keys()}


@by_name
@pytest.mark.parametrize("number", FORMATS)
@pytest.mark.parametrize("bare", [False, True])
def test_what_is_written_has_the_keys_that_the_checker_expects(
    kind: type[NewLine], number: int, bare: bool
) -> None:
    if kind.since > number:
        return
    line = sample(kind, bare=bare)
    shape = EXPECTED[number][kind.type]
    faults = key_faults(line.plain(number), shape.keys, shape.optional)
    assert [fault for fault in faults if fault.endswith(STRANGE)] == []


@pytest.mark.parametrize("kind", [kind for kind in CLASSES if kind.since > 1], ids=lambda kind: kind.__name__)
def test_an_older_record_has_a_note_instead_or_is_never_asked(kind: type[NewLine]) -> None:
    line = sample(kind, bare=False)
    assert line.as_known_in(2) is line
    try:
        instead = line.as_known_in(1)
    except Impossible:
        assert kind.stand_in is NewLine.stand_in
    else:
        assert isinstance(instead, IntegrityNoted)
        assert instead.since == 1


def test_acts_outside_the_ordinary_run_bear_a_name_of_their_own_each() -> None:
    assert len({kind.what for kind in NAMED}) == len(NAMED)


@pytest.mark.parametrize("kind", NAMED, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("bare", [False, True])
def test_their_prose_is_made_of_their_facts_and_never_blank(kind: type[IntegrityNoted], bare: bool) -> None:
    noted = sample(kind, bare=bare)
    assert noted.plain() == {
        "what": kind.what,
        "reason": noted.reason,
        "match": noted.match,
        "seat": noted.seat,
    }
    assert noted.reason.strip()


def test_the_times_of_a_slip_of_paper_are_read_back_from_its_prose() -> None:
    noted = FromPaper(match="m1", played=PaperTimes(None, MOMENT))
    assert PaperTimes.read(noted.reason) == noted.played
