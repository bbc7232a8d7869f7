"""What is no record at all, and what breaks the bytes or the chain of one."""

import json
from pathlib import Path

import pytest

from checker import Finding, Unreadable, check
from checker.reading import lines
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
def test_what_is_no_record_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        found(data)


def test_what_is_no_file_is_unreadable(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing", Path("/dev/zero"), Path("a\x00b")):
        with pytest.raises(Unreadable):
            check(path)


def test_a_file_beyond_all_measure_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LARGEST_FILE", 10)
    path = tmp_path / "large.record.jsonl"
    path.write_bytes(chained(plain.a_duel_with_byes().bodies))
    with pytest.raises(Unreadable, match="at most 10 bytes"):
        check(path)


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b" %s", "canonical"),
        (b"%s\r", "canonical"),
    ],
)
def test_other_bytes_than_the_canonical_ones_are_found(data: bytes, rule: str) -> None:
    first, rest = chained(plain.a_duel_with_byes().bodies).split(b"\n", 1)
    assert rule in rules_found(data % first + b"\n" + rest)


def test_keys_in_another_order_are_found() -> None:
    first, rest = chained(plain.a_duel_with_byes().bodies).split(b"\n", 1)
    shuffled = json.dumps(dict(reversed(json.loads(first).items())), separators=(",", ":")).encode()
    assert rules_found(shuffled + b"\n" + rest) == {"canonical", "chain"}


def test_a_key_that_is_there_twice_is_found() -> None:
    data = chained(plain.a_duel_with_byes().bodies)
    assert "canonical" in rules_found(data.replace(b'"seq":3', b'"seq":9,"seq":3', 1))


def test_a_last_line_without_its_line_feed_is_found() -> None:
    data = chained(plain.a_duel_with_byes().bodies)
    assert rules_found(data[:-1]) == {"canonical"}


def test_a_number_left_out_is_found() -> None:
    lines = chained(plain.a_ranked_duel_of_eight().bodies).splitlines(keepends=True)
    assert {"numbering", "chain"} <= rules_found(b"".join(lines[:9] + lines[10:]))


def test_a_line_that_was_changed_later_breaks_the_chain() -> None:
    data = chained(plain.a_ranked_duel_of_eight().bodies)
    assert rules_found(data.replace(b'"channel":"grupo"', b'"channel":"trupo"', 1)) == {"chain"}


def test_after_a_line_of_another_shape_nothing_is_made_up() -> None:
    bodies = plain.a_ranked_duel_of_eight().bodies
    bodies[3]["data"]["more"] = 1
    assert rules_found(bodies) == {"shape"}


def test_a_discrepancy_is_one_visible_line() -> None:
    text = str(Finding(3, "rule", "a\nb\u202e\x1b[31m\ud800é"))
    assert text == "3\trule\ta\\u000ab\\u202e\\u001b[31m\\ud800é"
