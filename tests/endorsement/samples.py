"""Sound records to try the independent checker on: played ones, and scenes set by hand."""

from tests.records.book import chained
from tests.records.scenes import SCENES
from tests.servers.process import ROOT

GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.jsonl"))


def sound_records() -> list[tuple[str, bytes]]:
    """(name, bytes) of every record of Chama that is sound: it reads no other game's."""
    books = [(scene.__name__, scene()) for scene in SCENES]
    scenes = [(name, chained(book.bodies)) for name, book in books if book.facts["game"] == "chama"]
    return [*((path.name, path.read_bytes()) for path in GOLDEN), *scenes]
