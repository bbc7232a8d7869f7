"""Sound records of every kind: the checker finds nothing in them."""

import pytest

from tests.records.book import found
from tests.records.scenes import EVERY_TYPE, SCENES, Scene


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_a_sound_record_has_no_discrepancy(scene: Scene) -> None:
    assert [str(discrepancy) for discrepancy in found(scene().bodies)] == []


def test_there_is_a_scene_for_every_type_of_line() -> None:
    written = {body["type"] for scene in SCENES for body in scene().bodies}
    assert written == EVERY_TYPE


def test_there_is_a_scene_for_every_ending_and_remedy() -> None:
    bodies = [body for scene in SCENES for body in scene().bodies]
    endings = {body["data"]["ended_by"] for body in bodies if body["type"] == "sheet.recorded"}
    effects = [body["data"]["effects"] for body in bodies if body["type"] == "correction.applied"]
    assert endings == {
        "win_condition", "decked_out", "time", "walkover", "concession", "disqualification", "ruling",
        "bye", "nobody",
    }  # fmt: skip
    assert {effect["remedy"] for some in effects for effect in some} == {
        "reseat", "keep", "replay", "replace", "undo",
    }  # fmt: skip
