"""The history's checker: a sound history passes, each kind of fake is found, volumes are what they say."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tools.endorsement.history.calls import CORRECT, LOOK, REPORT, Call, read, write
from tools.endorsement.history.check import check
from tools.endorsement.history.fakes import FAKES, Fake, survivors

FIRST, SECOND = "a:6 b:2", "a:3 b:6"


def _line(seq: int, match: str, version: int, content: str, key: str | None) -> str:
    cards = (one.split(":") for one in content.split())
    lines = [{"player": player, "intact": int(intact)} for player, intact in cards]
    data = {"match": match, "version": version, "ended_by": "win_condition", "lines": lines, "report": key}
    return json.dumps({"seq": seq, "type": "sheet.recorded", "data": data})


RECORD = "\n".join(
    [
        _line(5, "m1", 1, FIRST, "k1"),
        _line(6, "m2", 1, SECOND, "k2"),
        _line(7, "m1", 2, SECOND, None),
    ]
).encode()


def _call(what: str, match: str, begin: int, status: int, seq: int | None, **more: Any) -> Call:
    given: dict[str, Any] = {"key": None, "said": None, "known": None, **more}
    return Call("ana", 0, what, match, begin=begin, end=begin + 5, status=status, seq=seq, **given)


def _sound() -> list[Call]:
    made = {"version": 1, "body": "one"}
    return [
        _call(LOOK, "m1", 0, 200, 4),
        _call(REPORT, "m1", 10, 200, 5, key="k1", said=FIRST, shown=FIRST, **made),
        _call(REPORT, "m1", 20, 200, 5, key="k1", said=FIRST, shown=FIRST, replayed=True, **made),
        _call(REPORT, "m1", 21, 200, 5, key="k5", said=FIRST, shown=FIRST, repeated=True, version=1),
        _call(REPORT, "m1", 22, 409, None, key="k6", said=SECOND, shown=FIRST, version=1),
        _call(REPORT, "m2", 30, 200, 6, key="k2", said=SECOND, shown=SECOND, **made),
        _call(LOOK, "m1", 40, 304, 6, known=6),
        _call(CORRECT, "m1", 50, 201, 7, key="k3", said=SECOND, version=2, body="two"),
        _call(CORRECT, "m1", 51, 409, None, key="k4", said=FIRST),
        _call(LOOK, "m1", 60, 200, 7, version=2, shown=SECOND),
    ]


def test_a_sound_history_passes() -> None:
    assert check(_sound(), RECORD) == []


def test_a_reader_may_be_put_off_but_not_left_without_an_answer() -> None:
    later = _call(LOOK, "m1", 70, 503, None, put_off=True)
    assert check([*_sound(), later], RECORD) == []
    assert [found.rule for found in check([*_sound(), replace(later, put_off=False)], RECORD)] == [
        "not shown"
    ]


@pytest.mark.parametrize("fake", FAKES, ids=lambda fake: str(fake.__name__))
def test_each_fake_is_found(fake: Fake) -> None:
    for number in range(10):
        calls, record = fake(_sound(), RECORD, Random(number))
        assert check(calls, record) != []


def test_what_survives_is_named() -> None:
    assert survivors(_sound(), RECORD, 1) == []


def test_a_history_comes_back_from_its_file(tmp_path: Path) -> None:
    write(_sound(), tmp_path / "history.jsonl")
    assert read(tmp_path / "history.jsonl") == sorted(_sound(), key=lambda call: call.end)
