"""The endorsement repeats every write route: a new one needs a step."""

from tools.endorsement.description import write_routes
from tools.endorsement.replay.section import missing


def test_every_write_route_has_a_step() -> None:
    assert missing() == []


def test_a_route_knows_its_addresses() -> None:
    pattern = write_routes()["record_sheet"].pattern
    assert pattern.fullmatch("tournaments/x-2026/matches/m1/sheet/")
    assert not pattern.fullmatch("tournaments/x-2026/matches/m1/start/")
