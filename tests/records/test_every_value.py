"""Nothing in a record is idle: whatever is altered, left out or repeated is found, or may be so."""

from pathlib import Path

import pytest

from endorsement.mutate.places import another, leaves, path_of, replaced, value_at
from tests.records.book import found
from tests.records.scenes import Scene, correcting, leaving, plain, promising

FREE = {
    "data.reason": "words",
    "data.what": "words",
    "data.channel": "words",
    "data.software": "words",
    "data.place": "words",
    "data.rules.id": "the text that the hash stands for is not in the file",
    "data.group": "one club alone keeps nobody apart",
    "data.report": "a key that nobody used before",
    "data.time_limit": "any limit will do where there is one",
    "data.table.min": "smaller tables may be excluded than the shape uses",
    "data.table.max": "larger tables may be allowed than the shape uses",
    "data.multiplier": "nothing is multiplied in an unranked tournament",
    "data.points": "nobody gets points in an unranked tournament",
    "data.lines.intact": "other cards that a rule allows, with the same outcome",
    "data.lines.razed": "other cards that a rule allows, with the same outcome",
    "data.lines.commanders": "other cards that a rule allows, with the same outcome",
    "data.lines.armies": "other cards that a rule allows, with the same outcome",
    "data.lines.razed_in_battle": "other cards that a rule allows, with the same outcome",
}
"""What may have another value of its kind, and why."""

WHOLE = [
    plain.a_tournament_of_pairs,
    plain.a_tie_on_time_that_is_cut_for,
    leaving.a_winner_who_withdraws,
    correcting.a_correction_that_replaces_and_is_undone,
    promising.a_promised_draw_made_again,
    promising.a_draw_typed_by_hand,
    promising.a_ranked_draw_that_passes_over_for_byes,
    promising.a_late_entry_on_a_fourth_chair,
]
MAY_GO = {"match.placed", "redraw.noted"}
"""Lines that stand alone: nothing else in the record tells that they were there."""

MAY_REPEAT = {"tournament.announced", "match.placed", "redraw.noted", "integrity.noted"}


@pytest.mark.parametrize("scene", WHOLE, ids=lambda scene: scene.__name__)
def test_every_value_that_is_altered_is_found(scene: Scene, tmp_path: Path) -> None:
    bodies = scene().bodies
    survivors = {
        path_of(place)
        for place in leaves(bodies)
        if not found(tmp_path, replaced(bodies, place, another(value_at(bodies, place))))
    }
    assert survivors <= FREE.keys()


@pytest.mark.parametrize("scene", WHOLE, ids=lambda scene: scene.__name__)
def test_every_line_that_is_left_out_is_found(scene: Scene, tmp_path: Path) -> None:
    bodies = scene().bodies
    survivors = {
        body["type"]
        for at, body in enumerate(bodies[:-1])
        if not found(tmp_path, bodies[:at] + bodies[at + 1 :])
    }
    assert survivors <= MAY_GO


@pytest.mark.parametrize("scene", WHOLE, ids=lambda scene: scene.__name__)
def test_every_line_that_is_there_twice_is_found(scene: Scene, tmp_path: Path) -> None:
    bodies = scene().bodies
    survivors = {
        body["type"] for at, body in enumerate(bodies) if not found(tmp_path, bodies[: at + 1] + bodies[at:])
    }
    assert survivors <= MAY_REPEAT
