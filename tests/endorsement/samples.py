"""Sound records to try the independent checker on: played ones, and scenes set by hand."""

from tests.records.book import chained
from tests.records.scenes import SCENES
from tests.servers.process import ROOT

GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.jsonl"))


def sound_records() -> list[tuple[str, bytes]]:
    """(name, bytes) of every record that is sound."""
    scenes = [(ctx.__name__, chained(ctx().bodies)) for ctx in SCENES]
    return [*((path.name, path.read_bytes()) for path in GOLDEN), *scenes]
