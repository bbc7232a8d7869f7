"""What is no record at all, and what breaks the bytes or the chain of one."""

import json
from pathlib import Path

import pytest

from records.checker.checker import check_record
from records.checker.format import reading
from records.checker.format.findings import Discrepancy
from records.checker.format.reading import Unreadable
from tests.records.book import chained, found, rules_found
from tests.records.scenes import plain


@pytest.mark.F64
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\x7fELF\x02\x01\x01\x00" * 100,
        b"\xff\xfe{\x00}\x00",
        "{}".encode("utf-16"),
        b"[]\n",
        b"null\n",
        b"{",
        b"{}\n\n{}\n",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"data":' * 50_000 + b"0" + b"}" * 50_000,
        b'{"data":' * 20 + b"0" + b"}" * 20,
        b'{"seq":' + b"9" * 5_000 + b"}",
        b'{"a":"' + b"x" * 10 * 2**20 + b'"}\n',
    ],
    ids=[
        "empty", "blank", "binary", "two bytes a sign", "utf-16", "a list", "null", "cut off", "a gap",
        "deep lists", "deep objects", "deeper than any line", "a number without end", "a line of 10 MB",
    ],
)  # fmt: skip
def test_what_is_no_record_is_unreadable(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        found(tmp_path, data)


def test_what_is_no_file_is_unreadable(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing", Path("/dev/zero"), Path("a\x00b")):
        with pytest.raises(Unreadable):
            check_record(path)


def test_a_file_beyond_all_measure_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_FILE", 10)
    with pytest.raises(Unreadable, match="larger"):
        found(tmp_path, plain.a_duel_with_byes().bodies)


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"\xef\xbb\xbf%s", "not_canonical"),
        (b" %s", "not_canonical"),
        (b"%s\r", "not_canonical"),
    ],
)
def test_other_bytes_than_the_canonical_ones_are_found(data: bytes, rule: str, tmp_path: Path) -> None:
    first, rest = chained(plain.a_duel_with_byes().bodies).split(b"\n", 1)
    assert rule in rules_found(tmp_path, data % first + b"\n" + rest)


def test_keys_in_another_order_are_found(tmp_path: Path) -> None:
    first, rest = chained(plain.a_duel_with_byes().bodies).split(b"\n", 1)
    shuffled = json.dumps(dict(reversed(json.loads(first).items())), separators=(",", ":")).encode()
    assert rules_found(tmp_path, shuffled + b"\n" + rest) == {"not_canonical", "chain_broken"}


def test_a_key_that_is_there_twice_is_found(tmp_path: Path) -> None:
    data = chained(plain.a_duel_with_byes().bodies)
    assert "not_canonical" in rules_found(tmp_path, data.replace(b'"seq":3', b'"seq":9,"seq":3', 1))


def test_a_last_line_without_its_line_feed_is_found(tmp_path: Path) -> None:
    data = chained(plain.a_duel_with_byes().bodies)
    assert rules_found(tmp_path, data[:-1]) == {"no_line_feed"}


def test_a_number_left_out_is_found(tmp_path: Path) -> None:
    lines = chained(plain.a_ranked_duel_of_eight().bodies).splitlines(keepends=True)
    assert {"seq_gap", "chain_broken"} <= rules_found(tmp_path, b"".join(lines[:9] + lines[10:]))


def test_a_line_that_was_changed_later_breaks_the_chain(tmp_path: Path) -> None:
    data = chained(plain.a_ranked_duel_of_eight().bodies)
    assert rules_found(tmp_path, data.replace(b'"channel":"grupo"', b'"channel":"trupo"', 1)) == {
        "chain_broken"
    }


def test_after_a_line_of_another_shape_nothing_is_made_up(tmp_path: Path) -> None:
    bodies = plain.a_ranked_duel_of_eight().bodies
    bodies[3]["data"]["more"] = 1
    assert rules_found(tmp_path, bodies) == {"key_unknown"}


def test_a_discrepancy_is_one_visible_line() -> None:
    text = str(Discrepancy(3, "rule", "a\nb\u202e\x1b[31m\ud800é"))
    assert text == "3, rule, a\\u000ab\\u202e\\u001b[31m\\ud800\\u00e9"
