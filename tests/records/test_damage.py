"""Whatever the file holds: `Unreadable`, or a list of discrepancies. Never another failure."""

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from checker import Head, Unreadable, check
from tests.records.book import Bodies, chained, found
from tests.records.scenes import Scene, correcting, leaving, plain
from tools.endorsement.mutate.places import leaves, with_value_at

JUNK: list[Any] = [
    None, True, -1, 0, 2**63, 10**400, 1.5, "", "x", "e001", "m1.1", "x" * 30_000, "\x00\u202e\ud800", [], {},
    [None], {"a": []}, [[[[[[[[]]]]]]]], {"match": "m1.1", "take": "winner"}, ["e001", "e001"], "1/0", "1e9",
]  # fmt: skip


def is_sound(folder: Path, data: bytes, head: Head | None = None) -> bool:
    """Whether the checker takes this file for a sound record; it may call it unreadable."""
    path = folder / "damaged.jsonl"
    path.write_bytes(data)
    try:
        return check(path, head=head) == []
    except Unreadable:
        return False


@pytest.mark.parametrize("seed", range(4))
def test_damaged_bytes_are_found_with_the_head(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    sound = chained(leaving.a_disqualification_in_play().bodies)
    lines = sound.splitlines()
    head = Head(len(lines) - 1, hashlib.sha256(lines[-1]).hexdigest())
    assert is_sound(tmp_path, sound, head)
    for _ in range(60):
        data = bytearray(sound)
        for at in rng.sample(range(len(data)), rng.randrange(1, 4)):
            data[at] = (data[at] + rng.randrange(1, 256)) % 256
        assert not is_sound(tmp_path, bytes(data), head)


def test_a_record_cut_at_its_end_is_found_with_the_head_only(tmp_path: Path) -> None:
    lines = chained(plain.a_duel_with_byes().bodies).splitlines(keepends=True)
    head = Head(len(lines) - 1, hashlib.sha256(lines[-1].strip()).hexdigest())
    shorter = b"".join(lines[:-1])
    assert is_sound(tmp_path, shorter)
    assert not is_sound(tmp_path, shorter, head)


@pytest.mark.parametrize(
    "scene",
    [leaving.a_substitute_and_a_late_pair, correcting.a_match_played_again, plain.a_round_drawn_again],
    ids=lambda scene: scene.__name__,
)
def test_junk_in_any_place_never_makes_it_fail_otherwise(scene: Scene, tmp_path: Path) -> None:
    rng = random.Random(11)
    bodies = scene().bodies
    kept = [
        is_sound(tmp_path, _tolerant(with_value_at(bodies, place, rng.choice(JUNK))))
        for place in rng.sample(list(leaves(bodies)), 250)
    ]
    assert kept.count(True) < len(kept) / 4


@pytest.mark.parametrize("seed", range(3))
def test_lines_in_any_order_never_make_it_fail_otherwise(seed: int) -> None:
    rng = random.Random(seed)
    for scene in (leaving.a_champion_disqualified, correcting.a_correction_that_replays_and_is_undone):
        first, *rest = scene().bodies
        for _ in range(15):
            rng.shuffle(rest)
            assert found([first, *rest, *rest[: rng.randrange(9)]]) != []


def _tolerant(bodies: Bodies) -> bytes:
    """Chained as far as bytes can be made of it: lone surrogates are written as escapes."""
    try:
        return chained(bodies)
    except UnicodeEncodeError:
        lines = [{**body, "seq": seq, "prev": "0" * 64} for seq, body in enumerate(bodies)]
        return b"".join(json.dumps(line, sort_keys=True).encode() + b"\n" for line in lines)
