"""The independent checker: sound records pass, faults are found, rubbish is refused, nothing upsets it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checker import Head, Unreadable, check_bytes
from checker.reading.findings import MOST_FINDINGS
from tests.endorsement.samples import GOLDEN, sound_records
from tests.records.book import of_type
from tests.records.scenes import plain
from tests.servers.process import ROOT
from tools.endorsement.mutate.measure import CHANGES, measure
from tools.endorsement.mutate.records import chain_lines, parse_lines

RECORDS = sound_records()
NAMES = [name for name, _ in RECORDS]
CONTENTS = [content for _, content in RECORDS]


@pytest.mark.parametrize("record", CONTENTS, ids=NAMES)
def test_a_sound_record_passes(record: bytes) -> None:
    assert check_bytes(record) == []


def test_the_measure_finds_at_least_995_of_1000_mutants_of_more_than_25_kinds() -> None:
    measured = measure(RECORDS)
    assert [(mutant.kind, mutant.origin) for mutant in measured.survivors] == []
    assert {change.__name__ for change in CHANGES} <= set(measured.made)
    assert len(measured.made) >= 25
    assert measured.made.total() > 1000


def _damaged(value: Any, rng: Random) -> Any:
    """A value of another kind in some place of a line."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(sorted(value))
        return {**value, key: _damaged(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], _damaged(value[place], rng), *value[place + 1 :]]
    return rng.choice([None, True, -1, 0, 7, 10**30, 0.5, "", "x", "e001", "m1.1", [], [[]], {}, {"a": 1}])


def _damages() -> Iterator[bytes]:
    for number in range(1500):
        rng = Random(number)
        bodies = parse_lines(rng.choice(CONTENTS))
        for _ in range(rng.randint(1, 3)):
            body = rng.choice(bodies)
            body["data"] = _damaged(body["data"], rng)
        yield chain_lines(bodies)


def test_no_damage_upsets_it() -> None:
    unreadable = found = made = 0
    for record in _damages():
        made += 1
        try:
            found += bool(check_bytes(record))
        except Unreadable:
            unreadable += 1
    assert found > 0.97 * (made - unreadable)  # the rest are other words, and draws that nobody repeats


def test_a_bracket_that_leads_in_a_circle_is_found() -> None:
    bodies = plain.a_ranked_duel_of_eight().bodies
    matches = of_type(bodies, "draw.published")["matches"]
    for match, other in (matches[:2], matches[1::-1]):
        match["seats"][0]["from"] = {"match": other["match"], "take": "winner"}
    assert check_bytes(chain_lines(bodies)) != []


@pytest.mark.fault("F121")
def test_lines_that_all_contradict_each_other_are_not_all_listed() -> None:
    bodies = plain.a_ranked_duel_of_eight().bodies
    place = next(at for at, body in enumerate(bodies) if body["type"] == "entry.added")
    added = bodies[place]
    bodies[place:place] = [
        {**added, "data": {**added["data"], "entry": f"x{number}"}} for number in range(300)
    ]
    assert len(check_bytes(chain_lines(bodies))) == MOST_FINDINGS


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\xff\xfe",
        b"[]\n",
        b"{}\n",
        b'{"seq": 1}\n',
        b"\xef\xbb\xbf{}\n",
        b"[" * 100_000,
        b'{"a":NaN}\n',
    ],
)
def test_rubbish_is_unreadable(content: bytes) -> None:
    with pytest.raises(Unreadable):
        check_bytes(content)


def test_other_games_are_not_judged() -> None:
    bodies = parse_lines(CONTENTS[0])
    bodies[0]["data"]["game"] = "xadrez"
    with pytest.raises(Unreadable, match="xadrez"):
        check_bytes(chain_lines(bodies))


def test_half_a_sign_is_a_finding() -> None:
    record = CONTENTS[0].replace(b'"name":"', b'"name":"\\ud800', 1)
    assert "canonical" in {finding.rule for finding in check_bytes(record)}


def test_a_cut_end_is_found_by_the_head() -> None:
    lines = CONTENTS[0].splitlines(keepends=True)
    head = Head(len(lines) - 1, "0" * 64)
    assert check_bytes(b"".join(lines[:-1])) == []
    assert [finding.rule for finding in check_bytes(b"".join(lines[:-1]), head)] == ["head"]


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.endorsement", "check", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_command_says_it_with_its_exit_code(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    bodies = parse_lines(GOLDEN[0].read_bytes())
    bodies[-1]["data"]["classification"][0]["points"] = "26"
    broken.write_bytes(chain_lines(bodies))
    sound = _run(str(GOLDEN[0]))
    assert (sound.returncode, sound.stdout[:7]) == (0, "sound: ")
    faulty = _run(str(broken))
    assert faulty.returncode == 1
    assert faulty.stdout.split("\t")[:2] == [str(len(bodies) - 1), "points"]
    assert _run(str(tmp_path / "nothing")).returncode == 3
    assert _run(str(GOLDEN[0]), "--head", f"{len(bodies) - 1}:{'a' * 64}").returncode == 1


def test_the_lines_of_a_record_are_json_of_their_own() -> None:
    assert all(json.loads(line)["seq"] == number for number, line in enumerate(CONTENTS[0].splitlines()))
