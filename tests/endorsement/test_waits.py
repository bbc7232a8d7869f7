"""How long the hall waited is read off a record and logs: from the later of seats and table to the call."""

import json
from typing import Any

import pytest

from tools.endorsement.whole_day.section import wait_line, wrong_calls
from tools.endorsement.whole_day.waits import Wait, commits, end_of_span, percentile, waits

NOON = 1772884800.0  # 2026-03-07T12:00:00Z


def _at(seconds: float) -> str:
    return f"2026-03-07T12:{seconds // 60:02.0f}:{seconds % 60:06.3f}Z"


def _record(*lines: tuple[float, str, dict[str, Any]]) -> bytes:
    """A record's lines as far as they are read: seconds after noon, kind, facts."""
    return b"\n".join(
        json.dumps({"seq": seq, "at": _at(at), "by": "system", "type": kind, "data": data}).encode()
        for seq, (at, kind, data) in enumerate(lines)
    )


DAY = _record(
    (0, "draw.published", {}),
    (1, "match.placed", {"match": "a", "place": "1"}),
    (2, "match.started", {"match": "a"}),
    (62, "match.time_called", {"match": "a"}),
    (70, "sheet.recorded", {"match": "a", "ended_by": "time"}),
    (70, "seat.filled", {"match": "c"}),
    (71, "match.placed", {"match": "b", "place": "1"}),
    (90, "sheet.recorded", {"match": "b", "ended_by": "win_condition"}),
    (90, "seat.filled", {"match": "c"}),
    (93, "match.placed", {"match": "c", "place": "2"}),
)


def test_a_call_waits_for_the_later_of_its_seats_and_its_table() -> None:
    found = waits(DAY, {}, 60)
    assert [(wait.kind, wait.match, wait.seconds) for wait in found] == [
        ("draw", "a", 1), ("time", "a", 0), ("result", "b", 1), ("result", "c", 3),
    ]  # fmt: skip


def test_the_logs_say_when_a_line_was_committed() -> None:
    found = waits(DAY, {9: NOON + 94.5, 7: NOON + 91}, 60)
    assert found[-1] == Wait("result", "c", NOON + 90, NOON + 94.5)


def test_in_a_break_nobody_waits_and_clocks_stand_still() -> None:
    pause = {"break": 1, "begins": "2026-03-07T12:00:30.000Z", "ends": "2026-03-07T12:02:00.000Z"}
    record = _record(
        (0, "draw.published", {}),
        (1, "match.placed", {"match": "a", "place": "1"}),
        (2, "match.started", {"match": "a"}),
        (20, "break.planned", pause),
        (50, "sheet.recorded", {"match": "z", "ended_by": "win_condition"}),
        (50, "seat.filled", {"match": "b"}),
        (122, "match.placed", {"match": "b", "place": "2"}),
        (155, "match.time_called", {"match": "a"}),
    )
    found = waits(record, {}, 60)
    assert [(wait.kind, wait.seconds) for wait in found] == [("draw", 1), ("break", 2), ("time", 3)]


@pytest.mark.parametrize(
    ("begins", "breaks", "ends"),
    [
        (0, [], 60),
        (0, [(60, 90)], 60),
        (0, [(59, 90)], 91),
        (70, [(60, 90)], 150),
        (0, [(10, 20), (30, 50)], 90),
    ],
)
def test_time_runs_in_no_break(begins: float, breaks: list[tuple[float, float]], ends: float) -> None:
    assert end_of_span(begins, 60, breaks) == ends


def test_a_log_is_read_whatever_else_stands_in_it() -> None:
    log = (
        "starting\n2026-03-07T12:00:01.500+00:00 INFO record: recorded ledger=3 from=4 to=6 kinds=[]\n"
        "2026-03-07T12:00:02.000+00:00 INFO jobs: job_done ledger=3\n"
    )
    other = (
        "2026-03-07T12:00:02.250+00:00 INFO record [0123456789ab]: recorded ledger=3 from=7 to=7 kinds=[]\n"
    )
    at = {4: NOON + 1.5, 5: NOON + 1.5, 6: NOON + 1.5, 7: NOON + 2.25}
    assert commits([log, other]) == {"3": at}


def test_a_match_called_twice_or_never_is_a_fault() -> None:
    assert wrong_calls(DAY) == []
    lines = DAY.split(b"\n")
    assert wrong_calls(b"\n".join([*lines, lines[1]])) == ["a was called 2 times"]
    assert wrong_calls(b"\n".join(lines[:6] + lines[7:])) == ["b was called 0 times"]
    assert wrong_calls(b"\n".join(lines[:3] + lines[4:])) == ["time of a was called 0 times"]


def test_a_figure_says_whether_it_is_what_is_wanted() -> None:
    values = [0.1] * 95 + [4.0] * 5
    assert percentile(values, 0.95) == 0.1
    assert percentile([*values, 4.0], 0.95) == 4.0
    assert "p95 0.10 s (kept: 0.5 s), longest 4.00 s" in wait_line("calls", False, values)
    assert "(MISSED: 0.5 s)" in wait_line("calls", False, [*values, 4.0])
