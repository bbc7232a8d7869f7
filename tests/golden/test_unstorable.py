"""A sound record with values for which the database has no room is refused in words, on either database."""

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from checker import check_bytes
from core.errors import Refused
from core.models import Ledger
from records.importing.record import restore_record
from tests.cast import browser
from tests.records.book import Bodies, chained
from tournaments.messages import text_for_violation
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent / "duplas-6-xisum.record.jsonl"
Edit = Callable[[Bodies], None]


def opened() -> Bodies:
    """The bodies of the record's lines."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [{key: value for key, value in json.loads(line).items() if key in BODY} for line in lines]


BODY = ("at", "by", "type", "data")


def put(type_: str, **values: Any) -> Edit:
    """These values in every line of a type."""

    def edit(bodies: Bodies) -> None:
        for body in bodies:
            if body["type"] == type_:
                body["data"].update(values)

    return edit


def ids(known: Callable[[Bodies], set[str]]) -> Edit:
    """These ids have 13 characters wherever they stand."""

    def edit(bodies: Bodies) -> None:
        written = json.dumps(bodies)
        for one in known(bodies):
            written = re.sub(rf'(?<=[":]){one}(?=")', one.ljust(13, "x"), written)
        bodies[:] = json.loads(written)

    return edit


def of(type_: str, key: str) -> Callable[[Bodies], set[str]]:
    """The ids under a key of a type of line."""

    def known(bodies: Bodies) -> set[str]:
        found = [body["data"][key] for body in bodies if body["type"] == type_]
        return {one for value in found for one in (value if isinstance(value, list) else [value])}

    return known


def authors(bodies: Bodies) -> set[str]:
    return {body["by"].partition(":")[2] for body in bodies} - {""}


def reported(bodies: Bodies) -> None:
    for number, body in enumerate(bodies):
        if body["type"] == "sheet.recorded":
            body["data"]["report"] = f"{number}".ljust(81, "r")


def edition(bodies: Bodies) -> None:
    for body in bodies:
        if "rules" in body["data"]:
            body["data"]["rules"]["id"] = "r" * 61


def extended(times: int) -> Edit:
    """The first match gets four hours more, so many times."""

    def edit(bodies: Bodies) -> None:
        index, start = next(row for row in enumerate(bodies) if row[1]["type"] == "match.started")
        facts = {"match": start["data"]["match"], "minutes": 240, "reason": "A lâmpada quebrou."}
        bodies[index + 1 : index + 1] = [{**start, "type": "match.extended", "data": facts}] * times

    return edit


def moved(at: str) -> Edit:
    """Every line was written at this moment."""

    def edit(bodies: Bodies) -> None:
        for body in bodies:
            body["at"] = at

    return edit


TABLE = "Mesa comprida, com nome"
EDITS: tuple[tuple[str, str, Edit], ...] = (
    ("record_text_too_long", "place", put("match.placed", place=TABLE)),
    ("record_text_too_long", "entry", ids(of("entry.added", "entry"))),
    ("record_text_too_long", "match", ids(of("match.started", "match"))),
    ("record_text_too_long", "players", ids(of("entry.added", "players"))),
    ("record_text_too_long", "by", ids(authors)),
    ("record_text_too_long", "report", reported),
    ("record_text_too_long", "id", edition),
    ("record_number_too_large", "time_limit", put("tournament.created", time_limit=2**15)),
    ("record_number_too_large", "seed", put("entry.added", seed=2**31)),
    ("record_extra_time_too_long", "minutes", extended(137)),
    ("record_time_out_of_range", "at", moved("0001-01-01T00:00:00.000Z")),
    ("record_time_out_of_range", "at", moved("9999-12-31T23:59:59.999Z")),
    ("record_nul", "reason", put("sheet.recorded", reason="a\0b")),
    ("record_nul", "place", put("match.placed", place="1\0")),
)


def written(folder: Path, *edits: Edit) -> Path:
    """A sound record with these changes."""
    bodies = opened()
    for edit in edits:
        edit(bodies)
    content = chained(bodies)
    assert check_bytes(content) == []
    path = folder / "long.record.jsonl"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(("code", "key", "edit"), EDITS)
def test_what_cannot_be_stored_is_refused_whole(code: str, key: str, edit: Edit, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        restore_record(written(tmp_path, edit), names={}, owner=None, now=timezone.now())
    assert (code, key) in {(found.code, found.facts["key"]) for found in refused.value.violations}
    assert not Ledger.objects.exists()


def test_each_key_is_named_once_with_its_first_line(tmp_path: Path) -> None:
    path = written(tmp_path, put("match.placed", place=TABLE), reported)
    with pytest.raises(Refused) as refused:
        restore_record(path, names={}, owner=None, now=timezone.now())
    report, place = refused.value.violations  # a bye has its sheet before the first call
    assert (report.facts["key"], place.facts["key"]) == ("report", "place")
    line = next(number for number, body in enumerate(opened()) if body["type"] == "match.placed")
    with override("en"):
        said = text_for_violation(place)
    assert said == (
        f"Line {line} of the record cannot be stored here: a text under “place” has more than 20 characters."
    )


def test_the_longest_values_are_stored(tmp_path: Path) -> None:
    limits = (
        put("match.placed", place=TABLE[:20]),
        put("tournament.created", time_limit=2**15 - 1),
        put("entry.added", seed=2**31 - 1),
        extended(136),
        moved("1900-01-01T00:00:00.000Z"),
    )
    restored = restore_record(written(tmp_path, *limits), names={}, owner=None, now=timezone.now())
    assert restored.time_limit == 2**15 - 1


def test_a_name_that_cannot_be_stored_is_refused(tmp_path: Path) -> None:
    person = next(iter(authors(opened())))
    with pytest.raises(Refused, match="people_nul"):
        restore_record(written(tmp_path), names={person: "A\0na"}, owner=None, now=timezone.now())


@pytest.mark.parametrize(
    "name", ["day.record (1).jsonl", "Copa do João.record.jsonl", f"{'d' * 141}.record.jsonl"]
)
def test_a_file_name_that_is_no_address_does_not_become_one(name: str, tmp_path: Path) -> None:
    path = written(tmp_path).rename(tmp_path / name)
    call_command("import_record", path, stdout=StringIO())
    tournament = Tournament.objects.get()
    assert tournament.slug == "chama-duplas-ouro-xisum-2026"
    assert browser().get(reverse("tournament", args=[tournament.slug])).status_code in (200, 404)


def test_the_command_says_so_in_a_sentence(tmp_path: Path) -> None:
    path = written(tmp_path, put("match.placed", place=TABLE))
    more = "a text under “place” has more than 20 characters"
    with override("en"), pytest.raises(CommandError, match=more) as refused:
        call_command("import_record", path, stdout=StringIO())
    assert refused.value.returncode == 1
